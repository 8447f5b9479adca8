"use strict";
// Judges a codec in JavaScript or WebAssembly by the vectors, in a worker that the page's policy keeps off the network; and
// shows the steps of a string. What a codec says is shown as text, never as markup.
const form = document.querySelector("form");
const said = form.querySelector("output");
const shown = document.getElementById("judged");
const LATE = 5000; // milliseconds for a case
const HANGS = 3; // after which a codec is given up
const EXAMPLES = 3; // of a class

// The worker's part, which runs after the codec's own code: it is turned into text, and uses nothing of this page.
function work(codec, refusals) {
  // The string of these code points; null for what strings of UTF-16 cannot hold, and for no value at all.
  const text = (points) => {
    const joins = (c, at) => c >> 10 === 0x36 && points[at + 1] >> 10 === 0x37;
    if (!points || points.some((c, at) => c > 0x10ffff || joins(c, at))) return null;
    return points.map((c) => String.fromCodePoint(c)).join("");
  };
  const fold = (encoded) => {
    const digits = encoded.lastIndexOf("-") + 1;
    return encoded.slice(0, digits) + encoded.slice(digits).replace(/[A-Z]/g, (c) => c.toLowerCase());
  };
  const isRefusal = (error) => {
    for (let of = error; of; of = Object.getPrototypeOf(of)) {
      if (refusals.includes(of.constructor?.name)) return true;
    }
    return refusals.includes(error?.name);
  };
  function judge(vector, operation) {
    const encodes = operation === "encode";
    const [input, other] = encodes ? [text(vector.decoded), vector.encoded] : [vector.encoded, text(vector.decoded)];
    if (input === null) return { skipped: true };
    const right = vector.reject === null ? other : text(vector.right);
    const due = vector.expect[operation];
    const expected = due === "rejects" ? "a refusal" : JSON.stringify(right) + (due === "either" ? ", or a refusal" : "");
    const answer = { input, expected };
    try {
      const got = codec[operation](input);
      if (typeof got !== "string") return { ...answer, got: `no string: ${String(got)}` };
      const isRight = right !== null && (encodes ? fold(got) === fold(right) : got === right);
      return isRight && due !== "rejects" ? {} : { ...answer, got: JSON.stringify(got) };
    } catch (error) {
      if (isRefusal(error)) return due === "returns" ? { ...answer, got: `a refusal: ${error.message}` } : {};
      return { ...answer, got: `a crash: ${String(error)}` };
    }
  }
  onmessage = ({ data }) => data.forEach(([at, vector, operation]) => postMessage([at, judge(vector, operation)]));
}

// A codec of two functions of a WebAssembly module, on code points in its memory.
function ofModule(bytes) {
  const { memory, encode, decode, __heap_base } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  const start = (Number(__heap_base.value) + 15) & ~15;
  const points = (text) => Array.from(text, (c) => c.codePointAt(0));
  const call = (operation) => (text) => {
    const input = points(text);
    const end = start + 4 * input.length;
    const most = end + 4 * (8 * input.length + 64);
    if (memory.buffer.byteLength < most) memory.grow(Math.ceil((most - memory.buffer.byteLength) / 65536));
    new Uint32Array(memory.buffer, start, input.length).set(input);
    const length = operation(start, input.length, end);
    if (length < 0) throw new RangeError(`it gives ${length}`);
    return [...new Uint32Array(memory.buffer, end, length)].map((c) => String.fromCodePoint(c)).join("");
  };
  return { encode: call(encode), decode: call(decode) };
}

function workerOf(code, bytes) {
  const refusals = form.elements.refusals.value.split(/[\s,]+/).filter(Boolean);
  const source = bytes
    ? `(${ofModule})(new Uint8Array([${bytes}]))`
    : "{encode: typeof encode === 'function' ? encode : module.exports.encode, " +
      "decode: typeof decode === 'function' ? decode : module.exports.decode}";
  const own = code.replace(/^export (default )?/gm, "");
  const parts = ["var module = {exports: {}}, exports = module.exports;\n", own, `\n;(${work})(${source}, ${JSON.stringify(refusals)})`];
  return new Worker(URL.createObjectURL(new Blob(parts, { type: "text/javascript" })));
}

// Asks all cases in turn; a case without an answer in time ends the worker, and another goes on after it.
function judged(code, bytes) {
  const cases = VECTORS.flatMap((vector) => vector.operations.map((operation) => [vector, operation]));
  const results = [];
  return new Promise((resolve, reject) => {
    let hangs = 0;
    (function from(first) {
      const worker = workerOf(code, bytes);
      let timer = 0;
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          worker.terminate();
          results.push({ input: "", expected: "an answer", got: `no answer in ${LATE / 1000} s` });
          hangs += 1;
          if (hangs < HANGS && results.length < cases.length) from(results.length);
          else resolve([cases.slice(0, results.length), results]);
        }, LATE);
      };
      worker.onerror = (event) => {
        clearTimeout(timer);
        worker.terminate();
        event.preventDefault();
        reject(new Error(event.message || "the worker did not start"));
      };
      worker.onmessage = ({ data: [, result] }) => {
        results.push(result);
        wait();
        if (results.length < cases.length) return;
        clearTimeout(timer);
        worker.terminate();
        resolve([cases, results]);
      };
      wait();
      worker.postMessage(cases.slice(first).map(([vector, operation], at) => [first + at, vector, operation]));
    })(0);
  });
}

function element(name, text, ...children) {
  const made = document.createElement(name);
  made.append(text, ...children);
  return made;
}

const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}… (${text.length} characters)` : text);

function report(cases, results, seconds) {
  const classes = new Map();
  let [failed, warned, skipped] = [0, 0, 0];
  results.forEach((result, at) => {
    const [vector, operation] = cases[at];
    skipped += Boolean(result.skipped);
    if (!("got" in result)) return;
    if (vector.level === "should") {
      warned += 1;
      return;
    }
    failed += 1;
    const key = vector.bug ?? `section ${vector.clause}`;
    classes.set(key, [...(classes.get(key) ?? []), { ...result, id: vector.id, operation }]);
  });
  const all = VECTORS.reduce((count, vector) => count + vector.operations.length, 0);
  const numbers = [`${failed.toLocaleString("en")} of ${all.toLocaleString("en")} cases failed`, `${skipped} skipped`];
  if (warned) numbers.push(`${warned} warnings`);
  if (all > results.length) numbers.push(`${all - results.length} not asked`);
  const verdict = failed ? "DOES NOT CONFORM" : results.length === skipped ? "NOTHING RAN" : "CONFORMS, as far as vectors show";
  said.textContent = `${verdict}: ${numbers.join(", ")}, ${seconds.toFixed(1)} s`;
  const groups = [...classes].sort(([, a], [, b]) => b.length - a.length);
  shown.replaceChildren(
    ...groups.flatMap(([bug, failures]) => {
      const link = element("a", TITLES[bug] ?? bug);
      link.href = TITLES[bug] ? `bugs/${bug}.html` : "find.html#clauses";
      const least = failures.sort((a, b) => a.input.length - b.input.length).slice(0, EXAMPLES);
      const rows = least.map(({ id, operation, input, expected, got }) =>
        element("tr", "", ...[id, `${operation} ${short(JSON.stringify(input))}`, short(expected), short(got)].map((cell) => element("td", cell))),
      );
      const head = element("tr", "", ...["vector", "input", "expected", "got"].map((cell) => element("th", cell)));
      return [element("h3", "", link, ` (${failures.length})`), element("table", "", element("thead", "", head), element("tbody", "", ...rows))];
    }),
  );
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = form.elements.module.files;
  shown.replaceChildren();
  said.textContent = "Judging …";
  const began = performance.now();
  try {
    const bytes = file ? new Uint8Array(await file.arrayBuffer()) : null;
    const [cases, results] = await judged(bytes ? "" : form.elements.code.value, bytes);
    report(cases, results, (performance.now() - began) / 1000);
  } catch (error) {
    said.textContent = `The codec cannot be run: ${error.message}`;
  }
});

// The steps of section 6.2, one row for each insertion.
function steps(encoded) {
  const points = [...encoded];
  const literal = points.slice(0, Math.max(points.lastIndexOf("-"), 0));
  const digits = points.slice(literal.length ? literal.length + 1 : 0);
  const output = [...literal];
  const rows = [];
  let [n, i, bias, at] = [128, 0, 72, 0];
  while (at < digits.length) {
    let [w, delta, k, first] = [1, 0, 36, at];
    for (; ; k += 36) {
      const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf((digits[at] ?? " ").toLowerCase());
      if (digit < 0 || digits[at] > "\x7f") throw new Error(at < digits.length ? `${digits[at]} is no digit` : "it ends inside a delta");
      at += 1;
      delta += digit * w;
      const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
      if (digit < t) break;
      w *= 36 - t;
    }
    const length = output.length + 1;
    i += delta;
    n += Math.floor(i / length);
    i %= length;
    if (n > 0x10ffff) throw new Error("a code point is above U+10FFFF");
    let rest = first ? Math.floor(delta / 2) : Math.floor(delta / 700);
    rest += Math.floor(rest / length);
    for (bias = 0; rest > 455; bias += 36) rest = Math.floor(rest / 35);
    bias += Math.floor((36 * rest) / (rest + 38));
    output.splice(i, 0, String.fromCodePoint(n));
    const code = `U+${n.toString(16).toUpperCase().padStart(4, "0")}`;
    rows.push([digits.slice(first, at).join(""), delta, bias, code, i, output.join("")]);
    i += 1;
  }
  return [[literal.length ? `${literal.join("")}-` : "", "", 72, "", "", literal.join("")], ...rows];
}

const string = document.getElementById("string");
function explain() {
  const table = document.getElementById("steps");
  try {
    const rows = steps(string.value).map((row) => element("tr", "", ...row.map((cell) => element("td", String(cell)))));
    table.tBodies[0].replaceChildren(...rows);
  } catch (error) {
    table.tBodies[0].replaceChildren(element("tr", "", element("td", `A decoder must refuse this: ${error.message}.`)));
  }
}
string.addEventListener("input", explain);
explain();
for (const hidden of document.querySelectorAll("[data-script]")) hidden.hidden = false;
