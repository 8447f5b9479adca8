"""How good the vectors are: which faulty codecs they detect."""
