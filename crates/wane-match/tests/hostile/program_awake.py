#!/usr/bin/python3
"""Has a process in a session of its own that continues the others whenever they are stopped."""

# verdict: none
# speaks: ugi
# cheats: yes
# time: 2s

import os
import signal
import sys

STEPS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]


def flips(board, side, square):
    """The squares that a disc turns."""
    found = []
    for y, x in STEPS:
        row, column, line = square[0] + y, square[1] + x, []
        while board.get((row, column)) == -side:
            line.append((row, column))
            row, column = row + y, column + x
        found += line if board.get((row, column)) == side else []
    return found


def read(moves):
    """The board and the side to move."""
    board, side = {(3, 3): 1, (4, 4): 1, (3, 4): -1, (4, 3): -1}, -1
    for text in moves:
        square = (int(text[1]) - 1, ord(text[0]) - ord("a")) if len(text) == 2 else None
        if square is not None:
            side = side if flips(board, side, square) else -side
            for turned in flips(board, side, square) + [square]:
                board[turned] = side
        side = -side
    return board, side


def choose(board, side):
    for row in range(8):
        for column in range(8):
            if (row, column) not in board and flips(board, side, (row, column)):
                return "abcdefgh"[column] + str(row + 1)
    return "pass"


def wake(parent):
    """Continues the parent and thinks until it is gone."""
    os.setsid()
    while os.getppid() == parent:
        os.kill(parent, signal.SIGCONT)
        sum(range(1000))
    os._exit(0)


parent = os.getpid()
helper = os.fork()
if helper == 0:
    wake(parent)


def helper_time():
    with open("/proc/%d/stat" % helper) as file:
        return int(file.read().split()[13]) / os.sysconf("SC_CLK_TCK")


answered = None

moves = []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
    elif words[:1] == ["go"]:
        if answered is not None and helper_time() > answered + 1:
            raise RuntimeError("it thinks while its opponent does")
        answered = helper_time()
        print("bestmove", choose(*read(moves)), flush=True)
