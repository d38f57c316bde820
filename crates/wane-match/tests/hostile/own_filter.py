"""Adds a filter of its own that would kill it at its next call."""

# verdict: crash: Operation not permitted

import ctypes

from base import Player
from kernel import LIBC, checked

PR_SET_SECCOMP, FILTER = 22, 2
RETURN, KILL_PROCESS = 6, 0x80000000


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]


class AI(Player):
    def go(self, chessboard):
        self.find_moves(chessboard)
        code = (ctypes.c_uint32 * 2)(RETURN, KILL_PROCESS)
        program = Program(1, ctypes.addressof(code))
        checked(LIBC.prctl(PR_SET_SECCOMP, FILTER, ctypes.byref(program), 0, 0))
