"""UCT: a tree of random games, with slots in its nodes."""

import math
import random
from time import perf_counter

EXPLORATION = 1.2
SECONDS = 0.05


class Board:
    __slots__ = ("discs", "size")

    def __init__(self, size, discs):
        self.size = size
        self.discs = discs

    def flips(self, square, color):
        size, discs = self.size, self.discs
        row, column = square // size, square % size
        flipped = []
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                step = down * size + right
                if step == 0:
                    continue
                # As many steps as there are before the edge.
                to_row = size if down == 0 else (size - 1 - row if down > 0 else row)
                to_column = size if right == 0 else (size - 1 - column if right > 0 else column)
                at, run = square, []
                for _ in range(min(to_row, to_column)):
                    at += step
                    disc = discs[at]
                    if disc == -color:
                        run.append(at)
                        continue
                    if disc == color:
                        flipped += run
                    break
        return flipped

    def moves(self, color):
        empty = (at for at, disc in enumerate(self.discs) if disc == 0)
        return [at for at in empty if self.flips(at, color)]

    def play(self, square, color):
        for at in self.flips(square, color):
            self.discs[at] = color
        self.discs[square] = color

    def copy(self):
        return Board(self.size, self.discs[:])


class Node:
    __slots__ = ("board", "color", "parent", "move", "children", "untried", "visits", "value")

    def __init__(self, board, color, parent=None, move=None):
        self.board = board
        self.color = color
        self.parent = parent
        self.move = move
        self.children = []
        self.untried = board.moves(color)
        if not self.untried and board.moves(-color):
            # None stands for a pass.
            self.untried = [None]
        self.visits = 0
        # How good the node is for the side that moved to it.
        self.value = 0.0

    def expand(self):
        move = self.untried.pop(random.randrange(len(self.untried)))
        board = self.board.copy()
        if move is not None:
            board.play(move, self.color)
        child = Node(board, -self.color, self, move)
        self.children.append(child)
        return child

    def best_child(self):
        log = math.log(self.visits)
        return max(
            self.children,
            key=lambda it: it.value / it.visits + EXPLORATION * math.sqrt(log / it.visits),
        )


def playout(board, color):
    """The sum of the discs at the end of a random game: below zero if Black has more."""
    board = board.copy()
    passed = False
    while True:
        empties = [at for at, disc in enumerate(board.discs) if disc == 0]
        random.shuffle(empties)
        move = next((at for at in empties if board.flips(at, color)), None)
        if move is not None:
            board.play(move, color)
        elif passed:
            return sum(board.discs)
        passed = move is None
        color = -color


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        end = perf_counter() + SECONDS
        self.candidate_list.clear()
        discs = [int(disc) for row in chessboard for disc in row]
        root = Node(Board(self.chessboard_size, discs), self.color)
        for at in root.untried:
            if at is not None:
                self.candidate_list.append(divmod(at, self.chessboard_size))
        if not self.candidate_list:
            return
        self.candidate_list.append(self.candidate_list[0])
        while perf_counter() < end:
            node = root
            while not node.untried and node.children:
                node = node.best_child()
            if node.untried:
                node = node.expand()
            total = playout(node.board, node.color)
            while node is not None:
                # The side that moved to the node is the other one.
                lead = total * -node.color
                node.visits += 1
                node.value += 1.0 if lead < 0 else 0.5 if lead == 0 else 0.0
                node = node.parent
        if root.children:
            best = max(root.children, key=lambda it: it.visits)
            self.candidate_list.append(divmod(best.move, self.chessboard_size))
