"""Many games that are stepped in one call, on numpy arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._wane import BLACK, BoardBatch


class Step(NamedTuple):
    """What a step has led to, one element for each game."""

    #: N x size x size: 1 is a disc of the side to move now, -1 one of the other side.
    boards: NDArray[np.int8]
    #: N x (size * size + 1): the legal actions of the side to move now.
    masks: NDArray[np.bool_]
    #: The rewards of the sides that have just moved: 1, 0 or -1 at the end of a game, and 0 before.
    rewards: NDArray[np.float32]
    #: Which games have ended with this step.
    done: NDArray[np.bool_]


class VectorEnv:
    """Games that are stepped together. A game that has ended begins again with the next step.

    The arrays of a step belong to the environment, which writes into them again with the next step: copy what you
    keep. So ``torch.from_numpy(env.boards)`` and ``jax.dlpack.from_dlpack(env.boards)`` share their memory.

    >>> from wane.envs import VectorEnv
    >>> env = VectorEnv(256)
    >>> step = env.reset()
    >>> for _ in range(100):
    ...     step = env.step(env.sample(seed=3))
    >>> step.boards.shape, step.masks.shape
    ((256, 8, 8), (256, 65))
    """

    def __init__(self, num_envs: int, size: int = 8) -> None:
        self.num_envs, self.size = num_envs, size
        self.num_actions = size * size + 1
        self.boards = np.zeros((num_envs, size, size), dtype=np.int8)
        self.masks = np.zeros((num_envs, self.num_actions), dtype=np.bool_)
        self.rewards = np.zeros(num_envs, dtype=np.float32)
        self.done = np.zeros(num_envs, dtype=np.bool_)
        self.reset()

    def reset(self) -> Step:
        """Begins all games again, Black to move."""
        self._batch = BoardBatch(self.num_envs, self.size)
        self.rewards[:] = 0
        self.done[:] = False
        return self._observe()

    def step(self, actions: ArrayLike) -> Step:
        """Plays an action in each game; in one that ended with the step before, nothing is played."""
        batch = self._batch
        movers = batch.sides()
        again = self.done.copy()
        batch.step(actions)
        np.copyto(self.done, batch.is_over())
        self.done &= ~again
        # Black's score, turned for the side that has moved.
        np.multiply(np.sign(batch.black_scores()), np.where(movers == BLACK, 1, -1), out=self.rewards)
        self.rewards *= self.done
        if again.any():
            batch.restart(again)
        return self._observe()

    def sample(self, seed: int) -> NDArray[np.int64]:
        """A random legal action for each game; calls with the same seed continue one sequence of random numbers."""
        return self._batch.random_actions(seed)

    @property
    def sides(self) -> NDArray[np.int8]:
        """The side to move in each game."""
        return self._batch.sides()

    def _observe(self) -> Step:
        self._batch.write_boards(self.boards)
        self._batch.write_masks(self.masks)
        return Step(self.boards, self.masks, self.rewards, self.done)
