// conform-about: The codec inside OpenJDK, below java.net.IDN: jdk.internal.icu.impl.Punycode.
// conform-needs: java javac
// conform-packages: default-jdk-headless
// conform-build: javac --add-exports java.base/jdk.internal.icu.impl=ALL-UNNAMED -d {build} {source}
// conform-run: java --add-exports java.base/jdk.internal.icu.impl=ALL-UNNAMED -cp {build} JdkAdapter

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.stream.Collectors;
import jdk.internal.icu.impl.Punycode;

class JdkAdapter {
    // The codec: what another library would need changed.

    static final String HANDSHAKE =
            "conform 1 name=OpenJDK version=" + Runtime.version().toString().replace("+", "%2B")
            + " language=Java ops=encode,decode echo=yes";

    static CharSequence call(String operation, StringBuffer input) throws ParseException {
        if (operation.equals("echo")) return input;
        return operation.equals("encode") ? Punycode.encode(input, null) : Punycode.decode(input, null);
    }

    // The protocol: one answer a line, code points in hexadecimal.

    static String answer(String[] words) {
        StringBuffer input = new StringBuffer();
        for (int i = 2; i < words.length; i++) {
            long codePoint = Long.parseLong(words[i], 16);
            // A string is UTF-16 here: two adjacent surrogates that form a pair would become one code point.
            boolean pairs = codePoint >= 0xDC00 && codePoint <= 0xDFFF
                    && input.length() > 0 && Character.isHighSurrogate(input.charAt(input.length() - 1));
            if (codePoint > Character.MAX_CODE_POINT || pairs) return "unsupported by UTF-16 strings";
            input.appendCodePoint((int) codePoint);
        }
        try {
            return "ok" + call(words[1], input).codePoints()
                    .mapToObj(codePoint -> " " + Integer.toHexString(codePoint)).collect(Collectors.joining());
        } catch (ParseException e) {
            return "reject " + oneLine(e.getMessage());
        } catch (Exception | StackOverflowError e) {
            return "fault " + e.getClass().getSimpleName() + ": " + oneLine(e.getMessage());
        }
    }

    static String oneLine(String message) {
        return String.valueOf(message).replaceAll("\\s+", " ");
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.trim().split("\\s+");
            out.println(words[0].equals("conform") ? HANDSHAKE : words[0] + " " + answer(words));
        }
    }
}
