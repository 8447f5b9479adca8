"""The command-line parser of ``conform``, built from the options of each verb."""

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from .. import __version__
from ..errors import ConformError, meant
from ..notation import plain
from ..run.setup import Option
from ..terminal import columns
from .verbs import VERBS, Verb

if not TYPE_CHECKING:
    # Start-up time: argparse looks up a translation of each of its messages, and there are none.
    argparse._ = lambda text: text

_STATUS = (
    "exit status: 0 conforms, 1 does not, 2 usage or data error, 3 the target could not be run, 4 nothing was selected "
    "or ran, 5 the baseline is stale"
)
_TARGETS = "TARGET: pkg.mod | pkg.mod:obj | pkg.mod:enc,dec | codec:NAME | adapter:NAME | fault:NAME"


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line, and sets no value for options that are not on the command line."""

    def __init__(self, prog: str, **texts: Any) -> None:
        # argparse would import shutil for the width in every run.
        form = partial(argparse.HelpFormatter, width=columns(sys.stdout, 100) - 2)
        # No abbreviations: a new option could make an abbreviation ambiguous.
        super().__init__(prog, formatter_class=form, allow_abbrev=False, argument_default=argparse.SUPPRESS, **texts)

    def error(self, message: str) -> NoReturn:
        raise ConformError(plain(message), f"{self.prog} --help shows the options")


def parse(arguments: list[str]) -> argparse.Namespace:
    name, words = _verb(arguments)
    verb, command = VERBS[name], []
    # The words after -- are the command of a target, unchanged; in a verb that runs no target they are text.
    if verb.runs and "--" in words:
        at = words.index("--")
        words, command = words[:at], words[at + 1 :]
        if not command:
            raise ConformError("no command after --", f"conform {name} -- ./my-adapter")
    parsed, unknown = _parser(name, verb).parse_known_args(words)
    if unknown:
        raise _unknown(name, verb, next((word for word in unknown if word.startswith("-")), unknown[0]))
    explicit = {attribute: value for attribute, value in vars(parsed).items() if value not in (None, [])}
    choices = explicit.get("choices", [])
    for choice, side in choices:
        if dict(choices)[choice] != side:
            raise ConformError(f"--choice {choice}: two sides are declared", "declare one of them")
    choices.sort(key=lambda pair: "." in pair[0])  # what is declared for one operation overrides what is for both
    return namespace(name, explicit, command)


def namespace(name: str, explicit: dict[str, Any], command: list[str]) -> argparse.Namespace:
    """The options of a verb: the ``explicit`` ones, and the default of each other option.

    Also ``verb``, its name; ``command``, the words after ``--``; and ``configured``, a configuration's target or None.
    """
    values = {attribute: row.default_value for attribute, row in VERBS[name].rows.items()} | explicit
    return argparse.Namespace(verb=name, command=command, explicit=explicit, configured=None, **values)


def _verb(arguments: list[str]) -> tuple[str, list[str]]:
    """The verb, and the words after it. For ``--help`` and ``--version``: print and exit."""
    name, words, prefix = arguments[0] if arguments else "", arguments[1:], ""
    if any(verb.startswith(f"{name} ") for verb in VERBS):
        prefix = f"{name} "
        name, words = prefix + (words[0] if words else ""), words[1:]
    if name in VERBS:
        return name, words
    word = name.removeprefix(prefix)
    verbs = {verb[len(prefix) :]: VERBS[verb] for verb in VERBS if verb.rpartition(" ")[0] == prefix.strip()}
    if word in ("-h", "--help", "--version"):
        _overview(prefix, verbs).parse_args([word])
    if not word:
        raise ConformError("no verb", f"conform {prefix}--help shows the verbs")
    hint = f"to test it: conform run {plain(word, 60)}" if {*word} & {*".:/"} else f"one of {', '.join(verbs)}"
    raise ConformError(f"no verb is named {plain(word, 60)!r}{meant(word, verbs)}", hint)


def _overview(prefix: str, verbs: dict[str, Verb]) -> _Parser:
    about = {} if prefix else {"description": "Test Punycode (RFC 3492) codecs in any language.", "epilog": _STATUS}
    parser = _Parser(f"conform {prefix}".strip(), **about)
    if not prefix:
        parser.add_argument("--version", action="version", version=f"conform {__version__}")
    listing = parser.add_subparsers(title="verbs", metavar="VERB", prog=parser.prog)
    for name, verb in verbs.items():
        listing.add_parser(name, help=verb.does)
    return parser


def _parser(name: str, verb: Verb) -> _Parser:
    usage = f"conform {name} [OPTIONS] TARGET | conform {name} [OPTIONS] -- COMMAND ..." if verb.runs else None
    epilog = "; ".join(filter(None, (_TARGETS if verb.runs else "", verb.epilog)))
    parser = _Parser(f"conform {name}", description=verb.about, epilog=epilog, usage=usage)
    group: argparse._ActionsContainer = parser
    for row in verb.options:
        if isinstance(row, Option):
            row.add(group.add_argument)
        else:
            group = parser.add_argument_group(str(row))
    return parser


def _unknown(name: str, verb: Verb, word: str) -> ConformError:
    hint = f"conform {name} --help shows the options; a command, or a string that begins with -, comes after --"
    if not word.startswith("-"):
        return ConformError(f"unexpected argument {plain(word, 60)!r}", hint)
    option = word.partition("=")[0]
    # Compared without the leading hyphens, which all options have.
    suggestion = meant(option.lstrip("-"), [row.name for row in verb.rows.values() if not row.nargs])
    return ConformError(f"unknown option {plain(option, 60)}{suggestion.replace('mean ', 'mean --')}", hint)
