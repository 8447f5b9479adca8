// A codec that answers from a table: lines of `operation code-points = ok code-points`, or `= reject`; all else it refuses.
// Beside it what the tests use of JUnit, and its runner: the name of a test is the argument.
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

class Punycode {
    static String encode(String text) { return answer("encode", text); }
    static String decode(String text) { return answer("decode", text); }

    private static String answer(String operation, String text) {
        StringBuilder given = new StringBuilder(operation);
        text.codePoints().forEach(c -> given.append(' ').append(Integer.toHexString(c)));
        try {
            for (String line : Files.readAllLines(Path.of(System.getenv("TABLE")))) {
                String[] sides = line.split(" = ");
                if (!sides[0].contentEquals(given) || sides[1].equals("reject")) continue;
                if (sides[1].equals("crash")) throw new ArrayIndexOutOfBoundsException("7");
                StringBuilder out = new StringBuilder();
                String[] words = sides[1].split(" ");
                for (int i = 1; i < words.length; i++) out.appendCodePoint(Integer.parseInt(words[i], 16));
                return out.toString();
            }
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        throw new IllegalArgumentException("refused");
    }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Test {}

class Assertions {
    interface Executable { void execute() throws Throwable; }

    static void assertEquals(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) throw new AssertionError("expected " + expected + ", got " + actual);
    }

    static <T extends Throwable> void assertThrows(Class<T> type, Executable code) {
        try {
            code.execute();
        } catch (Throwable e) {
            if (type.isInstance(e)) return;
            throw new AssertionError(e);
        }
        throw new AssertionError("nothing was thrown");
    }
}

class Pasted extends Assertions {
    public static void main(String[] names) throws ReflectiveOperationException {
        var test = Pasted.class.getDeclaredMethod(names[0]);
        if (test.getAnnotation(Test.class) == null) System.exit(9);
        try {
            test.invoke(new Pasted());
        } catch (InvocationTargetException e) {
            System.exit(1);
        }
    }

    // the tests are pasted here
}
