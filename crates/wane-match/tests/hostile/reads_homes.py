"""Looks for files in the folders of users."""

# verdict: crash: FileNotFoundError

import os
import site
import sys

from base import Player


class AI(Player):
    def go(self, chessboard):
        # Python may be installed there, and the agent be kept there.
        own = os.path.dirname(os.path.abspath(__file__))
        known = (sys.prefix, sys.base_prefix, site.getuserbase(), own)
        for home in ("/root", "/home"):
            for folder, _, files in os.walk(home):
                if files and not folder.startswith(known):
                    raise RuntimeError("it finds %s in %s" % (files, folder))
        open("/root/.profile")
