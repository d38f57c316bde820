"""Both sides of the game in turn, for PettingZoo: ``pip install wane[pettingzoo]``."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from .._wane import BLACK, WHITE, Board

#: The agents and their sides.
SIDES = {"black_0": BLACK, "white_0": WHITE}


def env(size: int = 8, render_mode: str | None = None) -> ReversedReversi:
    """A new environment.

    >>> from wane.envs import zoo
    >>> game = zoo.env()
    >>> game.reset()
    >>> game.agent_selection, int(game.observe('black_0')['action_mask'].sum())
    ('black_0', 4)
    """
    return ReversedReversi(size, render_mode)


class ReversedReversi(AECEnv):
    """The game as an environment of agents that move in turn, ``black_0`` and ``white_0``.

    An observation is a dictionary: ``observation``, size x size x 2, own discs and those of the opponent; and
    ``action_mask``, the legal actions. An illegal action loses the game.
    """

    metadata = {  # noqa: RUF012 (PettingZoo declares it so)
        "name": "reversed_reversi_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, size: int = 8, render_mode: str | None = None) -> None:
        super().__init__()
        self.size, self.render_mode = size, render_mode
        self.possible_agents = list(SIDES)
        actions = size * size + 1
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in SIDES}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (size, size, 2), np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in SIDES
        }
        self.board = Board(size)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.board = Board(self.size)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        discs = self.board.to_array()
        side = SIDES[agent]
        mask = np.zeros(self.size * self.size + 1, dtype=np.int8)
        if side == self.board.side:
            mask[self.board.legal_actions()] = 1
        planes = np.stack([discs == side, discs == -side], axis=-1).astype(np.int8)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        other = self.possible_agents[agent == self.possible_agents[0]]
        if action is None or int(action) not in self.board.legal_actions():
            self._end({agent: -1.0, other: 1.0})
        else:
            self.board.play(int(action))
            if self.board.is_over:
                scores = {it: self.board.final_score(side) for it, side in SIDES.items()}
                self._end({it: float(np.sign(score)) for it, score in scores.items()})
        self.agent_selection = other
        self._accumulate_rewards()

    def render(self) -> str:
        """The board as a text."""
        return str(self.board)

    def close(self) -> None:
        """There is nothing to close."""

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
