// An adapter for conform: it reads requests, calls a Punycode codec, and writes the answers.
//
// Fill in the function below; until then every request is answered "unsupported". The rest can stay as it is. An example of
// a crate can use the crate's public functions.

use std::io::{self, BufRead, Write};
use std::panic;
use std::sync::Mutex;

const NAME: &str = "@NAME@";
const VERSION: &str = "unknown"; // in the codec's own crate: env!("CARGO_PKG_VERSION")

#[allow(dead_code)]
enum Refusal {
    Rejected(String),    // the codec refused the input
    Unsupported(String), // the codec's strings cannot hold the input
}

// ==== YOUR CODEC =====================================================================================================
// Gets the input and gives the output. A char is a Unicode scalar value, so surrogates never come here. For example:
//
//     if operation == "encode" {
//         mylib::encode(input).map_err(|e| Refusal::Rejected(e.to_string()))
//     } else {
//         mylib::decode(input).map_err(|e| Refusal::Rejected(e.to_string()))
//     }

fn call(operation: &str, input: &str) -> Result<String, Refusal> {
    let _ = (operation, input);
    Err(Refusal::Unsupported("not filled in".to_string()))
}

// ==== The protocol: one answer a line, code points in hexadecimal =====================================================

fn answer(operation: &str, numbers: &[&str]) -> String {
    let echo = operation == "echo"; // the way of a call without the codec, for conform doctor
    if !echo && operation != "encode" && operation != "decode" {
        return "fault no such operation".to_string();
    }
    let scalar = |number: &&str| u32::from_str_radix(number, 16).ok().and_then(char::from_u32);
    let Some(input) = numbers.iter().map(scalar).collect::<Option<String>>() else {
        return "unsupported by char".to_string();
    };
    match panic::catch_unwind(|| if echo { Ok(input.clone()) } else { call(operation, &input) }) {
        Ok(Ok(output)) => output.chars().fold("ok".to_string(), |reply, c| reply + &format!(" {:x}", c as u32)),
        Ok(Err(Refusal::Rejected(why))) => format!("reject {}", one_line(&why)),
        Ok(Err(Refusal::Unsupported(why))) => format!("unsupported {}", one_line(&why)),
        Err(_) => format!("fault {}", PANIC.lock().map_or("panic".to_string(), |said| one_line(&said))),
    }
}

static PANIC: Mutex<String> = Mutex::new(String::new()); // the last one: its message and place

fn note_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if let Ok(mut said) = PANIC.lock() {
            *said = info.to_string().replace(|c: char| !c.is_ascii_graphic(), " ").replacen("panicked at", "panic:", 1);
        }
        usual(info);
    }));
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(200).collect()
}

fn main() -> io::Result<()> {
    note_panics();
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["conform", ..] => writeln!(out, "conform 1 name={NAME} version={VERSION} language=@LANGUAGE@ ops=encode,decode echo=yes")?,
            [id, operation, ref numbers @ ..] => writeln!(out, "{id} {}", answer(operation, numbers))?,
            _ => continue,
        }
        out.flush()?;
    }
    Ok(())
}
