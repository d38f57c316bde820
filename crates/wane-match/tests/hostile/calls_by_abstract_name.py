"""Calls the processes of the machine by names that are in no folder."""

# verdict: crash: ConnectionRefusedError

import socket

from base import Player

NAMES = ("/tmp/.X11-unix/X0", "/tmp/dbus-session", "/org/freedesktop/systemd1")


class AI(Player):
    def go(self, chessboard):
        for name in NAMES:
            with socket.socket(socket.AF_UNIX) as own:
                own.connect("\0" + name)
                raise RuntimeError("someone answers at " + name)
