//! The sandbox, with the real bubblewrap, and programs that try to escape from it.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use wane_match::contest::Python;
use wane_match::resident_bytes;
use wane_match::sandbox::{ChildProcesses, Jail, JailError, NoSandbox, ResourceLimits, Sandbox};
use wane_testkit::temp_dir::TempDir;

/// How long to wait for something that takes milliseconds on an idle machine.
const PATIENCE: Duration = Duration::from_secs(10);

fn sandbox() -> Sandbox {
    Sandbox::find().unwrap_or_else(|error| panic!("{error}"))
}

/// A jail for a Python program in its own folder.
fn python(folder: &TempDir, code: &str) -> Jail {
    let python = Python::find("python3".as_ref()).unwrap_or_else(|error| panic!("{error}"));
    let mut jail = python
        .jail(&folder.path().join("agent.py"), Some(folder.path()), ResourceLimits::default())
        .unwrap();
    jail.args = vec!["-c".into(), code.into()];
    jail
}

fn shell(folder: &TempDir, script: &str) -> Jail {
    let mut jail = Jail::new("/bin/sh", folder.path());
    jail.args = vec!["-c".into(), script.into()];
    jail
}

fn run(jail: &Jail) -> Output {
    sandbox().command(jail).unwrap().stdin(Stdio::null()).output().unwrap()
}

/// The output of a program that must succeed.
fn printed(jail: &Jail) -> String {
    let output = run(jail);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{text}\n{error}", output.status);
    text
}

/// The output of a program in Python that must succeed.
fn python_prints(code: &str) -> String {
    printed(&python(&TempDir::new().unwrap(), code))
}

/// Starts a program and waits for its first line.
fn start(jail: &Jail) -> Child {
    let mut command = sandbox().command(jail).unwrap();
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "started\n");
    child
}

/// The command lines of the processes of this machine that contain a word.
fn processes_with_argument(word: &str) -> Vec<String> {
    let folders = fs::read_dir("/proc").unwrap().flatten();
    let lines = folders.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).into_owned());
    lines.filter(|line| line.contains(word)).collect()
}

/// Waits for a condition; whether it came true in time.
fn comes_true(mut condition: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    while !condition() {
        if began.elapsed() > PATIENCE {
            return false;
        }
        thread::sleep(Duration::from_millis(5));
    }
    true
}

/// In Python: `tried(f)` is the name of the exception that f raises, or `done`.
const TRIED: &str = "
def tried(action):
    try:
        action()
        return 'done'
    except BaseException as error:
        return type(error).__name__
";

#[test]
fn numpy_works_inside() {
    let code = "import numpy; print((numpy.eye(3) @ numpy.ones(3)).tolist())";
    let output = run(&python(&TempDir::new().unwrap(), code));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "these tests need numpy: pip install numpy\n{error}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "[1.0, 1.0, 1.0]\n");
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn numba_compiles_inside_and_caches_its_code() {
    let folder = TempDir::new().unwrap();
    let agent = "
import numba
@numba.njit(cache=True)
def add(a, b): return a + b
";
    folder.write("agent.py", agent).unwrap();
    let code = "
import importlib.util, os, sys
sys.path.append('.')
if importlib.util.find_spec('numba') is None: sys.exit('missing')
import agent
print(agent.add(2, 3), sum(len(files) for _, _, files in os.walk('/tmp/.cache')) > 0)
";
    let output = run(&python(&folder, code));
    let error = String::from_utf8_lossy(&output.stderr);
    if error.trim() == "missing" {
        eprintln!("skipped: numba is not installed, try: pip install numba");
        return;
    }
    assert_eq!(String::from_utf8_lossy(&output.stdout), "5 True\n", "{error}");
}

#[test]
fn only_unix_sockets_can_be_made() {
    // AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_VSOCK.
    let code = "
import socket
for family in (2, 10, 16, 17, 40):
    print(tried(lambda: socket.socket(family, socket.SOCK_DGRAM)))
print(tried(lambda: socket.create_connection(('127.0.0.1', 80), 1)))
print(tried(lambda: socket.getaddrinfo('localhost', 80)))
one, two = socket.socketpair()
print(sorted(line.split(':')[0].strip() for line in open('/proc/net/dev').readlines()[2:]))
";
    let printed = python_prints(&format!("{TRIED}{code}"));
    assert_eq!(printed, format!("{}gaierror\n['lo']\n", "PermissionError\n".repeat(6)));
}

#[test]
fn only_the_scratch_folder_is_writable() {
    let folder = TempDir::new().unwrap();
    let script = "
for path in own own/x /x /usr/x /dev/x /proc/x /proc/sys/kernel/hostname /etc/x /home/x /root/x; do
    if true >$path; then echo wrote $path; fi
done 2>/dev/null
echo hello >/tmp/x
read line </tmp/x
echo $line $HOME $TMPDIR
";
    folder.write("own", "as it was").unwrap();
    assert_eq!(printed(&shell(&folder, script)), "hello /tmp /tmp\n");
    assert_eq!(fs::read(folder.path().join("own")).unwrap(), b"as it was");
}

#[test]
fn scratch_space_is_limited() {
    let code = "
import os
block = bytes(1 << 20)
def fill(path):
    with open(path, 'wb') as file:
        for _ in range(24): file.write(block)
for name in ('a', 'b'): print(tried(lambda: fill('/tmp/' + name)))
print(tried(lambda: open('/dev/shm/c', 'w').write('a little')))
print(tried(lambda: fill('/dev/shm/c')))
os.remove('/tmp/a')
os.remove('/tmp/b')
with open('/tmp/c', 'wb') as file: print(tried(lambda: [file.write(block) for _ in range(99)]))
";
    let folder = TempDir::new().unwrap();
    let mut jail = python(&folder, &format!("{TRIED}{code}"));
    jail.limits.scratch_bytes = 32 << 20;
    assert_eq!(printed(&jail), "done\nOSError\ndone\nOSError\nOSError\n");
}

#[test]
fn other_files_are_not_visible() {
    let folder = TempDir::new().unwrap();
    let other = TempDir::new().unwrap();
    let secret = other.write("secret", "not for you").unwrap();
    let own = folder.write("own", "for you").unwrap();
    let code = "
import os, sys
print(open(sys.argv[1]).read(), open('own').read(), os.getcwd() == os.path.dirname(sys.argv[1]))
for path in (sys.argv[2], os.path.dirname(sys.argv[2]), '/root/.ssh', '/home', '/etc/passwd',
             '/etc/shadow', '/var', '/run', '/sys', '/work', '/boot', '/mnt'):
    print(os.path.exists(path), path)
print(sorted(os.listdir('/etc')))
";
    let mut jail = python(&folder, code);
    jail.args.extend([OsString::from(own), secret.into()]);
    let printed = printed(&jail);
    let mut lines: Vec<_> = printed.lines().collect();
    assert_eq!(lines.remove(0), "for you for you True");
    let etc = lines.pop().unwrap();
    assert!(!etc.contains("passwd") && etc.len() < 90, "{etc}");
    assert_eq!(lines.len(), 12);
    assert!(lines.iter().all(|line| line.starts_with("False")), "{printed}");
}

#[test]
fn other_processes_are_not_visible_and_cannot_be_killed() {
    let code = "
import os, signal, sys
host = int(sys.argv[1])
print(tried(lambda: os.kill(host, signal.SIGKILL)))
print(tried(lambda: os.killpg(host, signal.SIGKILL)))
print(len([name for name in os.listdir('/proc') if name.isdigit()]) <= 3)
# The first process inside is that of bwrap, which survives.
tried(lambda: os.kill(1, signal.SIGKILL))
tried(lambda: os.kill(-1, signal.SIGKILL))
print('alive')
";
    let folder = TempDir::new().unwrap();
    let mut jail = python(&folder, &format!("{TRIED}{code}"));
    jail.args.push(std::process::id().to_string().into());
    let printed = printed(&jail);
    assert_eq!(printed, "ProcessLookupError\nProcessLookupError\nTrue\nalive\n");
}

#[test]
fn a_program_that_may_only_have_threads_starts_no_process() {
    let code = "
import os, subprocess, threading
print(tried(os.fork), tried(lambda: subprocess.run(['/bin/true'])), os.system('true') != 0)
print(tried(lambda: os.posix_spawn('/bin/true', ['true'], {})))
thread = threading.Thread(target=print, args=('thread',))
thread.start()
thread.join()
";
    let printed = python_prints(&format!("{TRIED}{code}"));
    assert_eq!(printed, "PermissionError PermissionError True\nPermissionError\nthread\n");
}

#[test]
fn threads_are_limited() {
    let code = "
import threading, time
count = 0
def bomb():
    global count
    threading.stack_size(32768)
    while count < 5000:
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
        count += 1
print(tried(bomb), 10 < count < 40)
";
    let folder = TempDir::new().unwrap();
    let mut jail = python(&folder, &format!("{TRIED}{code}"));
    jail.limits.tasks = 40;
    assert_eq!(printed(&jail), "RuntimeError True\n");
}

#[test]
fn a_fork_bomb_is_contained_and_leaves_no_process() {
    // Each process starts the next and stays, up to 500 without a limit.
    let marker = format!("600.{:09}", std::process::id());
    let script = "
bomb() {
    if [ $1 -lt 500 ]; then bomb $(($1 + 1)) & fi
    exec sleep MARKER
}
echo started
bomb 0
";
    let folder = TempDir::new().unwrap();
    let mut jail = shell(&folder, &script.replace("MARKER", &marker));
    jail.limits.children = ChildProcesses::Processes;
    jail.limits.tasks = 30;
    let mut child = start(&jail);
    // Two more processes are those of bwrap.
    assert!(comes_true(|| processes_with_argument(&marker).len() >= 28), "no fork bomb went off");
    for _ in 0..20 {
        thread::sleep(Duration::from_millis(20));
        let count = processes_with_argument(&marker).len();
        assert!(count <= 32, "{count} processes");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        comes_true(|| processes_with_argument(&marker).is_empty()),
        "{:?}",
        processes_with_argument(&marker)
    );
}

#[test]
fn everything_inside_ends_when_the_command_is_killed() {
    let marker = format!("601.{:09}", std::process::id());
    // One in its own session that ignores signals, one without a parent, one ordinary process.
    let script = "
(trap '' TERM HUP INT; exec setsid sleep MARKER) &
(exec sleep MARKER &)
echo started
exec sleep MARKER
";
    let folder = TempDir::new().unwrap();
    let mut jail = shell(&folder, &script.replace("MARKER", &marker));
    jail.limits.children = ChildProcesses::Processes;
    let mut child = start(&jail);
    // Two more processes are those of bwrap.
    assert!(
        comes_true(|| processes_with_argument(&marker).len() == 5),
        "{:?}",
        processes_with_argument(&marker)
    );
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        comes_true(|| processes_with_argument(&marker).is_empty()),
        "{:?}",
        processes_with_argument(&marker)
    );
}

#[test]
fn a_program_ends_when_the_thread_that_started_it_ends() {
    let folder = TempDir::new().unwrap();
    let jail = shell(&folder, "echo started; exec sleep 600");
    let mut child = thread::scope(|scope| {
        let starter = scope.spawn(|| {
            let mut child = start(&jail);
            thread::sleep(Duration::from_millis(200));
            assert_eq!(child.try_wait().unwrap(), None);
            child
        });
        starter.join().unwrap()
    });
    assert!(comes_true(|| child.try_wait().unwrap().is_some()));
}

#[test]
fn a_memory_bomb_is_stopped() {
    let code = "
import mmap
blocks = []
def bomb():
    for _ in range(1000): blocks.append(bytearray(1 << 20))
def shared_bomb():
    for _ in range(4000): blocks.append(mmap.mmap(-1, 1 << 20))
print(tried(bomb), 100 < len(blocks) < 256)
blocks.clear()
print(tried(shared_bomb), len(blocks) < 1024)
";
    let folder = TempDir::new().unwrap();
    let mut jail = python(&folder, &format!("{TRIED}{code}"));
    jail.limits.memory_bytes = 256 << 20;
    assert_eq!(printed(&jail), "MemoryError True\nPermissionError True\n");
}

#[test]
fn memory_outside_the_limits_is_refused() {
    let code = "
import ctypes, os
print(tried(lambda: os.memfd_create('x')))
libc = ctypes.CDLL(None, use_errno=True)
print(libc.shmget(0, 1 << 20, 0o1600), libc.msgget(0, 0o1600))
";
    assert_eq!(python_prints(&format!("{TRIED}{code}")), "OSError\n-1 -1\n");
}

#[test]
fn cpu_time_is_limited() {
    let folder = TempDir::new().unwrap();
    let mut jail = python(&folder, "while True: pass");
    jail.limits.cpu_seconds = 1;
    // SIGXCPU is 24.
    assert_eq!(run(&jail).status.code(), Some(128 + 24));
}

#[test]
fn open_files_are_limited() {
    let code = "
files = []
print(tried(lambda: [files.append(open('/dev/null')) for _ in range(99)]), len(files) < 64)
";
    assert_eq!(python_prints(&format!("{TRIED}{code}")), "OSError True\n");
}

#[test]
fn the_environment_is_clean() {
    let folder = TempDir::new().unwrap();
    let mut command = sandbox().command(&Jail::new("/usr/bin/env", folder.path())).unwrap();
    let output = command.env("SECRET", "x").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    let folder = format!("PWD={}", folder.path().display());
    assert_eq!(
        lines,
        ["HOME=/tmp", "LANG=C.UTF-8", "PATH=/usr/bin:/bin", folder.as_str(), "TMPDIR=/tmp"]
    );
}

#[test]
fn the_program_has_no_capabilities_and_can_get_none() {
    let code = "
import ctypes, os
fields = dict(line.split(':', 1) for line in open('/proc/self/status'))
print(*(int(bits, 16) for name, bits in fields.items() if name.startswith('Cap')))
print(*(int(fields[name]) for name in ('NoNewPrivs', 'Seccomp')), '0' in fields['Groups'].split())
libc = ctypes.CDLL(None, use_errno=True)
print(libc.unshare(0x10000000), libc.ptrace(0, 0, 0, 0), libc.mount(b'x', b'/tmp', b'tmpfs', 0, 0))
print(libc.setuid(0) if os.getuid() else -1, tried(lambda: os.sched_setaffinity(0, {0})))
";
    let printed = python_prints(&format!("{TRIED}{code}"));
    assert_eq!(printed, "0 0 0 0 0\n1 2 False\n-1 -1 -1\n-1 OSError\n");
}

#[test]
fn only_standard_input_output_and_error_are_open_inside() {
    let _open_here = fs::File::open("/etc/passwd").unwrap();
    // Descriptor 3 is the folder that Python lists.
    let code = "import os; print(sorted(os.listdir('/proc/self/fd')))";
    assert_eq!(python_prints(code), "['0', '1', '2', '3']\n");
}

#[test]
fn files_that_the_caller_inherited_are_not_passed_on() {
    let output = Command::new("bash")
        .args(["-c", r#"exec 5</etc/passwd 77</etc/passwd; exec "$@""#, "bash"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "only_standard_input_output_and_error_are_open_inside"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("1 passed; 0 failed"), "{text}");
}

#[test]
fn input_output_and_exit_codes_pass_through() {
    let folder = TempDir::new().unwrap();
    let jail = shell(&folder, "read line; echo \"out $line\"; echo err >&2; exit 7");
    let mut command = sandbox().command(&jail).unwrap();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"in\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(7));
    assert_eq!((&output.stdout[..], &output.stderr[..]), (&b"out in\n"[..], &b"err\n"[..]));
    assert_eq!(run(&shell(&folder, "kill -9 $$")).status.code(), Some(128 + 9));
}

#[test]
fn arguments_are_passed_as_they_are() {
    let folder = TempDir::new().unwrap();
    let mut jail = shell(&folder, r#"printf '%s|' "$@""#);
    jail.args.extend(["sh", "a b", "$(id)", "'\"\\", "--", "", "é\n"].map(OsString::from));
    assert_eq!(printed(&jail), "a b|$(id)|'\"\\|--||é\n|");
}

#[test]
fn the_memory_of_the_program_can_be_watched_from_outside() {
    let folder = TempDir::new().unwrap();
    let code = "
import time
block = bytearray(b'x') * (100 << 20)
print('started', flush=True)
time.sleep(600)
";
    let mut child = start(&python(&folder, code));
    let bytes = resident_bytes(child.id());
    assert!((100 << 20..200 << 20).contains(&bytes), "{bytes}");
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(comes_true(|| resident_bytes(child.id()) == 0));
}

#[test]
fn folders_that_must_not_be_visible_are_refused() {
    let sandbox = sandbox();
    let command = |folder: &Path| sandbox.command(&Jail::new("/bin/true", folder)).map(drop);
    for folder in ["/", "/tmp", "/usr/.."] {
        let error = command(Path::new(folder)).unwrap_err();
        assert!(matches!(error, JailError::TooWide { .. }), "{folder}: {error}");
    }
    let folder = TempDir::new().unwrap();
    let error = command(&folder.path().join("none")).unwrap_err();
    assert!(matches!(error, JailError::File { .. }), "{error}");
    assert_eq!(command(folder.path()), Ok(()));
    // Programs of root run as another user, who may not read this; other users run theirs as themselves.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
    match command(folder.path()) {
        Ok(()) => assert_eq!(run(&shell(&folder, "exec ls")).status.code(), Some(0)),
        Err(error) => assert!(error.to_string().contains("chmod -R a+rX"), "{error}"),
    }
}

#[test]
fn without_a_sandbox_the_error_says_what_to_do() {
    let missing = NoSandbox::Missing { name: "bwrap", package: "bubblewrap" };
    assert_eq!(
        missing.to_string(),
        "no sandbox: bwrap is not installed, try: apt install bubblewrap; \
         untrusted agents do not run without one"
    );
}

/// Where the tests run as root, this repeats as another user those that depend on the user.
#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn the_sandbox_works_for_users_other_than_root() {
    let as_nobody = || {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]);
        command
    };
    if !as_nobody().arg("true").status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: only root can change its user");
        return;
    }
    let folder = TempDir::new().unwrap();
    // Other users may not be able to read the folder of the test program.
    let copy = folder.path().join("tests");
    fs::copy(std::env::current_exe().unwrap(), &copy).unwrap();
    let run = as_nobody()
        .arg(&copy)
        .args(["--exact", "--test-threads=1"])
        .args([
            "a_fork_bomb_is_contained_and_leaves_no_process",
            "everything_inside_ends_when_the_command_is_killed",
            "only_the_scratch_folder_is_writable",
            "the_environment_is_clean",
            "input_output_and_exit_codes_pass_through",
            "folders_that_must_not_be_visible_are_refused",
        ])
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&run.stdout);
    assert!(
        output.contains("6 passed; 0 failed"),
        "{output}{}",
        String::from_utf8_lossy(&run.stderr)
    );
}

#[test]
#[expect(clippy::print_stderr, reason = "the figure is for readers of the log")]
fn the_sandbox_adds_little_to_the_start_of_a_program() {
    let folder = TempDir::new().unwrap();
    let (sandbox, jail) = (sandbox(), Jail::new("/bin/true", folder.path()));
    let mut times: Vec<_> = (0..20)
        .map(|_| {
            let began = Instant::now();
            assert!(sandbox.command(&jail).unwrap().status().unwrap().success());
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    eprintln!("/bin/true in the sandbox: median {:?} of 20 starts", times[10]);
    assert!(times[10] < Duration::from_secs(1), "{times:?}");
}
