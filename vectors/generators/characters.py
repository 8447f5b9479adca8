"""Characters of ASCII that are no digits, with their names."""

import unicodedata


def name_of(c: int) -> str:
    character = chr(c)
    if unicodedata.category(character) == "Cc":
        return f"control-{c:02x}"
    return unicodedata.name(character).lower().replace(" ", "-")


NON_DIGITS = [c for c in range(0x80) if not chr(c).isalnum()]
