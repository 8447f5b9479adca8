"""What a codec should do: vectors, choices, laws, and the verdict on what it did."""
