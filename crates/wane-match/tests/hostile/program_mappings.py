#!/usr/bin/python3
"""Has many processes with as many mappings as there can be, which have no memory but the kernel's."""

# verdict: memory: MB are allowed
# speaks: ugi

import ctypes
import os
import time

import program

EXECUTE, PRIVATE_ANONYMOUS = 4, 0x22


def hoard():
    libc = ctypes.CDLL(None)
    libc.mmap.restype = ctypes.c_void_p
    for number in range(60000):
        # Neighbours with the same rights would be one mapping.
        protection = EXECUTE * (number % 2)
        libc.mmap(None, ctypes.c_size_t(4096), protection, PRIVATE_ANONYMOUS, -1, ctypes.c_long(0))
    for _ in range(20):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    time.sleep(3)
    raise RuntimeError("the kernel has 200 megabytes for them")


program.serve(hoard)
