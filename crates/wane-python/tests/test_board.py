from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import plain
import pytest
import wane


@pytest.mark.parametrize("size", [4, 6, 8])
def test_random_games_are_those_of_the_plain_rules(size: int) -> None:
    rng = random.Random(size)
    for _ in range(40):
        board, rows, side = wane.Board(size), plain.start(size), wane.BLACK
        while not board.is_over:
            assert board.to_array().tolist() == rows and board.side == side
            pairs = plain.legal(rows, side)
            assert board.legal_pairs() == pairs
            assert board.legal_array().tolist() == [
                [(row, column) in pairs for column in range(size)] for row in range(size)
            ]
            assert board.legal_bits() == sum(1 << (row * 8 + column) for row, column in pairs)
            assert board.must_pass == (not pairs)
            if not pairs:
                assert board.legal_moves() == ["pass"]
                assert board.legal_actions() == [size * size]
                board.play("pass")
            else:
                assert board.legal_actions() == [row * size + column for row, column in pairs]
                row, column = rng.choice(pairs)
                name = "abcdefgh"[column] + str(row + 1)
                flipped = {"abcdefgh"[x] + str(y + 1) for y, x in plain.flips(rows, side, row, column)}
                assert set(board.flips(name)) == flipped
                spellings: list[wane.types.Move] = [name, (row, column), row * size + column]
                board.play(rng.choice(spellings))
                plain.play(rows, side, row, column)
            side = -side
        black, white = (sum(row.count(disc) for row in rows) for disc in (-1, 1))
        assert board.discs == (black, white)
        assert not plain.legal(rows, side) and not plain.legal(rows, -side)
        assert board.winner == (0 if black == white else wane.BLACK if black < white else wane.WHITE)
        assert board.final_score() == -board.final_score(wane.WHITE)
        assert np.sign(board.final_score()) == np.sign(white - black)
        assert board.final_score(objective="most") == -board.final_score()


def test_undo_goes_back_to_the_start() -> None:
    for board in plain.random_boards(5):
        pass
    while board.moves():
        before = board.moves()
        assert board.undo() == before[-1]
        assert board.moves() == before[:-1]
    assert board == wane.Board() and board.undo() is None


def test_a_board_comes_back_from_pickle_text_array_and_bits() -> None:
    for board in plain.random_boards(5, size=6):
        again = pickle.loads(pickle.dumps(board))
        assert again == board and again.moves() == board.moves()
        for same in (
            board.copy(),
            copy.copy(board),
            copy.deepcopy(board),
            wane.Board.from_text(board.to_text()),
            wane.Board.from_array(board.to_array(), board.side),
            wane.Board.from_array(board.to_array().astype(np.int64).tolist(), board.side),
            wane.Board.from_bits(board.black, board.white, board.side, board.size),
            eval(repr(board), {"Board": wane.Board}),
        ):
            assert same == board and hash(same) == hash(board) and same.key == board.key


def test_a_copy_is_independent() -> None:
    board = wane.Board()
    other = board.copy()
    other.play("f5")
    assert board != other and board.moves() == []


def test_keys_tell_positions_and_sides_apart() -> None:
    keys: dict[int, str] = {}
    for board in plain.random_boards(30):
        assert keys.setdefault(board.key, board.to_text()) == board.to_text()
    array = wane.Board().to_array()
    black, white = (wane.Board.from_array(array, side) for side in (-1, 1))
    assert black != white and black.key != white.key


def test_symmetric_boards_have_one_canonical_board() -> None:
    for board in plain.random_boards(3):
        symmetries = board.symmetries()
        assert len(symmetries) == 8 and symmetries[0] == board
        assert {turned.canonical() for turned in symmetries} == {board.canonical()}
        assert {len(turned.legal_pairs()) for turned in symmetries} == {len(board.legal_pairs())}


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("d4", "d4"),
        ("a1", "a1"),
        ("pass", "pass"),
        ((3, 3), "d4"),
        (0, "a1"),
        (64, "pass"),
    ],
)
def test_illegal_moves_leave_the_board_as_it_was(move: Any, words: str) -> None:
    board = wane.Board()
    with pytest.raises(wane.IllegalMove, match=words):
        board.play(move)
    assert board == wane.Board()


@pytest.mark.parametrize("move", ["z9", "", "f5 ", (8, 0), (-1, 0), 65, -1, 10**30, (10**30, 0)])
def test_what_is_no_square_is_a_value_error(move: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        wane.Board().play(move)


@pytest.mark.parametrize("move", [None, 1.5, [1, 2, 3], {}, (1, 2, 3), b"f5"])
def test_what_is_no_move_is_a_type_error(move: Any) -> None:
    with pytest.raises(TypeError, match="a move is a name such as 'f5'"):
        wane.Board().play(move)


def test_numpy_numbers_are_moves() -> None:
    board = wane.Board()
    board.play(np.int64(board.legal_actions()[0]))
    board.play(tuple(np.argwhere(board.legal_array())[0]))
    assert len(board.moves()) == 2


def test_wrong_boards_are_refused_with_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="the sizes are 4, 6 and 8"):
        wane.Board(5)
    with pytest.raises(ValueError, match="a side is wane.BLACK"):
        wane.Board.from_array(np.zeros((8, 8)), 0)
    with pytest.raises(ValueError, match="4x4, 6x6 or 8x8, and not 3x8"):
        wane.Board.from_array(np.zeros((3, 8)))
    with pytest.raises(ValueError, match="2 in row 1, column 0 is no disc"):
        wane.Board.from_array([[0] * 4, [2, 0, 0, 0], [0] * 4, [0] * 4])
    with pytest.raises(ValueError, match="an array of rows and columns"):
        wane.Board.from_array("board")
    with pytest.raises(ValueError, match="both sides have a disc on a1"):
        wane.Board.from_bits(1, 1)
    with pytest.raises(ValueError):
        wane.Board.from_bits(1 << 7, 0, size=4)
    with pytest.raises(ValueError, match="not over"):
        wane.Board().final_score()


def test_a_notebook_draws_the_board() -> None:
    board = wane.Board()
    board.play("f5")
    svg = board._repr_svg_()
    assert svg.startswith("<svg") and svg.count("#0a0a0a") == 4 and svg.count("#fafafa") == 1
    assert svg in board._repr_html_()
    assert str(board).splitlines()[5] == "5  .  .  .  X  X [X] .  ."
    assert str(board).endswith("White to move")
