"""Has a list whose length has no room in memory."""

# verdict: crash: it ended with status

from base import Player


class Candidates(list):
    def __len__(self):
        raise MemoryError


class AI(Player):
    def go(self, chessboard):
        self.candidate_list = Candidates([(2, 3)])
