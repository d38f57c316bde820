"""Makes pairs of sockets of every family but the local one, by the other call for sockets."""

# verdict: crash: PermissionError

import socket

from base import Player


class AI(Player):
    def go(self, chessboard):
        for family in range(2, 46):
            try:
                socket.socketpair(family)
            except PermissionError as refused:
                last = refused
                continue
            raise RuntimeError(f"family {family} makes pairs")
        raise last
