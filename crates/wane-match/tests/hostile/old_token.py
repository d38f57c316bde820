"""Answers its second question with the token of the first."""

# verdict: output: answers no question

from base import Player, host


class AI(Player):
    first = None

    def go(self, chessboard):
        self.find_moves(chessboard)
        lines = host().lines
        if self.first is None:
            self.first = lines.token
        lines.token = self.first
