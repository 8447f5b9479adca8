// A codec as one is written at first, with a fault that the samples of RFC 3492 do not show: see test_first_use.py.
"use strict";

class PunycodeError extends Error {}

const [BASE, TMIN, TMAX, SKEW, DAMP, BIAS, N] = [36, 1, 26, 38, 700, 72, 128];
const threshold = (k, bias) => Math.min(Math.max(k - bias, TMIN), TMAX);
const isSurrogate = (c) => c >= 0xd800 && c <= 0xdfff;

function adapt(delta, points, first) {
    let k = 0;
    delta = Math.floor(delta / (first ? DAMP : 2));
    for (delta += Math.floor(delta / points); delta > 455; k += BASE) delta = Math.floor(delta / (BASE - TMIN));
    return k + Math.floor(((BASE - TMIN + 1) * delta) / (delta + SKEW));
}

function encode(text) {
    const points = Array.from(text, (character) => character.codePointAt(0));
    if (points.some(isSurrogate)) throw new PunycodeError("no character");
    const basic = points.filter((c) => c < 128);
    let output = String.fromCharCode(...basic) + (basic.length ? "-" : "");
    let [n, delta, bias, handled] = [N, 0, BIAS, basic.length];
    while (handled < points.length) {
        const m = points.reduce((least, c) => (c >= n && c < least ? c : least), Infinity);
        delta += (m - n) * (handled + 1);
        n = m;
        for (const c of points) {
            if (c < n) delta++;
            if (c !== n) continue;
            let q = delta;
            for (let k = BASE; ; k += BASE) {
                const t = threshold(k, bias);
                const digit = q < t ? q : t + ((q - t) % (BASE - t));
                output += "abcdefghijklmnopqrstuvwxyz0123456789"[digit];
                if (q < t) break;
                q = Math.floor((q - t) / (BASE - t));
            }
            bias = adapt(delta, handled + 1, handled === basic.length);
            delta = 0;
            handled++;
        }
        delta++;
        n++;
    }
    return output;
}

function decode(label) {
    const delimiter = label.lastIndexOf("-");
    const output = Array.from(label.slice(0, Math.max(delimiter, 0)), (character) => character.codePointAt(0));
    if (output.some((c) => c >= 128)) throw new PunycodeError("not basic");
    let [n, i, bias] = [N, 0, BIAS];
    for (let at = delimiter + 1; at < label.length; ) {
        const before = i;
        for (let w = 1, k = BASE; ; k += BASE) {
            const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf((label[at] ?? "!").replace(/[A-Z]/, (c) => c.toLowerCase()));
            if (digit < 0) throw new PunycodeError("bad digit");
            at++;
            i += digit * w;
            if (i > Number.MAX_SAFE_INTEGER) throw new PunycodeError("overflow");
            const t = threshold(k, bias);
            if (digit < t) break;
            w *= BASE - t;
        }
        bias = adapt(i - before, output.length + 1, before === 0);
        n += Math.floor(i / (output.length + 1));
        if (n > 0x10ffff || isSurrogate(n)) throw new PunycodeError("no character");
        i %= output.length + 1;
        output.splice(i++, 0, n);
    }
    return output.map((c) => String.fromCodePoint(c)).join("");
}

module.exports = { PunycodeError, decode, encode };
