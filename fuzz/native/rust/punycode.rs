//! Fuzzes a Punycode codec in Rust: put your codec's calls into the two functions below. In your crate, with CORPUS for the
//! folder above this one,
//!
//!     cargo install cargo-fuzz
//!     cargo fuzz init --target punycode
//!     cp CORPUS/rust/punycode.rs fuzz/fuzz_targets/
//!     mkdir -p fuzz/corpus/punycode
//!     cargo +nightly fuzz run punycode fuzz/corpus/punycode CORPUS/corpus/decode CORPUS/corpus/encode -- \
//!         -dict=CORPUS/punycode.dict -max_len=1200 -use_value_profile=1
//!
//! With a stable compiler: cargo fuzz run --sanitizer none punycode ...; a crate without `unsafe` loses little by that.
//!
//! Each input is decoded as it is, and encoded. A fault is: a panic; a decoded string that is not encoded to the input
//! again, letter case of digits aside, for then two inputs decode alike; an encoded string that is not decoded to the input
//! again; and a wrong answer to a sample, for what both sides do wrong alike no round trip shows. All vectors: conform run.
#![no_main]

use libfuzzer_sys::fuzz_target;

// ==== YOUR CODEC ====================================================================================================
// None is a refusal. A String holds no surrogates, so what decodes to one must be refused.

fn decode(encoded: &str) -> Option<String> {
    my_punycode::decode(encoded)
}

fn encode(text: &str) -> Option<String> {
    my_punycode::encode(text)
}

// RFC 3492 section 7.1: E, L, S; and beyond 16 bits.
const SAMPLES: [(&str, &str); 4] = [
    ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
    ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"),
    ("-> $1.00 <-", "-> $1.00 <--"),
    ("aü中💩", "a-eha7930dyf7u"),
];

fn is_same(encoded: &str, other: &str) -> bool {
    let literal = other.rfind('-').map_or(0, |at| at + 1);
    encoded.get(..literal) == other.get(..literal) && encoded.eq_ignore_ascii_case(other)
}

fn samples() {
    for (text, encoded) in SAMPLES {
        let got = encode(text);
        assert!(got.as_deref().is_some_and(|got| is_same(got, encoded)), "{text:?} is encoded to {got:?}");
    }
}

fuzz_target!(init: samples(), |input: &str| {
    if let Some(decoded) = decode(input) {
        let again = encode(&decoded);
        assert!(
            again.as_deref().is_some_and(|again| is_same(again, input)),
            "{input:?} is decoded to {decoded:?}, which is encoded to {again:?}"
        );
    }
    if let Some(encoded) = encode(input) {
        let again = decode(&encoded);
        assert!(again.as_deref() == Some(input), "{input:?} is encoded to {encoded:?}, which is decoded to {again:?}");
    }
});
