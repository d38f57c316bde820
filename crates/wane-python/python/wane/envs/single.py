"""One side of the game against a player, for gymnasium: ``pip install wane[gymnasium]``."""

from __future__ import annotations

import os
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .._wane import BLACK, WHITE, Board, Player

Observation = dict[str, NDArray[Any]]


class AgainstPlayer(gym.Env[Observation, np.int64]):
    """A game against an agent of the gallery, a level or a recipe.

    An observation is a dictionary: ``board`` as the learner sees it, 1 for an own disc and -1 for one of the opponent,
    and ``action_mask``, the legal actions. The opponent has moved already when it is the learner's turn; forced passes
    of either side are played too. An illegal action loses the game. ``side`` is the learner's, by default a random one
    in each game.

    >>> from wane.envs.single import AgainstPlayer
    >>> env = AgainstPlayer('greedy', side=wane.BLACK)
    >>> observation, info = env.reset(seed=1)
    >>> observation['action_mask'].nonzero()[0]
    array([19, 26, 37, 44])
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 (gymnasium declares it so)

    def __init__(
        self,
        opponent: str | int | os.PathLike[str] = "random",
        *,
        size: int = 8,
        side: int | None = None,
        seconds: float = 0.1,
        render_mode: str | None = None,
    ) -> None:
        self.opponent, self.size, self.side, self.seconds = opponent, size, side, seconds
        self.render_mode = render_mode
        squares = size * size
        self.action_space = spaces.Discrete(squares + 1)
        self.observation_space: spaces.Space[Any] = spaces.Dict(
            {
                "board": spaces.Box(-1, 1, (size, size), np.int8),
                "action_mask": spaces.MultiBinary(squares + 1),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        chosen = self.np_random.integers(2)
        self.learner = (BLACK, WHITE)[chosen] if self.side is None else self.side
        self.player = Player(
            self.opponent, seed=int(self.np_random.integers(1 << 62)), seconds=self.seconds, hash_mb=1
        )
        self.board = Board(self.size)
        self._answer()
        return self._observation(), {}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if int(action) not in self.board.legal_actions():
            return self._observation(), -1.0, True, False, {"illegal": int(action)}
        self.board.play(int(action))
        self._answer()
        reward = 0.0
        if self.board.is_over:
            reward = float(np.sign(self.board.final_score(self.learner)))
        return self._observation(), reward, self.board.is_over, False, {}

    def render(self) -> str:
        """The board as a text."""
        return str(self.board)

    def _answer(self) -> None:
        """Plays until it is the learner's turn and there is a choice."""
        board = self.board
        while not board.is_over and (board.side != self.learner or board.must_pass):
            board.play("pass" if board.must_pass else self.player(board))

    def _observation(self) -> Observation:
        mask = np.zeros(self.size * self.size + 1, dtype=np.int8)
        mask[self.board.legal_actions()] = 1
        # Discs are -1 and 1, and so are sides.
        return {"board": self.board.to_array() * np.int8(self.learner), "action_mask": mask}
