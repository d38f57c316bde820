"""Thinks until it is interrupted, with a candidate in its list."""

# verdict: none
# time: 500ms
# cheats: yes

from base import Player


class AI(Player):
    moves = 0

    def go(self, chessboard):
        self.find_moves(chessboard)
        self.moves += 1
        while self.moves <= 3:
            pass
