"""``python -m punycode_conform`` is ``conform``."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
