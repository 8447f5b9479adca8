#![no_std]
#![doc = include_str!("../README.md")]

/// All vectors, as JSON.
pub const ALL: &str = include_str!("../punycode-vectors.json");

/// The vectors without those that have a side of more than 256 characters, as JSON.
pub const SHORT: &str = include_str!("../punycode-vectors-short.json");
