#!/bin/bash -eu
# Builds a fuzz target for each invariant, with seeds and dictionary, inside the image for Python projects.
# PUNYCODE_TARGET names the codec as on the command line. It is read when the image is built: a service gives no arguments.
: "${PUNYCODE_TARGET:=punycode_conform.codec}"
: "${CONFORM:=$SRC/punycode-conform}"

python3 -m pip install --no-deps "$CONFORM" PyYAML
python3 -m punycode_conform vectors corpus --output "$WORK/corpus"
# PyInstaller follows import statements only; the target's name is text, and atheris is looked for when it is needed.
package=${PUNYCODE_TARGET%%:*}
[ "$package" = codec ] && package=encodings.${PUNYCODE_TARGET#codec:}

for source in "$CONFORM"/fuzz/fuzz_*.py; do
    name=$(basename "$source" .py)
    # --raw: the seeds and the dictionary of a service are bytes of labels.
    sed "s|main(\(.*\))\$|main(\1, arguments=['$PUNYCODE_TARGET', '--raw', *sys.argv[1:]])|; s|main(, |main(|; \
        s|^from punycode_conform|import sys\n\nfrom punycode_conform|" "$source" > "$WORK/$name.py"
    compile_python_fuzzer "$WORK/$name.py" --collect-data punycode_conform --collect-submodules punycode_conform \
        --collect-submodules "${package%%.*}" --hidden-import "$package" --hidden-import atheris
    (cd "$WORK/corpus/corpus/decode" && zip -q -r "$OUT/${name}_seed_corpus.zip" .)
    cp "$WORK/corpus/punycode.dict" "$OUT/$name.dict"
done
