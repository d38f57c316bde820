from __future__ import annotations

import resource
import signal
import threading
import time
from typing import Any

import plain
import pytest
import wane
from stopwatch import Stopwatch


@pytest.fixture
def engine() -> wane.Engine:
    return wane.Engine(hash_mb=1)


def test_limits_end_a_search(engine: wane.Engine) -> None:
    board = wane.Board()
    report = engine.analyse(board, depth=5)
    assert report is not None and report.depth == 5 and report.best in board.legal_moves()
    report = engine.analyse(board, nodes=10_000)
    assert report is not None and report.nodes < 40_000
    began, watch = time.monotonic(), Stopwatch()
    report = engine.analyse(board, seconds=0.2)
    assert report is not None and time.monotonic() - began > 0.15 and watch.elapsed() < 1


def test_the_same_search_has_the_same_result() -> None:
    reports = [wane.Engine(hash_mb=1).analyse(wane.Board(), depth=8) for _ in range(2)]
    first, second = ((r.best, r.value, r.nodes, r.lines[0].moves) for r in reports if r)
    assert first == second


def test_lines_are_different_moves_in_order(engine: wane.Engine) -> None:
    board = wane.Board.from_text(next(late_boards()).to_text())
    report = engine.analyse(board, depth=4, lines=100)
    assert report is not None
    assert sorted(line.move for line in report.lines) == sorted(board.legal_moves())
    values = [line.value for line in report.lines]
    assert values == sorted(values, reverse=True) and report.value == values[0]
    assert all(line.moves[0] == line.move for line in report.lines)


def late_boards() -> Any:
    return (board for board in plain.random_boards(100) if board.empties == 12 and not board.must_pass)


def test_a_late_position_is_solved_exactly(engine: wane.Engine) -> None:
    for _, board in zip(range(5), late_boards()):
        report, solution = engine.analyse(board), wane.solve(board)
        assert report is not None and report.certainty == "exact"
        assert report.value == solution.score
        outcome = wane.solve(board, outcome_only=True).outcome
        assert outcome == solution.outcome == (report.value > 0) - (report.value < 0)


def test_a_finished_game_has_no_report_and_a_pass_is_a_move(engine: wane.Engine) -> None:
    boards = [board.copy() for board in plain.random_boards(60)]
    over = next(board for board in boards if board.is_over)
    assert engine.analyse(over) is None
    assert wane.solve(over).score == over.final_score(over.side) and wane.solve(over).best is None
    passing = next(board for board in boards if board.must_pass and board.empties < 12)
    report = engine.analyse(passing)
    assert report is not None and report.best == "pass" == wane.solve(passing).best


def test_progress_comes_depth_by_depth_and_stops(engine: wane.Engine) -> None:
    with engine.watch(wane.Board()) as reports:
        depths = []
        for report in reports:
            depths.append(report.depth)
            if report.depth == 5:
                reports.stop()
    assert depths[:5] == [1, 2, 3, 4, 5]
    assert list(reports) == []


def test_an_iterator_that_is_dropped_ends_its_search(engine: wane.Engine) -> None:
    watch = Stopwatch()
    next(iter(engine.watch(wane.Board())))
    assert watch.elapsed() < 1


def test_stop_ends_a_search_of_another_thread(engine: wane.Engine) -> None:
    threading.Timer(0.1, engine.stop).start()
    watch = Stopwatch()
    report = engine.analyse(wane.Board())
    assert report is not None and watch.elapsed() < 2


def test_another_thread_of_python_goes_on(engine: wane.Engine) -> None:
    turns = 0

    def count() -> None:
        nonlocal turns
        while not done:
            turns += 1
            time.sleep(0.001)

    done = False
    counter = threading.Thread(target=count)
    counter.start()
    watch = Stopwatch()
    engine.analyse(wane.Board(), seconds=0.5)
    done = True
    counter.join()
    assert turns > 200 * watch.elapsed()


def test_a_clock_limits_the_time_of_a_move(engine: wane.Engine) -> None:
    watch = Stopwatch()
    reports = list(engine.think(wane.Board(), left=100.0, per_move=0.2))
    assert reports and watch.elapsed() < 0.4
    watch = Stopwatch()
    list(engine.think(wane.Board(), left=0.5, per_move=5.0))
    assert watch.elapsed() < 0.3


class Alarm(Exception):
    pass


def ring(number: int, frame: object) -> None:
    raise Alarm


@pytest.mark.parametrize(
    "work",
    [
        lambda: wane.Engine(hash_mb=1).analyse(wane.Board()),
        lambda: list(wane.Engine(hash_mb=1).watch(wane.Board())),
        lambda: wane.solve(wane.Board()),
        lambda: wane.Player(20, seconds=100)(wane.Board()),
        lambda: wane.Player("uct", seconds=100)(wane.Board()),
        lambda: wane.review(wane.Game(list(plain.random_boards(1))[-1])),
    ],
)
def test_an_alarm_interrupts_every_search(work: Any) -> None:
    before = signal.signal(signal.SIGALRM, ring)
    try:
        for seconds in (0.001, 0.05, 0.2):
            watch = Stopwatch()
            signal.setitimer(signal.ITIMER_REAL, seconds)
            with pytest.raises(Alarm):
                work()
            assert watch.elapsed() < seconds + 0.25
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_engines_that_come_and_go_leave_no_memory() -> None:
    def cycles(count: int) -> int:
        for _ in range(count):
            wane.Engine(hash_mb=1).analyse(wane.Board(), depth=2)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = cycles(500)
    assert cycles(10_000) - before < 2000


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"threads": 0}, "threads are 1 to"),
        ({"selectivity": 1000}, "selectivity is 0 to"),
        ({"objective": "least"}, "fewest"),
        ({"weights": wane.Weights.shipped("most")}, "the weights are for the most discs"),
    ],
)
def test_wrong_engines_are_refused(options: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        wane.Engine(**options)


def test_a_table_that_is_too_large_is_a_memory_error() -> None:
    with pytest.raises(MemoryError, match="MB"):
        wane.Engine(hash_mb=1 << 40)


def test_a_solver_has_as_many_threads_as_a_machine() -> None:
    for threads in (0, 1 << 40):
        with pytest.raises(ValueError, match="threads are 1 to 1024"):
            wane.solve(wane.Board(4), threads=threads)


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf")])
def test_wrong_times_are_refused(engine: wane.Engine, seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds"):
        engine.analyse(wane.Board(), seconds=seconds)
