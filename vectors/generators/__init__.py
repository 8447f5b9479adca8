"""The rules that write the systematic vector files: ``generated-order.yaml`` is written by ``order``, and so on.

They share ``vector`` (a vector with what both codecs say of it), ``delta`` (encoded strings made of deltas),
``characters`` (those that are no digits) and ``yaml_text`` (the layout of a file).
"""
