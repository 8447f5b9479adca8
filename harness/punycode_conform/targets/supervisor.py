"""The parent of one program, which ends all that the program has started: a module that needs the standard library alone.

It is a process of its own because nothing else can clean up after the tool is killed.

    main(), with the arguments LIFE NEWS COMMAND...

    LIFE   a pipe's descriptor; only the tool has the other end open, and when that closes, everything here ends
    NEWS   the descriptor for lines about the program: ``pid N``, then ``ended STATUS``; ``failed ERRNO`` if it did not start

Linux makes this process the parent of each descendant whose own parent has ended. So a descendant can leave the session,
empty its environment or fork on: it becomes a child of this process in the end. Other systems have nothing similar, and
there the program's process group is ended.
"""

import ctypes
import os
import select
import sys
import time

_LINUX = sys.platform == "linux"
_LIBC = ctypes.CDLL(None)
_PDEATHSIG, _CHILD_SUBREAPER = 1, 36  # of prctl(2)
_SIGPIPE, _SIGXFSZ, _SIGKILL = 13, 25, 9  # the module signal would take as long to import as all else here
_PAUSE = 0.001  # seconds between two looks at what is left


def say(news: int, line: bytes) -> None:
    """Write a line about the program; the tool may have gone."""
    try:
        os.write(news, line)
    except OSError:
        pass


def become(command: list[str], news: int, here: int) -> None:
    """Be the program, in a session of its own; this process never returns from here."""
    try:
        os.setsid()
        if _LINUX:
            _LIBC.prctl(_PDEATHSIG, _SIGKILL)  # the program ends with the supervisor
            if os.getppid() != here:
                return
        for number in (_SIGPIPE, _SIGXFSZ):  # Python ignores them, and a program inherits that
            _LIBC.signal(number, None)
        os.execvp(command[0], command)
    except (OSError, ValueError) as error:
        say(news, b"failed %d\n" % (getattr(error, "errno", 0) or 22))
    finally:
        os._exit(127)


def children() -> list[int]:
    """The children of this process, the youngest first: of a program that forks on, only they are still there."""
    here, pids = b"%d" % os.getpid(), []
    for pid in sorted((int(name) for name in os.listdir("/proc") if name.isdigit()), reverse=True):
        try:
            with open("/proc/%d/stat" % pid, "rb", 0) as file:
                # After the name, which may have anything in it: the state and the parent.
                if file.read(512).rpartition(b")")[2].split()[1] == here:
                    pids.append(pid)
        except (OSError, IndexError):  # it has ended meanwhile
            pass
    return pids


def kill(number: int) -> None:
    """Kill a process, or the group of a negative number, that may have ended meanwhile."""
    try:
        os.kill(number, _SIGKILL)
    except OSError:
        pass


def end_all(group: int) -> None:
    """Kill the program's group, and then every child until none is left; grandchildren become children on the way."""
    while True:
        kill(-group)  # at once, so that no member can fork meanwhile
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return  # mostly at once: a look at all processes takes longer
        # Nobody else waits for these children, so none of the numbers can belong to another process by now.
        for pid in children() if _LINUX else ():
            kill(pid)
        time.sleep(_PAUSE)


def status(program: int) -> int | None:
    """The program's exit status, negative for a signal; None if it runs. Others that have ended are forgotten."""
    while True:
        pid, how = os.waitpid(-1, os.WNOHANG)
        if pid in (0, program):
            return os.waitstatus_to_exitcode(how) if pid else None


def watch(program: int, life: int, parent: int) -> int | None:
    """Wait until the program ends, which gives its status, or the tool does: None."""
    events = select.poll()
    events.register(life, 0)  # the end of the other side is reported always
    try:
        events.register(os.pidfd_open(program), select.POLLIN)
        pause = 1000  # milliseconds; orphans that have ended are reaped as often
    except (AttributeError, OSError):
        pause = 20
    while True:
        closed = any(descriptor == life for descriptor, _ in events.poll(pause))
        if (ended := status(program)) is not None:
            return ended
        if closed or os.getppid() != parent:
            return None


def main() -> None:
    life, news, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    for descriptor in (life, news):
        os.set_inheritable(descriptor, False)
    here, parent = os.getpid(), os.getppid()
    if _LINUX:
        _LIBC.prctl(_CHILD_SUBREAPER, 1)
    try:
        program = os.fork()
    except OSError as error:
        say(news, b"failed %d\n" % (error.errno or 0))
        return
    if not program:
        become(command, news, here)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):  # otherwise the other ends of the program's pipes would not see it close them
        os.dup2(null, descriptor)
    say(news, b"pid %d\n" % program)
    ended = watch(program, life, parent)
    if ended is not None:
        say(news, b"ended %d\n" % ended)
    end_all(program)
    os._exit(0)
