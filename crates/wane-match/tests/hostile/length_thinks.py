"""Has a list whose length takes forever, after go has returned."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

from base import Player


class Candidates(list):
    def __len__(self):
        while True:
            pass


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = Candidates([(2, 3)])
