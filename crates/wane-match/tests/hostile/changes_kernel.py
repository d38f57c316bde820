"""Changes a setting of the kernel."""

# verdict: crash: OSError

from base import Player


class AI(Player):
    def go(self, chessboard):
        try:
            open("/proc/sys/kernel/core_pattern", "w")
        except PermissionError as error:
            raise OSError("refused: %s" % error)
