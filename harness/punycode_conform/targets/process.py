"""A running program that never outlives the tool, and neither does anything that it has started."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..errors import NO_ROOM, NoRoom, TargetError
from ..notation import plain

_HERE = Path(__file__).parent
_WORKER = [sys.executable, str(_HERE / "worker.py")]
# As a module, since the byte code of a program is not kept. Its folder takes the place of the current one, the entry "".
_PATH = "sys.path[:] = [sys.argv.pop(1), *filter(None, sys.path)]"
_SUPERVISOR = f"import sys; {_PATH}; import supervisor; supervisor.main()"
_PATIENCE = 10.0  # seconds for a supervisor to end all; a program that forks on keeps it busy
_LOOK = 0.002  # seconds between two looks at whether the program has ended
_KILLED = -9  # the status of a program whose supervisor was killed


class Process:
    """A program that a supervisor starts, which then ends all that the program leaves; on Windows this process does.

    The options are those of :class:`subprocess.Popen` for its streams, environment and folder.

    Raises:
        TargetError: nothing can be started at all. :meth:`check` raises if it was the program that could not be started.
    """

    def __init__(self, command: Sequence[str], **options: Any) -> None:
        self._command = command
        self._news = b""
        self._life = self._reports = -1
        try:
            if sys.platform == "win32":
                group = subprocess.CREATE_NEW_PROCESS_GROUP
                self._popen = subprocess.Popen(list(command), creationflags=group, **options)
            else:
                self._popen = self._supervised(options)
        except (OSError, ValueError) as error:
            self._close()
            raise self._unstarted(error) from None
        self.stdin, self.stdout, self.stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr

    def _supervised(self, options: dict[str, Any]) -> "subprocess.Popen[bytes]":
        # No other process has our end of the first pipe, so it closes with this process, however that ends.
        (life, self._life), (self._reports, reports) = os.pipe(), os.pipe()
        os.set_blocking(self._reports, False)
        flags, command = ["-I", "-S"], list(self._command)
        if command[:2] == _WORKER:  # it then needs no interpreter of its own, but the modules that this one finds
            flags, command[:2] = [], ["worker"]
        words = [sys.executable, *flags, "-c", _SUPERVISOR, str(_HERE), str(life), str(reports), *command]
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
            self._popen.wait()
            return
        life, self._life = self._life, -1
        with suppress(OSError):
            os.close(life)
        # Its end of the pipe closes when the supervisor ends; to wait for a process itself means to look now and then.
        until = time.monotonic() + _PATIENCE
        watch = select.poll()
        if self._reports != -1:
            watch.register(self._reports, select.POLLIN)
        with suppress(OSError):  # two threads may end it at once: the other one has read the rest, or closed the pipe
            while self._reports != -1 and watch.poll(max(until - time.monotonic(), 0) * 1000) and self._hear():
                pass
        try:
            self._popen.wait(max(until - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        self._close()

    def _hear(self) -> bytes:
        """The next lines of the supervisor, kept too; nothing at its end."""
        news = os.read(self._reports, 512)
        self._news += news
        return news

    def _reported(self, kind: bytes) -> int | None:
        """The number in the supervisor's line of a kind; None if there is no such line."""
        with suppress(OSError):  # nothing new
            while self._reports != -1 and self._hear():
                pass
        number = dict(line.split() for line in self._news.splitlines()).get(kind)
        return None if number is None else int(number)

    def _unstarted(self, error: OSError | ValueError) -> TargetError:
        message = f"cannot start {plain(self._command[0], 80)!r}: {getattr(error, 'strerror', None) or error}"
        if getattr(error, "errno", 0) in NO_ROOM:
            return NoRoom(message, "a limit of this machine or of its user; ulimit -a shows those of a shell")
        from . import target_hints  # start-up time: for an error only

        return TargetError(message, target_hints.of_program(self._command[0], error))

    def _close(self) -> None:
        for end in (self._life, self._reports):
            with suppress(OSError):
                os.close(end)
        self._life = self._reports = -1
