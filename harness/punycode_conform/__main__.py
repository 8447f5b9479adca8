"""The program ``conform``, and ``python -m punycode_conform``."""

import os

TYPE_CHECKING = False  # as in the package: until main is called, an interrupt has a traceback
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """The program ``conform``."""
    try:
        from .cli import command  # here, so that an interrupt while it is imported has no traceback
    except KeyboardInterrupt:
        os._exit(130)  # 128 and the number of the signal, as a shell reports it
    command()


if __name__ == "__main__":
    main()
