"""The adapter for Python implementations: a stand-alone program that speaks the protocol (harness/adapters/README.md).

It runs under the interpreter of the *target's* environment, so it uses only the standard library, back to Python 3.8, and
imports nothing of this package but its other half, function.py. Usage: worker.py TARGET [EXCEPTION ...]. TARGET is pkg.mod,
pkg.mod:obj, pkg.mod:enc,dec or codec:NAME. Each EXCEPTION names a class that counts as a refusal, in addition to ValueError
and the target's own classes: KeyError, pkg.mod.Class, or None for a target that refuses by returning None.
"""

from __future__ import annotations  # Python 3.8 must be able to read the hints

import _thread
import codecs
import faulthandler
import os
import sys

TYPE_CHECKING = False  # typing's own takes longer to import than the rest of this file
if TYPE_CHECKING:
    from typing import Any, BinaryIO

if TYPE_CHECKING or __package__:
    from .function import GIGABYTES, Function, Nothing, Untransportable, message
else:
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from function import GIGABYTES, Function, Nothing, Untransportable, message

    del sys.modules["function"]  # the target may have a module of this name


_LONGEST = 2500  # characters of the paths of modules in which constants are looked for


class Broken(Exception):
    """The target cannot be used; the message goes into the handshake."""


def percent(text: object) -> str:
    """Text as a handshake value."""
    plain = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-:,"
    data = str(text).encode("utf-8", "backslashreplace")
    return "".join(chr(byte) if byte in plain else "%%%02X" % byte for byte in data)


def imported(name: str) -> Any:
    __import__(name)
    return sys.modules[name]


def resolve(target: str) -> tuple[Any, Any, Any]:
    """The target's module and its two functions, None for a side that it does not have."""
    name, colon, names = target.partition(":")
    if name == "codec" and colon:
        try:
            info = codecs.lookup(names)
        except LookupError:
            raise Broken("Python has no codec named %s" % names)
        module = sys.modules.get(getattr(info.encode, "__module__", None) or "codecs")
        return module, lambda value: info.encode(value)[0], lambda value: info.decode(value)[0]
    try:
        module = imported(name)
    except BaseException as error:  # whatever a foreign module raises at import, it means that it cannot be used
        # If another name is missing, the module is there and imports that one.
        if isinstance(error, ModuleNotFoundError) and error.name and (name + ".").startswith(error.name + "."):
            where = "looked in the current folder and in this Python: %s" % sys.executable
            raise Broken("no module named %s (%s)" % (error.name, where))
        raise Broken("importing %s failed: %s: %s" % (name, type(error).__name__, message(error)))
    if "," in names:
        sides = names.split(",")
        functions = [attribute(module, side) if side else None for side in sides]
        for side, function in zip(sides, functions):
            if side and not callable(function):
                raise Broken("%s cannot be called" % side)
        return module, functions[0], functions[1]
    holder = attribute(module, names) if colon else module
    if isinstance(holder, type):
        try:
            holder = holder()
        except BaseException as error:  # any failure of a foreign constructor means the same here
            raise Broken("%s() failed: %s: %s" % (names, type(error).__name__, message(error)))
    for side in ("encode", "decode"):
        if not callable(getattr(holder, side, None)):
            hint = "name its functions: %s:ENCODER,DECODER (either may be empty)" % name
            raise Broken("%s has no function %s; %s" % (target, side, hint))
    return module, holder.encode, holder.decode


def attribute(holder: Any, path: str) -> Any:
    """The attribute at a dotted path."""
    for part in path.split("."):
        try:
            holder = getattr(holder, part)
        except AttributeError:
            raise Broken("%s has no attribute %s" % (getattr(holder, "__name__", type(holder).__name__), part))
    return holder


def rejections(names: list[str]) -> tuple[type[BaseException], ...]:
    """The exception classes that count as a refusal: ValueError, and those that the user named."""
    classes: list[type[BaseException]] = [ValueError]  # of which Python's UnicodeError is one
    for name in names:
        holder, _, path = name.replace(":", ".").rpartition(".")
        try:
            cls = Nothing if name == "None" else attribute(imported(holder or "builtins"), path)
        except (ImportError, ValueError, Broken):
            cls = None
        if not (isinstance(cls, type) and issubclass(cls, BaseException)):
            raise Broken("--rejects: there is no exception class %s" % name)
        classes.append(cls)
    return tuple(classes)


def version_of(module: Any, name: str) -> str:
    """The version of the target's distribution, or of Python for its own modules; it is only for people."""
    declared = getattr(sys.modules.get(name), "__version__", None)
    if isinstance(declared, str):
        return declared
    path = os.path.abspath(getattr(module, "__file__", None) or "")
    if not path.endswith(".py") or (path.startswith(os.path.dirname(os.__file__)) and "site-packages" not in path):
        return "%d.%d.%d" % sys.version_info[:3]
    try:
        from importlib.metadata import version  # start-up time: many modules have a __version__

        return version(name)
    except Exception:  # no distribution, damaged metadata, or a module of the project in the place of Python's
        return ""


def sources(module: Any, functions: list[Any]) -> str:
    """The files of the target's modules that are loaded, one a line, its own module first."""
    names = [getattr(module, "__name__", None), *(getattr(side, "__module__", None) for side in functions)]
    own = [str(name) for name in names if name not in (None, "builtins", __name__)]
    # Of Python's own codecs each is a target by itself.
    roots = tuple((name if name.startswith("encodings.") else name.partition(".")[0]) + "." for name in own)
    loaded = [name for name in list(sys.modules) if (name + ".").startswith(roots or "?")]
    loaded.sort(key=lambda name: name not in own)
    # Not by getattr, for which a module may have a function of its own.
    files = [getattr(sys.modules[name], "__dict__", {}).get("__file__") for name in loaded]
    paths = list(dict.fromkeys(file for file in files if isinstance(file, str)))
    while sum(map(len, paths)) > _LONGEST:  # an answer has a limit
        paths.pop()
    return "\n".join(paths)


def limit_memory() -> None:
    """Keep a memory blow-up inside this process, where the platform can. Addresses that are only reserved don't count."""
    if sys.platform == "win32" or "san" in os.environ.get("LD_PRELOAD", ""):
        return  # a sanitizer takes terabytes, and dies if it gets no more
    try:
        import resource  # not on every platform

        del sys.modules["resource"]  # the target may have a module of this name
        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if soft == resource.RLIM_INFINITY or soft > GIGABYTES << 30:
            resource.setrlimit(resource.RLIMIT_DATA, (GIGABYTES << 30, hard))
    except (ImportError, ValueError, OSError, AttributeError):
        pass  # a platform without such limits, or one that refuses them: then a blow-up is the machine's to stop


def error_reply(
    error: BaseException, refusals: tuple[type[BaseException], ...], package: str, function: Function
) -> str:
    """The reply for an exception of a function: the protocol's word for it, and the message."""
    cls, text = type(error), message(error)[:500]  # isinstance() also asks the exception itself what it is
    if cls is Untransportable:
        return "unsupported " + text
    if len(set(function.errors.values())) > 1:  # the type that was tried first may be none that it takes
        text += " (no type works: %s)" % "; ".join("%s, %s" % pair for pair in function.errors.items())
    module = getattr(cls, "__module__", "") or ""
    own = bool(package) and (module + ".").startswith(package + ".")
    name = cls.__qualname__ if module == "builtins" else module + "." + cls.__qualname__
    if cls is Nothing:
        name = "None"  # as --rejects takes it
    word = "reject" if issubclass(cls, refusals) or own else "fault"
    return " ".join(("%s %s: %s" % (word, name, text)).split())


def read(points: bytes) -> list[int]:
    """The numbers of a request; octets of two digits each, as nearly all encoded forms are, at once."""
    if points[2::3].isspace():
        try:
            return list(bytes.fromhex(points.decode("ascii")))
        except ValueError:
            pass
    return [int(point, 16) for point in points.split()]


def serve(target: str, names: list[str], requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer requests until they end."""
    requests.readline()  # conform 1
    try:
        module, encoder, decoder = resolve(target)
        refusals = rejections(names)
    except Broken as error:
        replies.write(b"conform 1 error=" + percent(error).encode("ascii") + b"\n")
        replies.flush()
        return
    # The name of a module is what it says itself, so an import path counts before it.
    named = getattr(module, "__name__", "") if target.startswith("codec:") else target.partition(":")[0]
    package = (named or "").partition(".")[0]
    functions = {"encode": encoder and Function(encoder, False), "decode": decoder and Function(decoder, True)}
    ops = ",".join(name for name, side in functions.items() if side)
    greeting = "conform 1 name=%s version=%s language=Python ops=%s threads=yes\n"
    replies.write((greeting % (percent(target), percent(version_of(module, package)), ops)).encode("ascii"))
    replies.flush()

    def answer(line: bytes) -> bytes:
        number, operation, points = (line.split(None, 2) + [b""])[:3]
        if operation == b"sources":  # only the tool that brings this file asks
            paths = sources(module, [encoder, decoder])
            return number + b" ok" + "".join(" %x" % ord(c) for c in paths).encode("ascii") + b"\n"
        side = functions[operation.decode("ascii")]
        assert side, "the handshake does not offer this operation"
        try:
            result = tuple(side(read(points.rstrip())))
            reply = "ok" + " %x" * len(result) % result
        except BaseException as error:  # the point of the worker: whatever a codec raises is an answer, not fatal
            reply = error_reply(error, refusals, package, side)
        # A codec's message may hold surrogates, which UTF-8 cannot.
        return number + b" " + reply.rstrip().encode("utf-8", "backslashreplace") + b"\n"

    # Two locks: while a thread waits for a request, the others write their replies.
    reading, writing = _thread.allocate_lock(), _thread.allocate_lock()

    def work() -> None:
        while True:
            with reading:
                line = requests.readline()
            if not line:
                return
            reply = answer(line)
            with writing:
                replies.write(reply)
                replies.flush()

    number = int(os.environ.get("CONFORM_THREADS", "1"))
    if number == 1:
        work()
        return
    import threading  # start-up time: most runs need one thread

    sys.setswitchinterval(1e-6)  # the threads then take turns within a call, and not after hundreds
    together = threading.Barrier(number)  # otherwise the first could be done before the second has begun

    def begin() -> None:
        together.wait()
        work()

    threads = [threading.Thread(target=begin) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def main() -> None:
    # The target's output must not get into the protocol: what it prints goes to stderr, what it reads is empty.
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.close(null)
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != here]
    limit_memory()  # before a module of the target can take the place of one of Python's
    faulthandler.enable()  # a segmentation fault then leaves a traceback on stderr
    # A target is looked up from the current folder, like `python -m` does, never beside this file.
    sys.path.insert(0, os.getcwd())
    try:
        serve(sys.argv[1], sys.argv[2:], requests, replies)
        replies.close()
    except (OSError, KeyboardInterrupt):
        pass


if __name__ == "__main__":
    main()
