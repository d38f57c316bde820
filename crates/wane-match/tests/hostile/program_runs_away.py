#!/usr/bin/python3
"""Has a process that is always another one, so that none of them is stopped in time."""

# verdict: none
# speaks: ugi
# cheats: yes
# time: 2s

import os
import signal
import sys
import time

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


def run_away():
    """Starts itself again and again."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    until = time.monotonic() + 300
    while time.monotonic() < until:
        if os.fork() != 0:
            os._exit(0)


if os.fork() == 0:
    run_away()


moves = []
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["position"]:
        moves = words[words.index("moves") + 1 :] if "moves" in words else []
    elif words[:1] == ["go"]:
        print("bestmove", choose(*read(moves)), flush=True)
