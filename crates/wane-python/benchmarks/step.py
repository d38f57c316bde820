"""Random games, stepped by the package and by other means, one thread each, in one run.

python benchmarks/step.py, in an environment with the package, numba, rust-reversi and open_spiel; what is missing is
left out. The figure is boards, that is moves and passes, a second.
"""

from __future__ import annotations

import random
import time
from typing import Any, Callable

import numpy as np
import wane
from numpy.typing import NDArray

GAMES = 4096
STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def batch() -> int:
    boards, steps = wane.BoardBatch(GAMES), 0
    running = GAMES
    while running:
        boards.step(boards.random_actions(seed=1))
        steps += running
        running = GAMES - int(np.count_nonzero(boards.is_over()))
    return steps


def single() -> int:
    steps = 0
    for _ in range(GAMES // 8):
        board = wane.Board()
        while not board.is_over:
            board.play(random.choice(board.legal_actions()))
            steps += 1
    return steps


def plain_numpy() -> int:
    """All boards at once, as arrays of -1, 0 and 1, with nothing but numpy."""
    count = GAMES // 8
    rng = np.random.default_rng(1)
    boards = np.zeros((count, 8, 8), dtype=np.int8)
    boards[:, 3, 3] = boards[:, 4, 4] = -1
    boards[:, 3, 4] = boards[:, 4, 3] = 1
    passes = np.zeros(count, dtype=np.int8)
    steps = 0
    while True:
        running = passes < 2
        if not running.any():
            return steps
        steps += int(running.sum())
        lines = flips_of_all(boards)
        legal = lines.any(axis=(3, 4)) & running[:, None, None]
        moves = legal.reshape(count, 64)
        can_move = moves.any(axis=1)
        passes = np.where(can_move, 0, np.where(running, passes + 1, passes))
        choice = (rng.random((count, 64)) * moves).argmax(axis=1)
        rows, columns = choice // 8, choice % 8
        chosen = np.flatnonzero(can_move)
        flipped = lines[chosen, rows[chosen], columns[chosen]]
        boards[chosen] = np.where(flipped, 1, boards[chosen])
        boards[chosen, rows[chosen], columns[chosen]] = 1
        boards = -boards


def flips_of_all(boards: NDArray[np.int8]) -> NDArray[np.bool_]:
    """For each board and each square, the discs that 1 would flip there."""
    count = len(boards)
    flips = np.zeros((count, 8, 8, 8, 8), dtype=np.bool_)
    for row in range(8):
        for column in range(8):
            empty = boards[:, row, column] == 0
            for down, right in STEPS:
                between = empty.copy()
                line: list[tuple[int, int]] = []
                y, x = row + down, column + right
                closed = np.zeros(count, dtype=np.bool_)
                marks: list[NDArray[np.bool_]] = []
                while 0 <= y < 8 and 0 <= x < 8:
                    if line:
                        closed |= between & (boards[:, y, x] == 1)
                    between &= boards[:, y, x] == -1
                    line.append((y, x))
                    marks.append(between.copy())
                    y, x = y + down, x + right
                for (y, x), mark in zip(line, marks):
                    flips[:, row, column, y, x] |= mark & closed
    return flips


def numba_arrays() -> Callable[[], int]:
    import numba

    @numba.njit
    def flips(board: Any, row: int, column: int, out: Any) -> int:
        found = 0
        if board[row, column] != 0:
            return 0
        for down in range(-1, 2):
            for right in range(-1, 2):
                if down == 0 and right == 0:
                    continue
                y, x, length = row + down, column + right, 0
                while 0 <= y < 8 and 0 <= x < 8 and board[y, x] == -1:
                    y, x, length = y + down, x + right, length + 1
                if length > 0 and 0 <= y < 8 and 0 <= x < 8 and board[y, x] == 1:
                    for step in range(1, length + 1):
                        out[found, 0], out[found, 1] = row + step * down, column + step * right
                        found += 1
        return found

    @numba.njit
    def play(count: int, seed: int) -> int:
        np.random.seed(seed)
        steps = 0
        out = np.zeros((64, 2), dtype=np.int64)
        moves = np.zeros((64, 2), dtype=np.int64)
        for _ in range(count):
            board = np.zeros((8, 8), dtype=np.int8)
            board[3, 3] = board[4, 4] = -1
            board[3, 4] = board[4, 3] = 1
            passes = 0
            while passes < 2:
                found = 0
                for row in range(8):
                    for column in range(8):
                        if flips(board, row, column, out) > 0:
                            moves[found, 0], moves[found, 1] = row, column
                            found += 1
                steps += 1
                if found == 0:
                    passes += 1
                else:
                    passes = 0
                    chosen = np.random.randint(found)
                    row, column = moves[chosen, 0], moves[chosen, 1]
                    turned = flips(board, row, column, out)
                    for index in range(turned):
                        board[out[index, 0], out[index, 1]] = 1
                    board[row, column] = 1
                for row in range(8):
                    for column in range(8):
                        board[row, column] = -board[row, column]
        return steps

    return lambda: int(play(GAMES, 1))


def numba_bitboards() -> Callable[[], int]:
    import numba

    u64 = np.uint64
    not_a, not_h = u64(0xFEFEFEFEFEFEFEFE), u64(0x7F7F7F7F7F7F7F7F)
    every = u64(0xFFFFFFFFFFFFFFFF)
    shifts = np.array([1, 7, 8, 9], dtype=np.uint64)
    left_masks = np.array([not_a, not_h, every, not_a], dtype=np.uint64)
    right_masks = np.array([not_h, not_a, every, not_h], dtype=np.uint64)

    @numba.njit
    def legal(own: Any, opp: Any) -> Any:
        empty = ~(own | opp)
        moves = u64(0)
        for index in range(4):
            shift = shifts[index]
            line = (own << shift) & left_masks[index] & opp
            for _ in range(5):
                line |= (line << shift) & left_masks[index] & opp
            moves |= (line << shift) & left_masks[index] & empty
            line = (own >> shift) & right_masks[index] & opp
            for _ in range(5):
                line |= (line >> shift) & right_masks[index] & opp
            moves |= (line >> shift) & right_masks[index] & empty
        return moves

    @numba.njit
    def flips(own: Any, opp: Any, move: Any) -> Any:
        turned = u64(0)
        for index in range(4):
            shift = shifts[index]
            line = (move << shift) & left_masks[index] & opp
            for _ in range(5):
                line |= (line << shift) & left_masks[index] & opp
            if (line << shift) & left_masks[index] & own:
                turned |= line
            line = (move >> shift) & right_masks[index] & opp
            for _ in range(5):
                line |= (line >> shift) & right_masks[index] & opp
            if (line >> shift) & right_masks[index] & own:
                turned |= line
        return turned

    @numba.njit
    def ones(bits: Any) -> int:
        bits = bits - ((bits >> u64(1)) & u64(0x5555555555555555))
        bits = (bits & u64(0x3333333333333333)) + ((bits >> u64(2)) & u64(0x3333333333333333))
        return int(
            (((bits + (bits >> u64(4))) & u64(0x0F0F0F0F0F0F0F0F)) * u64(0x0101010101010101)) >> u64(56)
        )

    @numba.njit
    def play(count: int, seed: int) -> int:
        state = u64(seed)
        steps = 0
        for _ in range(count):
            own, opp, passes = u64(0x0000000810000000), u64(0x0000001008000000), 0
            moves = legal(own, opp)
            while True:
                steps += 1
                if moves == u64(0):
                    passes += 1
                else:
                    passes = 0
                    state += u64(0x9E3779B97F4A7C15)
                    z = (state ^ (state >> u64(30))) * u64(0xBF58476D1CE4E5B9)
                    z = (z ^ (z >> u64(27))) * u64(0x94D049BB133111EB)
                    z = z ^ (z >> u64(31))
                    chosen = int(((z >> u64(32)) * u64(ones(moves))) >> u64(32))
                    for _ in range(chosen):
                        moves &= moves - u64(1)
                    move = moves & (~moves + u64(1))
                    turned = flips(own, opp, move)
                    own, opp = own | move | turned, opp & ~turned
                own, opp = opp, own
                moves = legal(own, opp)
                if moves == u64(0) and legal(opp, own) == u64(0):
                    break
        return steps

    return lambda: int(play(GAMES, 1))


def rust_reversi() -> Callable[[], int]:
    from rust_reversi import Board

    def play() -> int:
        steps = 0
        for _ in range(GAMES // 8):
            board = Board()
            while not board.is_game_over():
                if board.is_pass():
                    board.do_pass()
                else:
                    board.do_move(random.choice(board.get_legal_moves_vec()))
                steps += 1
        return steps

    return play


def open_spiel() -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game("misere(game=othello())")

    def play() -> int:
        steps = 0
        for _ in range(GAMES // 32):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def main() -> None:
    ways: dict[str, Callable[[], Callable[[], int]]] = {
        "BoardBatch": lambda: batch,
        "Board, one by one": lambda: single,
        "numpy": lambda: plain_numpy,
        "numba on arrays": numba_arrays,
        "numba on bitboards": numba_bitboards,
        "rust-reversi, one by one": rust_reversi,
        "OpenSpiel, one by one": open_spiel,
    }
    rates: dict[str, float] = {}
    runs = {}
    for name, make in ways.items():
        try:
            runs[name] = make()
        except ImportError as error:
            print(f"{name}: left out, {error}")
            continue
        # Compilers run once.
        runs[name]()
    for _ in range(3):
        # In turn, so that a busy machine slows down all of them.
        for name, run in runs.items():
            began = time.perf_counter()
            steps = run()
            rate = steps / (time.perf_counter() - began)
            rates[name] = max(rate, rates.get(name, 0.0))
    for name, rate in rates.items():
        print(
            f"{name:25} {rate / 1e6:8.3f} M boards a second, BoardBatch has {rates['BoardBatch'] / rate:7.1f} times"
        )


if __name__ == "__main__":
    main()
