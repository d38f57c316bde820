from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import wane


@pytest.mark.parametrize("name", wane.Player.names())
def test_every_player_plays_a_game(name: str) -> None:
    board = wane.Board(6)
    players = {wane.BLACK: wane.Player(name, seconds=0.005, hash_mb=1), wane.WHITE: wane.Player("random")}
    while not board.is_over:
        move = players[board.side](board)
        assert move in board.legal_moves()
        board.play(move)


def game(seed: int) -> list[str]:
    board, player = wane.Board(), wane.Player("random", seed=seed)
    while not board.is_over:
        board.play(player(board))
    return board.moves()


def test_the_same_seed_plays_the_same_game() -> None:
    assert game(3) == game(3) != game(4)


def test_a_level_is_a_number_or_its_name() -> None:
    for level in (5, "5"):
        assert wane.Player(level).name == "5"


@pytest.mark.parametrize("name", [0, 21, "nobody", "", None])
def test_an_unknown_name_is_told_the_known_ones(name: Any) -> None:
    with pytest.raises(ValueError, match="a level from 1 to 20, or random, greedy"):
        wane.Player(name)


def test_a_recipe_is_a_player(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    with pytest.raises(FileNotFoundError):
        wane.Player(path)
    path.write_text("[search]\ndepht = 3\n")
    with pytest.raises(ValueError, match=r"mine.toml: .*depht"):
        wane.Player(path)
    path.write_text(wane_recipe())
    board = wane.Board()
    assert wane.Player(path)(board) in board.legal_moves()


def wane_recipe() -> str:
    root = Path(__file__).parents[3]
    return (root / "crates/wane-cli/src/cmd/new/recipe.toml").read_text()


def test_a_finished_game_has_no_move() -> None:
    board, player = wane.Board(4), wane.Player("greedy")
    while not board.is_over:
        board.play(player(board))
    with pytest.raises(RuntimeError, match="the game is over"):
        player(board)
