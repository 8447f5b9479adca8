// conform-about: The npm package "puny-coder": unicodeToAscii and asciiToUnicode, without their reading of a query string.
// conform-needs: node npm
// conform-packages: nodejs npm
// conform-versions: 1.0.1
// conform-layer: a-label
// conform-with: protocol.js
// conform-build: npm install --prefix {build} --no-audit --no-fund --ignore-scripts puny-coder@{version}
// conform-run: node {source} {build}

"use strict";
const { load, serve } = require("./protocol.js");

serve(() => {
    const codec = load("puny-coder");
    return {
        name: "puny-coder",
        version: load("./node_modules/puny-coder/package.json").version,
        language: "TypeScript",
        // On an error they give the second argument.
        encode: (label) => codec.unicodeToAscii(label, label, false),
        decode: (label) => codec.asciiToUnicode(label, label, false),
        isRejection: () => false,
        declared: { lacks: "2e" },      // it splits at dots
    };
});
