// conform-about: Mono's internal class System.Globalization.Punycode, below its IdnMapping, by reflection.
// conform-needs: mcs mono
// conform-packages: mono-mcs mono-runtime
// conform-build: mcs -out:{build}/adapter.exe {source}
// conform-run: mono {build}/adapter.exe

using System;
using System.Globalization;
using System.Reflection;
using System.Text;

static class Adapter {
    // The codec: what another library would need changed.

    static readonly Type Codec = typeof(IdnMapping).Assembly.GetType("System.Globalization.Punycode");
    static readonly object Instance = Codec == null ? null : Activator.CreateInstance(Codec);

    static string Call(string operation, string text) {
        if (operation == "echo") return text;
        var method = Codec.GetMethod(operation == "encode" ? "Encode" : "Decode");
        return (string)method.Invoke(Instance, new object[] { text, 0 });
    }

    // What IdnMapping documents; a class derived from it, such as that for an index out of range, is a fault.
    static bool IsRejection(Exception error) {
        return error.GetType() == typeof(ArgumentException);
    }

    static string Version() {
        var runtime = Type.GetType("Mono.Runtime");
        var name = runtime.GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static);
        return ((string)name.Invoke(null, null)).Split(' ')[0];
    }

    // The protocol: one answer a line, code points in hexadecimal.

    static string Answer(string[] words) {
        var text = new StringBuilder();
        for (int i = 2; i < words.Length; i++) {
            ulong codePoint = Convert.ToUInt64(words[i], 16);
            // A string is UTF-16 here: two adjacent surrogates that form a pair would become one code point.
            bool pairs = codePoint >= 0xDC00 && codePoint <= 0xDFFF
                && text.Length > 0 && char.IsHighSurrogate(text[text.Length - 1]);
            if (codePoint > 0x10FFFF || pairs) return "unsupported by UTF-16 strings";
            if (codePoint > 0xFFFF) text.Append(char.ConvertFromUtf32((int)codePoint));
            else text.Append((char)codePoint);
        }
        try {
            return "ok" + Numbers(Call(words[1], text.ToString()));
        } catch (TargetInvocationException wrapper) {
            var error = wrapper.InnerException;
            var said = OneLine(error.Message);
            return IsRejection(error) ? "reject " + said : "fault " + error.GetType().Name + ": " + said;
        }
    }

    static string Numbers(string output) {
        var reply = new StringBuilder();
        for (int i = 0; i < output.Length; i++) {
            bool pair = i + 1 < output.Length && char.IsSurrogatePair(output[i], output[i + 1]);
            reply.AppendFormat(" {0:x}", pair ? char.ConvertToUtf32(output[i], output[++i]) : output[i]);
        }
        return reply.ToString();
    }

    static string OneLine(string message) {
        return string.Join(" ", message.Split((char[])null, StringSplitOptions.RemoveEmptyEntries));
    }

    static void Main() {
        Console.OutputEncoding = new UTF8Encoding(false);
        for (string line; (line = Console.ReadLine()) != null; ) {
            var words = line.Split((char[])null, StringSplitOptions.RemoveEmptyEntries);
            if (words[0] != "conform") {
                Console.Write(words[0] + " " + Answer(words) + "\n");
            } else if (Codec != null) {
                Console.Write("conform 1 name=Mono version=" + Version() + " language=C%23 ops=encode,decode echo=yes\n");
            } else {
                Console.Write("conform 1 error=this%20runtime%20has%20no%20System.Globalization.Punycode\n");
                Environment.Exit(1);
            }
            Console.Out.Flush();
        }
    }
}
