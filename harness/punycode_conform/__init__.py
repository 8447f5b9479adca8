"""Conformance test suite and fuzzing harness for Punycode (RFC 3492) codecs in any language."""

__version__ = "0.1.0"
