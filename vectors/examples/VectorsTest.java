// The vectors of punycode-conform in JUnit 5. Needs junit-jupiter and gson. Put this file beside the class Punycode, whose
// encode and decode throw an IllegalArgumentException to refuse, punycode-vectors.json into the folder of the run.
import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.*;
import java.nio.file.*;
import java.util.stream.*;
import org.junit.jupiter.api.*;

class VectorsTest {
    @TestFactory
    Stream<DynamicTest> vectors() throws Exception {
        String content = Files.readString(Path.of("punycode-vectors.json"));
        JsonArray vectors = JsonParser.parseString(content).getAsJsonObject().getAsJsonArray("vectors");
        return stream(vectors).map(JsonElement::getAsJsonObject).flatMap(vector ->
            stream(vector.getAsJsonArray("operations")).map(JsonElement::getAsString).map(operation -> {
                String name = vector.get("id").getAsString() + "/" + operation;
                return DynamicTest.dynamicTest(name, () -> check(vector, operation));
            }));
    }

    static Stream<JsonElement> stream(JsonArray array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    static void check(JsonObject vector, String operation) {
        boolean encoding = operation.equals("encode");
        String decoded = text(vector.get("decoded"));
        String encoded = vector.get("encoded").isJsonNull() ? null : vector.get("encoded").getAsString();
        String input = encoding ? decoded : encoded;
        String other = encoding ? encoded : decoded;
        String right = vector.get("reject").isJsonNull() ? other : text(vector.get("right"));
        String expected = vector.getAsJsonObject("expect").get(operation).getAsString();
        assumeTrue(input != null, "strings of UTF-16 cannot hold the input");
        String got;
        try {
            got = encoding ? Punycode.encode(input) : Punycode.decode(input);
        } catch (IllegalArgumentException refusal) {
            // A crash is a failure also where the input must be refused, so nothing else is caught.
            assertNotEquals("returns", expected, "is refused: " + shortened(input));
            return;
        }
        assertNotEquals("rejects", expected, "is accepted: " + shortened(input));
        assertNotNull(right, "has no right answer that a string can hold: " + shortened(input));
        boolean same = encoding ? fold(right).equals(fold(got)) : right.equals(got);
        assertTrue(same, shortened(input) + " gives " + shortened(got) + ", but " + shortened(right) + " is right");
    }

    /** The beginning of a text, which may have thousands of characters. */
    static String shortened(String text) {
        return '"' + text.substring(0, Math.min(text.length(), 40)) + (text.length() > 40 ? "\" ..." : "\"");
    }

    /** The string of these code points; null for what strings of UTF-16 cannot hold, and for no value at all. */
    static String text(JsonElement side) {
        if (side == null || side.isJsonNull()) return null;
        long[] points = stream(side.getAsJsonArray()).mapToLong(JsonElement::getAsLong).toArray();
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < points.length; at++) {
            // Two surrogates that would become one code point.
            if (at > 0 && points[at - 1] >> 10 == 0x36 && points[at] >> 10 == 0x37) return null;
            if (points[at] > Character.MAX_CODE_POINT) return null;
            text.appendCodePoint((int) points[at]);
        }
        return text.toString();
    }

    /** An encoded string with its digits in lower case, ASCII letters only: what is before them counts exactly. */
    static String fold(String encoded) {
        StringBuilder folded = new StringBuilder(encoded);
        for (int at = encoded.lastIndexOf('-') + 1; at < folded.length(); at++) {
            char c = folded.charAt(at);
            if (c >= 'A' && c <= 'Z') folded.setCharAt(at, (char) (c + 'a' - 'A'));
        }
        return folded.toString();
    }
}
