"""The implementation under test: how it is named, started, asked, and kept from doing harm."""
