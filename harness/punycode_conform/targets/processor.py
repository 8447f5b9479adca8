"""The processor time of a running program. Other programs on the machine hardly change it, as they do a clock's time."""

import os
import sys
import time
from pathlib import Path


class Processor:
    """The processes of a program, found once.

    Args:
        leader: the id of the process that leads the session in which they are.
    """

    def __init__(self, leader: int) -> None:
        self._processes = [leader, *(pid for pid in _processes() if pid != leader and _session(pid) == leader)]

    def seconds(self) -> float | None:
        """The seconds that they have worked; None where the platform does not show it, or when one has ended."""
        if sys.platform != "linux":
            return None
        try:
            # How Linux numbers the clock of another process, all its threads: clock_getcpuclockid(3) returns this.
            return sum(time.clock_gettime((~pid << 3) | 2) for pid in self._processes)
        except OSError:
            return None

    def ended(self) -> float:
        """The seconds of processes that they started and that have ended: these are in no clock, and in steps of 10 ms."""
        ticks = 0
        for pid in self._processes:
            fields = _fields(pid)
            ticks += int(fields[13]) + int(fields[14]) if fields else 0
        return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


def _processes() -> list[int]:
    return [int(one.name) for one in Path("/proc").iterdir() if one.name.isdigit()] if sys.platform == "linux" else []


def _session(pid: int) -> int:
    fields = _fields(pid)
    return int(fields[3]) if fields else 0


def _fields(pid: int) -> list[str]:
    """The fields of a process's status after its name, which may hold spaces; none if the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []
