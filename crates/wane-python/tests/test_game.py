from __future__ import annotations

import pickle
from pathlib import Path

import plain
import pytest
import wane


def finished(seed: int) -> wane.Game:
    for board in plain.random_boards(1, seed=seed):
        pass
    return wane.Game(board)


@pytest.mark.parametrize("format", ["transcript", "ggf", "sgf", "json"])
def test_games_read_back_in_every_format(format: str) -> None:
    for seed in range(20):
        game = finished(seed)
        again = wane.Game.parse(game.to_text(format))
        assert again.moves == game.moves and again.board == game.board
        assert again.winner == game.winner == game.board.winner
        assert again.black_score == game.board.final_score()


def test_positions_are_games_without_moves() -> None:
    game = finished(1)
    for format in ("board", "obf"):
        assert wane.Game.parse(game.to_text(format)).board == game.board


def test_players_results_and_evals_are_kept() -> None:
    game = wane.Game.parse("(;GM[Othello]PC[club]PB[Ann]PW[Bo]TY[8a]RE[+12:r]B[F5/1.25/3]W[d6];)")
    assert (game.black, game.white, game.place) == ("Ann", "Bo", "club")
    assert (game.black_score, game.winner, game.evals) == (12, wane.BLACK, {0: 1.25})
    game.black = "Ada"
    again = pickle.loads(pickle.dumps(game))
    assert again == game and again.black == "Ada" and again.black_score == 12
    game.play(game.board.legal_moves()[0])
    assert game.winner is None


def test_boards_lead_from_the_start_to_the_end() -> None:
    game = finished(2)
    boards = game.boards()
    assert boards[0] == wane.Board() and boards[-1] == game.board
    assert len(boards) == len(game) + 1 == len(game.moves) + 1
    for board, move, after in zip(boards, game.moves, boards[1:]):
        board.play(move)
        assert board == after


def test_files_of_games_are_read(tmp_path: Path) -> None:
    games = [finished(seed) for seed in range(3)]
    path = tmp_path / "games.sgf"
    path.write_text("\n".join(game.to_text("sgf") for game in games))
    assert [game.moves for game in wane.read_games(path)] == [game.moves for game in games]
    with pytest.raises(FileNotFoundError):
        wane.read_games(tmp_path / "none.sgf")
    path.write_text("(;GM[2];B[a1])")
    with pytest.raises(ValueError, match=r"games\.sgf: .*a1"):
        wane.read_games(path)


def test_wrong_texts_say_what_is_wrong_and_where() -> None:
    with pytest.raises(ValueError, match="a1"):
        wane.Game.parse("f5a1")
    with pytest.raises(ValueError, match="is not a format"):
        wane.Game.parse("f5", format="pdf")
    with pytest.raises(ValueError, match="fewest"):
        wane.Game.parse("f5", objective="least")  # type: ignore[arg-type]
