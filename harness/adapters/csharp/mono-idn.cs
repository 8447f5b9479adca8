// conform-about: Mono's System.Globalization.IdnMapping: GetAscii and GetUnicode.
// conform-needs: mcs mono
// conform-packages: mono-mcs mono-runtime
// conform-layer: a-label
// conform-with: Protocol.cs
// conform-build: mcs -out:{build}/adapter.exe {source} {folder}/Protocol.cs
// conform-run: mono {build}/adapter.exe

using System;
using System.Globalization;

static class Adapter {
    static readonly IdnMapping Mapping = new IdnMapping();

    static void Main() {
        // What IdnMapping documents; a class derived from it, such as that for an index out of range, is a fault. It takes a
        // domain and splits it at the dots of IDNA.
        Protocol.Serve(
            (operation, text) => operation == "encode" ? Mapping.GetAscii(text) : Mapping.GetUnicode(text),
            error => error.GetType() == typeof(ArgumentException), more: "lacks=2e,3002,ff0e,ff61");
    }
}
