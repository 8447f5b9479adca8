// conform-about: Rust's crate punycode: punycode::encode and punycode::decode.
// conform-needs: cargo cp
// conform-install: Rust 1.65 or newer, with cargo
// conform-versions: 0.4.1
// conform-with: protocol.rs
// conform-build: cargo init --quiet --vcs none --name adapter .
// conform-build: cargo add --quiet punycode@={version}
// conform-build: cp {source} src/main.rs
// conform-build: cp {folder}/protocol.rs src
// conform-build: cargo build --quiet --release
// conform-run: {build}/target/release/adapter{exe}

mod protocol;
use protocol::{Answer, Codec};

// Err(()) is how it rejects.

fn encode(text: &[char]) -> Answer {
    let label = punycode::encode(&text.iter().collect::<String>());
    label.map(|label| label.chars().collect()).map_err(|()| "Err".to_string())
}

fn decode(text: &[char]) -> Answer {
    let decoded = punycode::decode(&text.iter().collect::<String>());
    decoded.map(|text| text.chars().collect()).map_err(|()| "Err".to_string())
}

fn main() -> std::io::Result<()> {
    protocol::serve(Codec { name: "punycode", package: "punycode", declared: "", encode, decode })
}
