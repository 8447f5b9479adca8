"""The algorithm step by step, as a person follows it in RFC 3492: a trace of the codec in words and tables.

``label`` decides what is explained, ``algorithm`` and ``number`` turn a trace into blocks, ``blocks`` draws them.
"""
