"""Says that it is loaded before it is, and says it again."""

# verdict: output: answers no question

from base import Player, host

host().lines.say("loaded")


class AI(Player):
    pass
