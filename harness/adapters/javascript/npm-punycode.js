// conform-about: punycode.js, the npm package "punycode": punycode.encode and punycode.decode.
// conform-needs: node npm
// conform-packages: nodejs npm
// conform-versions: 2.3.1 2.2.2 2.1.1 1.4.1 0.3.0
// conform-with: protocol.js
// conform-build: npm install --prefix {build} --no-audit --no-fund --ignore-scripts punycode@{version}
// conform-run: node {source} {build}

"use strict";
const { load, serve } = require("./protocol.js");

serve(() => {
    const codec = load("punycode/");      // with the slash: the package, not the module built into Node.js
    return {
        name: "punycode.js",
        version: load("punycode/package.json").version,
        encode: (text) => codec.encode(text),
        decode: (text) => codec.decode(text),
        isRejection: (error) => error instanceof RangeError,
    };
});
