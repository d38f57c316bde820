"""The contest's class ``AI``, with the engine behind it."""

from __future__ import annotations

import time

from numpy.typing import ArrayLike

from .._wane import Board, Engine

#: The time for all moves of a game, in seconds.
GAME_SECONDS = 180.0

#: What a move may cost beyond the time that it measures: the call itself, on a busy machine.
OVERHEAD_SECONDS = 0.01

#: What is left of the time for a move, in seconds and as a part of it: on a machine with more games than cores, an
#: answer at the limit comes late.
SPARE_SECONDS = 0.05
SPARE_PART = 0.05

#: The size of the transposition table: with Python, numpy and the weights, well below the limit of 100 MB.
TABLE_MB = 16


class AI:
    """Wane as a contestant, at full strength, on one thread and within the memory of the contest."""

    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list: list[tuple[int, int]] = []
        self._left = GAME_SECONDS
        self._per_move = max(0.5 * time_out, (1.0 - SPARE_PART) * time_out - SPARE_SECONDS)
        self._engine = Engine(hash_mb=TABLE_MB)

    def go(self, chessboard: ArrayLike) -> None:
        """Puts all legal moves into ``candidate_list``, then better and better ones."""
        # In one step, so that an interruption finds the moves of the last board or those of this one.
        self.candidate_list[:] = (board := Board.from_array(chessboard, self.color)).legal_pairs()
        began = time.monotonic()
        if len(self.candidate_list) > 1:
            # Python's alarms come through at every report and every 10 ms, and end the search.
            with self._engine.think(board, left=self._left, per_move=self._per_move) as reports:
                for report in reports:
                    choice = pair(report.best)
                    if choice != self.candidate_list[-1]:
                        self.candidate_list.append(choice)
        self._left = max(0.0, self._left - (time.monotonic() - began) - OVERHEAD_SECONDS)


def pair(square: str) -> tuple[int, int]:
    """The row and the column of a square.

    >>> from wane.contest.player import pair
    >>> pair('f5')
    (4, 5)
    """
    return int(square[1]) - 1, ord(square[0]) - ord("a")
