# The second part of host.py: Landlock, a second wall inside of the sandbox, and a filter that closes the door behind it.

# linux/landlock.h: the system calls, which have the same numbers everywhere.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
ASK_VERSION, PATH_BENEATH = 1, 1
EXECUTE, WRITE_FILE, TRUNCATE = 1 << 0, 1 << 1, 1 << 14
# Removing and making files and folders of all kinds; moving them, from version 2 on.
CHANGE_FOLDERS = sum(1 << bit for bit in range(4, 13))
MOVE = 1 << 13
# Abstract sockets and signals stay inside; from version 6 on.
SCOPES = 3

# linux/prctl.h, linux/seccomp.h, linux/bpf_common.h.
SET_FILTER, FILTER_MODE = 22, 2
ALLOW, NOT_PERMITTED = 0x7FFF0000, 0x00050001
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
# Offsets of the number of a call and of its first argument.
NUMBER, FIRST = 0, 16
PRCTL = {"x86_64": 157, "aarch64": 167}


def lock(writable):
    """Lets this process write to these files and folders only, start no program, trace no process but itself and
    send no signal to others. Returns the version of Landlock, or 0 where there is none."""
    import ctypes
    import struct

    libc = ctypes.CDLL(None, use_errno=True)

    def call(number, *values):
        values = [it if isinstance(it, bytes) else ctypes.c_long(it) for it in values]
        return libc.syscall(ctypes.c_long(number), *values)

    version = call(CREATE_RULESET, 0, 0, ASK_VERSION)
    if version < 1:
        return 0
    file_rights = WRITE_FILE | (TRUNCATE if version >= 3 else 0)
    folder_rights = file_rights | CHANGE_FOLDERS | (MOVE if version >= 2 else 0)
    rights = struct.pack("=QQQ", folder_rights | EXECUTE, 0, SCOPES if version >= 6 else 0)
    # Older versions know less of it, and accept the rest if it is zero.
    ruleset = call(CREATE_RULESET, rights, len(rights), 0)
    for path in writable:
        if not os.path.exists(path):
            continue
        target = os.open(path, os.O_PATH)
        allowed = folder_rights if os.path.isdir(path) else file_rights
        call(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", allowed, target), 0)
        os.close(target)
    is_locked = call(RESTRICT_SELF, ruleset, 0) == 0
    os.close(ruleset)
    return version if is_locked else 0


def shut():
    """Refuses further rules of Landlock and further filters, whose memory nobody would count."""
    import ctypes
    import struct

    prctl = PRCTL[os.uname().machine]
    code = [
        (LOAD, 0, 0, NUMBER),
        (JUMP_IF_EQUAL, 5, 0, CREATE_RULESET),
        (JUMP_IF_EQUAL, 4, 0, ADD_RULE),
        (JUMP_IF_EQUAL, 0, 2, prctl),
        (LOAD, 0, 0, FIRST),
        (JUMP_IF_EQUAL, 1, 0, SET_FILTER),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, NOT_PERMITTED),
    ]
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in code))
    program = ctypes.create_string_buffer(struct.pack("@HP", len(code) // 8, ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    mode = ctypes.c_long(FILTER_MODE)
    if libc.prctl(SET_FILTER, mode, program, ctypes.c_long(0), ctypes.c_long(0)) != 0:
        raise OSError(ctypes.get_errno(), "the filter was refused")
