// The protocol of the adapters in Rust: one answer a line, code points in hexadecimal.

use std::io::{self, BufRead, Write};
use std::panic;

/// A string, or why the codec refuses.
pub type Answer = Result<Vec<char>, String>;

/// A codec. Its strings are scalar values: a `char` is no surrogate, and nothing above 10FFFF.
pub struct Codec {
    pub name: &'static str,
    /// The crate whose version is that of the codec.
    pub package: &'static str,
    /// More words of the handshake, such as `lacks=2e`.
    pub declared: &'static str,
    pub encode: fn(&[char]) -> Answer,
    pub decode: fn(&[char]) -> Answer,
}

fn answer(codec: &Codec, operation: &str, numbers: &[&str]) -> String {
    let scalar = |number: &&str| u32::from_str_radix(number, 16).ok().and_then(char::from_u32);
    let Some(input) = numbers.iter().map(scalar).collect::<Option<Vec<char>>>() else {
        return "unsupported by char".to_string();
    };
    let echo: fn(&[char]) -> Answer = |text| Ok(text.to_vec());
    let call = match operation {
        "encode" => codec.encode,
        "decode" => codec.decode,
        _ => echo,
    };
    match panic::catch_unwind(|| call(&input)) {
        Ok(Ok(output)) => output.iter().fold("ok".to_string(), |reply, &c| reply + &format!(" {:x}", c as u32)),
        Ok(Err(why)) => format!("reject {}", why.split_whitespace().collect::<Vec<_>>().join(" ")),
        Err(_) => "fault panic: see the standard error output".to_string(),
    }
}

/// The version of a crate that was built in, as the lock file has it.
fn version(package: &str) -> Option<&'static str> {
    let entry = format!("name = \"{package}\"\nversion = \"");
    include_str!("../Cargo.lock").split(&entry).nth(1)?.split('"').next()
}

/// Answer requests until the end of input.
pub fn serve(codec: Codec) -> io::Result<()> {
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["conform", ..] => {
                let (version, name, declared) = (version(codec.package).unwrap_or("unknown"), codec.name, codec.declared);
                writeln!(out, "conform 1 name={name} version={version} language=Rust echo=yes {declared}")?
            }
            [id, operation, ref numbers @ ..] => writeln!(out, "{id} {}", answer(&codec, operation, numbers))?,
            _ => continue,
        }
        out.flush()?;
    }
    Ok(())
}
