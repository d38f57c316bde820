"""Time without that in which the host ran other machines, as the referee measures it."""

from __future__ import annotations

import os
import time
from pathlib import Path

STAT = Path("/proc/stat")


def steal_times() -> list[float]:
    """The steal time of each processor so far, in seconds; nothing where the system does not count it."""
    if not STAT.exists():
        return []
    lines = [line.split() for line in STAT.read_text().splitlines() if line.startswith("cpu")]
    ticks = os.sysconf("SC_CLK_TCK")
    return [int(line[8]) / ticks for line in lines if line[0] != "cpu"]


class Stopwatch:
    def __init__(self) -> None:
        self.steal = steal_times()
        self.began = time.monotonic()

    def stolen(self) -> float:
        """The steal time since the start, of the processor that lost most."""
        lost = [now - then for now, then in zip(steal_times(), self.steal)]
        return max(lost, default=0.0)

    def elapsed(self) -> float:
        """The time since the start without the steal time."""
        passed = time.monotonic() - self.began
        return passed - self.stolen()
