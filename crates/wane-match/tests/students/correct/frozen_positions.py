"""Positions as frozen dataclasses, which every move makes anew."""

from dataclasses import dataclass, field, replace
from typing import Dict, List, Tuple


@dataclass(frozen=True)
class Position:
    size: int
    discs: Tuple[int, ...]
    to_move: int

    @classmethod
    def from_board(cls, chessboard, color):
        return cls(len(chessboard), tuple(int(disc) for row in chessboard for disc in row), color)

    def flips(self, row, column):
        flipped = set()
        for down, right in DIRECTIONS:
            for distance in range(1, self.size):
                r, c = row + distance * down, column + distance * right
                if not (0 <= r < self.size and 0 <= c < self.size):
                    break
                disc = self.discs[r * self.size + c]
                if disc == self.to_move:
                    flipped.update(
                        (row + near * down) * self.size + column + near * right
                        for near in range(1, distance)
                    )
                if disc != -self.to_move:
                    break
        return flipped

    def successors(self) -> Dict[Tuple[int, int], "Position"]:
        found = {}
        for index, disc in enumerate(self.discs):
            if disc:
                continue
            row, column = divmod(index, self.size)
            flipped = self.flips(row, column)
            if flipped:
                discs = list(self.discs)
                for at in flipped | {index}:
                    discs[at] = self.to_move
                found[row, column] = Position(self.size, tuple(discs), -self.to_move)
        return found

    def passed(self):
        return replace(self, to_move=-self.to_move)

    def lead(self):
        """How many discs fewer the side to move has."""
        return -self.to_move * sum(self.discs)


DIRECTIONS = tuple((down, right) for down in (1, 0, -1) for right in (1, 0, -1) if (down, right) != (0, 0))


@dataclass
class AI:
    chessboard_size: int
    color: int
    time_out: float
    candidate_list: List[Tuple[int, int]] = field(default_factory=list)

    def go(self, chessboard):
        self.candidate_list.clear()
        successors = Position.from_board(chessboard, self.color).successors()
        if not successors:
            return None
        self.candidate_list.extend(successors)
        best = max(successors, key=lambda move: -self.value(successors[move]))
        self.candidate_list.append(best)
        return best

    def value(self, position):
        """The value for the side to move, one move ahead."""
        successors = position.successors()
        if not successors:
            return -max((-it.lead() for it in position.passed().successors().values()), default=-position.lead())
        return max(-successor.lead() for successor in successors.values())
