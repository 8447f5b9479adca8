// The vectors of punycode-conform in Rust's own test framework. In a crate that has encode and decode, put this file and
// punycode-vectors.json into tests/, name the crate below, and run: cargo add --dev serde_json && cargo test

use serde_json::Value;
use std::panic::catch_unwind;

use punycode::{decode, encode}; // fn(&str) -> Result<String, E>

#[test]
fn vectors() {
    let file: Value = serde_json::from_str(include_str!("punycode-vectors.json")).unwrap();
    let (mut passed, mut skipped, mut failed) = (0, 0, 0);
    for vector in file["vectors"].as_array().unwrap() {
        for operation in vector["operations"].as_array().unwrap() {
            let operation = operation.as_str().unwrap();
            match check(vector, operation) {
                Ok(true) => passed += 1,
                Ok(false) => skipped += 1,
                Err(why) => {
                    failed += 1;
                    println!("FAILED {}/{operation}: {why}", vector["id"].as_str().unwrap());
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    assert!(passed > 0 && failed == 0, "{failed} cases failed");
}

/// Whether a case passed, or was skipped because strings of UTF-8 cannot hold its input; or why it failed.
fn check(vector: &Value, operation: &str) -> Result<bool, String> {
    let decoded = text(&vector["decoded"]);
    let encoded = vector["encoded"].as_str().map(str::to_string);
    let encoding = operation == "encode";
    let (input, other) = if encoding { (decoded, encoded) } else { (encoded, decoded) };
    let right = if vector["reject"].is_null() { other } else { text(&vector["right"]) };
    let Some(input) = input else { return Ok(false) };
    let expected = vector["expect"][operation].as_str().unwrap();
    // A crash is a failure also where the input must be refused.
    let passed = match catch_unwind(|| if encoding { encode(&input).ok() } else { decode(&input).ok() }) {
        Err(_) => return Err(format!("{} crashes", short(&input))),
        Ok(None) => expected != "returns",
        Ok(Some(ref got)) if encoding => expected != "rejects" && right.as_deref().map(fold) == Some(fold(got)),
        Ok(Some(ref got)) => expected != "rejects" && right.as_ref() == Some(got),
    };
    let why = || format!("{}: {expected} {} was expected", short(&input), right.as_deref().map_or(String::new(), short));
    if passed { Ok(true) } else { Err(why()) }
}

/// The beginning of a text, which may have thousands of characters.
fn short(text: &str) -> String {
    let more = if text.chars().nth(40).is_some() { " ..." } else { "" };
    format!("{:?}{more}", text.chars().take(40).collect::<String>())
}

/// None for surrogates and what is above 10FFFF, which strings of UTF-8 cannot hold, and for no value at all.
fn text(points: &Value) -> Option<String> {
    let scalar = |c: &Value| char::from_u32(u32::try_from(c.as_u64()?).ok()?);
    points.as_array()?.iter().map(scalar).collect()
}

/// An encoded string with its digits in lower case, ASCII letters only: what is before them counts exactly.
fn fold(encoded: &str) -> String {
    let (literal, digits) = encoded.split_at(encoded.rfind('-').map_or(0, |at| at + 1));
    literal.to_string() + &digits.to_ascii_lowercase()
}
