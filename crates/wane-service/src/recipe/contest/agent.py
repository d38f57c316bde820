#if random.choice
import random
#end
import time

import numpy as np

# Whether to compile with numba: 30 times as fast, but loading takes 10 seconds and 50 MB.
USE_NUMBA = #NUMBA#

HAS_NUMBA = False
if USE_NUMBA:
    try:
        from numba import njit

        # Python calls some functions; the others need no way in for it, which saves memory.
        compiled = njit(no_cfunc_wrapper=True)
        inner = njit(no_cfunc_wrapper=True, no_cpython_wrapper=True)
        HAS_NUMBA = True
    except Exception:  # It is not installed, or does not work here.
        pass
if not HAS_NUMBA:

    def compiled(function):
        """The same code as plain Python."""
        return function

    inner = compiled


# A board is a row of 10 x 10 cells: the squares of the game with a border around them, so that no step leaves it.
EMPTY, AGENT, OPPONENT, BORDER = 0, 1, -1, 2
WIDTH = 10
STEPS = (1, -1, 10, -10, 9, -9, 11, -11)
EDGE, CORNER = 1, 2

# Weights are whole numbers: the weight 1 is ONE.
ONE = 10**8
# The value of a won game if values are shares.
SHARE = 10**7
# Above every value.
INFINITY = 2**60
# A depth beyond the end of every game.
TO_THE_END = 128

#TABLES#


def array(numbers):
    """Numbers that compiled code reads fast, or a list, which plain Python reads faster."""
    return np.array(numbers, dtype=np.int64) if HAS_NUMBA else list(numbers)


# ---- The moves of the game ----


@compiled
def is_legal(board, square, side):
    """Whether a side may play on a square."""
    if board[square] != EMPTY:
        return False
    for step in STEPS:
        at = square + step
        if board[at] == -side:
            while board[at] == -side:
                at += step
            if board[at] == side:
                return True
    return False


@inner
def has_move(board, side, squares):
    """Whether a side has a legal move."""
    for square in squares:
        if is_legal(board, square, side):
            return True
    return False


@compiled
def play(board, square, side, trail, top):
    """Plays a legal move. The changed cells are added to the trail, and the new length of the trail is returned."""
    for step in STEPS:
        at = square + step
        while board[at] == -side:
            at += step
        if board[at] == side:
            at -= step
            while at != square:
                board[at] = side
                trail[top] = at
                top += 1
                at -= step
    board[square] = side
    trail[top] = square
    return top + 1


@compiled
def take_back(board, side, trail, top, end):
    """Takes back the move that changed the cells between top and end of the trail."""
    board[trail[end - 1]] = EMPTY
    for index in range(top, end - 1):
        board[trail[index]] = -side


# ---- What can be counted for a side ----


@compiled
def count_discs(board, side, squares):
    """Discs."""
    count = 0
    for square in squares:
        if board[square] == side:
            count += 1
    return count


@inner
def count_moves(board, side, squares):
    """Legal moves."""
    count = 0
    for square in squares:
        if is_legal(board, square, side):
            count += 1
    return count


@inner
def count_zone(board, side, squares, zone, which):
    """Discs on the edge, or in corners."""
    count = 0
    for square in squares:
        if board[square] == side and zone[square] & which:
            count += 1
    return count


#if weigh_discs
@inner
def weigh_discs(board, side, squares, tables, table):
    """The table weights of discs."""
    sum = 0
    for square in squares:
        if board[square] == side:
            sum += tables[100 * table + square]
    return sum


#end
#if weigh_discs_by_corner
@inner
def weigh_discs_by_corner(board, side, squares, corner_of, tables, open, taken):
    """The table weights of discs; in a quarter of the board whose corner is taken those of another table."""
    sum = 0
    for square in squares:
        if board[square] == side:
            table = open if board[corner_of[square]] == EMPTY else taken
            sum += tables[100 * table + square]
    return sum


#end
#if weigh_moves
@inner
def weigh_moves(board, side, squares, tables, table):
    """The table weights of legal moves."""
    sum = 0
    for square in squares:
        if is_legal(board, square, side):
            sum += tables[100 * table + square]
    return sum


#end
#if count_beside
@inner
def count_beside(board, kind, squares, neighbour):
    """Squares of one kind with a neighbour of another, such as discs next to an empty square."""
    count = 0
    for square in squares:
        if board[square] == kind:
            for step in STEPS:
                if board[square + step] == neighbour:
                    count += 1
                    break
    return count


#end
#if count_stable
@inner
def count_stable(board, side, squares, mark, safe):
    """Discs that can never be flipped: each line ends there, or is full, or has a stable neighbour."""
    for square in squares:
        mark[square] = 0
        safe[square] = 0
        if board[square] == side:
            for axis in range(4):
                step = STEPS[2 * axis]
                if board[square + step] == BORDER or board[square - step] == BORDER:
                    safe[square] |= 1 << axis
                    continue
                at = square
                while board[at] != BORDER and board[at] != EMPTY:
                    at += step
                back = square
                while board[back] != BORDER and board[back] != EMPTY:
                    back -= step
                if board[at] == BORDER and board[back] == BORDER:
                    safe[square] |= 1 << axis
    count = 0
    has_grown = True
    while has_grown:
        has_grown = False
        for square in squares:
            if board[square] == side and mark[square] == 0:
                is_stable = True
                for axis in range(4):
                    step = STEPS[2 * axis]
                    beside = mark[square + step] + mark[square - step]
                    if beside == 0 and safe[square] & (1 << axis) == 0:
                        is_stable = False
                        break
                if is_stable:
                    mark[square] = 1
                    count += 1
                    has_grown = True
    return count


#end
#if count_connected
@inner
def count_connected(board, side, squares, zone, mark, is_along_edge):
    """Discs that are connected to a corner by discs of their side, along rows and columns."""
    for square in squares:
        mark[square] = 0
    count = 0
    has_grown = True
    while has_grown:
        has_grown = False
        for square in squares:
            if board[square] != side or mark[square] == 1:
                continue
            if is_along_edge and zone[square] & EDGE == 0:
                continue
            beside = mark[square + 1] + mark[square - 1] + mark[square + WIDTH] + mark[square - WIDTH]
            if beside > 0 or zone[square] & CORNER:
                mark[square] = 1
                count += 1
                has_grown = True
    return count


#end
#if has_last_move
@inner
def has_last_move(board, side, squares, agent_to_move):
    """1 for the side that makes the last move if no side passes."""
    is_odd = count_discs(board, EMPTY, squares) % 2 == 1
    return int((side == AGENT) == (is_odd == agent_to_move))


#end
#if share
@inner
def share(feature, greatest):
    """A feature as a share of its greatest value, rounded towards 0."""
    rest = abs(feature)
    quotient = 0
    for _ in range(7):
        rest *= 10
        quotient = 10 * quotient + rest // greatest
        rest %= greatest
    return quotient if feature >= 0 else -quotient


@inner
def divided(sum, by):
    """A quotient, rounded towards 0."""
    return sum // by if sum >= 0 else -(-sum // by)


#end
#if part
@inner
def part(value, share):
    """A part of a value, in units of 1 / 65536, rounded towards 0."""
    whole = abs(value)
    cut = whole // 65536 * share + whole % 65536 * share // 65536
    return cut if value >= 0 else -cut


#end
# ---- The value of a position for the agent ----


#EVALUATION#


@inner
def final_score(board, squares):
    """The score of a finished game for the agent: fewer discs win, and the winner also gets the empty squares."""
    own = count_discs(board, AGENT, squares)
    other = count_discs(board, OPPONENT, squares)
    empties = len(squares) - own - other
    if own < other:
        return other - own + empties
    if own > other:
        return other - own - empties
    return 0


@inner
def sign(number):
    return int(number > 0) - int(number < 0)


#END_VALUE#


# ---- The search ----


@inner
def count_replies(board, side, square, squares, trail, top):
    """How many moves the opponent has after a move."""
    end = play(board, square, side, trail, top)
    replies = count_moves(board, -side, squares)
    take_back(board, side, trail, top, end)
    return replies


@inner
def list_moves(board, side, depth, is_exact, stage, layout, work, first, top):
    """Writes the legal moves in the order of the search from place `first` on; returns their number."""
    squares, zone, corner_of, tables, greatest, shares, mark, safe, facts = layout
    moves, keys, trail, state = work
    count = 0
    for square in squares:
        if is_legal(board, square, side):
            moves[first + count] = square
            keys[first + count] = 0
            count += 1
    if is_exact:
        if count_discs(board, EMPTY, squares) > 4:
            for index in range(first, first + count):
                keys[index] = count_replies(board, side, moves[index], squares, trail, top)
    else:
        #ORDER#
    # The lowest key first; equal ones stay in their order.
    for index in range(first + 1, first + count):
        move, key = moves[index], keys[index]
        at = index
        while at > first and keys[at - 1] > key:
            moves[at], keys[at] = moves[at - 1], keys[at - 1]
            at -= 1
        moves[at], keys[at] = move, key
    return count


@inner
def negamax(board, side, depth, alpha, beta, ply, top, is_exact, stage, layout, work):
    """Alpha-beta: the value for the side to move. The search gives up when it has seen too many positions."""
    squares = layout[0]
    moves, keys, trail, state = work
    state[0] += 1
    if state[0] > state[1]:
        state[2] = 1
        return 0
    if not has_move(board, side, squares):
        if not has_move(board, -side, squares):
            if is_exact:
                return side * #EXACT_VALUE#
            return side * end_value(board, side == AGENT, stage, layout)
        if depth > 0:
            #PASS#
    if depth == 0:
        state[3] = 1
        return side * evaluate(board, side == AGENT, stage, layout)
    first = 64 * ply
    count = list_moves(board, side, depth, is_exact, stage, layout, work, first, top)
    best = -INFINITY
    for index in range(first, first + count):
        end = play(board, moves[index], side, trail, top)
        value = -negamax(
            board, -side, depth - 1, -beta, -alpha, ply + 1, end, is_exact, stage, layout, work
        )
        take_back(board, side, trail, top, end)
        if state[2] == 1:
            return 0
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


@compiled
def best_move(board, depth, is_exact, stage, layout, work):
    """The best move at a depth, or 0 if every move loses or the search gave up."""
    moves, keys, trail, state = work
    count = list_moves(board, AGENT, depth, is_exact, stage, layout, work, 0, 0)
    best = 0
    alpha = -INFINITY
    for index in range(count):
        square = moves[index]
        end = play(board, square, AGENT, trail, 0)
        value = -negamax(
            board, OPPONENT, depth - 1, -INFINITY, -alpha, 1, end, is_exact, stage, layout, work
        )
        take_back(board, AGENT, trail, 0, end)
        if state[2] == 1:
            return 0
        if value > alpha:
            alpha = value
            best = square
    return best


# ---- The contest ----


def on_board(table, size):
    """The weights of a table of 8 x 8 on a board: a smaller one has the squares around the four corners."""
    cells = [0] * 100
    for row in range(size):
        for column in range(size):
            far_row = row if row < size // 2 else row + 8 - size
            far_column = column if column < size // 2 else column + 8 - size
            cells[cell(row, column)] = table[8 * far_row + far_column]
    return cells


def cell(row, column):
    """The cell of a square."""
    return WIDTH * (row + 1) + column + 1


#if logistic
def logistic(x, width):
    """1 / (1 + e^(-x / width)) in units of 1 / 65536, with whole numbers only."""
    if x < 0:
        return 65536 - logistic(-x, width)
    step = term = 2**40
    for index in range(1, 20):
        term = -(abs(term) // (width * index)) if term > 0 else abs(term) // (width * index)
        step += term
    power = 2**40
    for _ in range(x):
        power = power * step // 2**40
    return 65536 * 2**40 // (2**40 + power)


#end
def make_layout(size, color):
    """What the compiled code wants to know of the board."""
    squares = [cell(row, column) for row in range(size) for column in range(size)]
    zone, corner_of = [0] * 100, [0] * 100
    for row in range(size):
        for column in range(size):
            is_row_end, is_column_end = row in (0, size - 1), column in (0, size - 1)
            zone[cell(row, column)] = EDGE * (is_row_end or is_column_end) + CORNER * (is_row_end and is_column_end)
            corner_row = 0 if row < size // 2 else size - 1
            corner_column = 0 if column < size // 2 else size - 1
            corner_of[cell(row, column)] = cell(corner_row, corner_column)
    tables = [on_board(table, size) for table in TABLES]
    greatest = [0]
    shares = [0]
    #LAYOUT#
    flat = [weight for table in tables for weight in table] or [0]
    parts = (squares, zone, corner_of, flat, greatest, shares, [0] * 100, [0] * 100, [color])
    return tuple(array(part) for part in parts)


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []
        self.layout = make_layout(chessboard_size, color)
        # Lists of moves for each ply, their keys, the changed cells, and the state of the search.
        lists = 64 * (TO_THE_END + 2)
        self.work = tuple(array(part) for part in ([0] * lists, [0] * lists, [0] * 4096, [0] * 4))
        # The first call compiles, the second one measures how many positions a second are searched.
        start = self.start()
        for depth in (1, 5 if HAS_NUMBA else 2):
            self.speed = 1000.0
            self.search(start, depth, 0, stage_of(start, self.layout), time.perf_counter() + 2.0)

    def start(self):
        """The start position, as the agent sees it."""
        size = self.chessboard_size
        middle = size // 2
        chessboard = [[0] * size for _ in range(size)]
        chessboard[middle - 1][middle - 1] = chessboard[middle][middle] = 1
        chessboard[middle - 1][middle] = chessboard[middle][middle - 1] = -1
        return self.read(chessboard)

    def read(self, chessboard):
        """The cells of a board, with the agent's discs as 1."""
        cells = [BORDER] * 100
        for row in range(self.chessboard_size):
            for column in range(self.chessboard_size):
                cells[cell(row, column)] = int(chessboard[row][column]) * self.color
        return array(cells)

    def search(self, board, depth, is_exact, stage, deadline):
        """The best move at a depth, or 0; whether positions before the end were evaluated; whether time ran out."""
        state = self.work[3]
        while True:
            began = time.perf_counter()
            state[0] = state[2] = state[3] = 0
            # Compiled code does not look at the clock, so it is given a number of positions.
            state[1] = int(max(200.0, 0.9 * self.speed * (deadline - began)))
            move = best_move(board, depth, is_exact, stage, self.layout, self.work)
            elapsed = time.perf_counter() - began
            # A short search says little about the speed.
            if elapsed > 0.002:
                self.speed = state[0] / elapsed
            has_time = deadline - time.perf_counter() > 0.2 * self.time_out
            if state[2] == 0 or not has_time:
                return int(move), state[3] == 1, state[2] == 1

    def go(self, chessboard):
        deadline = time.perf_counter() + self.time_out * #TIME# / 100
        self.candidate_list.clear()
        board = self.read(chessboard)
        squares = self.layout[0]
        legal = [int(square) for square in squares if is_legal(board, square, AGENT)]
        for square in legal:
            self.add(square)
        if not legal:
            return
        #CHOOSE#

    def add(self, square):
        """The last candidate is the move."""
        self.candidate_list.append((square // WIDTH - 1, square % WIDTH - 1))
