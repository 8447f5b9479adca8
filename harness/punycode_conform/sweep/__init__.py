"""Every input of a small domain, compared with the oracle."""
