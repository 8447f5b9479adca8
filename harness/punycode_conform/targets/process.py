"""A running program that never outlives the tool, and neither does anything that it has started."""

import errno
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any

from ..errors import TargetError
from ..notation import plain

_HERE = Path(__file__).parent
# As a module, since the byte code of a program is not kept.
_SUPERVISOR = "import sys; sys.path.insert(0, sys.argv.pop(1)); import supervisor; supervisor.main()"
_PATIENCE = 10.0  # seconds for a supervisor to end all; a program that forks on keeps it busy
_LOOK = 0.002  # seconds between two looks at whether the program has ended
_KILLED = -9  # the status of a program whose supervisor was killed


class Process:
    """A program that a supervisor starts, which then ends all that the program leaves; on Windows this process does.

    The options are those of :class:`subprocess.Popen`. A TargetError says that nothing could be started at all;
    :meth:`check` raises one if it was the program that could not be started.
    """

    def __init__(self, command: Sequence[str], **options: Any) -> None:
        self._command = list(command)
        self._news = b""
        self._pipes: list[FileIO] = []  # to the supervisor: one that lives as long as this process, and its reports
        try:
            self._popen = self._started(options)
        except (OSError, ValueError) as error:
            self._close()
            raise self._unstarted(error) from None
        self.stdin, self.stdout, self.stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr

    def _started(self, options: dict[str, Any]) -> "subprocess.Popen[bytes]":
        if sys.platform == "win32":
            return subprocess.Popen(self._command, creationflags=subprocess.CREATE_NEW_PROCESS_GROUP, **options)
        # No other process has our end of the first pipe, so it closes with this process, however that ends.
        (life, ours), (news, reports) = os.pipe(), os.pipe()
        self._pipes = [FileIO(ours, "wb"), FileIO(news, "rb")]
        os.set_blocking(news, False)
        words = [sys.executable, "-I", "-S", "-c", _SUPERVISOR, str(_HERE), str(life), str(reports), *self._command]
        try:
            # In a session of its own, since an interrupt at the terminal is for the tool alone.
            return subprocess.Popen(words, pass_fds=[life, reports], start_new_session=True, **options)
        finally:
            os.close(life)
            os.close(reports)

    @property
    def pid(self) -> int:
        """The program's process id; 0 while it is not known."""
        return self._popen.pid if sys.platform == "win32" else self._reported(b"pid") or 0

    def check(self) -> None:
        """Raise a TargetError if it is known by now that the program could not be started."""
        if number := self._reported(b"failed"):
            raise self._unstarted(OSError(number, os.strerror(number)))

    def poll(self) -> int | None:
        """The program's exit status, negative for a signal; None if it runs."""
        ended = self._popen.poll()  # first, since a supervisor reports a status and then ends
        if sys.platform == "win32":
            return ended
        status = self._reported(b"ended")
        return _KILLED if status is None and ended is not None else status

    def wait(self, seconds: float) -> int | None:
        """The program's exit status as soon as it ends; None if it still runs after that many seconds."""
        until = time.monotonic() + seconds
        while (status := self.poll()) is None and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, _LOOK))
        return status

    def kill(self) -> None:
        """End the program and all that it has started, by force; afterwards only :meth:`poll` may be called."""
        if sys.platform == "win32":
            taskkill = ["taskkill", "/F", "/T", "/PID", str(self._popen.pid)]  # /T: with all its children
            subprocess.run(taskkill, capture_output=True, check=False)
            with suppress(OSError):
                self._popen.kill()
        else:
            self._pipes[0].close()
        try:
            self._popen.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        self.poll()  # reads the last reports
        self._close()

    def _reported(self, kind: bytes) -> int | None:
        """The number in the supervisor's line of a kind; None if there is no such line."""
        if self._pipes and not self._pipes[1].closed:
            self._news += self._pipes[1].read() or b""
        number = dict(line.split() for line in self._news.splitlines()).get(kind)
        return None if number is None else int(number)

    def _unstarted(self, error: OSError | ValueError) -> TargetError:
        number, program = getattr(error, "errno", 0), plain(self._command[0], 80)
        hint = f"make it executable: chmod +x {program}" if number == errno.EACCES else ""
        return TargetError(f"cannot start {program!r}: {getattr(error, 'strerror', None) or error}", hint)

    def _close(self) -> None:
        for pipe in self._pipes:
            pipe.close()


class Processor:
    """The processor time of the processes of a session, found once; other programs hardly change it."""

    def __init__(self, leader: int) -> None:
        entries = Path("/proc").glob("[0-9]*") if sys.platform == "linux" else ()
        others = [pid for pid in (int(entry.name) for entry in entries) if pid != leader]
        self._processes = [leader, *(pid for pid in others if _fields(pid)[3:4] == [str(leader)])]

    def seconds(self) -> float | None:
        """The seconds that they and the children that they waited for have worked; None if one of them has ended."""
        if sys.platform != "linux":
            return None
        try:
            # How Linux numbers the clock of another process, all its threads: clock_getcpuclockid(3) returns this.
            clocks = sum(time.clock_gettime((~pid << 3) | 2) for pid in self._processes)
        except OSError:
            return None
        ticks = sum(int(ticks) for pid in self._processes for ticks in _fields(pid)[13:15])  # of 10 ms, of children
        return clocks + ticks / os.sysconf("SC_CLK_TCK")


def _fields(pid: int) -> list[str]:
    """The fields of a process's status after its name, which may hold spaces; none if the process has ended."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    return []
