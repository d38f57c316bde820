"""Reads the passwords through a symbolic link."""

# verdict: crash: FileNotFoundError

import os
import tempfile

from base import Player


class AI(Player):
    def go(self, chessboard):
        link = os.path.join(tempfile.mkdtemp(), "link")
        os.symlink("/etc/shadow", link)
        open(link)
