// The protocol of the adapters in JavaScript: one answer a line, code points in hexadecimal.

"use strict";
const { createInterface } = require("node:readline");
const { createRequire } = require("node:module");
const path = require("node:path");

// Thrown by an adapter where its codec refuses by a value, such as null.
class Refused extends Error {}

// What npm installed into the folder given as argument: a package, or a file of it.
const load = (name) => createRequire(path.join(process.argv[2], "file"))(name);

// A string is UTF-16 here: two adjacent surrogates that form a pair would become one code point.
const isHigh = (codePoint) => codePoint >= 0xd800 && codePoint <= 0xdbff;
const isLow = (codePoint) => codePoint >= 0xdc00 && codePoint <= 0xdfff;
const isUnsupported = (codePoint, i, all) =>
    codePoint > 0x10ffff || (isLow(codePoint) && i > 0 && isHigh(all[i - 1]));

const oneLine = (message) => String(message).replace(/\s+/g, " ");

function answer(codec, operation, codePoints) {
    if (codePoints.some(isUnsupported)) return "unsupported by UTF-16 strings";
    try {
        const input = codePoints.map((codePoint) => String.fromCodePoint(codePoint)).join("");
        const output = operation === "echo" ? input : codec[operation](input);
        return ["ok", ...Array.from(output, (char) => char.codePointAt(0).toString(16))].join(" ");
    } catch (error) {
        // V8 throws a RangeError when its stack is exhausted, and that is no refusal.
        const isRejection = error instanceof Refused || (codec.isRejection(error) && !/call stack/.test(error.message));
        return isRejection ? `reject ${oneLine(error.message)}` : `fault ${error.name}: ${oneLine(error.message)}`;
    }
}

function handshake(codec) {
    const operations = ["encode", "decode"].filter((operation) => codec[operation]);
    const keys = { name: codec.name, version: codec.version, language: codec.language ?? "JavaScript", ops: operations.join() };
    return Object.entries({ ...keys, ...codec.declared, echo: "yes" })
        .map(([key, value]) => ` ${key}=${encodeURIComponent(value).replaceAll("%2C", ",")}`).join("");
}

// Answer requests until the end of input. `make` gives an object with name, version, encode and decode (functions of
// strings; one may be missing), isRejection (whether the codec refuses by this error) and more keys of the handshake.
async function serve(make) {
    let codec, failure;
    try {
        codec = await make();
    } catch (error) {
        failure = encodeURIComponent(oneLine(error.message));
    }
    createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
        const [first, second, ...numbers] = line.trim().split(/\s+/);
        let reply = `${first} `;
        if (first !== "conform") reply += answer(codec, second, numbers.map((number) => parseInt(number, 16)));
        else reply += failure ? `1 error=${failure}` : `1${handshake(codec)}`;
        process.stdout.write(reply + "\n", () => failure && process.exit(1));
    });
}

module.exports = { Refused, load, serve };
