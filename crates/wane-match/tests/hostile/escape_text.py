"""Raises an exception that would clear the terminal and set its title."""

# verdict: crash: ValueError

from base import Player


class AI(Player):
    def go(self, chessboard):
        raise ValueError("\x1b]0;mine\x07\x1b[2J\x1b[31m<script>alert(1)</script>\x9b31m")
