"""The game in OpenSpiel: ``pip install wane[openspiel]``.

>>> import pyspiel, wane.envs.spiel
>>> game = pyspiel.load_game('wane_reversed_reversi')
>>> game.new_initial_state().legal_actions()
[19, 26, 37, 44]
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from .._wane import BLACK, WHITE, Board

NAME = "wane_reversed_reversi"

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Reversed Reversi (Wane)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"size": 8},
)


class Game(pyspiel.Game):
    """The game; player 0 is Black."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.size = int(params.get("size", 8))
        squares = self.size * self.size
        info = pyspiel.GameInfo(
            num_distinct_actions=squares + 1,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            # Between two passes there is a move.
            max_game_length=2 * squares,
        )
        super().__init__(TYPE, info, params)

    def new_initial_state(self) -> State:
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.size)


class State(pyspiel.State):
    """A position."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.board = Board(game.size)

    def current_player(self) -> int:
        if self.board.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.board.side == WHITE)

    def _legal_actions(self, player: int) -> list[int]:
        return self.board.legal_actions()

    def _apply_action(self, action: int) -> None:
        self.board.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        size = self.board.size
        return "pass" if action == size * size else f"{'abcdefgh'[action % size]}{action // size + 1}"

    def is_terminal(self) -> bool:
        return self.board.is_over

    def returns(self) -> list[float]:
        if not self.board.is_over:
            return [0.0, 0.0]
        black = float(np.sign(self.board.final_score(BLACK)))
        return [black, -black]

    def __str__(self) -> str:
        return self.board.to_text()


class Observer:
    """What both players see: the discs of Black, those of White, and the side to move."""

    def __init__(self, size: int) -> None:
        self.size = size
        shape = (3, size, size)
        self.tensor = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        discs = state.board.to_array()
        planes = self.dict["observation"]
        planes[0], planes[1], planes[2] = discs == BLACK, discs == WHITE, state.board.side == WHITE

    def string_from(self, state: State, player: int) -> str:
        return str(state)


# A module is run once, but an interpreter may load it again.
if NAME not in pyspiel.registered_names():
    pyspiel.register_game(TYPE, Game)
