//! The seccomp filter of a program in the sandbox: which system calls it may make.
//!
//! The kernel counts processes per user, and does not count those of root, so limits alone do not stop a
//! fork bomb everywhere. The filter refuses:
//!
//! - new processes, where a program may have none;
//! - new namespaces, in which a program would have capabilities;
//! - sockets other than `AF_UNIX`: some families (`AF_VSOCK`) ignore network namespaces;
//! - memory that the referee cannot see: System V shared memory, message queues, memfd, larger pipes and buffers of
//!   sockets, pages that are given to a pipe (`vmsplice`), shared mappings without a file, which stay when a process
//!   has given their pages back, and tables in the kernel that can be made large: queues of file events, locks on
//!   parts of files, the table of futexes, rules of Landlock, other filters;
//! - signals that resume a process which the referee has stopped: those of timers, where a program is stopped, and
//!   those of files (`F_SETSIG`);
//! - calls that look into other processes, such as `ptrace`, `kcmp` and `pidfd_open`;
//! - calls that no agent needs and that had security holes, such as `io_uring_setup`, `io_setup`, `modify_ldt`, `bpf`.
//!
//! It allows all other calls, to which the kernel applies its own rules.
//!
//! Dangerous calls fail with `ENOSYS`, as on a kernel that does not have them: libraries have a fallback
//! for that. Calls that are refused with some arguments only fail with `EPERM`, and so does `fork`.

use super::ChildProcesses;

/// The system call numbers of one architecture.
#[derive(Debug)]
pub(super) struct Arch {
    /// `AUDIT_ARCH_*`, as the kernel passes it to a filter.
    audit_arch: u32,
    /// The bit that marks the calls of a second ABI.
    x32_bit: Option<u32>,
    /// Calls that only make processes.
    fork: &'static [u32],
    clone: u32,
    socket: u32,
    socketpair: u32,
    setsockopt: u32,
    mmap: u32,
    fcntl: u32,
    prctl: u32,
    timer_create: u32,
    /// Calls that fail with `ENOSYS`.
    refused: &'static [u32],
}

// linux/audit.h.
const AUDIT_ARCH_X86_64: u32 = 0xC000_003E;
const AUDIT_ARCH_AARCH64: u32 = 0xC000_00B7;
/// asm/unistd.h.
const X32_SYSCALL_BIT: u32 = 0x4000_0000;

const X86_64: Arch = Arch {
    audit_arch: AUDIT_ARCH_X86_64,
    x32_bit: Some(X32_SYSCALL_BIT),
    fork: &[57, 58], // fork, vfork
    clone: 56,
    socket: 41,
    socketpair: 53,
    setsockopt: 54,
    mmap: 9,
    fcntl: 72,
    prctl: 157,
    timer_create: 222,
    refused: &[
        435, // clone3: a filter cannot read its flags, which are in memory; libraries fall back to clone
        272, 308, // unshare, setns
        29, 64, 68, 240, // shmget, semget, msgget, mq_open
        319, 447, // memfd_create, memfd_secret
        101, 310, 311, 440, // ptrace, process_vm_readv, process_vm_writev, process_madvise
        312, 434, 438, // kcmp, pidfd_open, pidfd_getfd
        154, 206, 278, // modify_ldt, io_setup, vmsplice
        248, 249, 250, // add_key, request_key, keyctl
        298, 321, 323, 425, // perf_event_open, bpf, userfaultfd, io_uring_setup
        253, 294, 300, 317, // inotify_init, inotify_init1, fanotify_init, seccomp
        203, // sched_setaffinity: an agent must not leave the cores that it was given
    ],
};

const AARCH64: Arch = Arch {
    audit_arch: AUDIT_ARCH_AARCH64,
    x32_bit: None,
    fork: &[],
    clone: 220,
    socket: 198,
    socketpair: 199,
    setsockopt: 208,
    mmap: 222,
    fcntl: 25,
    prctl: 167,
    timer_create: 107,
    refused: &[
        435, // clone3
        97, 268, // unshare, setns
        194, 190, 186, 180, // shmget, semget, msgget, mq_open
        279, 447, // memfd_create, memfd_secret
        117, 270, 271, 440, // ptrace, process_vm_readv, process_vm_writev, process_madvise
        272, 434, 438, // kcmp, pidfd_open, pidfd_getfd
        0, 75, // io_setup, vmsplice
        217, 218, 219, // add_key, request_key, keyctl
        241, 280, 282, 425, // perf_event_open, bpf, userfaultfd, io_uring_setup
        26, 262, 277, // inotify_init1, fanotify_init, seccomp
        122, // sched_setaffinity
    ],
};

impl Arch {
    /// The architecture that this program runs on, if the filter supports it.
    pub(super) fn host() -> Option<&'static Self> {
        match (std::env::consts::OS, std::env::consts::ARCH) {
            ("linux", "x86_64") => Some(&X86_64),
            ("linux", "aarch64") => Some(&AARCH64),
            _ => None,
        }
    }
}

// Offsets into `struct seccomp_data` (linux/seccomp.h). The last ones are the low halves of arguments on
// little-endian architectures, as both are.
const NR: u32 = 0;
const ARCH: u32 = 4;
const ARG_0: u32 = 16;
const ARG_1: u32 = 24;
const ARG_2: u32 = 32;
const ARG_3: u32 = 40;

// linux/seccomp.h, asm-generic/errno-base.h, asm-generic/errno.h.
const SECCOMP_RET_ALLOW: u32 = 0x7FFF_0000;
const SECCOMP_RET_KILL_PROCESS: u32 = 0x8000_0000;
const SECCOMP_RET_ERRNO: u32 = 0x0005_0000;
const EPERM: u32 = 1;
const ENOSYS: u32 = 38;

// linux/socket.h, asm-generic/socket.h, linux/mman.h, asm-generic/mman-common.h, asm-generic/fcntl.h, linux/prctl.h,
// linux/sched.h.
const AF_UNIX: u32 = 1;
const SOL_SOCKET: u32 = 1;
const SO_SNDBUF: u32 = 7;
const SO_SNDBUFFORCE: u32 = 32;
/// Also the lowest bit of `MAP_SHARED_VALIDATE`, but not of other types.
const MAP_SHARED: u32 = 1;
const MAP_ANONYMOUS: u32 = 0x20;
const F_SETLK: u32 = 6;
const F_SETLKW: u32 = 7;
const F_SETSIG: u32 = 10;
const F_OFD_SETLK: u32 = 37;
const F_OFD_SETLKW: u32 = 38;
const F_SETPIPE_SZ: u32 = 1031;
const PR_SET_SECCOMP: u32 = 22;
const PR_FUTEX_HASH: u32 = 78;
const CLONE_THREAD: u32 = 0x0001_0000;
const CLONE_NEWNS: u32 = 0x0002_0000;
const CLONE_NEWCGROUP: u32 = 0x0200_0000;
const CLONE_NEWUTS: u32 = 0x0400_0000;
const CLONE_NEWIPC: u32 = 0x0800_0000;
const CLONE_NEWUSER: u32 = 0x1000_0000;
const CLONE_NEWPID: u32 = 0x2000_0000;
const CLONE_NEWNET: u32 = 0x4000_0000;
const NAMESPACES: [u32; 7] = [
    CLONE_NEWNS,
    CLONE_NEWCGROUP,
    CLONE_NEWUTS,
    CLONE_NEWIPC,
    CLONE_NEWUSER,
    CLONE_NEWPID,
    CLONE_NEWNET,
];

// linux/bpf_common.h. `BPF_W` and `BPF_K` are 0.
const BPF_LD_ABS: u16 = 0x20;
const BPF_RET: u16 = 0x06;
const BPF_JMP: u16 = 0x05;
const BPF_JEQ: u16 = 0x10;
const BPF_JGE: u16 = 0x30;
const BPF_JSET: u16 = 0x40;

/// One instruction of classic BPF: `struct sock_filter` of linux/filter.h.
#[derive(Clone, Copy)]
struct Instruction {
    code: u16,
    /// How many instructions to skip if the condition is true.
    jt: u8,
    /// The same if it is false.
    jf: u8,
    k: u32,
}

const fn load(offset: u32) -> Instruction {
    Instruction { code: BPF_LD_ABS, jt: 0, jf: 0, k: offset }
}

const fn ret(action: u32) -> Instruction {
    Instruction { code: BPF_RET, jt: 0, jf: 0, k: action }
}

const fn fail_with(errno: u32) -> Instruction {
    ret(SECCOMP_RET_ERRNO | errno)
}

const fn jump(condition: u16, k: u32, jt: u8, jf: u8) -> Instruction {
    Instruction { code: BPF_JMP | condition, jt, jf, k }
}

/// The commands of `fcntl` that are refused.
const FCNTL: [u32; 6] = [F_SETSIG, F_SETPIPE_SZ, F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW];

/// The calls of Landlock, the same everywhere. The host of a contest file needs them, and then refuses them itself.
const LANDLOCK: [u32; 3] = [444, 445, 446];

/// A condition on an argument of a call, which is at an offset.
#[derive(Clone, Copy)]
enum Condition {
    Is(u32, u32),
    IsNot(u32, u32),
    /// It has one of these bits.
    Has(u32, u32),
    HasNot(u32, u32),
}
use Condition::{Has, HasNot, Is, IsNot};

/// The calls that some arguments make unsafe: a call fails if all its conditions are true.
fn rules(arch: &Arch, children: ChildProcesses) -> Vec<(u32, Vec<Condition>)> {
    let any_namespace = NAMESPACES.into_iter().fold(0, |flags, flag| flags | flag);
    let mut rules = vec![
        (arch.socket, vec![IsNot(ARG_0, AF_UNIX)]),
        (arch.socketpair, vec![IsNot(ARG_0, AF_UNIX)]),
        (arch.setsockopt, vec![Is(ARG_1, SOL_SOCKET), Is(ARG_2, SO_SNDBUF)]),
        (arch.setsockopt, vec![Is(ARG_1, SOL_SOCKET), Is(ARG_2, SO_SNDBUFFORCE)]),
        (arch.mmap, vec![Has(ARG_3, MAP_ANONYMOUS), Has(ARG_3, MAP_SHARED)]),
        (arch.prctl, vec![Is(ARG_0, PR_FUTEX_HASH)]),
        (arch.clone, vec![Has(ARG_0, any_namespace)]),
    ];
    rules.extend(FCNTL.map(|command| (arch.fcntl, vec![Is(ARG_1, command)])));
    match children {
        ChildProcesses::Threads => {
            rules.push((arch.clone, vec![HasNot(ARG_0, CLONE_THREAD)]));
            rules.extend(arch.fork.iter().map(|&number| (number, Vec::new())));
        }
        ChildProcesses::Processes => {
            rules.push((arch.prctl, vec![Is(ARG_0, PR_SET_SECCOMP)]));
        }
    }
    rules
}

/// A rule in instructions, which find the number of the call loaded and leave it so.
fn rule(number: u32, conditions: &[Condition]) -> Vec<Instruction> {
    let count = |instructions: usize| u8::try_from(instructions).expect("rules are short");
    let mut code = vec![jump(BPF_JEQ, number, 0, count(2 * conditions.len() + 2))];
    for (at, condition) in conditions.iter().enumerate() {
        // Past the conditions that follow and the failure.
        let on = count(2 * (conditions.len() - 1 - at) + 1);
        code.extend(match *condition {
            Is(offset, value) => [load(offset), jump(BPF_JEQ, value, 0, on)],
            IsNot(offset, value) => [load(offset), jump(BPF_JEQ, value, on, 0)],
            Has(offset, bits) => [load(offset), jump(BPF_JSET, bits, 0, on)],
            HasNot(offset, bits) => [load(offset), jump(BPF_JSET, bits, on, 0)],
        });
    }
    code.extend([fail_with(EPERM), load(NR)]);
    code
}

fn instructions(arch: &Arch, children: ChildProcesses) -> Vec<Instruction> {
    let mut code = vec![
        load(ARCH),
        jump(BPF_JEQ, arch.audit_arch, 1, 0),
        ret(SECCOMP_RET_KILL_PROCESS),
        load(NR),
    ];
    if let Some(bit) = arch.x32_bit {
        code.extend([jump(BPF_JGE, bit, 0, 1), fail_with(ENOSYS)]);
    }
    let others = match children {
        // It is stopped between its turns.
        ChildProcesses::Threads => std::slice::from_ref(&arch.timer_create),
        ChildProcesses::Processes => &LANDLOCK,
    };
    for &number in arch.refused.iter().chain(others) {
        code.extend([jump(BPF_JEQ, number, 0, 1), fail_with(ENOSYS)]);
    }
    for (number, conditions) in rules(arch, children) {
        code.extend(rule(number, &conditions));
    }
    code.push(ret(SECCOMP_RET_ALLOW));
    code
}

/// The filter as `bwrap --seccomp` reads it: an array of `struct sock_filter`.
pub(super) fn program(arch: &Arch, children: ChildProcesses) -> Vec<u8> {
    let mut bytes = Vec::new();
    for Instruction { code, jt, jf, k } in instructions(arch, children) {
        bytes.extend(code.to_ne_bytes());
        bytes.extend([jt, jf]);
        bytes.extend(k.to_ne_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const AUDIT_ARCH_I386: u32 = 0x4000_0003;
    const SIGCHLD: u32 = 17;
    const BOTH: [ChildProcesses; 2] = [ChildProcesses::Threads, ChildProcesses::Processes];
    const ALLOWED: u32 = SECCOMP_RET_ALLOW;
    const NOT_PERMITTED: u32 = SECCOMP_RET_ERRNO | EPERM;
    const NO_SUCH_CALL: u32 = SECCOMP_RET_ERRNO | ENOSYS;

    /// Runs the filter for a call, as the kernel would.
    fn run(program: &[Instruction], audit_arch: u32, number: u32, arguments: [u32; 4]) -> u32 {
        let (mut at, mut accumulator) = (0, 0);
        loop {
            let Instruction { code, jt, jf, k } = program[at];
            let mut jump = |is_true: bool| at += usize::from(if is_true { jt } else { jf });
            match code {
                BPF_LD_ABS => {
                    accumulator = match k {
                        NR => number,
                        ARCH => audit_arch,
                        ARG_0 => arguments[0],
                        ARG_1 => arguments[1],
                        ARG_2 => arguments[2],
                        ARG_3 => arguments[3],
                        _ => panic!("no field at offset {k}"),
                    }
                }
                BPF_RET => return k,
                _ => match code - BPF_JMP {
                    BPF_JEQ => jump(accumulator == k),
                    BPF_JGE => jump(accumulator >= k),
                    BPF_JSET => jump(accumulator & k != 0),
                    _ => panic!("unknown instruction {code:#x}"),
                },
            }
            at += 1;
        }
    }

    fn action(arch: &Arch, children: ChildProcesses, number: u32, argument: u32) -> u32 {
        run(&instructions(arch, children), arch.audit_arch, number, [argument, 0, 0, 0])
    }

    fn action_with(arch: &Arch, number: u32, arguments: [u32; 4]) -> u32 {
        run(&instructions(arch, ChildProcesses::Processes), arch.audit_arch, number, arguments)
    }

    #[test]
    fn only_the_calls_of_the_list_are_refused() {
        for arch in [&X86_64, &AARCH64] {
            for children in BOTH {
                for number in 0..600 {
                    let by_kind: &[u32] = match children {
                        ChildProcesses::Threads => &[arch.timer_create],
                        ChildProcesses::Processes => &LANDLOCK,
                    };
                    let is_in_list = [arch.refused, by_kind].concat().contains(&number);
                    let expected = if is_in_list {
                        NO_SUCH_CALL
                    } else if arch.fork.contains(&number) && children == ChildProcesses::Threads {
                        NOT_PERMITTED
                    } else if [arch.clone, arch.socket, arch.socketpair].contains(&number) {
                        continue;
                    } else {
                        ALLOWED
                    };
                    assert_eq!(action(arch, children, number, 0), expected, "{number}");
                }
            }
        }
    }

    #[test]
    fn clone_may_always_make_threads_but_processes_only_where_they_are_allowed() {
        // The flags that glibc passes for a thread and for a process.
        let (thread, process) = (0x003D_0F00, 0x0120_0011);
        for arch in [&X86_64, &AARCH64] {
            let clone = |children, flags| action(arch, children, arch.clone, flags);
            assert_eq!(clone(ChildProcesses::Threads, thread), ALLOWED);
            assert_eq!(clone(ChildProcesses::Threads, process), NOT_PERMITTED);
            assert_eq!(clone(ChildProcesses::Processes, thread), ALLOWED);
            assert_eq!(clone(ChildProcesses::Processes, process), ALLOWED);
        }
    }

    #[test]
    fn clone_may_never_make_namespaces() {
        for arch in [&X86_64, &AARCH64] {
            for children in BOTH {
                for namespace in NAMESPACES {
                    for other_flags in [SIGCHLD, CLONE_THREAD] {
                        let flags = namespace | other_flags;
                        let action = action(arch, children, arch.clone, flags);
                        assert_eq!(action, NOT_PERMITTED, "{flags:#x}");
                    }
                }
            }
        }
    }

    #[test]
    fn only_unix_sockets_may_be_made() {
        for arch in [&X86_64, &AARCH64] {
            for family in 0..64 {
                let expected = if family == AF_UNIX { ALLOWED } else { NOT_PERMITTED };
                for call in [arch.socket, arch.socketpair] {
                    let action = action(arch, ChildProcesses::Processes, call, family);
                    assert_eq!(action, expected, "family {family}");
                }
            }
        }
    }

    #[test]
    fn memory_may_be_shared_only_through_files() {
        let (private, shared_validate, fixed) = (2, 3, 0x10);
        for arch in [&X86_64, &AARCH64] {
            let mmap = |flags| action_with(arch, arch.mmap, [0, 0, 0, flags]);
            for flags in [private, private | MAP_ANONYMOUS, MAP_SHARED, shared_validate | fixed] {
                assert_eq!(mmap(flags), ALLOWED, "{flags:#x}");
            }
            for kind in [MAP_SHARED, shared_validate] {
                assert_eq!(mmap(kind | MAP_ANONYMOUS | fixed), NOT_PERMITTED, "{kind}");
            }
        }
    }

    #[test]
    fn files_may_not_choose_a_signal_nor_pipes_a_size_nor_parts_of_files_be_locked() {
        for arch in [&X86_64, &AARCH64] {
            for command in (0..40).chain(1024..1040) {
                let expected = if FCNTL.contains(&command) { NOT_PERMITTED } else { ALLOWED };
                let arguments = [0, command, 18, 0];
                assert_eq!(action_with(arch, arch.fcntl, arguments), expected, "{command}");
            }
        }
    }

    #[test]
    fn sockets_keep_the_size_of_their_buffers() {
        for arch in [&X86_64, &AARCH64] {
            let set = |level, option| action_with(arch, arch.setsockopt, [3, level, option, 0]);
            for option in 0..64 {
                let is_size = [SO_SNDBUF, SO_SNDBUFFORCE].contains(&option);
                let expected = if is_size { NOT_PERMITTED } else { ALLOWED };
                assert_eq!(set(SOL_SOCKET, option), expected, "{option}");
                assert_eq!(set(6, option), ALLOWED, "{option} of another level");
            }
        }
    }

    #[test]
    fn the_table_of_futexes_keeps_its_size_and_programs_add_no_filter() {
        for arch in [&X86_64, &AARCH64] {
            for option in 0..100 {
                let prctl = |children| action(arch, children, arch.prctl, option);
                let is_table = option == PR_FUTEX_HASH;
                let expected = if is_table { NOT_PERMITTED } else { ALLOWED };
                assert_eq!(prctl(ChildProcesses::Threads), expected, "{option}");
                let is_refused = is_table || option == PR_SET_SECCOMP;
                let expected = if is_refused { NOT_PERMITTED } else { ALLOWED };
                assert_eq!(prctl(ChildProcesses::Processes), expected, "{option}");
            }
        }
    }

    #[test]
    fn other_abis_do_not_bypass_the_filter() {
        let program = instructions(&X86_64, ChildProcesses::Threads);
        assert_eq!(run(&program, AUDIT_ARCH_I386, 2, [0; 4]), SECCOMP_RET_KILL_PROCESS);
        let x32_fork = X32_SYSCALL_BIT + X86_64.fork[0];
        assert_eq!(run(&program, AUDIT_ARCH_X86_64, x32_fork, [0; 4]), NO_SUCH_CALL);
    }

    #[test]
    fn an_instruction_takes_eight_bytes() {
        for children in BOTH {
            let bytes = program(&X86_64, children);
            assert_eq!(bytes.len(), instructions(&X86_64, children).len() * 8);
            assert!(bytes.starts_with(&[0x20, 0, 0, 0, 4, 0, 0, 0, 0x15]), "{bytes:?}");
        }
    }
}
