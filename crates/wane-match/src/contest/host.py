"""Runs one contest file for a referee: python3 -c THIS_TEXT FILE.

The text is this file, then landlock.py and values.py. As a module it runs nothing: the Python package hosts classes in
its own process with it.

A contest file has a class AI with __init__(self, chessboard_size, color, time_out), go(self,
chessboard) and self.candidate_list, whose last element is the move, a pair (row, column).

The referee writes lines to standard input and reads lines from standard output, each a JSON object;
contest/line.rs has their grammar. Whatever the agent prints goes to standard error, and it reads
nothing: it never comes near the lines by accident. An agent that means harm can say what it wants
here, since it lives in the same process; so the referee believes its own clock and no other.

The limit of a move is a timer. When it rings, Python calls us between two steps of the agent: the
last candidate of that moment is told to the referee at once, and an exception that is no Exception
ends the agent, again and again while it catches everything. Native code that does not come back to
Python is not ended; its answer is late. Where the system has no timer, a thread takes its place.
"""

import sys

if __name__ == "__main__":
    # First of all: with -c the current folder is first on the path, and a random.py in it would be
    # found in place of the real one.
    sys.path[:] = [folder for folder in sys.path if folder]
    sys.dont_write_bytecode = True

import os

if __name__ == "__main__":
    for library in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
        os.environ[library + "_NUM_THREADS"] = "1"

import ctypes
import faulthandler
import glob
import importlib.machinery
import importlib.util
import inspect
import itertools
import json
import math
import numbers
import operator
import signal
import threading
import time
import traceback

VERSION = 2
# The time until an agent that caught TimeIsUp gets it again.
AGAIN_S = 0.005
# An agent that catches it this often ends the whole process, with this status.
PATIENCE = 50
STUCK = 86
# The variable with the files and folders that an agent may write to.
WRITABLE = "WANE_WRITABLE"
LONGEST_TEXT = 300
LONGEST_TRACEBACK = 2000
MOST_LISTED = 500
BLACK, WHITE = -1, 1
# What our own code raises where the agent has used up the stack or the memory.
NO_ROOM = (MemoryError, RecursionError)


class TimeIsUp(BaseException):
    """Ends the agent at its limit."""


class Wrong(Exception):
    """What the referee is to be told in place of an answer: a code with fields."""

    def __init__(self, code, **fields):
        self.why = {"code": code, **fields}


class Lines:
    """The lines from and to the referee, on descriptors that the agent does not know of."""

    def __init__(self):
        self.input = os.fdopen(os.dup(0), "rb")
        self.output = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        # What cannot be written as text must not end an agent that only wanted to print it.
        sys.stdout.reconfigure(encoding="utf-8", errors="replace", line_buffering=True)

        # The number of the question that is being answered.
        self.token = None

    def hear(self):
        """The next question, or None at the end."""
        line = self.input.readline()
        self.token = None
        if not line:
            return None
        command = json.loads(line)
        self.token = command.pop("token")
        return command

    def say(self, kind, **fields):
        line = json.dumps({"token": self.token, "is": kind, **fields}).encode() + b"\n"
        while line:
            line = line[os.write(self.output, line) :]


class Clock:
    """Ends the agent at its limit.

    It owns the real-time timer and its signal. Agents that use them for limits of their own are
    given the same functions again; both limits then share the timer, and an alarm of the agent
    lasts no longer than the call in which it was set. Native code that sets the timer is
    not stopped from it. A limit of CPU time has the profiling timer, which nobody is given.
    """

    def __init__(self):
        self.set_timer = signal.setitimer
        # The time that the limit is for.
        self.time = time.monotonic
        self.limit = None
        self.at_limit = None
        self.is_telling = False
        # Where the agent was at the limit.
        self.frame = None
        # How often the agent was told to end.
        self.rings = 0
        self.alarm, self.interval = None, 0.0
        self.handler = signal.SIG_DFL
        signal.signal(signal.SIGALRM, self.ring)
        self.lend(signal)

    def run(self, work, limit_s=None, at_limit=lambda: None, is_cpu=False):
        """Calls the agent, and ends it at the limit; what it raised before that, if anything.

        Calls at_limit once if the limit was reached: at that moment, or as soon as there is room.
        """
        raised = None
        self.rings = 0
        self.frame = None
        self.time = time.process_time if is_cpu else time.monotonic
        if is_cpu:
            signal.signal(signal.SIGPROF, self.ring)
        if limit_s is not None:
            self.at_limit = at_limit
            self.limit = self.time() + limit_s
        self.wind()
        try:
            try:
                into_the_agent(work)
            except TimeIsUp:
                pass
            except BaseException as error:
                raised = error
            is_late = self.limit is not None and self.time() >= self.limit
            self.limit = self.alarm = None
            self.wind()
        except TimeIsUp:
            # From the watchdog, while the agent came to its end.
            is_late = True
            self.limit = self.alarm = None
            self.wind()
        if is_late and self.at_limit is not None:
            self.at_limit()
        self.at_limit = None
        return raised if not is_late else None

    def wind(self):
        """Sets the timers to whatever comes first, and to ring again and again from then on."""
        is_cpu = self.time is time.process_time
        limit = None if self.limit is None else self.limit - self.time()
        alarm = None if self.alarm is None else self.alarm - time.monotonic()
        self.set(signal.ITIMER_REAL, alarm, None if is_cpu else limit)
        if is_cpu:
            self.set(signal.ITIMER_PROF, limit)

    def set(self, timer, *left):
        due = [seconds for seconds in left if seconds is not None]
        # Zero would stop the timer.
        self.set_timer(timer, max(min(due), 1e-6) if due else 0, AGAIN_S)

    def ring(self, number, frame):
        # Not while the host is on its way in or out, and not while it tells the referee.
        if self.is_telling or not is_in_the_agent(frame):
            return
        if self.limit is not None and self.time() >= self.limit:
            self.frame = frame
            self.tell_once()
            self.rings += 1
            if self.rings > PATIENCE:
                self.give_up(frame)
            raise TimeIsUp
        now = time.monotonic()
        if self.alarm is not None and now >= self.alarm:
            self.alarm = now + self.interval if self.interval > 0 else None
            self.wind()
            if callable(self.handler):
                self.handler(number, frame)

    def give_up(self, frame):
        """Ends an agent that catches TimeIsUp again and again."""
        os._exit(STUCK)

    def tell_once(self):
        if self.at_limit is None:
            return
        self.is_telling = True
        try:
            self.at_limit()
            self.at_limit = None
        except NO_ROOM:
            # No room for us where the agent is now. It is ended, and there is.
            pass
        finally:
            self.is_telling = False
            self.frame = None

    def lend(self, module):
        """Puts functions into the module signal that leave our use of the timer alone."""
        real = self.real = {name: getattr(module, name) for name in LENT}

        def setitimer(which, seconds, interval=0.0):
            if which != module.ITIMER_REAL:
                return real["setitimer"](which, seconds, interval)
            before = getitimer(which)
            self.alarm = time.monotonic() + seconds if seconds > 0 else None
            self.interval = interval
            self.wind()
            return before

        def getitimer(which):
            if which != module.ITIMER_REAL:
                return real["getitimer"](which)
            left = 0.0 if self.alarm is None else max(self.alarm - time.monotonic(), 1e-6)
            return left, self.interval

        def alarm(seconds):
            return math.ceil(setitimer(module.ITIMER_REAL, seconds)[0])

        def signal(number, handler):
            if number != module.SIGALRM:
                return real["signal"](number, handler)
            before, self.handler = self.handler, handler
            return before

        def getsignal(number):
            return self.handler if number == module.SIGALRM else real["getsignal"](number)

        def pthread_sigmask(how, mask):
            return real["pthread_sigmask"](how, set(mask) - {module.SIGALRM})

        for name in LENT:
            setattr(module, name, locals()[name])


class Watchdog(Clock):
    """The same where the system has no such timer, as on Windows: a thread looks at the clock.

    The exception comes between two steps of the agent. Native code, time.sleep too, is not
    interrupted, where the signal of a timer would interrupt a sleep. Timers of the agent's own do
    not exist on such a system.
    """

    def __init__(self):
        self.time = time.monotonic
        self.limit = self.alarm = None
        self.at_limit = None
        self.is_telling = False
        self.frame = None
        self.rings = 0
        self.agent = threading.get_ident()
        self.changed = threading.Condition()
        threading.Thread(target=self.watch, daemon=True).start()

    def wind(self):
        with self.changed:
            if self.limit is None:
                self.throw(None)
            self.changed.notify()

    def throw(self, exception):
        """Has the agent raise an exception, or takes back one that it has not raised yet."""
        exception = None if exception is None else ctypes.py_object(exception)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.agent), exception)

    def watch(self):
        with self.changed:
            while True:
                left = None if self.limit is None else self.limit - self.time()
                if left is None or left > 0:
                    self.changed.wait(left)
                    continue
                frame = sys._current_frames().get(self.agent)
                if frame is not None and is_in_the_agent(frame):
                    self.frame = frame
                    self.tell_once()
                    self.rings += 1
                    if self.rings > PATIENCE:
                        self.give_up(frame)
                    self.throw(TimeIsUp)
                self.changed.wait(AGAIN_S)


LENT = ("setitimer", "getitimer", "alarm", "signal", "getsignal", "pthread_sigmask")


def into_the_agent(work):
    work()


def into_own(trace):
    """The part of a traceback that is not ours, if there is one."""
    ours = into_the_agent.__code__.co_filename
    own = trace
    while own is not None and own.tb_frame.f_code.co_filename == ours:
        own = own.tb_next
    return trace if own is None else own


def is_in_the_agent(frame):
    while frame is not None:
        if frame.f_code is into_the_agent.__code__:
            return True
        frame = frame.f_back
    return False


class Host:
    def __init__(self, path):
        self.lines = Lines()
        self.path = os.path.abspath(path)
        self.folder = os.path.dirname(self.path)
        self.clock = Clock() if hasattr(signal, "setitimer") else Watchdog()
        # Only in the sandbox, and before there are other threads.
        writable = os.environ.pop(WRITABLE, None)
        landlock = None if writable is None else lock(writable.split(":"))
        if writable is not None:
            shut()
        self.numpy, numpy = import_numpy()
        numba = import_numba(self.folder)
        self.agent_class = None
        self.agent = None
        python = ".".join(map(str, sys.version_info[:3]))
        self.lines.say(
            "hello", v=VERSION, python=python, numpy=numpy, numba=numba, landlock=landlock
        )

    def serve(self):
        while True:
            try:
                command = self.lines.hear()
                if command is None:
                    return
                self.obey(**command)
            except Wrong as wrong:
                self.lines.say("failed", why=wrong.why)
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                why = {"code": "not-a-command", "detail": in_one_line(error)}
                self.lines.say("failed", why=why)

    def obey(self, do, **command):
        {"load": self.load, "new": self.new, "warm": self.warm, "go": self.go}[do](**command)

    def load(self):
        self.agent_class = self.load_class()
        self.lines.say("loaded")

    def new(self, size, colour, time_out_ms, board="array"):
        if self.agent_class is None:
            raise Wrong("not-a-command", detail="new before load")
        self.agent = None
        self.size = size
        self.as_lists = board == "lists" or self.numpy is None
        # Most agents were written for whole seconds.
        self.time_out = time_out_ms // 1000 if time_out_ms % 1000 == 0 else time_out_ms / 1000
        self.agent = self.make({"black": BLACK, "white": WHITE}[colour])
        self.lines.say("ready")

    def warm(self, limit_ms):
        if self.agent is None:
            raise Wrong("not-a-command", detail="warm before new")
        agent = self.make(BLACK)
        board = self.read_board(start(self.size))
        raised = self.clock.run(lambda: agent.go(board), limit_ms / 1000)
        self.lines.say("warmed", raised=None if raised is None else self.describe(raised))

    def go(self, board, limit_ms, clock="wall"):
        if self.agent is None:
            raise Wrong("not-a-command", detail="go before new")
        discs = board.split()[0]
        board = self.read_board(discs)
        told = False
        returned = None

        def work():
            nonlocal returned
            returned = self.agent.go(board)

        def tell(raised=None):
            nonlocal told
            candidates, last, last_kind = self.last_candidate()
            self.lines.say(
                "choice",
                last=last,
                last_kind=last_kind,
                candidates=candidates,
                listed=first_candidates(self.agent),
                raised=None if raised is None else self.describe(raised),
                returned=None if returned is None else shown(returned),
                returned_move=None if returned is None else pair(returned),
                stopped_at=self.place(self.clock.frame),
                changed_board=not is_same(board, self.read_board(discs)),
            )
            told = True

        raised = self.clock.run(work, limit_ms / 1000, tell, clock == "cpu")
        if not told:
            tell(raised)

    def load_class(self):
        """The class AI of the file."""
        sys.argv = [self.path]
        os.chdir(self.folder)
        if self.folder not in sys.path:
            # Last, so that a random.py beside the agent hides nothing.
            sys.path.append(self.folder)
        name = self.module_name()
        loader = importlib.machinery.SourceFileLoader(name, self.path)
        module = importlib.util.module_from_spec(
            importlib.util.spec_from_loader(name, loader)
        )
        sys.modules[name] = module
        raised = self.clock.run(lambda: loader.exec_module(module))
        if raised is not None:
            del sys.modules[name]
            raise Wrong("loading-raised", error=self.describe(raised))
        agent_class = getattr(module, "AI", None)
        if not callable(agent_class):
            raise Wrong("no-class")
        check_parameters("AI", agent_class, ("chessboard_size", "color", "time_out"))
        return agent_class

    def module_name(self):
        """The name of the file, for others beside it that import it, unless it is taken."""
        name = os.path.splitext(os.path.basename(self.path))[0]
        is_free = name.isidentifier() and name not in sys.modules
        found = importlib.util.find_spec(name) if is_free else None
        return name if found is not None and found.origin == self.path else "contest_agent"

    def make(self, colour):
        made = []
        raised = self.clock.run(
            lambda: made.append(self.agent_class(self.size, colour, self.time_out))
        )
        if raised is not None:
            raise Wrong("constructor-raised", error=self.describe(raised))
        if not callable(getattr(made[0], "go", None)):
            raise Wrong("no-go")
        check_parameters("AI.go", made[0].go, ("chessboard",))
        return made[0]

    def read_board(self, text):
        colours = {"X": BLACK, "O": WHITE, "-": 0}
        squares = [colours[letter] for letter in text]
        if len(squares) != self.size**2:
            raise ValueError("%d squares on a board of size %d" % (len(squares), self.size))
        rows = [squares[at : at + self.size] for at in range(0, len(squares), self.size)]
        return rows if self.as_lists else self.numpy.array(rows)

    def last_candidate(self):
        """How many candidates there are, what the last of them is, and of which kind."""
        try:
            candidates = self.agent.candidate_list
        except NO_ROOM:
            raise
        except Exception as error:
            return 0, {"no-list": self.describe(error)}, "other"
        return last_of(candidates)

    def place(self, frame):
        """The innermost line of the agent that is being run, if there is one."""
        while frame is not None:
            code = frame.f_code.co_filename
            # Some steps of compiled code belong to no line.
            if code.startswith(self.folder + os.sep) and frame.f_lineno is not None:
                return {"file": cut(os.path.relpath(code, self.folder)), "line": frame.f_lineno}
            frame = frame.f_back
        return None

    def describe(self, error):
        """An error of the agent, with the last line of its own that it came from."""
        described = describe(error)
        try:
            trace = into_own(error.__traceback__)
            lines = traceback.format_exception(type(error), error, trace)
            described["traceback"] = as_text("".join(lines)[-LONGEST_TRACEBACK:])
            steps = traceback.extract_tb(error.__traceback__)
            own = [
                step
                for step in steps
                if step.filename.startswith(self.folder + os.sep) and step.lineno is not None
            ]
            if own:
                file = os.path.relpath(own[-1].filename, self.folder)
                described["place"] = {"file": cut(file), "line": own[-1].lineno}
        except Exception:
            # No way to say more: its own text raises.
            pass
        return described


def import_numpy():
    """The module, and what is said about it."""
    try:
        import numpy

        return numpy, {"version": numpy.__version__}
    except Exception as error:
        return None, {"missing": describe(error)}


def import_numba(folder):
    """Imports numba, with its compiler, for agents that mention it."""
    if not any(b"numba" in text for text in sources(folder)):
        return "not-needed"
    try:
        import numba

        numba.njit(lambda number: number + 1)(1)
        return {"version": numba.__version__}
    except Exception as error:
        return {"missing": describe(error)}


def sources(folder):
    for path in glob.glob(os.path.join(glob.escape(folder), "*.py")):
        with open(path, "rb") as file:
            yield file.read()


def start(size):
    """The start of a game: two discs of each colour in the middle, white on the falling diagonal."""
    half = size // 2
    middle = ["-" * (half - 1) + discs + "-" * (half - 1) for discs in ("OX", "XO")]
    around = ["-" * size] * (half - 1)
    return "".join(around + middle + around)


def main():
    faulthandler.enable()
    # Ctrl-C is for the referee, who ends us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    status = 1
    try:
        Host(sys.argv[1]).serve()
        status = 0
    except BaseException:
        traceback.print_exc()
    # Threads of the agent are not waited for.
    os._exit(status)
