"""Checking an adapter, whatever the codec behind it does."""
