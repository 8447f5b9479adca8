"""Whether an adapter is sound, whatever the codec behind it is."""
