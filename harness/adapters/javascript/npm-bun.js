// conform-about: The module "punycode" built into Bun: punycode.encode and punycode.decode.
// conform-needs: npm
// conform-packages: npm
// conform-versions: 1.4.5
// conform-with: protocol.js
// conform-build: npm install --prefix {build} --no-audit --no-fund --ignore-scripts @oven/bun-linux-x64-baseline@{version}
// conform-run: {build}/node_modules/@oven/bun-linux-x64-baseline/bin/bun {source}

"use strict";
const { serve } = require("./protocol.js");

serve(() => {
    const codec = require("node:punycode");
    return {
        name: "Bun node:punycode",
        version: process.versions.bun,
        encode: (text) => codec.encode(text),
        decode: (text) => codec.decode(text),
        isRejection: (error) => error instanceof RangeError,
    };
});
