"""Does nothing wrong."""

# verdict: none

from base import Player


class AI(Player):
    pass
