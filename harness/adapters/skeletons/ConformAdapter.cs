// An adapter for conform: it reads requests, calls a Punycode codec, and writes the answers.
//
// Fill in the method below; until then every request is answered "unsupported". The rest can stay as it is.

using System;
using System.Text;

static class ConformAdapter {
    const string Name = "@NAME@";
    const string Version = "unknown";   // better: the version as the library itself says it

    class Rejected : Exception { public Rejected(string message) : base(message) {} }
    class Unsupported : Exception { public Unsupported(string message) : base(message) {} }

    // ==== YOUR CODEC ================================================================================================
    // Gets a string and gives one. Throw Rejected if the codec refuses the input: catch its own exception, as narrow as
    // it can be said; an index out of range is an ArgumentException, too. Any other is reported as a fault. For example:
    //
    //     try {
    //         return operation == "encode" ? MyLib.Encode(input) : MyLib.Decode(input);
    //     } catch (MyLib.PunycodeException e) {
    //         throw new Rejected(e.Message);
    //     }

    static string Call(string operation, string input) {
        throw new Unsupported("not filled in");
    }

    // ==== The protocol: one answer a line, code points in hexadecimal ================================================

    static string Answer(string[] words) {
        bool echo = words[1] == "echo"; // the way of a call without the codec, for conform doctor
        if (!echo && words[1] != "encode" && words[1] != "decode") return "fault no such operation";
        var text = new StringBuilder();
        for (int i = 2; i < words.Length; i++) {
            if (words[i].Length > 15) return "unsupported by UTF-16 strings";
            ulong codePoint = Convert.ToUInt64(words[i], 16);
            // A string is UTF-16 here: two adjacent surrogates that form a pair would become one code point.
            bool pairs = codePoint >= 0xDC00 && codePoint <= 0xDFFF
                && text.Length > 0 && char.IsHighSurrogate(text[text.Length - 1]);
            if (codePoint > 0x10FFFF || pairs) return "unsupported by UTF-16 strings";
            if (codePoint > 0xFFFF) text.Append(char.ConvertFromUtf32((int)codePoint));
            else text.Append((char)codePoint);
        }
        try {
            return "ok" + Numbers(echo ? text.ToString() : Call(words[1], text.ToString()));
        } catch (Rejected e) {
            return "reject " + OneLine(e.Message);
        } catch (Unsupported e) {
            return "unsupported " + OneLine(e.Message);
        } catch (Exception e) {
            return "fault " + e.GetType().Name + ": " + OneLine(e.Message);
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
        var line = string.Join(" ", message.Split((char[])null, StringSplitOptions.RemoveEmptyEntries));
        return line.Substring(0, Math.Min(line.Length, 200));
    }

    static void Main() {
        Console.OutputEncoding = new UTF8Encoding(false);
        for (string line; (line = Console.ReadLine()) != null; ) {
            var words = line.Split((char[])null, StringSplitOptions.RemoveEmptyEntries);
            if (words.Length < 2) continue;
            if (words[0] == "conform") {
                var name = Uri.EscapeDataString(Name) + " version=" + Uri.EscapeDataString(Version);
                Console.Write("conform 1 name=" + name + " language=@LANGUAGE@ ops=encode,decode echo=yes\n");
            } else {
                Console.Write(words[0] + " " + Answer(words) + "\n");
            }
            Console.Out.Flush();
        }
    }
}
