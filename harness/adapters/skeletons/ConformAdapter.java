// An adapter for conform: it reads requests, calls a Punycode codec, and writes the answers.
//
// Fill in the method below; until then every request is answered "unsupported". The rest can stay as it is: Java 7 compiles it.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

class ConformAdapter {
    static final String NAME = "@NAME@";
    static final String VERSION = "unknown"; // better: the version as the library itself says it

    // ==== YOUR CODEC ================================================================================================
    // Gets the input and gives the output. Throw Rejected if the codec refuses the input: catch its own exception, as
    // narrow as it can be said. Any other exception is reported as a fault. To call what is not public, put this file into
    // the codec's package, whose name then goes before ConformAdapter in the commands, too. For example:
    //
    //     try {
    //         return operation.equals("encode") ? MyLib.encode(input) : MyLib.decode(input);
    //     } catch (MyLib.PunycodeException e) {
    //         throw new Rejected(e.getMessage());
    //     }

    static CharSequence call(String operation, String input) throws Exception {
        throw new Unsupported("not filled in");
    }

    static class Rejected extends Exception {
        Rejected(String message) { super(message); }
    }

    static class Unsupported extends Exception {
        Unsupported(String message) { super(message); }
    }

    // ==== The protocol: one answer a line, code points in hexadecimal ================================================

    static String answer(String[] words) {
        boolean echo = words[1].equals("echo"); // the way of a call without the codec, for conform doctor
        if (!echo && !words[1].equals("encode") && !words[1].equals("decode")) return "fault no such operation";
        StringBuilder input = new StringBuilder();
        for (int i = 2; i < words.length; i++) {
            if (words[i].length() > 15) return "unsupported by UTF-16 strings";
            long codePoint = Long.parseLong(words[i], 16);
            // A string is UTF-16 here: two adjacent surrogates that form a pair would become one code point.
            boolean pairs = codePoint >= 0xDC00 && codePoint <= 0xDFFF
                    && input.length() > 0 && Character.isHighSurrogate(input.charAt(input.length() - 1));
            if (codePoint > Character.MAX_CODE_POINT || pairs) return "unsupported by UTF-16 strings";
            input.appendCodePoint((int) codePoint);
        }
        try {
            String output = (echo ? input : call(words[1], input.toString())).toString();
            StringBuilder reply = new StringBuilder("ok");
            for (int i = 0; i < output.length(); i += Character.charCount(output.codePointAt(i)))
                reply.append(' ').append(Integer.toHexString(output.codePointAt(i)));
            return reply.toString();
        } catch (Rejected e) {
            return "reject " + oneLine(e.getMessage());
        } catch (Unsupported e) {
            return "unsupported " + oneLine(e.getMessage());
        } catch (Exception | StackOverflowError e) {
            return "fault " + e.getClass().getSimpleName() + ": " + oneLine(e.getMessage());
        }
    }

    static String oneLine(String message) {
        String line = String.valueOf(message).replaceAll("\\s+", " ");
        return line.substring(0, Math.min(line.length(), 200));
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.trim().split("\\s+");
            if (words.length < 2) continue;
            String reply = words[0].equals("conform")
                    ? "conform 1 name=" + NAME + " version=" + VERSION + " language=@LANGUAGE@ ops=encode,decode echo=yes"
                    : words[0] + " " + answer(words);
            out.print(reply + "\n");
            out.flush();
        }
    }
}
