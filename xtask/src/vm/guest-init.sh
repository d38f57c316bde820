# The first process in the guest of `cargo xtask vm`. It mounts what a system needs, and then runs each line that comes
# over the second serial port; output and exit code go back the same way.
# The root is the first namespace of the disk; the tools in /mnt, with this script, are the second.
export PATH=/usr/sbin:/usr/bin HOME=/tmp LANG=C.UTF-8

mount -t proc proc /proc
mount -t sysfs sysfs /sys
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
for folder in /dev/shm /run /tmp /var/tmp; do mount -t tmpfs -o mode=1777 tmpfs "$folder"; done

# cgroup v2 alone, and its controllers for the groups that in-cgroup.sh makes.
mount -t cgroup2 cgroup2 /sys/fs/cgroup
echo '+memory +pids' >/sys/fs/cgroup/cgroup.subtree_control

# The kernel writes nothing to a disk until it is told to.
echo 0 >/proc/sys/vm/dirty_writeback_centisecs
echo 360000 >/proc/sys/vm/dirty_expire_centisecs
echo 60 >/proc/sys/vm/dirty_background_ratio
echo 80 >/proc/sys/vm/dirty_ratio

stty -F /dev/ttyS1 raw -echo
exec 3<>/dev/ttyS1
echo @ready >&3
while read -r line <&3; do
    sh -c "$line" </dev/null >&3 2>&1 3<&-
    echo "@exit $?" >&3
done
