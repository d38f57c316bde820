"""Hides memory in the extended attributes of one empty file."""

# verdict: memory: MB are allowed

import errno
import os
import tempfile

from base import Player

VALUE = b"x" * (60 << 10)


class AI(Player):
    def go(self, chessboard):
        handle, path = tempfile.mkstemp()
        blocks = []
        for number in range(20000):
            try:
                os.setxattr(path, "user.%d" % number, VALUE)
            except OSError as error:
                if error.errno != errno.ENOTSUP:
                    raise
                # Not on this kernel.
                blocks.append(bytearray(VALUE))
