"""evaluate_batch against the same loop in Rust, in one run.

python benchmarks/evaluate.py, in an environment with the package.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import wane
from numpy.typing import ArrayLike
from wane.types import Integers

ROOT = Path(__file__).parents[3]
COUNT, ROUNDS = 100_000, 5
RUST = ["cargo", "run", "--quiet", "--release", "--package=wane-eval", "--example=batch", "--"]


def time_of(boards: ArrayLike, sides: Integers | None) -> float:
    """The nanoseconds of a board."""
    began = time.perf_counter()
    wane.evaluate_batch(boards, sides)
    return (time.perf_counter() - began) * 1e9 / COUNT


def main() -> None:
    positions = random_positions(np.random.default_rng(1))
    pairs = [(p.black, p.white) if p.side == wane.BLACK else (p.white, p.black) for p in positions]
    sets = np.array(pairs, dtype=np.uint64)
    arrays = np.stack([p.to_array() for p in positions])
    sides = np.array([p.side for p in positions], dtype=np.int8)
    times: dict[str, list[float]] = {"Rust": [], "arrays of int8": [], "sets of uint64": []}
    with tempfile.NamedTemporaryFile() as file:
        file.write(sets.astype("<u8").tobytes())
        file.flush()
        # In turn, so that a busy machine slows down all of them.
        for _ in range(ROUNDS):
            run = subprocess.run([*RUST, file.name], cwd=ROOT, check=True, capture_output=True, text=True)
            nanoseconds, total = run.stdout.split()
            assert int(total) == round(float(wane.evaluate_batch(sets).sum(dtype=np.float64)) * 128)
            times["Rust"].append(float(nanoseconds))
            for _ in range(ROUNDS):
                times["arrays of int8"].append(time_of(arrays, sides))
                times["sets of uint64"].append(time_of(sets, None))
    rust = min(times["Rust"])
    for name, values in times.items():
        print(f"{name:15} {min(values):6.1f} ns a board, {min(values) / rust:.2f} times")


def random_positions(rng: np.random.Generator) -> list[wane.Board]:
    """Boards of random games, at all stages."""
    positions: list[wane.Board] = []
    while len(positions) < COUNT:
        board = wane.Board()
        while not board.is_over and len(positions) < COUNT:
            moves = board.legal_actions()
            board.play(moves[rng.integers(len(moves))])
            positions.append(wane.Board.from_bits(board.black, board.white, board.side))
    return positions


if __name__ == "__main__":
    main()
