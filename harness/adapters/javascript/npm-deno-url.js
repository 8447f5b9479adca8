// conform-about: Deno: url.domainToASCII and url.domainToUnicode.
// conform-needs: npm
// conform-packages: npm
// conform-versions: 2.9.6
// conform-layer: a-label
// conform-with: protocol.js
// conform-build: npm install --prefix {build} --no-audit --no-fund --ignore-scripts @deno/linux-x64-glibc@{version}
// conform-run: {build}/node_modules/@deno/linux-x64-glibc/deno run --allow-all --unstable-detect-cjs --no-lock {source}

"use strict";
const url = require("node:url");
const { Refused, serve } = require("./protocol.js");

// "If the domain is invalid, an empty string is returned."
function given(result, input) {
    if (result === "" && input !== "") throw new Refused("the empty string");
    return result;
}

serve(() => ({
    name: "Deno node:url",
    version: process.versions.deno,
    language: "Rust",
    encode: (label) => given(url.domainToASCII(label), label),
    decode: (label) => given(url.domainToUnicode(label), label),
    isRejection: () => false,
    // It reads the host of a URL.
    declared: { lacks: "2e,3002,ff0e,ff61,25,2f,5c,3f,23,3a,40,9,a,d" },
}));
