//! Which system calls a program in the sandbox may make, as a program for the kernel (seccomp).
//!
//! Limits are counted by user, and not at all for the first of them, so limits alone do not end a
//! fork bomb everywhere; a call that does not exist cannot be made by anybody. Refused are: new
//! processes, where a program may have none; new namespaces, from which a program would rule over
//! parts of the kernel; sockets that are not local, some of which no namespace holds back; memory
//! that belongs to nobody's account; calls that nothing here needs and that were holes before.
//! Everything else goes on to the kernel, which knows the rest of the rules.
//!
//! What is refused for being dangerous is answered as by a kernel that does not have it, since
//! libraries are written to live with that.

use super::Children;

/// The numbers of the calls on one kind of machine.
#[derive(Debug)]
pub(super) struct Machine {
    /// How the kernel names it.
    name: u32,
    /// Numbers from here on are of another set of the same calls.
    other_set: Option<u32>,
    /// Calls that make a process and nothing else.
    fork: &'static [u32],
    clone: u32,
    socket: u32,
    refused: &'static [u32],
}

const X86_64: Machine = Machine {
    name: 0xC000_003E,
    other_set: Some(0x4000_0000),
    fork: &[57, 58],
    clone: 56,
    socket: 41,
    refused: &[
        435, // clone3, whose flags cannot be seen from here: libraries then take clone
        272, 308, // unshare, setns
        29, 64, 68, 240, // shmget, semget, msgget, mq_open
        319, 447, // memfd_create, memfd_secret
        101, 310, 311, // ptrace, process_vm_readv, process_vm_writev
        248, 249, 250, // add_key, request_key, keyctl
        298, 321, 323, 425, // perf_event_open, bpf, userfaultfd, io_uring_setup
        203, // sched_setaffinity: it keeps to the cores that it was given
    ],
};

const AARCH64: Machine = Machine {
    name: 0xC000_00B7,
    other_set: None,
    fork: &[],
    clone: 220,
    socket: 198,
    refused: &[
        435, // clone3
        97, 268, // unshare, setns
        194, 190, 186, 180, // shmget, semget, msgget, mq_open
        279, 447, // memfd_create, memfd_secret
        117, 270, 271, // ptrace, process_vm_readv, process_vm_writev
        217, 218, 219, // add_key, request_key, keyctl
        241, 280, 282, 425, // perf_event_open, bpf, userfaultfd, io_uring_setup
        122, // sched_setaffinity
    ],
};

impl Machine {
    /// The one that this program runs on, if its calls are known here.
    pub(super) fn here() -> Option<&'static Self> {
        match (std::env::consts::OS, std::env::consts::ARCH) {
            ("linux", "x86_64") => Some(&X86_64),
            ("linux", "aarch64") => Some(&AARCH64),
            _ => None,
        }
    }
}

/// One step of the program: what to do, two distances to jump, and a number.
type Step = (u16, u8, u8, u32);

/// Where the kernel puts what it tells about a call.
const NUMBER: u32 = 0;
const MACHINE: u32 = 4;
/// The lower half of the first argument, on machines that put it first.
const ARGUMENT: u32 = 16;

const ALLOW: u32 = 0x7FFF_0000;
const KILL: u32 = 0x8000_0000;
/// Errors 1 and 38.
const NOT_PERMITTED: u32 = 0x0005_0001;
const NOT_THERE: u32 = 0x0005_0026;

const LOCAL_SOCKET: u32 = 1;
const THREAD: u32 = 0x0001_0000;
/// Mount, control group, names, messages, user, processes, network.
const NEW_NAMESPACE: u32 = 0x7E02_0000;

const fn load(at: u32) -> Step {
    (0x20, 0, 0, at)
}

const fn answer(with: u32) -> Step {
    (0x06, 0, 0, with)
}

/// Jumps over so many steps, if equal and if not.
const fn if_equal(number: u32, equal: u8, other: u8) -> Step {
    (0x15, equal, other, number)
}

const fn if_at_least(number: u32, so: u8, other: u8) -> Step {
    (0x35, so, other, number)
}

const fn if_any_bit(bits: u32, so: u8, other: u8) -> Step {
    (0x45, so, other, bits)
}

fn steps(machine: &Machine, children: Children) -> Vec<Step> {
    let mut steps = vec![load(MACHINE), if_equal(machine.name, 1, 0), answer(KILL), load(NUMBER)];
    if let Some(first) = machine.other_set {
        steps.extend([if_at_least(first, 0, 1), answer(NOT_THERE)]);
    }
    for &call in machine.refused {
        steps.extend([if_equal(call, 0, 1), answer(NOT_THERE)]);
    }
    steps.extend([
        if_equal(machine.socket, 0, 4),
        load(ARGUMENT),
        if_equal(LOCAL_SOCKET, 1, 0),
        answer(NOT_PERMITTED),
        answer(ALLOW),
    ]);
    if children == Children::Threads {
        for &call in machine.fork {
            steps.extend([if_equal(call, 0, 1), answer(NOT_PERMITTED)]);
        }
    }
    steps.extend([
        if_equal(machine.clone, 1, 0),
        answer(ALLOW),
        load(ARGUMENT),
        if_any_bit(NEW_NAMESPACE, 0, 1),
        answer(NOT_PERMITTED),
    ]);
    if children == Children::Threads {
        steps.extend([if_any_bit(THREAD, 1, 0), answer(NOT_PERMITTED)]);
    }
    steps.push(answer(ALLOW));
    steps
}

/// The program as the kernel reads it: an array of `struct sock_filter`.
pub(super) fn program(machine: &Machine, children: Children) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (code, so, other, number) in steps(machine, children) {
        bytes.extend(code.to_ne_bytes());
        bytes.extend([so, other]);
        bytes.extend(number.to_ne_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Children; 2] = [Children::Threads, Children::Processes];

    /// What the kernel would answer.
    fn run(steps: &[Step], machine: u32, number: u32, argument: u32) -> u32 {
        let (mut at, mut loaded) = (0, 0);
        loop {
            let (code, so, other, with) = steps[at];
            let mut jump = |is_so: bool| at += usize::from(if is_so { so } else { other });
            match code {
                0x20 => {
                    loaded = match with {
                        NUMBER => number,
                        MACHINE => machine,
                        ARGUMENT => argument,
                        _ => panic!("nothing is at {with}"),
                    }
                }
                0x15 => jump(loaded == with),
                0x35 => jump(loaded >= with),
                0x45 => jump(loaded & with != 0),
                0x06 => return with,
                _ => panic!("step {code:#x} is not known"),
            }
            at += 1;
        }
    }

    fn answers(machine: &Machine, children: Children, number: u32, argument: u32) -> u32 {
        run(&steps(machine, children), machine.name, number, argument)
    }

    #[test]
    fn only_the_calls_of_the_list_are_refused() {
        for machine in [&X86_64, &AARCH64] {
            for children in BOTH {
                for number in 0..600 {
                    let expected = if machine.refused.contains(&number) {
                        NOT_THERE
                    } else if machine.fork.contains(&number) && children == Children::Threads {
                        NOT_PERMITTED
                    } else if [machine.clone, machine.socket].contains(&number) {
                        continue;
                    } else {
                        ALLOW
                    };
                    assert_eq!(answers(machine, children, number, 0), expected, "{number}");
                }
            }
        }
    }

    #[test]
    fn threads_may_be_made_always_and_processes_where_they_may() {
        // What the C library passes for a thread and for a process.
        let (thread, process) = (0x003D_0F00, 0x0120_0011);
        for machine in [&X86_64, &AARCH64] {
            let clone = |children, flags| answers(machine, children, machine.clone, flags);
            assert_eq!(clone(Children::Threads, thread), ALLOW);
            assert_eq!(clone(Children::Threads, process), NOT_PERMITTED);
            assert_eq!(clone(Children::Processes, thread), ALLOW);
            assert_eq!(clone(Children::Processes, process), ALLOW);
        }
    }

    #[test]
    fn namespaces_may_never_be_made() {
        let namespaces = [0x20_000, 1 << 25, 1 << 26, 1 << 27, 1 << 28, 1 << 29, 1 << 30];
        for machine in [&X86_64, &AARCH64] {
            for children in BOTH {
                for flag in namespaces {
                    for with in [0x11, THREAD] {
                        let answer = answers(machine, children, machine.clone, flag | with);
                        assert_eq!(answer, NOT_PERMITTED, "{flag:#x}");
                    }
                }
            }
        }
    }

    #[test]
    fn only_local_sockets_may_be_made() {
        for machine in [&X86_64, &AARCH64] {
            for family in 0..64 {
                let expected = if family == LOCAL_SOCKET { ALLOW } else { NOT_PERMITTED };
                let answer = answers(machine, Children::Processes, machine.socket, family);
                assert_eq!(answer, expected, "family {family}");
            }
        }
    }

    #[test]
    fn other_sets_of_calls_are_no_way_around() {
        let steps = steps(&X86_64, Children::Threads);
        assert_eq!(run(&steps, 0x4000_0003, 2, 0), KILL, "32 bits");
        assert_eq!(run(&steps, X86_64.name, 0x4000_0039, 0), NOT_THERE, "x32");
    }

    #[test]
    fn the_program_has_eight_bytes_for_each_step() {
        for children in BOTH {
            let bytes = program(&X86_64, children);
            assert_eq!(bytes.len(), steps(&X86_64, children).len() * 8);
            assert!(bytes.starts_with(&[0x20, 0, 0, 0, 4, 0, 0, 0, 0x15]), "{bytes:?}");
        }
    }
}
