// A codec that the examples judge. With PUNYCODE_WRONG in the environment it drops a leading delimiter, crashes on "z", and
// encodes an all-basic string without its delimiter.
const DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";
const LIMIT = 2 ** 40;
const wrong = Boolean(process.env.PUNYCODE_WRONG);

const threshold = (k, bias) => Math.max(1, Math.min(26, k - bias));
const isSurrogate = (c) => c >= 0xd800 && c <= 0xdfff;

function refuse() {
    throw new RangeError("invalid");
}

function adapt(delta, count, damp) {
    let k = 0;
    delta = Math.floor(delta / damp);
    for (delta += Math.floor(delta / count); delta > 455; k += 36) delta = Math.floor(delta / 35);
    return k + Math.floor((36 * delta) / (delta + 38));
}

function encode(text) {
    const points = Array.from(text, (c) => c.codePointAt(0));
    if (points.some(isSurrogate)) refuse();
    const basic = points.filter((c) => c < 0x80);
    let out = basic.map((c) => String.fromCharCode(c)).join("");
    if (basic.length && !(wrong && basic.length === points.length)) out += "-";
    let [n, bias, delta, done] = [0x80, 72, 0, basic.length];
    for (; done < points.length; delta++, n++) {
        const next = points.reduce((least, c) => (c >= n && c < least ? c : least), Infinity);
        delta += (next - n) * (done + 1);
        n = next;
        for (const c of points) {
            if (c < n) delta++;
            if (c !== n) continue;
            let q = delta;
            for (let k = 36, t; q >= (t = threshold(k, bias)); k += 36) {
                out += DIGITS[t + ((q - t) % (36 - t))];
                q = Math.floor((q - t) / (36 - t));
            }
            out += DIGITS[q];
            bias = adapt(delta, done + 1, done === basic.length ? 700 : 2);
            done++;
            delta = 0;
        }
    }
    return out;
}

function decode(encoded) {
    const last = encoded.lastIndexOf("-");
    const points = Array.from(encoded.slice(0, Math.max(last, 0)), (c) => c.codePointAt(0));
    if (points.some((c) => c >= 0x80)) refuse();
    let at = last > 0 || (last === 0 && wrong) ? last + 1 : 0;
    let [n, i, bias] = [0x80, 0, 72];
    while (at < encoded.length) {
        const old = i;
        for (let k = 36, w = 1; ; k += 36) {
            if (at === encoded.length && !(wrong && encoded === "z")) refuse();
            const digit = DIGITS.indexOf(encoded[at++].replace(/[A-Z]/, (c) => c.toLowerCase()));
            if (digit < 0) refuse();
            i += digit * w;
            const t = threshold(k, bias);
            if (digit < t) break;
            w *= 36 - t;
            if (i > LIMIT || w > LIMIT) refuse();
        }
        const count = points.length + 1;
        bias = adapt(i - old, count, old === 0 ? 700 : 2);
        n += Math.floor(i / count);
        i %= count;
        if (n > 0x10ffff || isSurrogate(n)) refuse();
        points.splice(i++, 0, n);
    }
    return points.map((c) => String.fromCodePoint(c)).join("");
}

module.exports = { decode, encode };
