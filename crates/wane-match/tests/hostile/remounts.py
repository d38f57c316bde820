"""Makes the system folders writable."""

# verdict: crash: PermissionError

from base import Player
from kernel import LIBC, checked

MS_REMOUNT, MS_BIND = 32, 4096


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.mount(None, b"/usr", None, MS_REMOUNT | MS_BIND, None))
