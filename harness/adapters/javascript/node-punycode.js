// conform-about: The module "punycode" built into Node.js (deprecated there): punycode.encode and punycode.decode.
// conform-needs: node
// conform-packages: nodejs
// conform-run: node --no-deprecation {source}

"use strict";
const { createInterface } = require("node:readline");

// The codec: what another library would need changed.

const version = process.versions.node;      // the module's own says 2.1.0 for later code
let codec, failure;
try {
    codec = require("node:punycode");
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
    return `conform 1 name=node:punycode version=${version} language=JavaScript ops=encode,decode`;
}

createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
    process.stdout.write(reply(line) + "\n", () => failure && process.exit(1));
});
