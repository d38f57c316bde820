"""System calls by their names, for agents that attack the kernel."""

import ctypes
import os

LIBC = ctypes.CDLL(None, use_errno=True)

# The numbers on x86-64 and on AArch64; those from 424 on are the same everywhere.
NUMBERS = {
    "bpf": (321, 280),
    "clone": (56, 220),
    "clone3": (435, 435),
    "exit": (60, 93),
    "fsopen": (430, 430),
    "inotify_add_watch": (254, 27),
    "inotify_init1": (294, 26),
    "io_setup": (206, 0),
    "io_uring_setup": (425, 425),
    "kcmp": (312, 272),
    "keyctl": (250, 219),
    "kill": (62, 129),
    "landlock_add_rule": (445, 445),
    "landlock_create_ruleset": (444, 444),
    "memfd_secret": (447, 447),
    "open_by_handle_at": (304, 265),
    "perf_event_open": (298, 241),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pivot_root": (155, 41),
    "process_madvise": (440, 440),
    "seccomp": (317, 277),
    "timer_create": (222, 107),
    "userfaultfd": (323, 282),
}


def call(name, *arguments):
    """The result of a system call. Raises OSError if it fails."""
    return number(NUMBERS[name][os.uname().machine != "x86_64"], *arguments)


def number(which, *arguments):
    """The same for a call with this number."""
    words = [it if isinstance(it, ctypes._SimpleCData) else as_word(it) for it in arguments]
    return checked(LIBC.syscall(ctypes.c_long(which), *words))


def as_word(argument):
    return ctypes.c_long(argument) if isinstance(argument, int) else argument


def checked(result):
    """The result of a function of the C library. Raises OSError if it is -1."""
    if result == -1:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def fill(socket):
    """Sends data that nobody reads, until the socket holds no more."""
    socket.setblocking(False)
    try:
        while True:
            socket.send(bytes(64 << 10))
    except BlockingIOError:
        pass


def must_fail(attack, *arguments):
    """Raises an error unless the system refuses the attack."""
    try:
        attack(*arguments)
    except OSError:
        return
    raise RuntimeError("this attack was not refused")
