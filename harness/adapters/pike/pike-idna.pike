// conform-about: Pike's standard library: to_ascii and to_unicode of Standards.IDNA.
// conform-needs: pike8.0
// conform-packages: pike8.0-core
// conform-layer: a-label
// conform-with: Conform.pmod
// conform-run: pike8.0 -M {folder} {source}

int main()
{
  return Conform.serve("Standards.IDNA", ([
    "encode": Standards.IDNA.to_ascii,
    "decode": Standards.IDNA.to_unicode,
  ]), ({ "Label ", "Nameprep failed", "Invalid variable-length integer." }));
}
