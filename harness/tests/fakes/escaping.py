"""A program that leaves processes behind in one named way: escaping.py WAY MARK.

MARK is for whoever looks for what is left: all processes have it among their arguments.
"""

import os
import signal
import sys
import time

SELF = [sys.executable, __file__]


def sleep() -> None:
    """Stay, whatever is said politely."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    time.sleep(600)


def fork_on() -> None:
    """Each generation starts the next in a session of its own, and ends."""
    while True:
        if os.fork():
            os._exit(0)
        os.setsid()


def main(way: str, mark: str) -> None:
    match way:
        case "stays":
            sleep()
        case "starts_a_child":
            os.spawnv(os.P_NOWAIT, sys.executable, [*SELF, "stays", mark])
        case "leaves_its_session":
            if not os.fork():
                os.setsid()
                os.execv(sys.executable, [*SELF, "stays", mark])
        case "becomes_a_daemon_with_no_environment":
            if not os.fork():
                os.setsid()
                if not os.fork():
                    os.execve(sys.executable, [*SELF, "stays", mark], {})
                os._exit(0)
        case "forks_on":
            if not os.fork():
                fork_on()
        case "forks_on_in_crowds":
            for _ in range(20):
                if not os.fork():
                    fork_on()
    print("ready", flush=True)
    sleep()


if __name__ == "__main__":
    main(*sys.argv[1:])
