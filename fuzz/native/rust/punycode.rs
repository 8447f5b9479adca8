//! Fuzzes a Punycode codec in Rust: put your codec's calls into the two functions below. In your crate, with this file and
//! punycode_oracle.rs in fuzz/fuzz_targets/, and the seeds that `conform vectors corpus --output seeds` writes,
//!
//!     cargo install cargo-fuzz
//!     cargo +nightly fuzz run punycode fuzz/corpus/punycode seeds/corpus/decode seeds/corpus/encode -- -runs=0
//!     cargo +nightly fuzz run punycode fuzz/corpus/punycode seeds/corpus/decode seeds/corpus/encode -- \
//!         -max_len=300 -max_total_time=60
//!
//! The first run asks all seeds, whole, and finds nearly all that the second does; -max_len cuts them. It ends at the first
//! fault; with -fork=1 -ignore_crashes=1 it goes on. An integer that overflows panics here, and wraps in a release. With a
//! stable compiler: cargo fuzz run --sanitizer none punycode ...; a crate without `unsafe` loses little by that.
//!
//! Each input is decoded and encoded, and the results are encoded or decoded again. The answers are compared with those of
//! punycode_oracle.rs; at its top are the choices that RFC 3492 leaves to a codec. What is found:
//! conform fuzz --replay FILE -- ./target/release/examples/conform-adapter
#![no_main]

mod punycode_oracle;

use libfuzzer_sys::fuzz_target;
use punycode_oracle::{Due, Right};

// ==== YOUR CODEC ====================================================================================================
// None is a refusal. A String holds no surrogates, so what decodes to one must be refused.

fn decode(encoded: &str) -> Option<String> {
    let _ = encoded; // mylib::decode(encoded).ok()
    None
}

fn encode(text: &str) -> Option<String> {
    let _ = text; // mylib::encode(text).ok()
    None
}

// ==== THE TEST ======================================================================================================

/// Ask for an answer and panic if it is wrong; gives the answer.
fn check(operation: &str, input: &str) -> Option<String> {
    let (got, right) = match operation {
        "encode" => (encode(input), punycode_oracle::encode(input)),
        _ => (decode(input), punycode_oracle::decode(input)),
    };
    let wrong = right.fault(got.as_deref()).or_else(|| match (&got, &right.answer) {
        (None, Ok(answer)) if goes_further(if operation == "encode" { input } else { answer }, operation) => {
            Some("it is refused, and a longer form of it is answered")
        }
        _ => None,
    });
    if let Some(wrong) = wrong {
        let or = if right.due() == Due::Either { " or a refusal" } else { "" };
        panic!("FAULT: {wrong}\n    {operation} {input:?}\n    expected {:?}{or}\n    got {got:?}", right.answer);
    }
    got
}

/// Whether a longer text is answered, encoded or decoded. No code point that is appended is less than another. So all steps
/// come again, and then there are more.
fn goes_further(text: &str, operation: &str) -> bool {
    let next = text.chars().max().map_or(0x80, |most| (most as u32 + 1).max(0x80));
    let next = char::from_u32(next).unwrap_or(if next > 0x10FFFF { '\u{10FFFF}' } else { '\u{E000}' });
    [1, text.chars().count()].into_iter().any(|times| {
        let more: String = text.chars().chain(std::iter::repeat_n(next, times)).collect();
        let form: Right = punycode_oracle::encode(&more);
        match (operation, &form.answer) {
            ("encode", Ok(_)) => encode(&more).is_some_and(|got| form.fault(Some(&got)).is_none()),
            (_, Ok(encoded)) => decode(encoded).as_ref() == Some(&more),
            _ => false,
        }
    })
}

fuzz_target!(|input: &str| {
    if let Some(decoded) = check("decode", input) {
        check("encode", &decoded);
    }
    if let Some(encoded) = check("encode", input) {
        check("decode", &encoded);
    }
});
