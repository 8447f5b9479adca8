## conform-about: Nim's standard library: encode and decode of std/punycode.
## conform-needs: nim cc
## conform-packages: nim gcc libc6-dev
## conform-build: nim compile --define:release --hints:off --nimcache:{build}/cache --out:{build}/adapter{exe} {source}
## conform-run: {build}/adapter{exe}

import std/[punycode, sequtils, strformat, strutils]
from std/unicode import Rune, runes, `$`

# The codec: what another library would need changed.

const handshake = "conform 1 name=std/punycode version=" & NimVersion & " language=Nim ops=encode,decode"

proc call(operation, text: string): string =
  if operation == "encode": punycode.encode(text) else: punycode.decode(text)

# The protocol: one answer a line, code points in hexadecimal.

# A string is UTF-8 here.
proc held(codePoint: BiggestInt): bool =
  codePoint in 0 .. 0x10FFFF and codePoint notin 0xD800 .. 0xDFFF

proc oneLine(message: string): string = message.splitWhitespace.join(" ")

proc answer(operation: string, codePoints: seq[BiggestInt]): string =
  if not codePoints.allIt(it.held): return "unsupported by UTF-8 strings"
  try:
    result = "ok"
    # runes, because it also reads the longer forms that the codec writes for numbers outside Unicode
    for rune in call(operation, codePoints.mapIt($Rune(it)).join).runes:
      result.add &" {rune.int:x}"
  except PunyError as error:
    result = "reject " & error.msg.oneLine
  except CatchableError, Defect:
    let error = getCurrentException()
    result = "fault " & $error.name & ": " & error.msg.oneLine

for line in stdin.lines:
  let words = line.splitWhitespace
  if words[0] == "conform":
    echo handshake
  else:
    echo words[0], " ", answer(words[1], words[2 .. ^1].mapIt(it.fromHex[:BiggestInt]))
  stdout.flushFile
