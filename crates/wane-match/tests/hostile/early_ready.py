"""Says that it is ready before it is, and says it again."""

# verdict: output: answers no question

from base import Player, host


class AI(Player):
    def __init__(self, chessboard_size, color, time_out):
        super().__init__(chessboard_size, color, time_out)
        host().lines.say("ready")
