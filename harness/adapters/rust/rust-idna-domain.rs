// conform-about: Rust's crate idna: idna::domain_to_ascii and idna::domain_to_unicode.
// conform-needs: cargo cp
// conform-install: Rust 1.65 or newer, with cargo
// conform-versions: 1.1.0 0.5.0
// conform-layer: a-label
// conform-with: protocol.rs
// conform-build: cargo init --quiet --vcs none --name adapter .
// conform-build: cargo add --quiet idna@={version}
// conform-build: cp {source} src/main.rs
// conform-build: cp {folder}/protocol.rs src
// conform-build: cargo build --quiet --release
// conform-run: {build}/target/release/adapter{exe}

mod protocol;
use protocol::{Answer, Codec};

// Err is how it rejects; to Unicode it gives a string besides.

fn encode(label: &[char]) -> Answer {
    let ascii = idna::domain_to_ascii(&label.iter().collect::<String>());
    ascii.map(|ascii| ascii.chars().collect()).map_err(|errors| format!("{errors:?}"))
}

fn decode(label: &[char]) -> Answer {
    let (text, result) = idna::domain_to_unicode(&label.iter().collect::<String>());
    result.map(|()| text.chars().collect()).map_err(|errors| format!("{errors:?}"))
}

fn main() -> std::io::Result<()> {
    // It splits at dots.
    let declared = "lacks=2e,3002,ff0e,ff61";
    protocol::serve(Codec { name: "idna", package: "idna", declared, encode, decode })
}
