"""Trains a small evaluation by self-play, with numpy alone, and plays a match with it.

python examples/train.py [SECONDS]

The evaluation is linear: ten weights for the squares, which the symmetries of the board share, and one for the number
of moves, in each of six stages of the game. Every move is the best after one ply, or now and then a random one. After
each round the weights follow the results of its games.
"""

from __future__ import annotations

import sys
import time

import numpy as np
import wane
from numpy.typing import NDArray
from wane.contest import play

GAMES, STAGES, CLASSES = 256, 6, 10
EXPLORATION, RATE = 0.1, 0.02

Floats = NDArray[np.float32]


def square_classes() -> NDArray[np.int64]:
    """The class of each square: squares that a symmetry exchanges have the same."""
    classes: dict[tuple[int, ...], int] = {}
    numbers = np.zeros((8, 8), dtype=np.int64)
    for row in range(8):
        for column in range(8):
            near = sorted((min(row, 7 - row), min(column, 7 - column)))
            numbers[row, column] = classes.setdefault(tuple(near), len(classes))
    return numbers.reshape(64)


ONE_HOT = np.eye(CLASSES, dtype=np.float32)[square_classes()]


def features(batch: wane.BoardBatch) -> Floats:
    """The features of each board for its side to move, in the place of its stage."""
    boards = np.empty((len(batch), 8, 8), dtype=np.int8)
    batch.write_boards(boards)
    flat = boards.reshape(-1, 64).astype(np.float32)
    masks = np.empty((len(batch), 65), dtype=np.bool_)
    batch.write_masks(masks)
    moves = masks[:, :64].sum(axis=1, dtype=np.float32) / 8
    row = np.concatenate([flat @ ONE_HOT / 4, moves[:, None], np.ones_like(moves)[:, None]], axis=1)
    stage = np.minimum((np.abs(flat).sum(axis=1) - 4) // 10, STAGES - 1).astype(np.int64)
    placed = np.zeros((len(batch), STAGES, CLASSES + 2), dtype=np.float32)
    placed[np.arange(len(batch)), stage] = row
    return placed.reshape(len(batch), -1)


def best_actions(batch: wane.BoardBatch, weights: Floats) -> NDArray[np.int64]:
    """The action of each board after which the opponent's value is least; -1 where the game is over."""
    masks = np.empty((len(batch), 65), dtype=np.bool_)
    batch.write_masks(masks)
    boards, actions = np.nonzero(masks)
    children = batch.take(boards)
    children.step(actions)
    values = np.tanh(features(children) @ weights)
    # A finished game has its result, which is Black's, for the side to move.
    over = children.is_over()
    values[over] = -(np.sign(children.black_scores()) * children.sides())[over]
    order = np.lexsort((values, boards))
    first = np.unique(boards[order], return_index=True)[1]
    chosen = np.full(len(batch), -1, dtype=np.int64)
    chosen[boards[order][first]] = actions[order][first]
    return chosen


def one_round(weights: Floats, rng: np.random.Generator, seed: int) -> None:
    """Plays games with the weights, and moves the weights towards their results."""
    batch = wane.BoardBatch(GAMES)
    seen: list[tuple[Floats, NDArray[np.int8], NDArray[np.bool_]]] = []
    while not batch.is_over().all():
        seen.append((features(batch), batch.sides(), ~batch.is_over()))
        actions = best_actions(batch, weights)
        explored = (rng.random(GAMES) < EXPLORATION) | (len(seen) <= 4)
        batch.step(np.where(explored, batch.random_actions(seed), actions))
    results = np.sign(batch.black_scores()).astype(np.float32)
    for rows, sides, running in seen:
        # Black's result for the side to move: sides are -1 and 1.
        goals = -results * sides
        values = np.tanh(rows @ weights)
        slopes = (goals - values) * (1 - values**2) * running
        weights += RATE * (rows.T @ slopes) / GAMES


class Learned:
    """The evaluation as a class of the contest, one ply deep."""

    weights: Floats

    def __init__(self, chessboard_size: int, color: int, time_out: float) -> None:
        self.color = color
        self.candidate_list: list[tuple[int, int]] = []

    def go(self, chessboard: NDArray[np.int64]) -> None:
        board = wane.Board.from_array(chessboard, self.color)
        self.candidate_list = board.legal_pairs()
        if self.candidate_list:
            self.candidate_list.append(min(self.candidate_list, key=lambda move: self.value(board, move)))

    def value(self, board: wane.Board, move: tuple[int, int]) -> float:
        """The value for the opponent after a move."""
        after = board.copy()
        after.play(move)
        if after.is_over:
            return float(np.sign(after.final_score(after.side)))
        own, opp = (after.black, after.white)[:: -after.side]
        batch = wane.BoardBatch.from_bits(np.array([own], np.uint64), np.array([opp], np.uint64))
        return float(np.tanh(features(batch) @ self.weights)[0])


def main(seconds: float) -> None:
    rng, weights = np.random.default_rng(1), np.zeros(STAGES * (CLASSES + 2), dtype=np.float32)
    began, rounds = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        one_round(weights, rng, seed=rounds)
        rounds += 1
    print(f"{rounds * GAMES} games in {time.monotonic() - began:.0f} s")
    Learned.weights = weights
    points = match_points(200, rng)
    print(f"against greedy: {points:.1f} of 200 points")


def match_points(games: int, rng: np.random.Generator) -> float:
    """The points against greedy, from openings of four random moves, each played with both colours."""
    points = 0.0
    for _ in range(games // 2):
        start = wane.Board()
        for _ in range(4):
            start.play(rng.choice(start.legal_actions()))
        points += play(Learned, "greedy", games=2, start=start).points
    return points


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 240.0)
