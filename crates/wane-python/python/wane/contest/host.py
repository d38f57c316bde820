"""Hosts of contest classes in this process, from the parts of the host that ``wane match`` starts for a file."""

from __future__ import annotations

import contextlib
import inspect
import io
import json
import os
import signal
import sys
import threading
import time
import types
from collections.abc import Iterator
from typing import Any, Callable, TextIO

import numpy as np

from .._wane import CONTEST_HOST, Flooded, Stuck

#: The name of its file in tracebacks.
FILE = "<host of the contest>"

#: How much of what an agent prints is shown, in characters, and at how much it loses.
SHOWN = 100_000
MOST = 64 << 20

# Types cannot be checked: it is a text that also Python 3 without this package runs.
parts: Any = types.ModuleType("wane.contest.parts")
exec(compile(CONTEST_HOST, FILE, "exec"), vars(parts))  # noqa: S102 (a text of our own)


class Clock(parts.Clock):  # type: ignore[misc]
    """Ends agents at their limits, also those that catch everything, without ending this process."""

    def __init__(self) -> None:
        self.before = signal.getsignal(signal.SIGALRM)
        self.timer = signal.getitimer(signal.ITIMER_REAL)
        super().__init__()
        self.is_stuck = False

    def close(self) -> None:
        """Gives the alarm back."""
        for name, function in self.real.items():
            setattr(signal, name, function)
        signal.setitimer(signal.ITIMER_REAL, *self.timer)
        signal.signal(signal.SIGALRM, self.before)

    def run(
        self, work: Any, limit_s: Any = None, at_limit: Any = lambda: None, is_cpu: bool = False
    ) -> BaseException | None:
        """Calls an agent. What was meant for the person at the keyboard is raised."""
        tracer, self.is_stuck = sys.gettrace(), False
        raised: BaseException | None = super().run(work, limit_s, at_limit, is_cpu)
        if self.is_stuck:
            self.is_stuck = False
            sys.settrace(tracer)
            raise Stuck
        if isinstance(raised, (KeyboardInterrupt, Flooded)):
            raise raised
        return raised

    def give_up(self, frame: Any) -> None:
        """Has every line of the agent raise from now on, those of its ``except`` too, until it is left."""
        self.is_stuck = True
        while frame is not None and frame.f_code is not parts.into_the_agent.__code__:
            Ending.arm(frame, self)
            frame = frame.f_back


class Ending:
    """A tracer that raises at every line of a frame. Python removes a tracer that has raised; this one comes back."""

    def __init__(self, frame: Any, clock: Clock) -> None:
        self.frame, self.clock = frame, clock

    @staticmethod
    def arm(frame: Any, clock: Clock) -> None:
        frame.f_trace = Ending(frame, clock)
        sys.settrace(no_new_frames)

    def __call__(self, frame: Any, event: str, argument: object) -> Any:
        if event != "line":
            return self
        # Nothing may hold it any more when Python removes it.
        del self, frame
        raise parts.TimeIsUp

    def __del__(self) -> None:
        if self.clock.is_stuck:
            self.arm(self.frame, self.clock)


def no_new_frames(frame: Any, event: str, argument: object) -> Any:
    """Turns tracing on for the frames that have a tracer."""
    return None


class Answers:
    """What a host says, for the referee to fetch."""

    def __init__(self) -> None:
        self.token: int | None = None
        self.said: list[tuple[str, float]] = []

    def say(self, kind: str, **fields: Any) -> None:
        line = json.dumps({"token": self.token, "is": kind, **fields})
        self.said.append((line, time.monotonic()))


class Host(parts.Host):  # type: ignore[misc]
    """A host of one class."""

    def __init__(self, agent_class: Callable[..., Any], clock: Clock) -> None:
        self.lines = Answers()
        self.clock = clock
        self.numpy = np
        self.given = agent_class
        self.agent_class = self.agent = None
        #: What the agent raised last.
        self.exception: BaseException | None = None
        try:
            self.folder = os.path.dirname(os.path.abspath(inspect.getfile(agent_class)))
        except (OSError, TypeError):
            # It was made in a notebook.
            self.folder = os.getcwd()

    def hello(self) -> str:
        python = ".".join(map(str, sys.version_info[:3]))
        numpy = {"version": np.__version__}
        self.lines.say(
            "hello", v=parts.VERSION, python=python, numpy=numpy, numba="not-needed", landlock=None
        )
        return self.lines.said.pop()[0]

    def ask(self, question: str) -> tuple[str, float]:
        """Answers a question; the line, and how many seconds ago it was said."""
        self.lines.said.clear()
        command = json.loads(question)
        self.lines.token = command.pop("token")
        with its_own_streams():
            try:
                self.obey(**command)
            except parts.Wrong as wrong:
                self.lines.say("failed", why=wrong.why)
        line, moment = self.lines.said[0]
        return line, max(0.0, time.monotonic() - moment)

    def load_class(self) -> Callable[..., Any]:
        parts.check_parameters("AI", self.given, ("chessboard_size", "color", "time_out"))
        return self.given

    def describe(self, error: BaseException) -> Any:
        self.exception = error
        return super().describe(error)


class Output(io.TextIOBase):
    """What an agent prints: shown, up to a limit."""

    def __init__(self, shown: TextIO) -> None:
        self.shown = shown
        self.written = 0

    def write(self, text: str) -> int:
        self.written += len(text)
        if self.written > MOST:
            raise Flooded
        if self.written <= SHOWN:
            self.shown.write(text)
        return len(text)

    def flush(self) -> None:
        self.shown.flush()


@contextlib.contextmanager
def its_own_streams() -> Iterator[None]:
    """Standard streams for an agent: it reads nothing, and what it prints is bounded."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), Output(sys.stdout), Output(sys.stderr)
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


@contextlib.contextmanager
def agents(*classes: Callable[..., Any]) -> Iterator[list[Host]]:
    """Hosts of classes, with one clock, which needs the alarm of this process."""
    if not hasattr(signal, "setitimer"):
        raise RuntimeError("this system has no alarms to interrupt a player with; use Linux or macOS")
    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError("players are interrupted by alarms, which only the main thread gets")
    clock = Clock()
    try:
        yield [Host(agent_class, clock) for agent_class in classes]
    finally:
        clock.close()
