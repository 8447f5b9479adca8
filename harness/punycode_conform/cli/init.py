"""``conform init``: write an adapter to fill in, and a CI workflow that builds it and runs the suite; or a fuzz target."""

import argparse
import json
import re
import subprocess
import sys
import tomllib
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from shlex import quote
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
from jinja2 import Environment

from .. import __version__, files
from ..data import Record
from ..errors import ConformError, meant
from ..notation import plain

FOLDER = files.ADAPTERS / "skeletons"
WORKFLOW = Path(".github", "workflows", "conform.yml")
# These characters need no escape in the source of any language, nor in a handshake, in YAML or in a shell.
_SAFE = re.compile(r"(?!-)[\w.,:/-]{1,200}(?<!:)", re.ASCII)
_MOST = 1 << 20  # bytes of a project's file


class Skeleton(Record, frozen=True):
    """An adapter to be written, and how it is built and run; ``languages.toml`` says what the fields are."""

    name: str
    also: tuple[str, ...] = ()
    source: str = ""
    file: str = ""
    project: str = ""
    build: str = ""
    run: str = ""
    needs: str = ""
    built: str = ""
    set_up: str = ""
    install: dict[str, str] = msgspec.field(default_factory=dict)
    fuzz: dict[str, str] = msgspec.field(default_factory=dict)
    fuzz_steps: tuple[str, ...] = ()

    @property
    def adapter(self) -> Path:
        """The adapter's path below the project's folder."""
        return Path(self.file or self.source)

    def texts(self, name: str) -> dict[Path, str]:
        """The files to write, for a codec of this name: letters, digits and ``._-`` only, so that it is safe in code."""
        templates = {self.adapter: self.source, self.adapter.parent / self.project: self.project}
        language = self.name.replace("#", "%23")
        return {
            path: (FOLDER / source).read_text(encoding="utf-8").replace("@NAME@", name).replace("@LANGUAGE@", language)
            for path, source in templates.items()
            if source
        }

    def fuzz_texts(self, folder: Path) -> dict[Path, str]:
        """The files of a fuzz target for the project in a folder; in Go they are of the package that is there."""
        sources = (files.read(path, _MOST).decode("utf-8", "replace") for path in sorted(folder.glob("*.go")))
        package = next(filter(None, (re.search(r"^package \w+$", source, re.M) for source in sources)), None)
        templates = {path: (files.FUZZ / "native" / source).read_text("utf-8") for path, source in self.fuzz.items()}
        stub = "package punycode // yours"
        return {Path(path): text.replace(stub, package[0] if package else stub) for path, text in templates.items()}


def skeletons() -> dict[str, Skeleton]:
    """The skeletons by language, or by language and the build file of a project."""
    table = tomllib.loads((FOLDER / "languages.toml").read_text(encoding="utf-8"))
    return msgspec.convert(table, dict[str, Skeleton])


def find(language: str, folder: Path) -> Skeleton:
    """The skeleton of a language, for the project in a folder."""
    rows = skeletons()
    languages = [key for key in rows if " " not in key]
    wanted = next((key for key in languages if language.lower() in (key, *rows[key].also)), None)
    if wanted is None:
        hint = f"languages: {', '.join(languages)}; for another, let it write one that you can read, and translate it"
        raise ConformError(f"no skeleton for the language {language!r}{meant(language, languages)}", hint)
    of_project = (row for key, row in rows.items() if key.startswith(f"{wanted} ") and any(folder.glob(key.split()[1])))
    return next(of_project, rows[wanted])


def init(options: argparse.Namespace) -> int:
    """Write the files for a language and say what to do next."""
    folder, skeleton = options.output, find(options.language, options.output)
    if options.fuzz:
        if not skeleton.fuzz:
            hint = "conform fuzz TARGET fuzzes a codec in any language, by an adapter"
            raise ConformError(f"no fuzz target for {skeleton.name}: only c, c++, rust and go", hint)
        values = {"skeleton": skeleton, "folder": str(folder), "fuzzed": next(iter(skeleton.fuzz))}
        return _write(folder, skeleton.fuzz_texts(folder), options.force, _drawn("next-fuzz.txt", values))
    name = options.target or ("my-punycode" if skeleton.run else _import_path(folder) or "mylib.punycode")
    baseline = f"--baseline {options.baseline.as_posix()} " if options.baseline else ""
    for option, value in (("--target", options.target), ("--baseline", options.baseline)):
        if value and not _SAFE.fullmatch(str(value)):
            hint = "it is written into the files: letters, digits and . , : / _ - only, no - in front, no : at the end"
            raise ConformError(f"{option} {str(value)!r} has characters that act in a workflow", hint)
    # Forges read only the workflows at the root of a repository, where other projects of it have theirs.
    whole = folder.resolve()
    root = next((above for above in (whole, *whole.parents) if (above / ".git").exists()), whole)
    inside = whole.relative_to(root)
    if "${{" in str(inside):
        raise ConformError(
            f"the folder {str(inside)!r} has an expression of a workflow in its name", "rename the folder"
        )
    path = root / WORKFLOW.with_stem("-".join((WORKFLOW.stem, *inside.parts))) if inside.parts else WORKFLOW
    values = {
        "skeleton": skeleton,
        "target": f"-- {skeleton.run}" if skeleton.run else name,
        "source": requirement(),
        "baseline": baseline,
        "folder": str(folder),
        "inside": inside.as_posix() if inside.parts else "",
        "workflow": path.name,
        # A codec in Python may fail in other cases with another version.
        "python": f"{sys.version_info[0]}.{sys.version_info[1]}",
        "install": next((step for file, step in skeleton.install.items() if (folder / file).exists()), ""),
        "guessed": not (skeleton.run or options.target),
    }
    texts = {**skeleton.texts(name), path: _drawn("workflow.yml", values)}
    return _write(folder, texts, options.force, _drawn("next.txt", values))


def _write(folder: Path, texts: dict[Path, str], force: bool, last: str) -> int:
    """Write files into a folder, and print which, and the lines to print last."""
    there = [str(file) for file in texts if (folder / file).exists()]
    if there and not force:
        raise ConformError(f"{', '.join(there)}: already there; nothing was written", "--force overwrites them")
    for file, content in texts.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        files.write(folder / file, content)
        print(f"wrote {plain(str(folder / file), None)}")
    print("\n".join(plain(line, None) for line in last.split("\n")[:-1]))
    return 0


def _import_path(folder: Path) -> str:
    """The import path of a Python project's codec or package, by the project's name; empty if there is none of that name."""
    try:
        project = tomllib.loads(files.read(folder / "pyproject.toml", _MOST).decode("utf-8"))["project"]
        package = re.sub(r"[-.]", "_", project["name"]).lower()
    except (ConformError, ValueError, LookupError, TypeError):
        return ""
    names = (f"{package}/punycode", f"{package}/__init__", package) if package.isidentifier() else ()
    there = (name for name in names for root in ("", "src") if (folder / root / f"{name}.py").is_file())
    return next(there, "").removesuffix("/__init__").replace("/", ".")


def _drawn(template: str, values: dict[str, Any]) -> str:
    environment = Environment(trim_blocks=True, keep_trailing_newline=True)
    environment.filters["quote"] = quote
    return environment.from_string((FOLDER / template).read_text(encoding="utf-8")).render(values)


def requirement() -> str:
    """The requirement by which pip installs this suite on another machine: no package index has it yet."""
    note = metadata.distribution("punycode-conform").read_text("direct_url.json") if files.INSTALLED else None
    if files.INSTALLED and not note:
        return f"punycode-conform=={__version__.rpartition('.')[0]}.*"
    source = json.loads(note or "{}")
    return address(source.get("url", files.VECTORS.parent.as_uri()), source.get("vcs_info", {}).get("commit_id", ""))


def address(url: str, commit: str = "") -> str:
    """An address that pip installs from, without a user's name and password; of a checkout, that of its repository."""
    if commit:
        url = f"git+{url}@{commit}"
    elif url.startswith("file:"):
        command = ["git", "-C", unquote(urlsplit(url).path), "remote", "get-url", "origin"]
        with suppress(OSError):  # no git here
            remote = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
            # ssh needs a key, which another machine lacks.
            remote = re.sub(r"^(?:\w+@)?([\w.-]+):(?!//)", r"https://\1/", remote)
            url = f"git+{remote}" if "://" in remote else url
    return re.sub(r"://[^/]*@", "://", url)
