// conform-about: Rust's crate idna: idna::punycode::encode and idna::punycode::decode.
// conform-needs: cargo cp
// conform-install: Rust 1.65 or newer, with cargo
// conform-versions: 1.1.0 0.5.0 0.2.3 0.1.5
// conform-with: protocol.rs
// conform-build: cargo init --quiet --vcs none --name adapter .
// conform-build: cargo add --quiet idna@={version} idna_adapter@=1.0.0
// conform-build: cp {source} src/main.rs
// conform-build: cp {folder}/protocol.rs src
// conform-build: cargo build --quiet --release
// conform-run: {build}/target/release/adapter{exe}

// idna_adapter 1.0.0 is the back end of idna 1 without Unicode data: the Punycode module needs none. idna 0 has none.

mod protocol;
use protocol::{Answer, Codec};

// None is how it rejects.

fn encode(text: &[char]) -> Answer {
    idna::punycode::encode(text).map(|label| label.chars().collect()).ok_or("None".to_string())
}

fn decode(text: &[char]) -> Answer {
    idna::punycode::decode(&text.iter().collect::<String>()).ok_or("None".to_string())
}

fn main() -> std::io::Result<()> {
    protocol::serve(Codec { name: "idna", package: "idna", declared: "", encode, decode })
}
