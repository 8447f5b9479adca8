// conform-about: The module "punycode" built into Node.js (deprecated there): punycode.encode and punycode.decode.
// conform-needs: node
// conform-packages: nodejs
// conform-with: protocol.js
// conform-run: node --no-deprecation {source}

"use strict";
const { serve } = require("./protocol.js");

serve(() => {
    const codec = require("node:punycode");
    return {
        name: "node:punycode",
        version: process.versions.node,      // the module's own says 2.1.0 for later code
        encode: (text) => codec.encode(text),
        decode: (text) => codec.decode(text),
        isRejection: (error) => error instanceof RangeError,
    };
});
