"""Looks for files in the folders of users."""

# verdict: crash: FileNotFoundError

import os
import site
import sys

from base import Player


class AI(Player):
    def go(self, chessboard):
        # Python may be installed there.
        known = (sys.prefix, sys.base_prefix, site.getuserbase())
        for folder, _, files in os.walk("/root"):
            if files and not folder.startswith(known):
                raise RuntimeError("it finds %s in %s" % (files, folder))
        os.listdir("/home")
