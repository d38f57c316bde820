"""Sets of squares: looks only at empty squares beside discs of the opponent."""

from itertools import product


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.squares = set(product(range(chessboard_size), repeat=2))
        self.neighbours = {}
        for row, column in self.squares:
            around = set(product((row - 1, row, row + 1), (column - 1, column, column + 1)))
            self.neighbours[row, column] = (around & self.squares) - {(row, column)}

    def go(self, chessboard):
        self.candidate_list.clear()
        own = {at for at in self.squares if chessboard[at[0]][at[1]] == self.color}
        opp = {at for at in self.squares if chessboard[at[0]][at[1]] == -self.color}
        flips = self.legal(own, opp)
        for move in flips:
            self.candidate_list.append(move)
        if flips:
            values = {
                move: self.evaluate(own | flipped | {move}, opp - flipped)
                for move, flipped in flips.items()
            }
            self.candidate_list.append(max(sorted(values), key=values.get))

    def legal(self, own, opp):
        """The legal moves, each with the discs that it flips."""
        empties = self.squares - own - opp
        beside = {empty for disc in opp for empty in self.neighbours[disc] & empties}
        moves = {}
        for empty in beside:
            flipped = set()
            for disc in self.neighbours[empty] & opp:
                flipped |= self.bracketed(empty, disc, own, opp)
            if flipped:
                moves[empty] = flipped
        return moves

    @staticmethod
    def bracketed(empty, disc, own, opp):
        down, right = disc[0] - empty[0], disc[1] - empty[1]
        line = set()
        while disc in opp:
            line.add(disc)
            disc = disc[0] + down, disc[1] + right
        return line if disc in own else set()

    def evaluate(self, own, opp):
        """Discs inside are hard to lose, so few of one's own should be there."""
        empties = self.squares - own - opp
        outside = sum(1 for disc in own if self.neighbours[disc] & empties)
        return 2 * outside - 3 * (len(own) - outside) + 4 * len(self.legal(opp, own))
