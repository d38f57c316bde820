from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import wane
from stopwatch import Stopwatch
from wane.contest import AI, play


class First:
    """Plays the first legal move; the others here do the same with one mistake."""

    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        self.color = color
        self.candidate_list: Any = []

    def legal(self, chessboard: Any) -> list[tuple[int, int]]:
        return wane.Board.from_array(chessboard, self.color).legal_pairs()

    def go(self, chessboard: Any) -> None:
        self.candidate_list = self.legal(chessboard)[::-1]


class Illegal(First):
    def go(self, chessboard: Any) -> None:
        self.candidate_list = [(0, 0)]


class OffBoard(First):
    def go(self, chessboard: Any) -> None:
        self.candidate_list = [(8, 8)]


class Raising(First):
    def go(self, chessboard: Any) -> None:
        raise IndexError("past the edge")


class RaisingAtOnce(First):
    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        raise KeyError(color)


class Empty(First):
    def go(self, chessboard: Any) -> None:
        self.candidate_list = []


class Triple(First):
    def go(self, chessboard: Any) -> None:
        self.candidate_list = [(1, 2, 3)]


class NoList(First):
    def go(self, chessboard: Any) -> None:
        self.candidate_list = 7


class Endless(First):
    def go(self, chessboard: Any) -> None:
        while True:
            pass


class Catching(First):
    def go(self, chessboard: Any) -> None:
        while True:
            try:
                while True:
                    try:
                        time.sleep(1)
                    except:  # noqa: E722, S110
                        pass
            except:  # noqa: E722, S110
                pass


class Asking(First):
    def go(self, chessboard: Any) -> None:
        input("your move? ")


class Leaving(First):
    def go(self, chessboard: Any) -> None:
        sys.exit(3)


class Printing(First):
    def go(self, chessboard: Any) -> None:
        while True:
            print("x" * (1 << 20))


class TwoArguments(First):
    def go(self, chessboard: Any, depth: int) -> None:  # type: ignore[override]
        pass


@pytest.mark.parametrize(
    ("player", "kind", "text"),
    [
        (Illegal, "illegal", "move 1, a1: a1 turns over no disc; legal: d3 c4 f5 e6"),
        (OffBoard, "illegal", "its last candidate (8, 8) is not on the board"),
        (Raising, "crash", "go raised IndexError: past the edge"),
        (RaisingAtOnce, "crash", "making an AI raised KeyError: -1"),
        (Empty, "output", "its candidate list was empty, and it has a move"),
        (Triple, "output", "its last candidate is no pair of whole numbers: (1, 2, 3)"),
        (NoList, "output", "its candidate_list is 7"),
        (Endless, "time-out", "its candidate list was still empty at the limit"),
        (Catching, "time-out", "it catches the exception at the end of its time, and continues"),
        (Asking, "crash", "go raised EOFError: EOF when reading a line"),
        (Leaving, "crash", "go raised SystemExit: 3"),
        (Printing, "output", "it writes without end to standard output"),
        (TwoArguments, "crash", "AI.go takes (chessboard: 'Any', depth: 'int') -> 'None', the contest gives"),
    ],
)
def test_a_mistake_loses_the_game_and_the_game_says_why(player: Any, kind: str, text: str) -> None:
    seconds = 0.2 if kind == "time-out" else 5
    watch = Stopwatch()
    (game,) = play(player, First, games=1, seconds=seconds).games
    assert watch.elapsed() < 5
    assert game.fault is not None
    assert (game.fault.side, game.fault.kind) == (wane.BLACK, kind)
    assert game.fault.text.startswith(text)
    assert game.winner == wane.WHITE and game.points == 0 and game.game.winner == wane.WHITE


def test_an_exception_is_kept_with_its_traceback() -> None:
    match = play(Raising, First, games=2)
    for game in match.games:
        assert game.fault is not None and isinstance(game.fault.exception, IndexError)
        assert game.fault.exception.__traceback__ is not None
    assert "Raising loses by crash: go raised IndexError" in str(match)


def test_colours_alternate_and_good_players_finish() -> None:
    match = play(First, "random", games=4, seconds=1)
    assert [game.side for game in match.games] == [wane.BLACK, wane.WHITE] * 2
    for game in match.games:
        assert game.fault is None and game.game.board.is_over
        assert game.winner == game.game.board.winner
        assert {game.game.black, game.game.white} == {"First", "random"}
    assert match.points == sum(game.points for game in match.games)
    assert str(match).startswith("First against random: ")


def test_the_last_candidate_at_the_limit_counts() -> None:
    class Thinking(First):
        def go(self, chessboard: Any) -> None:
            self.candidate_list = self.legal(chessboard)
            while self.candidate_list:
                pass

    (game,) = play(Thinking, First, games=1, size=4, seconds=0.05).games
    assert game.fault is None
    assert game.remarks == [(wane.BLACK, "it was interrupted at the limit, and its last candidate counts")]


def test_the_time_of_a_game_is_limited() -> None:
    class Slow(First):
        def go(self, chessboard: Any) -> None:
            self.candidate_list = self.legal(chessboard)
            time.sleep(0.05)

    (game,) = play(Slow, First, games=1, seconds=1, game_seconds=0.2).games
    assert game.fault is not None and game.fault.kind == "time-out"


def test_the_engine_beats_an_agent_of_the_gallery() -> None:
    assert play(AI, "seed-002", games=2, seconds=0.1).points == 2


def test_any_start_and_any_board() -> None:
    start = wane.Board(6)
    start.play(start.legal_moves()[0])
    (game,) = play(First, First, games=1, start=start).games
    assert game.game.moves[0] == start.moves()[0]


def test_the_alarm_is_given_back() -> None:
    def handler(number: int, frame: object) -> None:
        rang.append(number)

    rang: list[int] = []
    before = signal.signal(signal.SIGALRM, handler)
    try:
        play(Catching, First, games=1, seconds=0.1)
        assert signal.getsignal(signal.SIGALRM) is handler
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        time.sleep(0.05)
        assert rang == [signal.SIGALRM] and sys.gettrace() is None
    finally:
        signal.signal(signal.SIGALRM, before)


def test_the_keyboard_interrupts_a_match() -> None:
    class Interrupting(First):
        def go(self, chessboard: Any) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)

    with pytest.raises(KeyboardInterrupt):
        play(Interrupting, First)
    assert play(First, First, games=1).games[0].fault is None


def test_another_thread_cannot_play() -> None:
    raised: list[BaseException] = []

    def run() -> None:
        try:
            play(First, First)
        except RuntimeError as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert "only the main thread" in str(raised[0])


ROOT = Path(__file__).parents[3]
# WANE_MISTAKEN: another folder of contest files.
STUDENTS = ROOT / "crates/wane-match/tests/students"
CORPORA = [STUDENTS, *map(Path, os.environ.get("WANE_MISTAKEN", "").split())]
FILES = sorted(path for folder in CORPORA for path in folder.glob("*.py"))


def load(path: Path, monkeypatch: Any) -> Any:
    """The class of a contest file."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, path.stem, module)
    monkeypatch.syspath_prepend(path.parent)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    spec.loader.exec_module(module)
    return module.AI


@pytest.mark.skipif("WANE" not in os.environ, reason="WANE is the program to compare with")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_verdict_is_that_of_wane_match(path: Path, tmp_path: Path, monkeypatch: Any) -> None:
    # Agents write files to the current folder, and beside themselves.
    monkeypatch.chdir(tmp_path)
    shutil.copytree(path.parent, "agents")
    # One that prints without end has the time to write more than is allowed.
    seconds, game_seconds = (3.0, 10.0) if path.stem == "printinf" else (0.1, 1.5)
    for factor in (1, 2, 4):
        watch = Stopwatch()
        theirs, ours = verdicts(path, factor * seconds, factor * game_seconds, monkeypatch)
        # Memory is not limited here, and a crash may be one for lack of it.
        pairs = list(zip(theirs, ours))
        if all(verdict in ("memory", "crash") or verdict == our for verdict, our in pairs):
            return
        # A machine that others use too may have been late; then both get more time.
        assert watch.stolen() > 0.02 and any("time-out" in pair for pair in pairs), pairs
    raise AssertionError(pairs)


def verdicts(
    path: Path, seconds: float, game_seconds: float, monkeypatch: Any
) -> tuple[list[str | None], ...]:
    """The faults of two games, by the program and by this package."""
    path, opponent = Path("agents", path.name).absolute(), STUDENTS / "good.py"
    shutil.rmtree("match", ignore_errors=True)
    command = [os.environ["WANE"], "match", f"{path},name=it", f"{opponent},name=good", "--games", "2"]
    command += [
        "--time",
        f"{seconds}s/{game_seconds}s",
        "--openings",
        "start",
        "--no-sandbox",
        "--out",
        "match",
    ]
    subprocess.run(command, capture_output=True, check=False)
    try:
        lines = Path("match/games.jsonl").read_text().splitlines()
    except FileNotFoundError:
        pytest.skip("the file does not load")
    faults = [json.loads(line)["match"].get("fault") for line in lines]
    classes = [load(it, monkeypatch) for it in (path, opponent)]
    match = play(*classes, games=2, seconds=seconds, game_seconds=game_seconds)
    return (
        [None if fault is None else fault["kind"] for fault in faults],
        [None if game.fault is None else game.fault.kind for game in match.games],
    )


def test_numpy_is_what_the_contest_gives() -> None:
    class Typed(First):
        def go(self, chessboard: Any) -> None:
            assert isinstance(chessboard, np.ndarray) and chessboard.shape == (8, 8)
            super().go(chessboard)

    assert play(Typed, First, games=2).games[0].fault is None
