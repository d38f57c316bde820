"""Answers questions that were not asked yet, with tokens near to the last one."""

# verdict: output: answers no question

from base import Player, answer, host


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        lines = host().lines
        token, moves = lines.token, self.candidate_list
        say = lines.say

        def say_more(*arguments, **fields):
            say(*arguments, **fields)
            for guess in range(1, 50):
                lines.token = token + guess
                say("choice", **answer(moves))

        lines.say = say_more
