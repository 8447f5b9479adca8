// conform-about: Node.js: url.domainToASCII and url.domainToUnicode, which use the C++ library ada.
// conform-needs: node
// conform-packages: nodejs
// conform-layer: a-label
// conform-with: protocol.js
// conform-run: node {source}

"use strict";
const url = require("node:url");
const { Refused, serve } = require("./protocol.js");

// "If the domain is invalid, an empty string is returned."
function given(result, input) {
    if (result === "" && input !== "") throw new Refused("the empty string");
    return result;
}

serve(() => ({
    name: "node:url",
    version: process.versions.node,
    language: "C++",
    encode: (label) => given(url.domainToASCII(label), label),
    decode: (label) => given(url.domainToUnicode(label), label),
    isRejection: () => false,
    // It reads the host of a URL.
    declared: { lacks: "2e,3002,ff0e,ff61,25,2f,5c,3f,23,3a,40,9,a,d" },
}));
