// conform-about: The module "punycode" of Deno: punycode.encode and punycode.decode.
// conform-needs: npm
// conform-packages: npm
// conform-versions: 2.9.6
// conform-with: protocol.js
// conform-build: npm install --prefix {build} --no-audit --no-fund --ignore-scripts @deno/linux-x64-glibc@{version}
// conform-run: {build}/node_modules/@deno/linux-x64-glibc/deno run --allow-all --unstable-detect-cjs --no-lock {source}

"use strict";
const { serve } = require("./protocol.js");

serve(() => {
    const codec = require("node:punycode");
    return {
        name: "Deno node:punycode",
        version: process.versions.deno,
        encode: (text) => codec.encode(text),
        decode: (text) => codec.decode(text),
        isRejection: (error) => error instanceof RangeError,
    };
});
