"""Type hints everywhere; leaves the opponent as many moves as it can."""

from __future__ import annotations

from typing import Iterator, List, NamedTuple, Optional, Sequence, Tuple

Move = Tuple[int, int]
Rows = List[List[int]]


class Step(NamedTuple):
    down: int
    right: int


STEPS: Tuple[Step, ...] = (
    Step(-1, -1),
    Step(-1, 0),
    Step(-1, 1),
    Step(0, -1),
    Step(0, 1),
    Step(1, -1),
    Step(1, 0),
    Step(1, 1),
)


def flipped_in(board: Rows, row: int, column: int, step: Step, color: int) -> List[Move]:
    line: List[Move] = []
    row, column = row + step.down, column + step.right
    while 0 <= row < len(board) and 0 <= column < len(board):
        disc: int = board[row][column]
        if disc == color:
            return line
        if disc == 0:
            return []
        line.append((row, column))
        row, column = row + step.down, column + step.right
    return []


def flipped(board: Rows, row: int, column: int, color: int) -> Iterator[Move]:
    for step in STEPS:
        yield from flipped_in(board, row, column, step, color)


def is_legal(board: Rows, row: int, column: int, color: int) -> bool:
    return board[row][column] == 0 and any(True for _ in flipped(board, row, column, color))


def legal_moves(board: Rows, color: int) -> List[Move]:
    size: int = len(board)
    return [(r, c) for r in range(size) for c in range(size) if is_legal(board, r, c, color)]


def after(board: Rows, move: Move, color: int) -> Rows:
    new: Rows = [list(row) for row in board]
    for row, column in flipped(board, *move, color):
        new[row][column] = color
    new[move[0]][move[1]] = color
    return new


class AI(object):
    chessboard_size: int
    color: int
    time_out: float
    candidate_list: List[Move]

    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard: Sequence[Sequence[int]]) -> None:
        self.candidate_list.clear()
        board: Rows = [[int(disc) for disc in row] for row in chessboard]
        self.candidate_list.extend(legal_moves(board, self.color))
        best: Optional[Move] = self.choose(board, list(self.candidate_list))
        if best is not None:
            self.candidate_list.append(best)

    def choose(self, board: Rows, moves: List[Move]) -> Optional[Move]:
        best: Optional[Move] = None
        best_value: int = 0
        for move in moves:
            new: Rows = after(board, move, self.color)
            value: int = len(legal_moves(new, -self.color)) - len(legal_moves(new, self.color))
            if best is None or value > best_value:
                best, best_value = move, value
        return best
