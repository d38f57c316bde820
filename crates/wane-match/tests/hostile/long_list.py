"""Has a list of millions of candidates."""

# verdict: none
# memory: 200

from base import Player


class AI(Player):
    moves = 0

    def go(self, chessboard):
        self.find_moves(chessboard)
        self.moves += 1
        if self.moves == 1:
            self.candidate_list[:0] = [(0, 0)] * 5_000_000
