// The protocol, for the adapters of this folder: one answer a line, code points in hexadecimal.

using System;
using System.Reflection;
using System.Text;

static class Protocol {
    // Answer requests until the input ends. Call takes an operation and a string; isRejection says by which exceptions the
    // implementation refuses an input, any other is a fault; failure says why nothing can be called, or is null.
    public static void Serve(
            Func<string, string, string> call, Func<Exception, bool> isRejection, string failure = null, string more = "") {
        Console.OutputEncoding = new UTF8Encoding(false);
        for (string line; (line = Console.ReadLine()) != null; ) {
            var words = line.Split((char[])null, StringSplitOptions.RemoveEmptyEntries);
            if (words[0] != "conform") {
                Console.Write(words[0] + " " + Answer(words, call, isRejection) + "\n");
            } else if (failure == null) {
                Console.Write("conform 1 name=Mono version=" + Version() + " language=C%23 echo=yes " + more + "\n");
            } else {
                Console.Write("conform 1 error=" + Uri.EscapeDataString(failure) + "\n");
                Environment.Exit(1);
            }
            Console.Out.Flush();
        }
    }

    static string Version() {
        var runtime = Type.GetType("Mono.Runtime");
        var name = runtime.GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static);
        return ((string)name.Invoke(null, null)).Split(' ')[0];
    }

    static string Answer(string[] words, Func<string, string, string> call, Func<Exception, bool> isRejection) {
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
            return "ok" + Numbers(words[1] == "echo" ? text.ToString() : call(words[1], text.ToString()));
        } catch (Exception raised) {
            var error = raised is TargetInvocationException ? raised.InnerException : raised;
            var said = OneLine(error.Message);
            return isRejection(error) ? "reject " + said : "fault " + error.GetType().Name + ": " + said;
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
}
