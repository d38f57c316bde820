"""Puts filters into the kernel, each as long as can be."""

# verdict: crash: Operation not permitted

import ctypes
import struct

from base import Player
from kernel import LIBC, call, checked, must_fail

SET_FILTER, MODE = 22, 2
LOAD, ALLOW = struct.pack("HBBI", 0x20, 0, 0, 0), struct.pack("HBBI", 0x06, 0, 0, 0x7FFF0000)


class AI(Player):
    def go(self, chessboard):
        code = ctypes.create_string_buffer(LOAD * 4000 + ALLOW)
        program = ctypes.create_string_buffer(struct.pack("HP", 4001, ctypes.addressof(code)))
        must_fail(call, "seccomp", 1, 0, program)
        for _ in range(8):
            checked(LIBC.prctl(SET_FILTER, ctypes.c_long(MODE), program))
        raise RuntimeError("there are eight filters")
