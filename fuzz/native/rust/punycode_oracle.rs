//! An oracle for tests of Punycode codecs: RFC 3492 sections 6.1 to 6.3 with integers of 64 bits, and what sections 1.1 and
//! 6.4 leave open. Strings hold no surrogates and nothing above U+10FFFF, so a form of such code points must be refused.
//!
//! It is meant to be read beside the RFC, whose names it uses. conform's tests compare it with the reference codec.
#![allow(dead_code)]

// ==== CHOICES =======================================================================================================
// What needs no more than these must be answered, what needs more may be refused. Declare your codec's to find more.

/// Bits of integers, 26 to 63.
pub const INTEGERS: u32 = 26;
/// The length of the encoded form, 59 or more.
pub const LENGTH: usize = 59;

const DIGITS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
const BEYOND_UNICODE: &str = "beyond-unicode: a code point above U+10FFFF";

/// What must become of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Due {
    Either,
    Answer,
    Refusal,
}

/// A call's right answer, an error if that is a refusal, and what its judgement depends on.
#[derive(Debug)]
pub struct Right {
    pub answer: Result<String, &'static str>,
    /// The length of the encoded form.
    pub length: usize,
    /// The greatest integer of the computation, `u64::MAX` for all that are greater.
    pub greatest: u64,
    is_encoding: bool,
}

impl Right {
    pub fn due(&self) -> Due {
        match self.answer {
            Err(_) => Due::Refusal,
            Ok(_) if self.greatest >> INTEGERS > 0 || self.length > LENGTH => Due::Either,
            Ok(_) => Due::Answer,
        }
    }

    /// What is wrong with an answer; `None` in place of an answer is a refusal.
    pub fn fault(&self, got: Option<&str>) -> Option<&'static str> {
        match (got, &self.answer) {
            (None, _) => (self.due() == Due::Answer).then_some("a valid input is refused"),
            (Some(_), Err(_)) => Some("an invalid input is accepted"),
            (Some(got), Ok(right)) if self.is_encoding => (!same_encoding(right, got)).then_some("the result is wrong"),
            (Some(got), Ok(right)) => (got != right).then_some("the result is wrong"),
        }
    }
}

/// Whether encoded forms are the same: the case of digits, behind the last delimiter, does not count.
pub fn same_encoding(right: &str, got: &str) -> bool {
    let literal = right.rfind('-').map_or(0, |at| at + 1);
    right.get(..literal) == got.get(..literal) && right.eq_ignore_ascii_case(got)
}

/// Section 6.1; 700 is damp, 455 is ((base - tmin) * tmax) div 2.
fn adapt(delta: u64, numpoints: u64, firsttime: bool) -> u64 {
    let mut delta = if firsttime { delta / 700 } else { delta / 2 };
    delta += delta / numpoints;
    let mut k = 0;
    while delta > 455 {
        delta /= 35;
        k += 36;
    }
    k + 36 * delta / (delta + 38)
}

fn threshold(k: u64, bias: u64) -> u64 {
    k.saturating_sub(bias).clamp(1, 26)
}

fn digit(c: u8) -> Option<u64> {
    DIGITS.iter().position(|&digit| digit == c.to_ascii_lowercase()).map(|value| value as u64)
}

pub fn decode(encoded: &str) -> Right {
    let mut greatest = 0;
    let answer = decoded(encoded, &mut greatest);
    Right { answer, length: encoded.len(), greatest, is_encoding: false }
}

/// Section 6.2.
fn decoded(encoded: &str, greatest: &mut u64) -> Result<String, &'static str> {
    let (literal, digits) = match encoded.rfind('-') {
        None | Some(0) => ("", encoded), // a delimiter at the beginning is not consumed, and no digit
        Some(last) => (&encoded[..last], &encoded[last + 1..]),
    };
    if !literal.is_ascii() {
        return Err("non-basic: a character beyond ASCII");
    }
    let mut output: Vec<char> = literal.chars().collect();
    let (mut n, mut i, mut bias) = (128, 0u64, 72);
    let mut rest = digits.bytes().peekable();
    while rest.peek().is_some() {
        let (oldi, mut w) = (i, 1u64);
        for k in (36..).step_by(36) {
            let next = rest.next().ok_or("truncated: the last integer has no end")?;
            let digit = digit(next).ok_or("bad-digit: a character is no digit")?;
            i = digit.checked_mul(w).and_then(|product| i.checked_add(product)).ok_or(BEYOND_UNICODE)?;
            let t = threshold(k, bias);
            if digit < t {
                break;
            }
            // If w stays at the greatest integer, only a digit of 0 can follow, which needs no exact w.
            w = w.saturating_mul(36 - t);
            *greatest = w.max(*greatest);
        }
        let numpoints = output.len() as u64 + 1;
        bias = adapt(i - oldi, numpoints, oldi == 0);
        if i / numpoints > 0x10FFFF - n {
            return Err(BEYOND_UNICODE);
        }
        n += i / numpoints;
        *greatest = i.max(n).max(*greatest);
        i %= numpoints;
        output.insert(i as usize, char::from_u32(n as u32).ok_or("surrogate: a code point from D800 to DFFF")?);
        i += 1;
    }
    Ok(output.into_iter().collect())
}

/// Section 6.3. Nothing overflows: a delta is less than 2^21 * (length + 1).
pub fn encode(text: &str) -> Right {
    let points: Vec<u64> = text.chars().map(u64::from).collect();
    let mut output: String = text.chars().filter(char::is_ascii).collect();
    let b = output.len() as u64;
    let (mut n, mut delta, mut bias, mut h) = (128, 0, 72, b);
    let mut greatest = points.iter().copied().max().unwrap_or(0);
    if b > 0 {
        output.push('-');
    }
    while let Some(m) = points.iter().copied().filter(|&c| c >= n).min() {
        delta += (m - n) * (h + 1);
        n = m;
        for &c in &points {
            if c < n {
                delta += 1;
            }
            if c == n {
                let (mut q, mut k) = (delta, 36);
                loop {
                    let t = threshold(k, bias);
                    if q < t {
                        break;
                    }
                    output.push(DIGITS[(t + (q - t) % (36 - t)) as usize].into());
                    q = (q - t) / (36 - t);
                    k += 36;
                }
                output.push(DIGITS[q as usize].into());
                greatest = greatest.max(delta);
                bias = adapt(delta, h + 1, h == b);
                delta = 0;
                h += 1;
            }
        }
        delta += 1;
        n += 1;
    }
    Right { length: output.len(), answer: Ok(output), greatest, is_encoding: true }
}
