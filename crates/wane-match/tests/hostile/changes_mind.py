"""Changes its candidates after the limit, which must not count."""

# verdict: none
# time: 300ms
# cheats: yes

from base import Player


class AI(Player):
    moves = 0

    def go(self, chessboard):
        self.find_moves(chessboard)
        self.moves += 1
        if self.moves == 1:
            try:
                while True:
                    pass
            finally:
                self.candidate_list[:] = [(0, 0)]
