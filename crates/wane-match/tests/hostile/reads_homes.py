"""Looks for files in the folders of users."""

# verdict: crash: FileNotFoundError

import os

from base import Player


class AI(Player):
    def go(self, chessboard):
        for folder, _, files in os.walk("/root"):
            # An interpreter may be installed there.
            if files and not folder.startswith(os.path.dirname(os.__file__).split("/lib/")[0]):
                raise RuntimeError("it finds %s in %s" % (files, folder))
        os.listdir("/home")
