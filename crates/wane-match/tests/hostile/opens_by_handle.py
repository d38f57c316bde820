"""Opens a file by its number instead of its path."""

# verdict: crash: PermissionError

import ctypes

from base import Player
from kernel import call


class AI(Player):
    def go(self, chessboard):
        handle = (ctypes.c_uint32 * 34)(8, 1, 2)
        call("open_by_handle_at", -100, handle, 0)
