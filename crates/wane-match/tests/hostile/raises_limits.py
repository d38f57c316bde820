"""Raises its own limits."""

# verdict: crash: ValueError

import resource

from base import Player


class AI(Player):
    def go(self, chessboard):
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
