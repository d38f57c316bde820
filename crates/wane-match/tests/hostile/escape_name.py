"""Raises an exception whose type has escape sequences in its name, and so has its file."""

# verdict: crash: go raised

from base import Player


class AI(Player):
    def go(self, chessboard):
        code = compile("raise type('\\x1b[2J', (Exception,), {})('x')", "\x1b]0;mine\x07", "exec")
        exec(code)
