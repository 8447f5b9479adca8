"""Fuzzing: cases from bytes, one check for every engine, and findings that become vectors."""
