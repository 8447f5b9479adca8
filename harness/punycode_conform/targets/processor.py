"""The processor time of a running program. Other programs on the machine hardly change it, as they do a clock's time."""

import os
import sys
import time
from pathlib import Path


class Processor:
    """The processes of the session that a process leads, found once."""

    def __init__(self, leader: int) -> None:
        entries = Path("/proc").glob("[0-9]*") if sys.platform == "linux" else ()
        others = [pid for pid in (int(entry.name) for entry in entries) if pid != leader]
        self._processes = [leader, *(pid for pid in others if _fields(pid)[3:4] == [str(leader)])]

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
        ticks = sum(int(ticks) for pid in self._processes for ticks in _fields(pid)[13:15])
        return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


def _fields(pid: int) -> list[str]:
    """The fields of a process's status after its name, which may hold spaces; none if the process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []
