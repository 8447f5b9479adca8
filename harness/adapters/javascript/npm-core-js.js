// conform-about: core-js, the encoder of its URL: the private function encode in internals/string-punycode-to-ascii.js.
// conform-needs: node npm
// conform-packages: nodejs npm
// conform-versions: 3.51.0
// conform-with: protocol.js
// conform-build: npm install --prefix {build} --no-audit --no-fund --ignore-scripts core-js@{version}
// conform-run: node {source} {build}

"use strict";
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { load, serve } = require("./protocol.js");

serve(() => {
    const file = `${process.argv[2]}/node_modules/core-js/internals/string-punycode-to-ascii.js`;
    const opened = new Module(file, module);
    opened.filename = file;
    // Its one export splits at dots and lower-cases; the codec is the function that it calls.
    opened._compile(`${readFileSync(file, "utf8")}\nmodule.exports = encode;`, file);
    return {
        name: "core-js",
        version: load("core-js/package.json").version,
        encode: (text) => opened.exports(text),
        isRejection: (error) => error instanceof RangeError,
    };
});
