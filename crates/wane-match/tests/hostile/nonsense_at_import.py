"""Writes a line to the referee while it is loaded."""

# verdict: output: answers no question

from base import Player, host

host().lines.token = 0
host().lines.say("loaded")


class AI(Player):
    pass
