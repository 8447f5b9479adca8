#!/bin/bash -eu
# Builds the fuzz target with seeds and dictionary, inside the image for Python projects.
# PUNYCODE_TARGET names the codec as on the command line. It is read when the image is built: a service gives no arguments.
: "${PUNYCODE_TARGET:=punycode_conform.codec}"
: "${CONFORM:=$SRC/punycode-conform}"

python3 -m pip install --no-deps "$CONFORM" PyYAML
python3 -m punycode_conform vectors corpus --output "$WORK/corpus"
# PyInstaller follows import statements only; the target's name is text, and atheris is looked for when it is needed.
package=${PUNYCODE_TARGET%%:*}
[ "$package" = codec ] && package=encodings.${PUNYCODE_TARGET#codec:}

name=fuzz_differential
sed "s|main(sys|main(['$PUNYCODE_TARGET'] + sys|" "$CONFORM/fuzz/$name.py" > "$WORK/$name.py"
compile_python_fuzzer "$WORK/$name.py" --collect-data punycode_conform --collect-submodules punycode_conform \
    --collect-submodules "${package%%.*}" --hidden-import "$package" --hidden-import atheris
(cd "$WORK/corpus/corpus/decode" && zip -q -r "$OUT/${name}_seed_corpus.zip" .)
cp "$WORK/corpus/punycode.dict" "$OUT/$name.dict"
