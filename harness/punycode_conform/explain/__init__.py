"""The algorithm step by step, as a person follows it in RFC 3492: a trace of the codec in words and tables.

``label`` says what is explained, ``decode``, ``encode`` and ``number`` turn a trace into blocks, and ``text`` and ``page``
lay blocks out. ``data`` is the trace as JSON.
"""
