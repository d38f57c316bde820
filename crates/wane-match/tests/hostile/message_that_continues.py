"""Opens a message queue, which could send SIGCONT when a message comes."""

# verdict: crash: Function not implemented

from base import Player
from kernel import LIBC, checked

O_CREAT_RDWR = 0o102


class AI(Player):
    def go(self, chessboard):
        checked(LIBC.mq_open(b"/queue", O_CREAT_RDWR, 0o600, None))
