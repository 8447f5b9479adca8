//! A codec that the examples judge. With PUNYCODE_WRONG in the environment it drops a leading delimiter, crashes on "z", and
//! encodes an all-basic string without its delimiter.

const DIGITS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
const LIMIT: u64 = 1 << 40;

fn wrong() -> bool {
    std::env::var_os("PUNYCODE_WRONG").is_some()
}

fn adapt(delta: u64, count: u64, damp: u64) -> u64 {
    let (mut delta, mut k) = (delta / damp, 0);
    delta += delta / count;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

fn threshold(k: u64, bias: u64) -> u64 {
    k.saturating_sub(bias).clamp(1, 26)
}

pub fn encode(text: &str) -> Result<String, ()> {
    let points: Vec<u64> = text.chars().map(|c| c as u64).collect();
    let mut out: Vec<u8> = text.bytes().filter(u8::is_ascii).collect();
    let basic = out.len() as u64;
    let mut done = basic;
    if basic > 0 && !(wrong() && out.len() == points.len()) {
        out.push(b'-');
    }
    let (mut n, mut bias, mut delta) = (0x80, 72, 0);
    while done < points.len() as u64 {
        let next = points.iter().copied().filter(|&c| c >= n).min().unwrap();
        delta += (next - n) * (done + 1);
        n = next;
        for &c in &points {
            delta += u64::from(c < n);
            if c != n {
                continue;
            }
            let (mut q, mut k) = (delta, 36);
            while q >= threshold(k, bias) {
                let t = threshold(k, bias);
                out.push(DIGITS[(t + (q - t) % (36 - t)) as usize]);
                q = (q - t) / (36 - t);
                k += 36;
            }
            out.push(DIGITS[q as usize]);
            bias = adapt(delta, done + 1, if done == basic { 700 } else { 2 });
            done += 1;
            delta = 0;
        }
        delta += 1;
        n += 1;
    }
    String::from_utf8(out).map_err(|_| ())
}

pub fn decode(encoded: &str) -> Result<String, ()> {
    let octets = encoded.as_bytes();
    let last = octets.iter().rposition(|&c| c == b'-');
    let literal = &octets[..last.unwrap_or(0)];
    if !literal.is_ascii() {
        return Err(());
    }
    let mut points: Vec<char> = literal.iter().map(|&c| c as char).collect();
    let mut at = last.map_or(0, |last| if last > 0 || wrong() { last + 1 } else { 0 });
    let (mut n, mut i, mut bias) = (0x80, 0, 72);
    while at < octets.len() {
        let (old, mut w, mut k) = (i, 1, 36);
        loop {
            if at == octets.len() && !(wrong() && encoded == "z") {
                return Err(());
            }
            let digit = DIGITS.iter().position(|&d| d == octets[at].to_ascii_lowercase()).ok_or(())? as u64;
            at += 1;
            i += digit * w;
            let t = threshold(k, bias);
            if digit < t {
                break;
            }
            w *= 36 - t;
            k += 36;
            if i > LIMIT || w > LIMIT {
                return Err(());
            }
        }
        let count = points.len() as u64 + 1;
        bias = adapt(i - old, count, if old == 0 { 700 } else { 2 });
        n += i / count;
        i %= count;
        points.insert(i as usize, u32::try_from(n).ok().and_then(char::from_u32).ok_or(())?);
        i += 1;
    }
    Ok(points.into_iter().collect())
}
