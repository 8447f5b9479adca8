// conform-about: Rust's crate unic-idna-punycode: encode and decode.
// conform-needs: cargo cp
// conform-install: Rust 1.65 or newer, with cargo
// conform-versions: 0.9.0
// conform-with: protocol.rs
// conform-build: cargo init --quiet --vcs none --name adapter .
// conform-build: cargo add --quiet unic-idna-punycode@={version}
// conform-build: cp {source} src/main.rs
// conform-build: cp {folder}/protocol.rs src
// conform-build: cargo build --quiet --release
// conform-run: {build}/target/release/adapter{exe}

mod protocol;
use protocol::{Answer, Codec};

// None is how it rejects.

fn encode(text: &[char]) -> Answer {
    unic_idna_punycode::encode(text).map(|label| label.chars().collect()).ok_or("None".to_string())
}

fn decode(text: &[char]) -> Answer {
    unic_idna_punycode::decode(&text.iter().collect::<String>()).ok_or("None".to_string())
}

fn main() -> std::io::Result<()> {
    let name = "unic-idna-punycode";
    protocol::serve(Codec { name, package: name, declared: "", encode, decode })
}
