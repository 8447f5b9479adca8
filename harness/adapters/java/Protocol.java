// The protocol of the adapters in Java: one answer a line, code points in hexadecimal.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

class Protocol {
    /** The codec's function. */
    interface Call {
        CharSequence of(String input) throws Exception;
    }

    /** Thrown by an adapter where its codec refuses by a value, such as null. */
    static class Refused extends Exception {
        Refused(String message) {
            super(message);
        }
    }

    private final Map<String, Call> calls;
    private final List<String> refusals;

    private Protocol(Map<String, Call> calls, List<String> refusals) {
        this.calls = calls;
        this.refusals = refusals;
    }

    /**
     * Answer requests until the end of input.
     *
     * @param handshake words such as language=Java and lacks=2e
     * @param calls by operation
     * @param refusals simple names of the classes of exceptions by which the codec refuses, without their subclasses
     */
    static void serve(String name, String version, String handshake, Map<String, Call> calls, String... refusals)
            throws IOException {
        Protocol protocol = new Protocol(calls, Arrays.asList(refusals));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        String first = "conform 1 name=" + encoded(name) + " version=" + encoded(version) + " echo=yes ops="
                + calls.keySet().stream().sorted().collect(Collectors.joining(",")) + " " + handshake;
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.trim().split("\\s+");
            out.println(words[0].equals("conform") ? first : words[0] + " " + protocol.answer(words));
        }
    }

    private String answer(String[] words) {
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
            String text = input.toString();
            return "ok" + (words[1].equals("echo") ? text : calls.get(words[1]).of(text)).codePoints()
                    .mapToObj(codePoint -> " " + Integer.toHexString(codePoint)).collect(Collectors.joining());
        } catch (Exception | StackOverflowError e) {
            String kind = e.getClass().getSimpleName(), message = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
            boolean refused = e instanceof Refused || refusals.contains(kind);
            return refused ? "reject " + message : "fault " + kind + ": " + message;
        }
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
