"""A UGI player that misbehaves on purpose: `python3 ugi.py HOW`."""

import os
import signal
import subprocess
import sys
import time

HOW = sys.argv[1]


def say(line):
    print(line, flush=True)


def misbehave():
    if HOW == "sleeper":
        time.sleep(60)
    elif HOW == "deaf":  # Sleeps, and SIGTERM does not wake it.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
    elif HOW == "crasher":
        raise RuntimeError("out of ideas")
    elif HOW == "quitter":
        os._exit(7)
    elif HOW == "killed":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif HOW == "liar":
        say("bestmove a1")
    elif HOW == "passer":
        say("bestmove pass")
    elif HOW == "babbler":
        say("bestmove somewhere nice")
    elif HOW == "binary":
        sys.stdout.buffer.write(b"bestmove \xff\xfe\x00\n")
        sys.stdout.flush()
    elif HOW == "silent":
        sys.stdout.close()
        os.close(1)
        time.sleep(60)
    elif HOW == "chatterbox":
        for _ in range(1 << 20):
            say("info string " + 1000 * "x")
    elif HOW == "endless-line":
        while True:
            sys.stdout.write((1 << 20) * "x")
    elif HOW == "complainer":
        while True:
            sys.stderr.write((1 << 20) * "x\n")
    elif HOW == "memory-bomb":
        hoard = []
        while True:
            hoard.append(bytearray(1 << 20))
    elif HOW == "parent":  # What it starts must end with it.
        subprocess.Popen([sys.executable, "-c", f"import time; time.sleep(61)  # {sys.argv[2]}"])
        os._exit(3)


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "ugi":
        say("ugiok")
    elif words[0] == "isready" and HOW != "never-ready":
        say("readyok")
    elif words[0] == "go":
        misbehave()
