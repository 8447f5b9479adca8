//! A right Punycode codec, RFC 3492 sections 6.1 to 6.3; a word in the environment's FAULT makes it wrong.

use std::sync::LazyLock;

static FAULT: LazyLock<String> = LazyLock::new(|| std::env::var("FAULT").unwrap_or_default());

fn adapt(delta: u32, count: u32, first: bool) -> u32 {
    let damp = if *FAULT == "damp" { 600 } else { 700 };
    let mut delta = if first { delta / damp } else { delta / 2 };
    delta += delta / count;
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

fn threshold(k: u32, bias: u32) -> u32 {
    k.saturating_sub(bias).clamp(1, 26)
}

pub fn decode(encoded: &str) -> Option<String> {
    if !encoded.is_ascii() {
        return None;
    }
    let (literal, digits) = match encoded.rfind('-') {
        Some(0) if *FAULT != "delimiter" => ("", encoded),
        Some(at) => (&encoded[..at], &encoded[at + 1..]),
        None => ("", encoded),
    };
    let mut output: Vec<char> = literal.chars().collect();
    let digits = digits.as_bytes();
    let (mut n, mut i, mut bias, mut at) = (128u32, 0u32, 72, 0);
    while at < digits.len() {
        let (before, mut w) = (i, 1u32);
        for k in (36..).step_by(36) {
            if at == digits.len() && *FAULT != "truncated" {
                return None;
            }
            let c = digits[at];
            at += 1;
            let digit = match c {
                b'a'..=b'z' => c - b'a',
                b'A'..=b'Z' => c - b'A',
                b'0'..=b'9' => c - b'0' + 26,
                _ => return None,
            } as u32;
            i = i.checked_add(digit.checked_mul(w)?)?;
            let t = threshold(k, bias);
            if digit < t {
                break;
            }
            w = w.checked_mul(36 - t)?;
        }
        let count = output.len() as u32 + 1;
        bias = adapt(i - before, count, before == 0);
        n = n.checked_add(i / count)?;
        i %= count;
        output.insert(i as usize, char::from_u32(n)?);
        i += 1;
    }
    Some(output.into_iter().collect())
}

pub fn encode(text: &str) -> Option<String> {
    let points: Vec<u32> = text.chars().map(u32::from).collect();
    let mut output: String = text.chars().filter(char::is_ascii).collect();
    let basic = output.len() as u32;
    if basic > 0 {
        output.push('-');
    }
    let digit = |value: u32| char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[value as usize]);
    let (mut n, mut delta, mut bias, mut handled) = (128, 0u32, 72, basic);
    while (handled as usize) < points.len() {
        let m = *points.iter().filter(|&&c| c >= n).min()?;
        delta = delta.checked_add((m - n).checked_mul(handled + 1)?)?;
        n = m;
        for &c in &points {
            if c < n {
                delta = delta.checked_add(1)?;
            }
            if c == n {
                let (mut q, mut k) = (delta, 36);
                while q >= threshold(k, bias) {
                    let t = threshold(k, bias);
                    output.push(digit(t + (q - t) % (36 - t)));
                    q = (q - t) / (36 - t);
                    k += 36;
                }
                output.push(digit(q));
                bias = adapt(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta += 1;
        n += 1;
    }
    Some(output)
}
