from __future__ import annotations

from typing import Any

import numpy as np
import plain
import pytest
import wane


def sample() -> list[wane.Board]:
    return [board.copy() for board in plain.random_boards(20)]


@pytest.mark.parametrize("objective", ["fewest", "most"])
def test_a_batch_has_the_values_of_its_boards(objective: Any) -> None:
    boards = sample()
    single = [wane.evaluate(board, objective=objective) for board in boards]
    arrays = np.stack([board.to_array() for board in boards])
    sides = np.array([board.side for board in boards])
    batch = wane.evaluate_batch(arrays, sides, objective=objective)
    assert batch.dtype == np.float32 and batch.tolist() == single
    assert (
        wane.evaluate_batch(arrays.astype(np.int64), sides.tolist(), objective=objective).tolist() == single
    )
    # Not contiguous, so that it must be copied first.
    strided = np.repeat(arrays, 2, axis=2)[:, :, ::2]
    assert wane.evaluate_batch(strided, sides, objective=objective).tolist() == single
    assert wane.evaluate_batch(np.asfortranarray(arrays), sides, objective=objective).tolist() == single
    sets = [
        (board.black, board.white) if board.side == wane.BLACK else (board.white, board.black)
        for board in boards
    ]
    sets_array = np.array(sets, dtype=np.uint64)
    assert wane.evaluate_batch(sets_array, objective=objective).tolist() == single


def test_a_finished_game_has_its_score_and_small_boards_have_a_value() -> None:
    over = next(board for board in sample() if board.is_over)
    assert wane.evaluate(over) == over.final_score(over.side)
    assert -64 < wane.evaluate(wane.Board(6)) < 64


def test_symmetric_boards_have_the_same_value() -> None:
    for board in sample()[:100]:
        assert len({wane.evaluate(turned) for turned in board.symmetries()}) == 1


def test_one_side_for_all_boards() -> None:
    board = wane.Board().to_array()
    batch = wane.evaluate_batch(np.stack([board, -board]), wane.WHITE)
    assert batch.tolist() == wane.evaluate_batch(np.stack([-board, board])).tolist()
    assert wane.evaluate_batch(np.zeros((0, 8, 8), dtype=np.int8)).shape == (0,)


@pytest.mark.parametrize(
    ("boards", "sides", "words"),
    [
        (np.full((3, 8, 8), 2, dtype=np.int8), None, "board 0 has a number that is no disc"),
        (np.zeros((3, 6, 6), dtype=np.int8), None, "boards are 8x8 here, and not 6x6"),
        (np.zeros((3, 8, 8), dtype=np.int8), [1, 1], "there are 3 boards, and 2 sides"),
        (np.zeros((3, 8, 8), dtype=np.int8), [1, 1, 0], "a side is wane.BLACK"),
        (np.ones((3, 2), dtype=np.uint64), None, "both sides have a disc"),
        (np.ones((3, 3), dtype=np.uint64), None, "a board is two sets, and not 3"),
    ],
)
def test_wrong_batches_say_what_is_wrong(boards: Any, sides: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        wane.evaluate_batch(boards, sides)


@pytest.mark.parametrize("boards", ["board", None, np.zeros(64), [[1, 2], [3]]])
def test_what_is_no_batch_is_a_type_error(boards: Any) -> None:
    with pytest.raises(TypeError, match="boards are an array of N x 8 x 8"):
        wane.evaluate_batch(boards)
