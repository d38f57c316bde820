"""Adds a filter of its own that kills it at its next call."""

# verdict: crash: it was killed by signal 31

import ctypes

from base import Player
from kernel import LIBC

PR_SET_SECCOMP, FILTER = 22, 2
RETURN, KILL_PROCESS = 6, 0x80000000


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        code = (ctypes.c_uint32 * 2)(RETURN, KILL_PROCESS)
        program = Program(1, ctypes.addressof(code))
        LIBC.prctl(PR_SET_SECCOMP, FILTER, ctypes.byref(program), 0, 0)
