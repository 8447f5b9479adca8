// conform-about: ICU4J, the International Components for Unicode: com.ibm.icu.impl.Punycode.
// conform-needs: java javac
// conform-packages: default-jdk-headless libicu4j-java
// conform-build: javac -cp /usr/share/java/icu4j.jar -d {build} {source}
// conform-run: java -cp {build}:/usr/share/java/icu4j.jar Icu4jAdapter

import com.ibm.icu.impl.Punycode;
import com.ibm.icu.text.StringPrepParseException;
import com.ibm.icu.util.ICUInputTooLongException;
import com.ibm.icu.util.VersionInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

class Icu4jAdapter {
    // The codec: what another library would need changed.

    static final String HANDSHAKE =
            "conform 1 name=ICU4J version=" + VersionInfo.ICU_VERSION.getVersionString(2, 4)
            + " language=Java ops=encode,decode";

    static CharSequence call(String operation, StringBuilder input) throws StringPrepParseException {
        return operation.equals("encode") ? Punycode.encode(input, null) : Punycode.decode(input, null);
    }

    // The protocol: one answer a line, code points in hexadecimal.

    static String answer(String[] words) {
        StringBuilder input = new StringBuilder();
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
        } catch (StringPrepParseException | ICUInputTooLongException e) {
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
