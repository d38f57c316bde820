"""Takes a segment of System V memory."""

# verdict: crash: Function not implemented

from base import Player
from kernel import LIBC, checked

IPC_CREAT = 0o1000


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.shmget(0, 200 << 20, IPC_CREAT | 0o600))
