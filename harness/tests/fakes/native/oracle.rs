//! Answers each line of standard input, `decode` or `encode` and hexadecimal code points, with what the oracle in Rust says: what
//! is due, the bits of its integers, and the right answer; or only what is due.

mod punycode_oracle;

use punycode_oracle::{decode, encode};
use std::io::{read_to_string, stdin};

fn main() {
    for line in read_to_string(stdin()).unwrap().lines() {
        let mut words = line.split(' ');
        let ask = if words.next() == Some("encode") { encode } else { decode };
        let right = ask(&words.map(|word| char::from_u32(u32::from_str_radix(word, 16).unwrap()).unwrap()).collect::<String>());
        let due = right.due() as u8;
        match right.answer {
            Err(_) => println!("{due}"),
            Ok(text) => {
                let points: String = text.chars().map(|c| format!(" {:x}", c as u32)).collect();
                println!("{due} {}:{points}", (64 - right.greatest.leading_zeros()).max(26));
            }
        }
    }
}
