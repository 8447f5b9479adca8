#!/bin/bash -eu
exec "$SRC/punycode-conform/fuzz/oss-fuzz/build.sh"
