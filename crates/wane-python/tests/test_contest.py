from __future__ import annotations

import random
import signal
import time

import numpy as np
import plain
import pytest
import wane
from stopwatch import Stopwatch
from wane.contest import AI


class Interrupted(BaseException):
    pass


def ring(number: int, frame: object) -> None:
    raise Interrupted


@pytest.mark.parametrize("size", [4, 6, 8])
def test_all_legal_moves_come_first_and_the_choice_last(size: int) -> None:
    for board in plain.random_boards(2, size=size):
        ai = AI(size, board.side, 0.03)
        ai.go(board.to_array().astype(np.int64))
        legal = board.legal_pairs()
        assert ai.candidate_list[: len(legal)] == legal
        assert all(move in legal for move in ai.candidate_list)


def test_the_choice_is_good() -> None:
    boards = [b.copy() for b in plain.random_boards(30) if b.empties == 14 and len(b.legal_pairs()) > 2]
    for board in boards[:5]:
        ai = AI(8, board.side, 1)
        ai.go(board.to_array())
        score = wane.solve(board).score
        board.play(ai.candidate_list[-1])
        assert score is not None and wane.solve(board).score == (-score if not board.must_pass else score)


def test_an_interruption_at_any_moment_leaves_a_legal_last_candidate() -> None:
    rng = random.Random(7)
    boards = [board.copy() for board in plain.random_boards(20) if board.legal_pairs()]
    before = signal.signal(signal.SIGALRM, ring)
    longest = 0.0
    try:
        interrupted = 0
        while interrupted < 1000:
            board = rng.choice(boards)
            ai, array = AI(8, board.side, 5), board.to_array()
            moment = rng.uniform(0.0005, 0.02)
            watch, worked = Stopwatch(), time.thread_time()
            signal.setitimer(signal.ITIMER_REAL, moment)
            try:
                ai.go(array)
                while watch.elapsed() < moment + 1:
                    pass
            except Interrupted:
                pass
            longest = max(longest, watch.elapsed() - moment)
            if not ai.candidate_list and (watch.stolen() > 0 or time.thread_time() - worked < 0.0005):
                # On a busy machine the alarm can come before the move has begun.
                continue
            interrupted += 1
            assert ai.candidate_list[-1] in board.legal_pairs()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert longest < 0.25


def test_a_game_stays_within_its_time() -> None:
    board, clock = wane.Board(), {wane.BLACK: 0.0, wane.WHITE: 0.0}
    players = {side: AI(8, side, 0.1) for side in clock}
    while not board.is_over:
        ai, watch = players[board.side], Stopwatch()
        ai.go(board.to_array())
        assert watch.elapsed() < 0.15
        board.play(ai.candidate_list[-1] if ai.candidate_list else "pass")


def test_little_time_left_is_divided() -> None:
    ai = AI(8, wane.BLACK, 5)
    ai._left = 1.0
    watch = Stopwatch()
    ai.go(wane.Board().to_array())
    assert watch.elapsed() < 0.3


def test_a_list_of_lists_is_a_board_too() -> None:
    ai = AI(6, wane.WHITE, 0.05)
    board = wane.Board(6)
    board.play(board.legal_moves()[0])
    ai.go(board.to_array().tolist())
    assert ai.candidate_list[-1] in board.legal_pairs()
