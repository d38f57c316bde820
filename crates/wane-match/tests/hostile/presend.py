"""Sends a second answer before it is asked again."""

# verdict: output: answers no question

from base import Player, answer, host, legal_moves


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        own, moves = host(), legal_moves(chessboard, self.color)
        own.lines.say("choice", **answer(moves))
