"""Writes to the root of its files."""

# verdict: crash: Read-only file system

from base import Player


class AI(Player):
    def go(self, chessboard):
        open("/mine", "w")
