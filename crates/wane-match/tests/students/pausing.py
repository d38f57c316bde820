"""A pause for the agents beside this file: no agent itself."""

import time


def steal_times():
    """The seconds that the host of a virtual machine took from each processor."""
    with open("/proc/stat") as stat:
        lines = [line.split() for line in stat if line.startswith("cpu")]
    return [int(line[8]) / 100 for line in lines[1:]]


def pause(seconds):
    """Waits so long by the referee's clock, which stands still in steal time."""
    began, before = time.monotonic(), steal_times()
    passed = 0
    while passed < seconds:
        time.sleep(min(seconds - passed, 0.1))
        stolen = max(now - then for now, then in zip(steal_times(), before))
        passed = time.monotonic() - began - stolen
