"""A running program that never outlives the tool, and neither does anything that it has started."""

import os
import re
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
_LOOK = 0.002  # seconds between two looks at whether it has ended
_KILLED = -9  # the status of what ended without one of its own


class Process:
    """See the module. A supervisor starts the program and ends all that it leaves; on Windows this process does.

    Args:
        command: the program and its arguments.
        pass_fds: descriptors that it gets beside its streams.
        more: its streams, environment and folder, as for :class:`subprocess.Popen`.

    Attributes:
        stdin, stdout, stderr: the pipes to it, None for a stream that is none.

    Raises:
        TargetError: nothing can be started at all; whether the program was is known later, see :meth:`check`.
    """

    def __init__(self, command: Sequence[str], *, pass_fds: Sequence[int] = (), **more: Any) -> None:
        self._command = command
        self._said = b""
        self._life = self._news = -1
        try:
            if sys.platform == "win32":
                group = subprocess.CREATE_NEW_PROCESS_GROUP
                self._popen = subprocess.Popen(list(command), creationflags=group, **more)
            else:
                self._popen = self._supervised(pass_fds, more)
        except (OSError, ValueError) as error:
            self._close()
            raise self._unstarted(error) from None
        self.stdin, self.stdout, self.stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr

    def _supervised(self, pass_fds: Sequence[int], more: dict[str, Any]) -> "subprocess.Popen[bytes]":
        # No other process has our end of the first pipe, so it closes with this process, however that ends.
        (life, self._life), (self._news, news) = os.pipe(), os.pipe()
        os.set_blocking(self._news, False)
        flags, command = ["-I", "-S"], list(self._command)
        if command[:2] == _WORKER:  # it then needs no interpreter of its own, but what this one finds at its start
            flags, command[:2] = [], ["worker"]
        words = [sys.executable, *flags, "-c", _SUPERVISOR, str(_HERE), str(life), str(news), *command]
        try:
            # In a session of its own, since an interrupt at the terminal is for the tool alone.
            return subprocess.Popen(words, pass_fds=[life, news, *pass_fds], start_new_session=True, **more)
        finally:
            os.close(life)
            os.close(news)

    @property
    def pid(self) -> int:
        """The program's process id; 0 while it is not known."""
        if sys.platform == "win32":
            return self._popen.pid
        return int(self._heard().get(b"pid", 0))

    def check(self) -> None:
        """Raise if it is known by now that the program could not be started.

        Raises:
            TargetError: that is so.
        """
        if number := int(self._heard().get(b"failed", 0)):
            raise self._unstarted(OSError(number, os.strerror(number)))

    def poll(self) -> int | None:
        """The program's exit status, negative for a signal; None if it runs."""
        # In this order, since a supervisor reports a status and then ends.
        ended = self._popen.poll()
        if sys.platform == "win32" or (ended is None and b"ended" not in self._heard()):
            return ended
        return int(self._heard().get(b"ended", _KILLED))

    def wait(self, seconds: float) -> int | None:
        """The program's exit status as soon as it ends; None if it still runs after that many seconds."""
        until = time.monotonic() + seconds
        while (status := self.poll()) is None and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, _LOOK))
        return status

    def kill(self) -> None:
        """End the program and all that it has started, by force; nothing can be asked afterwards but :meth:`poll`."""
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
        until = time.monotonic() + _PATIENCE
        self._hear_out(until)
        try:
            self._popen.wait(max(until - time.monotonic(), 0))
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        self._heard()
        self._close()

    def _hear_out(self, until: float) -> None:
        """Wait until the supervisor has ended, since its end of the pipe closes then. To wait for it by the standard library
        means to look now and then."""
        heard = select.poll()
        with suppress(OSError, ValueError):  # it was killed before: then the pipe is closed
            heard.register(self._news, select.POLLIN)
            while heard.poll(max(until - time.monotonic(), 0) * 1000) and (said := os.read(self._news, 512)):
                self._said += said

    def _heard(self) -> dict[bytes, bytes]:
        """The last that the supervisor has said of each kind of news."""
        with suppress(OSError):  # nothing new, or the pipe is closed
            while self._news != -1 and (said := os.read(self._news, 512)):
                self._said += said
        # What else is there was written by a program that found the pipe.
        return dict(re.findall(rb"(?m)^([a-z]+) (-?[0-9]{1,9})$", self._said))

    def _unstarted(self, error: OSError | ValueError) -> TargetError:
        why = getattr(error, "strerror", None) or str(error)
        if getattr(error, "errno", 0) in NO_ROOM:
            message = f"cannot start {plain(self._command[0], 80)!r}: {why}"
            return NoRoom(message, "a limit of this machine or of its user; ulimit -a shows those of a shell")
        from . import slip  # start-up time: for an error only

        hint = slip.instead_of_program(self._command[0], error)
        return TargetError(f"cannot start {plain(self._command[0], 80)!r}: {why}", hint)

    def _close(self) -> None:
        for end in (self._life, self._news):
            with suppress(OSError):
                os.close(end)
        self._life = self._news = -1
