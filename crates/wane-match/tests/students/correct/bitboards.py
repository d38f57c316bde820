"""Bitboards as Python integers, with a negamax search."""

INFINITY = 10**6


class Geometry:
    """The masks of a board of n rows."""

    def __init__(self, n):
        self.n = n
        self.full = (1 << (n * n)) - 1
        left = sum(1 << (row * n) for row in range(n))
        right = left << (n - 1)
        not_left = self.full & ~left
        not_right = self.full & ~right
        # Steps to higher bits first: the mask is that of the squares on which a step may end.
        self.up = [(1, not_left), (n, self.full), (n + 1, not_left), (n - 1, not_right)]
        self.down = [(1, not_right), (n, self.full), (n + 1, not_right), (n - 1, not_left)]

    def moves(self, own, opp):
        found = 0
        for shift, mask in self.up:
            run = (own << shift) & mask & opp
            for _ in range(self.n - 3):
                run |= (run << shift) & mask & opp
            found |= (run << shift) & mask
        for shift, mask in self.down:
            run = (own >> shift) & mask & opp
            for _ in range(self.n - 3):
                run |= (run >> shift) & mask & opp
            found |= (run >> shift) & mask
        return found & ~(own | opp) & self.full

    def flips(self, bit, own, opp):
        flipped = 0
        for shift, mask in self.up:
            run, at = 0, (bit << shift) & mask
            while at & opp:
                run |= at
                at = (at << shift) & mask
            if at & own:
                flipped |= run
        for shift, mask in self.down:
            run, at = 0, (bit >> shift) & mask
            while at & opp:
                run |= at
                at = (at >> shift) & mask
            if at & own:
                flipped |= run
        return flipped


def bits(board):
    while board:
        bit = board & -board
        yield bit
        board ^= bit


def count(board):
    return bin(board).count("1")


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.geometry = Geometry(chessboard_size)

    def go(self, chessboard):
        self.candidate_list.clear()
        own = opp = 0
        for row in range(self.chessboard_size):
            for column in range(self.chessboard_size):
                bit = 1 << (row * self.chessboard_size + column)
                if chessboard[row][column] == self.color:
                    own |= bit
                elif chessboard[row][column] == -self.color:
                    opp |= bit
        best_value, best_bit = -INFINITY, 0
        for bit in bits(self.geometry.moves(own, opp)):
            self.candidate_list.append(self.square(bit))
            flipped = self.geometry.flips(bit, own, opp)
            value = -self.search(opp ^ flipped, own | bit | flipped, 2, -INFINITY, -best_value)
            if value > best_value:
                best_value, best_bit = value, bit
        if best_bit:
            self.candidate_list.append(self.square(best_bit))

    def square(self, bit):
        return divmod(bit.bit_length() - 1, self.chessboard_size)

    def search(self, own, opp, depth, alpha, beta):
        moves = self.geometry.moves(own, opp)
        if not moves:
            if not self.geometry.moves(opp, own):
                return 100 * (count(opp) - count(own))
            return -self.search(opp, own, depth, -beta, -alpha)
        if depth == 0:
            return count(opp) - count(own) - 3 * count(moves)
        for bit in bits(moves):
            flipped = self.geometry.flips(bit, own, opp)
            value = -self.search(opp ^ flipped, own | bit | flipped, depth - 1, -beta, -alpha)
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return alpha
