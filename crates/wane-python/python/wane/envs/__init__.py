"""Environments for people who train agents.

``wane.envs.vector`` needs numpy alone: many games that are stepped in one call. The others are extras:
``wane.envs.single`` (``pip install wane[gymnasium]``) is one side against a player, ``wane.envs.zoo``
(``wane[pettingzoo]``) both sides in turn, ``wane.envs.spiel`` (``wane[openspiel]``) the game in OpenSpiel.

Everywhere an action is ``row * size + column``, and ``size * size`` is a pass, which is legal only if it is forced. A
board is seen by the side to move: 1 is an own disc, -1 one of the opponent. A reward is 1 for a win, -1 for a loss.
"""

from .vector import VectorEnv

__all__ = ["VectorEnv"]
