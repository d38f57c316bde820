"""Makes an object whose every attribute ends Python."""

# verdict: crash: it ended with status


class AI:
    def __init__(self, chessboard_size, color, time_out):
        pass

    def __getattribute__(self, name):
        raise SystemExit("mine")
