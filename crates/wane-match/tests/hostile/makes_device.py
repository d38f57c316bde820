"""Makes a device for the memory of the machine."""

# verdict: crash: PermissionError

import os
import stat
import tempfile

from base import Player


class AI(Player):
    def go(self, chessboard):
        path = os.path.join(tempfile.mkdtemp(), "memory")
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 1))
        open(path, "rb")
