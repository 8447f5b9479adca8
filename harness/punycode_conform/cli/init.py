"""``conform init``: an adapter to fill in, and a workflow that runs the suite."""

import argparse
import re
from pathlib import Path

from ..errors import ConformError
from .skeletons import ALIASES, SKELETONS, Skeleton, adapter, workflow

_NAME = re.compile(r"[\w.-]{1,60}", re.ASCII)
_IMPORT_PATH = re.compile(r"[\w.]+(:[\w.,]+)?")


def init(options: argparse.Namespace) -> int:
    """Write the files for a language, and say what to do next."""
    skeleton = _skeleton(options.language)
    shape = _NAME if skeleton.run else _IMPORT_PATH
    name = options.target or ("my-punycode" if skeleton.run else "mylib.punycode")
    if not shape.fullmatch(name):
        wanted = "letters, digits, and . _ -" if skeleton.run else "an import path, such as mylib.punycode"
        raise ConformError(f"--target {name!r} is not {wanted}", "it stands in the files that are written")
    target = f"-- {skeleton.run}" if skeleton.run else name
    files = {Path(".github", "workflows", "conform.yml"): workflow(skeleton, target)}
    if skeleton.run:
        files = {Path(skeleton.file): adapter(skeleton, name), **files}
    _write(options.output, files, options.force)
    print("\n".join(_next(skeleton, options.output, target)))
    return 0


def _skeleton(language: str) -> Skeleton:
    wanted = ALIASES.get(language.lower(), language.lower())
    if wanted not in SKELETONS:
        hint = f"languages: {', '.join(SKELETONS)}; for another, translate one: the protocol is lines of text"
        raise ConformError(f"no skeleton for the language {language!r}", hint)
    return SKELETONS[wanted]


def _write(folder: Path, files: dict[Path, str], force: bool) -> None:
    """All or nothing, as far as can be known before."""
    there = [str(file) for file in files if (folder / file).exists()]
    if there and not force:
        raise ConformError(f"{', '.join(there)}: already there; nothing was written", "--force overwrites")
    for file, content in files.items():
        path = folder / file
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8", newline="\n")
        except OSError as error:
            raise ConformError(f"{path}: cannot be written: {error.strerror}") from None
        print(f"wrote {path}")


def _next(skeleton: Skeleton, folder: Path, target: str) -> list[str]:
    lines = ["", "Next:"]
    if folder != Path():
        lines.append(f"  cd {folder}")
    if skeleton.run:
        lines.append(f"  (call your codec where {skeleton.file} says YOUR CODEC)")
    if skeleton.build:
        lines.append("  (add its sources or its library to the next command, here and in conform.yml)")
    lines += [
        f"  {command}" for command in (skeleton.build, f"conform doctor {target}", f"conform run {target}") if command
    ]
    return lines
