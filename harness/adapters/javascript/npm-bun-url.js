// conform-about: Bun: url.domainToASCII and url.domainToUnicode.
// conform-needs: npm
// conform-packages: npm
// conform-versions: 1.4.5
// conform-layer: a-label
// conform-with: protocol.js
// conform-build: npm install --prefix {build} --no-audit --no-fund --ignore-scripts @oven/bun-linux-x64-baseline@{version}
// conform-run: {build}/node_modules/@oven/bun-linux-x64-baseline/bin/bun {source}

"use strict";
const url = require("node:url");
const { Refused, serve } = require("./protocol.js");

// "If the domain is invalid, an empty string is returned."
function given(result, input) {
    if (result === "" && input !== "") throw new Refused("the empty string");
    return result;
}

serve(() => ({
    name: "Bun node:url",
    version: process.versions.bun,
    language: "C++",
    encode: (label) => given(url.domainToASCII(label), label),
    decode: (label) => given(url.domainToUnicode(label), label),
    isRejection: () => false,
    // It reads the host of a URL.
    declared: { lacks: "2e,3002,ff0e,ff61,25,2f,5c,3f,23,3a,40,9,a,d" },
}));
