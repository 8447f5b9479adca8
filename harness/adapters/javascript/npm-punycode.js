// conform-about: punycode.js, the npm package "punycode": punycode.encode and punycode.decode.
// conform-needs: node npm
// conform-packages: nodejs npm
// conform-versions: 2.3.1 2.2.2 2.1.1 1.4.1 0.3.0
// conform-build: npm install --prefix {build} --no-audit --no-fund --ignore-scripts punycode@{version}
// conform-run: node {source} {build}

"use strict";
const { createRequire } = require("node:module");
const { createInterface } = require("node:readline");

// The codec: what another library would need changed. It is looked for in the folder given as argument.

let codec, version, failure;
try {
    const load = createRequire(process.argv[2] + "/");
    codec = load("punycode/");      // with the slash: the package, not the module built into Node.js
    version = load("punycode/package.json").version;
} catch (error) {
    failure = error;
}

const encode = (text) => codec.encode(text);
const decode = (text) => codec.decode(text);

// The codec rejects by RangeError; V8 also throws one when its stack is exhausted, and that is a fault.
const isRejection = (error) => error instanceof RangeError && !/call stack/.test(error.message);

// The protocol: one answer a line, code points in hexadecimal.

// A string is UTF-16 here: two adjacent surrogates that form a pair would become one code point.
const isHigh = (codePoint) => codePoint >= 0xd800 && codePoint <= 0xdbff;
const isLow = (codePoint) => codePoint >= 0xdc00 && codePoint <= 0xdfff;
const isUnsupported = (codePoint, i, all) =>
    codePoint > 0x10ffff || (isLow(codePoint) && i > 0 && isHigh(all[i - 1]));

const oneLine = (message) => String(message).replace(/\s+/g, " ");

function answer(operation, codePoints) {
    if (codePoints.some(isUnsupported)) return "unsupported by UTF-16 strings";
    try {
        const input = codePoints.map((codePoint) => String.fromCodePoint(codePoint)).join("");
        const output = { encode, decode }[operation](input);
        return ["ok", ...Array.from(output, (char) => char.codePointAt(0).toString(16))].join(" ");
    } catch (error) {
        if (isRejection(error)) return `reject ${oneLine(error.message)}`;
        return `fault ${error.name}: ${oneLine(error.message)}`;
    }
}

function reply(line) {
    const [first, second, ...numbers] = line.trim().split(/\s+/);
    if (first !== "conform") return `${first} ${answer(second, numbers.map((number) => parseInt(number, 16)))}`;
    if (failure) return `conform 1 error=${encodeURIComponent(oneLine(failure.message))}`;
    return `conform 1 name=punycode.js version=${version} language=JavaScript ops=encode,decode`;
}

createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
    process.stdout.write(reply(line) + "\n", () => failure && process.exit(1));
});
