"""Stays in native code that does not look at the time."""

# verdict: time-out: no move after
# time: 300ms
# cheats: yes

import hashlib

from base import Player


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        hashlib.pbkdf2_hmac("sha256", b"a", b"b", 20_000_000)
