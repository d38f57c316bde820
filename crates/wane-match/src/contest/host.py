"""Runs one contest file for a referee: python3 -c THIS_TEXT FILE. The text is this file, then values.py.

A contest file has a class AI with __init__(self, chessboard_size, color, time_out), go(self,
chessboard) and self.candidate_list, whose last element is the move, a pair (row, column).

The referee writes lines to standard input and reads lines from standard output, each a JSON object;
contest/line.rs has their grammar. Whatever the agent prints goes to standard error, and it reads
nothing: it never comes near the lines by accident. An agent that means harm can say what it wants
here, since it lives in the same process; so the referee has a clock of its own.

The limit of a move is a timer. When it rings, Python calls us between two steps of the agent: the
last candidate of that moment is told to the referee at once, and an exception that is no Exception
ends the agent, again and again while it catches everything. Native code that does not come back to
Python is not ended; its answer is late, and nothing that it finds after the limit counts.
"""

import sys

# First of all: with -c the current folder is first on the path, and a random.py in it would be
# found in place of the real one.
sys.path[:] = [folder for folder in sys.path if folder]
sys.dont_write_bytecode = True

import os

for library in ("OMP", "OPENBLAS", "MKL", "NUMBA"):
    os.environ[library + "_NUM_THREADS"] = "1"

import faulthandler
import glob
import importlib.machinery
import importlib.util
import inspect
import itertools
import json
import math
import operator
import signal
import time
import traceback

VERSION = 1
# The time until an agent that caught TimeIsUp gets it again.
AGAIN_S = 0.005
# An agent that catches it for this long ends the whole process.
PATIENCE_S = 2.0
LONGEST_TEXT = 300
MOST_LISTED = 500
BLACK, WHITE = -1, 1
# What our own code raises where the agent has used up the stack or the memory.
NO_ROOM = (MemoryError, RecursionError)


class TimeIsUp(BaseException):
    """Ends the agent at its limit."""


class Wrong(Exception):
    """What the referee is to be told in place of an answer."""


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

    def hear(self):
        line = self.input.readline()
        return json.loads(line) if line else {"do": "quit"}

    def say(self, kind, **fields):
        line = json.dumps({"is": kind, **fields}).encode() + b"\n"
        while line:
            line = line[os.write(self.output, line) :]


class Clock:
    """Ends the agent at its limit.

    It owns the real-time timer and its signal. Agents that use them for limits of their own are
    given the same functions again; both limits then share the timer, and an alarm of the agent
    lasts no longer than the call in which it was set. Native code that sets the timer is
    not stopped from it.
    """

    def __init__(self):
        self.set_timer = signal.setitimer
        self.limit = None
        self.at_limit = None
        self.is_telling = False
        # When the agent was first told to end, which may be long after the limit.
        self.rang = None
        self.alarm, self.interval = None, 0.0
        self.handler = signal.SIG_DFL
        signal.signal(signal.SIGALRM, self.ring)
        self.lend(signal)

    def run(self, work, limit_s=None, at_limit=lambda: None):
        """Calls the agent, and ends it at the limit; what it raised before that, if anything.

        Calls at_limit once if the limit was reached: at that moment, or as soon as there is room.
        """
        raised = None
        self.rang = None
        if limit_s is not None:
            self.at_limit = at_limit
            self.limit = time.monotonic() + limit_s
        self.wind()
        try:
            into_the_agent(work)
        except TimeIsUp:
            pass
        except BaseException as error:
            raised = error
        is_late = self.limit is not None and time.monotonic() >= self.limit
        self.limit = self.alarm = None
        self.wind()
        if is_late and self.at_limit is not None:
            self.at_limit()
        self.at_limit = None
        return raised if not is_late else None

    def wind(self):
        """Sets the timer to whatever comes first, and to ring again and again from then on."""
        due = [moment for moment in (self.limit, self.alarm) if moment is not None]
        # Zero would stop the timer.
        first = max(min(due) - time.monotonic(), 1e-6) if due else 0
        self.set_timer(signal.ITIMER_REAL, first, AGAIN_S)

    def ring(self, number, frame):
        # Not while the host is on its way in or out, and not while it tells the referee.
        if self.is_telling or not is_in_the_agent(frame):
            return
        now = time.monotonic()
        if self.limit is not None and now >= self.limit:
            self.tell_once()
            self.rang = self.rang or now
            if now >= self.rang + PATIENCE_S:
                os.write(2, b"the agent catches the end of its time and goes on\n")
                os._exit(3)
            raise TimeIsUp
        if self.alarm is not None and now >= self.alarm:
            self.alarm = now + self.interval if self.interval > 0 else None
            self.wind()
            if callable(self.handler):
                self.handler(number, frame)

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

    def lend(self, module):
        """Puts functions into the module signal that leave our use of the timer alone."""
        real = {name: getattr(module, name) for name in LENT}

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


LENT = ("setitimer", "getitimer", "alarm", "signal", "getsignal", "pthread_sigmask")


def into_the_agent(work):
    work()


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
        self.clock = Clock()
        self.numpy, self.numba = import_numpy(), import_numba(self.folder)
        self.agent_class = None
        self.agent = None
        self.lines.say(
            "hello",
            v=VERSION,
            python=".".join(map(str, sys.version_info[:3])),
            numpy=getattr(self.numpy, "__version__", None),
            numba=getattr(self.numba, "__version__", None),
            resident_bytes=resident_bytes(),
        )

    def serve(self):
        while True:
            try:
                command = self.lines.hear()
                what = command.pop("do")
                if what == "quit":
                    return
                {"new": self.new, "warm": self.warm, "go": self.go}[what](**command)
            except Wrong as wrong:
                self.lines.say("error", text=str(wrong))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                self.lines.say("error", text="not a command: " + in_one_line(error))

    def new(self, size, colour, time_out_ms, board="array"):
        if self.agent_class is None:
            self.agent_class = self.load()
        self.agent = None
        self.size = size
        self.as_lists = board == "lists" or self.numpy is None
        # Most agents were written for whole seconds.
        self.time_out = time_out_ms // 1000 if time_out_ms % 1000 == 0 else time_out_ms / 1000
        self.agent = self.make({"black": BLACK, "white": WHITE}[colour])
        self.lines.say("ready")

    def warm(self, limit_ms):
        if self.agent is None:
            raise Wrong("warm before new")
        began = time.monotonic()
        agent = self.make(BLACK)
        board = self.read_board(start(self.size))
        remarks = []
        raised = self.clock.run(
            lambda: agent.go(board),
            limit_ms / 1000,
            lambda: remarks.append("not done after %d ms" % limit_ms),
        )
        if raised is not None:
            remarks.append(self.describe(raised))
        took_ms = milliseconds_since(began)
        self.lines.say("warmed", remark=remarks[0] if remarks else None, took_ms=took_ms)

    def go(self, board, limit_ms):
        if self.agent is None:
            raise Wrong("go before new")
        discs = board.split()[0]
        board = self.read_board(discs)
        told = False
        returned = None
        began = time.monotonic()

        def work():
            nonlocal returned
            returned = self.agent.go(board)

        def tell(interrupted, raised):
            nonlocal told
            took_ms = milliseconds_since(began)
            candidates, last = last_candidate(self.agent)
            self.lines.say(
                "choice",
                last=last,
                candidates=candidates,
                listed=first_candidates(self.agent),
                interrupted=interrupted,
                raised=None if raised is None else self.describe(raised),
                returned=None if returned is None else shown(returned),
                changed_board=not is_same(board, self.read_board(discs)),
                took_ms=took_ms,
            )
            told = True

        raised = self.clock.run(work, limit_ms / 1000, lambda: tell(True, None))
        if not told:
            tell(False, raised)

    def load(self):
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
            raise Wrong("loading the file raised " + self.describe(raised))
        agent_class = getattr(module, "AI", None)
        if not callable(agent_class):
            raise Wrong("the file has no class AI")
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
            raise Wrong("making an AI raised " + self.describe(raised))
        if not callable(getattr(made[0], "go", None)):
            raise Wrong("class AI has no method go")
        check_parameters("AI.go", made[0].go, ("chessboard",))
        return made[0]

    def read_board(self, text):
        colours = {"X": BLACK, "O": WHITE, "-": 0}
        squares = [colours[letter] for letter in text]
        if len(squares) != self.size**2:
            raise Wrong("%d squares on a board of size %d" % (len(squares), self.size))
        rows = [squares[at : at + self.size] for at in range(0, len(squares), self.size)]
        return rows if self.as_lists else self.numpy.array(rows)

    def describe(self, error):
        """An error of the agent in one line, with the last line of its own that it came from."""
        try:
            traceback.print_exception(type(error), error, error.__traceback__)
            steps = traceback.extract_tb(error.__traceback__)
            own = [step for step in steps if step.filename.startswith(self.folder + os.sep)]
            if own:
                file = os.path.relpath(own[-1].filename, self.folder)
                return "%s (%s, line %d)" % (in_one_line(error), file, own[-1].lineno)
        except Exception:
            # No way to say more: its own text raises, or standard error is closed.
            pass
        return in_one_line(error)


def import_numpy():
    try:
        import numpy

        return numpy
    except Exception as error:
        print("no numpy:", in_one_line(error))
        return None


def import_numba(folder):
    """Numba, with its compiler loaded, for agents that mention it."""
    if not any(b"numba" in text for text in sources(folder)):
        return None
    try:
        import numba

        numba.njit(lambda number: number + 1)(1)
        return numba
    except Exception as error:
        print("no numba:", in_one_line(error))
        return None


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


def resident_bytes():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def milliseconds_since(began):
    return int((time.monotonic() - began) * 1000)


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
