// conform-about: tr46, the UTS 46 of jsdom, the npm package "tr46": toASCII and toUnicode with default options.
// conform-needs: node npm
// conform-packages: nodejs npm
// conform-versions: 6.0.0 1.0.1
// conform-layer: a-label
// conform-with: protocol.js
// conform-build: npm install --prefix {build} --no-audit --no-fund --ignore-scripts tr46@{version}
// conform-run: node {source} {build}

"use strict";
const { Refused, load, serve } = require("./protocol.js");

function given(result) {
    if (result === null) throw new Refused("null");
    if (result.error) throw new Refused("error");
    return result.domain ?? result;
}

serve(() => {
    const tr46 = load("tr46");
    return {
        name: "tr46",
        version: load("tr46/package.json").version,
        encode: (label) => given(tr46.toASCII(label, {})),
        decode: (label) => given(tr46.toUnicode(label, {})),
        isRejection: () => false,
        declared: { lacks: "2e,3002,ff0e,ff61" },      // it splits at dots
    };
});
