// conform-about: The npm package "@adraffy/punycode": puny_decode. Its encoders add xn--, but not to ASCII.
// conform-needs: node npm
// conform-packages: nodejs npm
// conform-versions: 1.2.0
// conform-with: protocol.js
// conform-build: npm install --prefix {build} --no-audit --no-fund --ignore-scripts @adraffy/punycode@{version}
// conform-run: node {source} {build}

"use strict";
const { load, serve } = require("./protocol.js");

serve(() => ({
    name: "@adraffy/punycode",
    version: load("./node_modules/@adraffy/punycode/package.json").version,
    // It gives code points. Joined to a string, two surrogates of a pair would be one.
    decode: (text) => load("@adraffy/punycode").puny_decode(text).map((codePoint) => ({ codePointAt: () => codePoint })),
    // "throws on error": an Error, or a TypeError for what is not ASCII.
    isRejection: (error) => error.constructor === Error || error.message === "expected ASCII",
}));
