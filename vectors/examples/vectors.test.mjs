// The vectors of punycode-conform in Node's own test framework. Put this file and punycode-vectors.json beside the module
// that has encode and decode, which throw a RangeError to refuse, and run: node --test vectors.test.mjs
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { decode, encode } from "./punycode.mjs";

const { vectors } = JSON.parse(readFileSync(new URL("punycode-vectors.json", import.meta.url)));
const refuses = (error) => error instanceof RangeError; // whatever else is thrown is a crash

for (const vector of vectors) {
  for (const operation of vector.operations) {
    test(`${vector.id}/${operation}`, (context) => check(context, vector, operation));
  }
}

function check(context, vector, operation) {
  const { decoded, encoded, reject, expect } = vector;
  const encoding = operation === "encode";
  const [input, other] = encoding ? [text(decoded), encoded] : [encoded, text(decoded)];
  const right = reject === null ? other : text(vector.right);
  if (input === null) return context.skip("strings of UTF-16 cannot hold the input");
  let got;
  try {
    got = (encoding ? encode : decode)(input);
  } catch (error) {
    // A crash is a failure also where the input must be refused.
    if (!refuses(error)) throw error;
    assert.notEqual(expect[operation], "returns", `${short(input)} is refused: ${error.message}`);
    return;
  }
  assert.notEqual(expect[operation], "rejects", `${short(input)} is accepted`);
  assert.ok(typeof got === "string" && right !== null, "no right answer");
  const same = encoding ? fold(got) === fold(right) : got === right;
  assert.ok(same, `${short(input)} gives ${short(got)}, but ${short(right)} is right`);
}

// The beginning of a text, which may have thousands of characters.
function short(text) {
  return JSON.stringify(text.slice(0, 40)) + (text.length > 40 ? " ..." : "");
}

// The string of these code points; null for what strings of UTF-16 cannot hold, and for no value at all.
function text(points) {
  if (!points || points.some((c) => c > 0x10ffff)) return null;
  const pair = (c, at) => c >> 10 === 0x36 && points[at + 1] >> 10 === 0x37; // surrogates that would become one
  if (points.some(pair)) return null;
  return points.map((c) => String.fromCodePoint(c)).join("");
}

// An encoded string with its digits in lower case, ASCII letters only: what is before them counts exactly.
function fold(encoded) {
  const digits = encoded.lastIndexOf("-") + 1;
  return encoded.slice(0, digits) + encoded.slice(digits).replace(/[A-Z]/g, (c) => c.toLowerCase());
}
