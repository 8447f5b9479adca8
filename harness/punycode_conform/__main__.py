"""``python -m punycode_conform`` is ``conform``."""

from .cli import command

if __name__ == "__main__":
    command()
