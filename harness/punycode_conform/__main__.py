"""The program ``conform``, and ``python -m punycode_conform``."""

import os

TYPE_CHECKING = False  # as in the package: until main is called, an interrupt has a traceback
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """The program ``conform``."""
    try:
        # Imported here, so that an interrupt meanwhile, like one before a handler is set, has no traceback.
        from .cli import command

        command()
    except KeyboardInterrupt:
        os._exit(130)  # 128 and the number of the signal, as a shell reports it


if __name__ == "__main__":
    main()
