// conform-about: Mono's internal class System.Globalization.Punycode, below its IdnMapping, by reflection.
// conform-needs: mcs mono
// conform-packages: mono-mcs mono-runtime
// conform-with: Protocol.cs
// conform-build: mcs -out:{build}/adapter.exe {source} {folder}/Protocol.cs
// conform-run: mono {build}/adapter.exe

using System;
using System.Globalization;

static class Adapter {
    static readonly Type Codec = typeof(IdnMapping).Assembly.GetType("System.Globalization.Punycode");
    static readonly object Instance = Codec == null ? null : Activator.CreateInstance(Codec);

    static string Call(string operation, string text) {
        var method = Codec.GetMethod(operation == "encode" ? "Encode" : "Decode");
        return (string)method.Invoke(Instance, new object[] { text, 0 });
    }

    static void Main() {
        // What IdnMapping documents; a class derived from it, such as that for an index out of range, is a fault.
        Protocol.Serve(Call, error => error.GetType() == typeof(ArgumentException),
            Codec == null ? "this runtime has no System.Globalization.Punycode" : null);
    }
}
