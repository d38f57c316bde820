"""Answers a question that nobody has asked."""

# verdict: output: answers no question

from base import Player, host


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        host().lines.token += 1
