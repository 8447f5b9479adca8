"""The setup: the target and how to judge it. The command line, a configuration file and pytest's options each make one.

The target is started first, so that it starts while all else is imported and loaded: nothing here needs the vectors.
"""

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..errors import ConformError, NoTarget, TargetError, WrongLayer
from ..suite import A_LABEL, PUNYCODE
from ..suite.outcome import Operation
from ..targets import name
from ..targets.name import Target
from ..targets.pool import Pool
from ..targets.protocol import Handshake, lacking
from ..targets.session import Limits, Unfinished

if TYPE_CHECKING:
    from ..suite.choices import Choices


class Setup(NamedTuple):
    """A target and how it is judged.

    Attributes:
        target: an import path, ``codec:NAME``, ``adapter:NAME`` or ``fault:NAME``; None if there is a command.
        command: a program and its arguments, in place of a target.
        python: the interpreter for an import path.
        rejects: exception classes that count as a refusal, for an import path.
        vectors: files or folders of vectors in place of the suite's.
        layer: ``punycode`` or ``a-label``; see :func:`usual_layer`.
        only: globs over ids; none selects all.
        choices: pairs of choice and declared side, the last of a choice wins; see :func:`declared`.
        strict: whether breaking a SHOULD is a failure too.
        limits: time limits and number of restarts.
        jobs: the number of processes.
        threads: in how many threads at once some calls are repeated; 1 for not at all.
        baseline: the file of known failures.
        configured: the target of a configuration file that this is, None if it was named otherwise.
        lacks: code points that the target cannot be given, as in a handshake, beside those that are there.
    """

    target: str | None = None
    command: tuple[str, ...] = ()
    python: str | None = None
    rejects: tuple[str, ...] = ()
    vectors: tuple[Path, ...] = ()
    layer: str = PUNYCODE
    only: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    strict: bool = False
    limits: Limits = Limits()
    jobs: int = 1
    threads: int = 1
    baseline: Path | None = None
    configured: "Configured | None" = None
    lacks: str = ""

    @property
    def label(self) -> str:
        """The target as the user names it."""
        return self.target if self.target is not None else "-- " + " ".join(self.command)

    @property
    def part(self) -> tuple[str, ...]:
        """The options that select a part of the suite, or other vectors; none for the whole suite."""
        return (*(f"--only {glob}" for glob in self.only), *(f"--vectors {path}" for path in self.vectors))

    def resolve(self) -> Target:
        """The target that can be started; an adapter is built if need be.

        Raises:
            ConformError: the name names no target.
        """
        until = self.limits.until
        target = name.resolve(self.target, self.command, python=self.python, rejects=self.rejects, until=until)
        return target._replace(lacks=lacking(self.lacks))

    def reads(self) -> Iterator[tuple[str, Path]]:
        """The files and folders that are read for it, each with the option that names it, or with what it is."""
        yield from (("--vectors", path) for path in self.vectors)
        if self.baseline:
            yield "--baseline", self.baseline
        if self.python:
            yield "--python", Path(self.python)
        yield from (("the target itself", path) for path in name.files(self.target, self.command))

    def check(self) -> None:
        """Refuse a name that names no target; an adapter is found and built only when it is started.

        Raises:
            ConformError: the name names no target.
        """
        if not self.label.startswith("adapter:"):
            self.resolve()

    def again(self, verb: str = "run", *more: object) -> list[str]:
        """The words of a command for the same target, judged in the same way.

        Args:
            verb: of ``conform``.
            more: further options.
        """
        words = ["conform", verb, *self._name()]
        for option, value in self._options():
            words += [f"--{option}", *value]
        words += map(str, more)
        # Last, since all words after -- belong to the command.
        return [*words, "--", *self.command] if self.command and not self.configured else words

    def again_in_pytest(self) -> list[str]:
        """The words of a command that judges the target in pytest in the same way."""
        import shlex  # start-up time: only for pytest

        named = ["--conform", self.target] if self.target else ["--conform-command", shlex.join(self.command)]
        words = ["pytest", *named]
        for option, value in self._options():
            words += [f"--conform-{option}", *value]
        return words

    def _name(self) -> list[str]:
        if self.configured:
            return ["--target", self.configured.name]
        return [self.target] if self.target is not None else []

    def _options(self) -> Iterator[tuple[str, list[str]]]:
        """The options that are not as usual; what is configured needs no word."""
        usual = self.configured.setup if self.configured else Setup()
        if self.python and self.python != usual.python:
            yield "python", [self.python]
        if (self.limits.call, self.limits.binding) != (usual.limits.call, usual.limits.binding):
            yield "timeout", [f"{self.limits.call:g}"]
        if self.rejects != usual.rejects:
            yield from (("rejects", [one]) for one in self.rejects)
        if self.lacks != usual.lacks:
            yield "lacks", [self.lacks]
        yield from (("choice", ["=".join(one)]) for one in self.choices if one not in usual.choices)
        if self.vectors != usual.vectors:
            yield from (("vectors", [str(path)]) for path in self.vectors)
        if self.layer != (usual.layer if self.configured else usual_layer(self.target)):
            yield "layer", [self.layer]
        if self.strict and not usual.strict:
            yield "strict", []
        if self.threads != usual.threads:
            yield "threads", [str(self.threads)]


class Configured(NamedTuple):
    """A target of a configuration file: its name, and the setup without options of the command line."""

    name: str
    setup: Setup


class Started:
    """A target that was started.

    Attributes:
        target, pool: the target and its processes.
    """

    def __init__(self, target: Target, pool: Pool, declared: Iterable[tuple[str, str]]) -> None:
        self.target = target
        self.pool = pool
        self._declared = declared
        self._is_of_layer = False  # as far as it was asked

    @cached_property
    def handshake(self) -> Handshake:
        """The target's handshake, waited for at the first use.

        Raises:
            TargetError: there is none, or it is wrong.
        """
        return self.pool.greet()

    @property
    def lacks(self) -> frozenset[int]:
        """The code points that the target cannot be given, so that nothing with them is asked."""
        return self.target.lacks | self.handshake.lacks

    @property
    def missing(self) -> tuple[str, ...]:
        """The operations that the target does not have."""
        return tuple(one.value for one in Operation if one not in self.handshake.operations)

    def check_layer(self, layer: str = PUNYCODE) -> None:
        """Ask one or two calls, once a result is wrong, so that a codec of another layer is not judged by this one.

        A process of its own is asked, and only once, so the calls of the others are what they would be without this.

        Raises:
            WrongLayer: the target speaks another one.
        """
        if self._is_of_layer:
            return
        self._is_of_layer = True
        from ..suite.layer import other  # start-up time: a conforming target is not asked

        operations = self.handshake.operations
        # A target that does not start again, or for which no time is left, is judged as what it was named.
        with suppress(TargetError, Unfinished), closing(self.pool.fresh(self.pool.limits)) as session:
            session.greet()
            if is_other := other(layer, operations, session.once):
                hint = f"leave out --layer {A_LABEL}"
                if layer == PUNYCODE:
                    functions = "name the function that works without xn--"
                    as_that = f"conform run --layer {A_LABEL} {self.target.label}"
                    hint = f"to test it as that: {as_that}; to test its Punycode: {functions}"
                raise WrongLayer(f"{self.target.label} is {is_other}", hint)

    @cached_property
    def choices(self) -> "Choices":
        """The declared sides: those of the handshake, overridden by those of the setup.

        Raises:
            TargetError: the handshake declares a side that does not exist.
        """
        from ..suite.choices import Choices  # start-up time: not before the target starts

        try:
            choices = Choices().declare_all(self.handshake.declared)
        except ConformError as error:
            raise TargetError(f"handshake: {error.message}", error.hint) from None
        # Last, so that the user overrides the adapter.
        for choice, side in self._declared:
            choices = choices.declare(choice, side)
        return choices


def usual_layer(target: str | None) -> str:
    """The layer by which a target is judged unless the user names one: what an adapter declares, else ``punycode``.

    Args:
        target: as the user names it, None if there is a command.
    """
    if target and target.startswith("adapter:"):
        from ..targets import adapter  # start-up time: not for other targets

        with suppress(NoTarget):  # which is reported when the target is started
            return adapter.find(target.removeprefix("adapter:")).layer
    return PUNYCODE


@contextmanager
def started(setup: Setup) -> Iterator[Started]:
    """Start a target; its processes are ended at the end of the block.

    Raises:
        ConformError: the setup names no target, or the target cannot be started.
    """
    target = setup.resolve()
    with Pool(target, setup.limits, setup.jobs) as pool:
        # Without waiting for the handshake, so that the vectors are read meanwhile.
        pool.start()
        yield Started(target, pool, setup.choices)


def declared(pairs: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Choices and sides, checked.

    Args:
        pairs: each ``NAME=SIDE``.

    Raises:
        ConformError: there is no such choice or side.
    """
    # Most setups declare nothing, and then the import below is saved.
    if not (pairs := tuple(pairs)):
        return ()
    from ..suite.choices import Choices  # start-up time: not before the target starts

    found = []
    for pair in pairs:
        choice, equals, side = pair.partition("=")
        if not equals:
            raise ConformError(f"--choice {pair!r} is not NAME=SIDE", "for example --choice surrogates=reject")
        Choices().declare(choice, side)
        found.append((choice, side))
    return tuple(found)
