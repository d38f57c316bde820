"""Has a function go that takes nothing."""

# verdict: crash: AI.go takes ()


class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.candidate_list = []

    def go(self):
        pass
