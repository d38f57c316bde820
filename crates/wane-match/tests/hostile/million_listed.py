"""Answers with as many candidates as a line has room for, most of them nonsense."""

# verdict: none

from base import Player


class AI(Player):
    moves = 0

    def go(self, chessboard):
        self.find_moves(chessboard)
        self.moves += 1
        if self.moves == 1:
            self.candidate_list[:0] = [(-(10**9), 10**9)] * 10**6
