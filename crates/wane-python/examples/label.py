"""Labels positions with exact scores, for training or for tests.

python examples/label.py [EMPTIES [COUNT]]

The positions come from games between weak players. Each is solved, and all are written in two forms: positions.obf, one
line each, which `wane solve` checks; and positions.records, which `wane train` and `wane.read_records` read.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import wane


def positions(empties: int, count: int) -> list[wane.Board]:
    """Positions with this many empty squares in which there is a move."""
    found: dict[int, wane.Board] = {}
    seed = 0
    while len(found) < count:
        seed += 1
        player, board = wane.Player("random", seed=seed), wane.Board()
        while not board.is_over and board.empties > empties:
            board.play(player(board))
        if board.legal_pairs() and board.empties == empties:
            # Symmetric positions have one key.
            found[board.canonical().key] = board
    return list(found.values())


def main(empties: int, count: int) -> None:
    records, lines = [], ["% variant: anti"]
    for number, board in enumerate(positions(empties, count)):
        solution = wane.solve(board)
        assert solution.score is not None and solution.best is not None
        lines.append(f"{board.to_text()}; {solution.best}:{solution.score:+};")
        own, opp = (board.black, board.white)[:: -board.side]
        row, column = int(solution.best[1]) - 1, "abcdefgh".index(solution.best[0])
        value = 128 * solution.score
        # The last fields: number of discs, best square, flags (1: the score is proved), number of the game.
        records.append((own, opp, value, solution.score, 64 - empties, 8 * row + column, 1, number % 65536))
    Path("positions.obf").write_text("\n".join(lines) + "\n", encoding="utf-8")
    wane.write_records("positions.records", np.array(records, dtype=wane.RECORD))
    scores = wane.read_records("positions.records")["score"]
    print(f"{count} positions with {empties} empty squares, mean score {scores.mean():+.2f}")


if __name__ == "__main__":
    given = [int(it) for it in sys.argv[1:3]]
    main(*(given + [14, 200][len(given) :]))
