"""Calls the kernel as 32-bit programs do, which a filter can forget."""

# verdict: crash: it was killed by signal 31

import ctypes
import mmap
import os
import signal

from base import Player

# mov eax, 2 (fork); int 0x80; ret
CODE = b"\xb8\x02\x00\x00\x00\xcd\x80\xc3"


class AI(Player):
    def go(self, chessboard):
        if os.uname().machine != "x86_64":
            os.kill(os.getpid(), signal.SIGSYS)
        room = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
        room.write(CODE)
        start = ctypes.addressof(ctypes.c_char.from_buffer(room))
        if ctypes.CFUNCTYPE(ctypes.c_int)(start)() == 0:
            os._exit(0)
        raise RuntimeError("it has a child")
