// conform-about: Pike's standard library: encode and decode of Standards.IDNA.Punycode.
// conform-needs: pike8.0
// conform-packages: pike8.0-core
// conform-with: Conform.pmod
// conform-run: pike8.0 -M {folder} {source}

int main()
{
  return Conform.serve("Standards.IDNA.Punycode", ([
    "encode": Standards.IDNA.Punycode->encode,
    "decode": Standards.IDNA.Punycode->decode,
  ]), ({ "Invalid variable-length integer." }));
}
