"""The rules once more, slow and obvious, for the tests to compare with."""

from __future__ import annotations

import random
from collections.abc import Iterator

import wane

STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]

Rows = list[list[int]]


def start(size: int) -> Rows:
    rows = [[0] * size for _ in range(size)]
    half = size // 2
    rows[half - 1][half - 1] = rows[half][half] = wane.WHITE
    rows[half - 1][half] = rows[half][half - 1] = wane.BLACK
    return rows


def flips(rows: Rows, side: int, row: int, column: int) -> list[tuple[int, int]]:
    if rows[row][column] != 0:
        return []
    flipped = []
    for down, right in STEPS:
        line = []
        y, x = row + down, column + right
        while 0 <= y < len(rows) and 0 <= x < len(rows) and rows[y][x] == -side:
            line.append((y, x))
            y, x = y + down, x + right
        if 0 <= y < len(rows) and 0 <= x < len(rows) and rows[y][x] == side:
            flipped += line
    return flipped


def legal(rows: Rows, side: int) -> list[tuple[int, int]]:
    squares = [(row, column) for row in range(len(rows)) for column in range(len(rows))]
    return [square for square in squares if flips(rows, side, *square)]


def play(rows: Rows, side: int, row: int, column: int) -> None:
    for y, x in [*flips(rows, side, row, column), (row, column)]:
        rows[y][x] = side


def random_boards(games: int, size: int = 8, seed: int = 1) -> Iterator[wane.Board]:
    """The boards of random games, finished ones too. A board changes after it was used."""
    rng = random.Random(seed)
    for _ in range(games):
        board = wane.Board(size)
        yield board
        while not board.is_over:
            board.play(rng.choice(board.legal_moves()))
            yield board
