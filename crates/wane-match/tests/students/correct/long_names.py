"""Very long names and sorted moves; the last legal move is chosen only where it is the best."""

ALL_EIGHT_DIRECTIONS_AS_ROW_AND_COLUMN_STEPS = [
    (row_step, column_step)
    for row_step in (-1, 0, 1)
    for column_step in (-1, 0, 1)
    if not (row_step == 0 and column_step == 0)
]


def is_this_square_inside_of_the_chessboard(row_number, column_number, number_of_rows):
    return 0 <= row_number < number_of_rows and 0 <= column_number < number_of_rows


def find_all_squares_whose_discs_would_be_flipped(
    current_chessboard, row_of_the_new_disc, column_of_the_new_disc, color_of_the_moving_side
):
    number_of_rows = len(current_chessboard)
    squares_of_all_flipped_discs = []
    for row_step, column_step in ALL_EIGHT_DIRECTIONS_AS_ROW_AND_COLUMN_STEPS:
        squares_flipped_in_this_direction = []
        row_being_examined = row_of_the_new_disc + row_step
        column_being_examined = column_of_the_new_disc + column_step
        while is_this_square_inside_of_the_chessboard(
            row_being_examined, column_being_examined, number_of_rows
        ):
            disc_on_the_examined_square = current_chessboard[row_being_examined][column_being_examined]
            if disc_on_the_examined_square == color_of_the_moving_side:
                squares_of_all_flipped_discs.extend(squares_flipped_in_this_direction)
                break
            if disc_on_the_examined_square == 0:
                break
            squares_flipped_in_this_direction.append((row_being_examined, column_being_examined))
            row_being_examined += row_step
            column_being_examined += column_step
    return squares_of_all_flipped_discs


class AI(object):
    def __init__(self, chessboard_size, color, time_out):
        self.chessboard_size = chessboard_size
        self.color = color
        self.time_out = time_out
        self.candidate_list = []

    def go(self, chessboard):
        self.candidate_list.clear()
        number_of_flipped_discs_for_each_legal_move = {}
        for row_number in range(self.chessboard_size):
            for column_number in range(self.chessboard_size):
                if chessboard[row_number][column_number] != 0:
                    continue
                squares_of_all_flipped_discs = find_all_squares_whose_discs_would_be_flipped(
                    chessboard, row_number, column_number, self.color
                )
                if squares_of_all_flipped_discs:
                    number_of_flipped_discs_for_each_legal_move[(row_number, column_number)] = len(
                        squares_of_all_flipped_discs
                    )
        legal_moves_sorted_from_many_flips_to_few = sorted(
            number_of_flipped_discs_for_each_legal_move,
            key=number_of_flipped_discs_for_each_legal_move.get,
            reverse=True,
        )
        self.candidate_list.extend(legal_moves_sorted_from_many_flips_to_few)
        move_with_the_highest_value_so_far = None
        highest_value_so_far = float("-inf")
        for legal_move_to_consider in legal_moves_sorted_from_many_flips_to_few:
            value_of_the_considered_move = self.estimate_the_value_of_a_single_move(
                legal_move_to_consider,
                number_of_flipped_discs_for_each_legal_move[legal_move_to_consider],
            )
            if value_of_the_considered_move > highest_value_so_far:
                highest_value_so_far = value_of_the_considered_move
                move_with_the_highest_value_so_far = legal_move_to_consider
        if move_with_the_highest_value_so_far is not None:
            self.candidate_list.append(move_with_the_highest_value_so_far)

    def estimate_the_value_of_a_single_move(self, the_move_to_estimate, number_of_flipped_discs):
        number_of_the_last_row = self.chessboard_size - 1
        distance_of_the_move_from_the_nearest_edge = min(
            min(coordinate_of_the_move, number_of_the_last_row - coordinate_of_the_move)
            for coordinate_of_the_move in the_move_to_estimate
        )
        return 3 * distance_of_the_move_from_the_nearest_edge - number_of_flipped_discs
