#!/bin/sh
# in-cgroup.sh UID COMMAND...: runs a command in a group of cgroup v2 that belongs to this user.
group=/sys/fs/cgroup/of-$1
mkdir -p "$group" || exit 1
# What a service manager gives away when it delegates a group.
chown "$1" "$group" "$group/cgroup.procs" "$group/cgroup.subtree_control" "$group/cgroup.threads" || exit 1
echo $$ >"$group/cgroup.procs" || exit 1
user=$1
shift
cd /tmp && exec setpriv --reuid="$user" --regid="$user" --clear-groups -- "$@"
