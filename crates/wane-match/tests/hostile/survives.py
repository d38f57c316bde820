"""Wants that others are killed when memory is short."""

# verdict: crash: PermissionError

from base import Player


class AI(Player):
    def go(self, chessboard):
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("-1000")
