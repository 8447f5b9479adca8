// An adapter for conform: it reads requests, calls a Punycode codec, and writes the answers.
//
// Fill in the three lines below; until then every request is answered "unsupported". The rest can stay as it is.

import { createInterface } from "node:readline";

const NAME = "@NAME@";
const VERSION = "unknown";      // better: as the package's package.json has it

// ==== YOUR CODEC =====================================================================================================
// An object with encode and decode, from string to string; and the errors by which it refuses an input, as narrow as it
// can be said. V8 throws a RangeError as well when its stack is exhausted. This file is an ES module, which can import both
// kinds of modules:
//
//     import * as codec from "./src/my-punycode.js";           // an ES module
//     import codec from "./lib/my-punycode.cjs";               // a CommonJS module, also of the npm package "punycode":
//     import codec from "punycode/punycode.js";
//     const isRejection = (error) => error instanceof RangeError && !/call stack/.test(error.message);
//
// For a codec that is documented to refuse by null: decode: (text) => mylib.decode(text) ?? refuse("null")

class Rejected extends Error {}
const refuse = (message) => { throw new Rejected(message); };
const codec = null;
const isRejection = (error) => false;

// ==== The protocol: one answer a line, code points in hexadecimal =====================================================

// A string is UTF-16 here: two adjacent surrogates that form a pair would become one code point.
const isHigh = (codePoint) => codePoint >= 0xd800 && codePoint <= 0xdbff;
const isLow = (codePoint) => codePoint >= 0xdc00 && codePoint <= 0xdfff;
const isUnsupported = (codePoint, i, all) =>
    codePoint > 0x10ffff || (isLow(codePoint) && i > 0 && isHigh(all[i - 1]));

const oneLine = (message) => String(message).replace(/\s+/g, " ").slice(0, 200);

function answer(operation, codePoints) {
    const echo = operation === "echo"; // the way of a call without the codec, for conform doctor
    if (!echo && operation !== "encode" && operation !== "decode") return "fault no such operation";
    if (!echo && codec === null) return "unsupported not filled in";
    if (codePoints.some(isUnsupported)) return "unsupported by UTF-16 strings";
    try {
        const input = codePoints.map((codePoint) => String.fromCodePoint(codePoint)).join("");
        const output = echo ? input : codec[operation](input);
        if (typeof output !== "string") return `fault the codec returned ${typeof output}, not a string`;
        return ["ok", ...Array.from(output, (char) => char.codePointAt(0).toString(16))].join(" ");
    } catch (error) {
        if (error instanceof Rejected || isRejection(error)) return `reject ${oneLine(error.message)}`;
        return `fault ${oneLine(error)}`;
    }
}

function reply(line) {
    const [first, second, ...numbers] = line.trim().split(/\s+/);
    if (first !== "conform") return `${first} ${answer(second, numbers.map((number) => parseInt(number, 16)))}`;
    const [name, version] = [NAME, VERSION].map(encodeURIComponent);
    return `conform 1 name=${name} version=${version} language=@LANGUAGE@ ops=encode,decode echo=yes`;
}

createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
    process.stdout.write(reply(line) + "\n");
});
