"""Makes a key ring in the kernel."""

# verdict: crash: Function not implemented

from base import Player
from kernel import call

KEYCTL_JOIN_SESSION_KEYRING = 1


class AI(Player):
    def go(self, chessboard):
        call("keyctl", KEYCTL_JOIN_SESSION_KEYRING, b"mine")
