// conform-about: Rust's crate idna: idna::punycode::encode and idna::punycode::decode.
// conform-needs: cargo cp
// conform-install: Rust 1.65 or newer, with cargo
// conform-versions: 1.1.0 0.5.0 0.2.3 0.1.5
// conform-build: cargo init --quiet --vcs none --name adapter .
// conform-build: cargo add --quiet idna@={version} idna_adapter@=1.0.0
// conform-build: cp {source} src/main.rs
// conform-build: cargo build --quiet --release
// conform-run: {build}/target/release/adapter{exe}

// idna_adapter 1.0.0 is the back end of idna 1 without Unicode data: the Punycode module needs none. idna 0 has none.

use std::io::{self, BufRead, Write};
use std::panic;

// The codec: what another library would need changed. None is how it rejects.

const NAME: &str = "idna";
const LOCKED: &str = "name = \"idna\"\nversion = \"";

fn encode(text: &[char]) -> Option<Vec<char>> {
    idna::punycode::encode(text).map(|label| label.chars().collect())
}

fn decode(text: &[char]) -> Option<Vec<char>> {
    idna::punycode::decode(&text.iter().collect::<String>())
}

// The protocol: one answer a line, code points in hexadecimal.

fn answer(operation: &str, numbers: &[&str]) -> String {
    // A char is a Unicode scalar value: no surrogate, nothing above 10FFFF.
    let scalar = |number: &&str| u32::from_str_radix(number, 16).ok().and_then(char::from_u32);
    let Some(input) = numbers.iter().map(scalar).collect::<Option<Vec<char>>>() else {
        return "unsupported by char".to_string();
    };
    let call = if operation == "encode" { encode } else { decode };
    match panic::catch_unwind(|| call(&input)) {
        Ok(Some(output)) => output.iter().fold("ok".to_string(), |reply, &c| reply + &format!(" {:x}", c as u32)),
        Ok(None) => "reject None".to_string(),
        Err(_) => "fault panic: see the standard error output".to_string(),
    }
}

/// The version that was built in, as the lock file has it.
fn version() -> Option<&'static str> {
    include_str!("../Cargo.lock").split(LOCKED).nth(1)?.split('"').next()
}

fn main() -> io::Result<()> {
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["conform", ..] => {
                let version = version().unwrap_or("unknown");
                writeln!(out, "conform 1 name={NAME} version={version} language=Rust ops=encode,decode")?
            }
            [id, operation, ref numbers @ ..] => writeln!(out, "{id} {}", answer(operation, numbers))?,
            _ => continue,
        }
        out.flush()?;
    }
    Ok(())
}
