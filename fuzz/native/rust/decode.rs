//! No two inputs decode alike: what is decoded must encode to the same again, letter case of digits aside.
//!
//! `cargo fuzz init`, then this file as fuzz/fuzz_targets/decode.rs, the exported corpus/decode as fuzz/corpus/decode, and
//!     cargo fuzz run decode -- -dict=punycode.dict
#![no_main]

use libfuzzer_sys::fuzz_target;
use my_punycode::{decode, encode}; // fn(&str) -> Option<String>, both

fuzz_target!(|data: &[u8]| {
    let Ok(encoded) = std::str::from_utf8(data) else { return };
    let Some(decoded) = decode(encoded) else { return };
    let again = encode(&decoded).expect("what was decoded is refused");
    let literal = encoded.rfind('-').map_or(0, |at| at + 1);
    assert_eq!(again.get(..literal), encoded.get(..literal), "{encoded:?} decodes to {decoded:?}");
    assert!(again.eq_ignore_ascii_case(encoded), "{encoded:?} decodes to {decoded:?}, which encodes to {again:?}");
});
