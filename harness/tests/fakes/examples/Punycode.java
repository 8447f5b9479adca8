import java.util.ArrayList;
import java.util.List;

/**
 * A codec that the examples judge. With PUNYCODE_WRONG in the environment it drops a leading delimiter, crashes on "z", and
 * encodes an all-basic string without its delimiter.
 */
class Punycode {
    static final String DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";
    static final long LIMIT = 1L << 40;
    static final boolean WRONG = System.getenv("PUNYCODE_WRONG") != null;

    static long adapt(long delta, long count, long damp) {
        long k = 0;
        delta /= damp;
        for (delta += delta / count; delta > 455; k += 36) delta /= 35;
        return k + 36 * delta / (delta + 38);
    }

    static long threshold(long k, long bias) {
        return Math.max(1, Math.min(26, k - bias));
    }

    static IllegalArgumentException refused() {
        return new IllegalArgumentException("invalid");
    }

    static boolean isSurrogate(long c) {
        return c >= 0xD800 && c <= 0xDFFF;
    }

    static String encode(String text) {
        int[] points = text.codePoints().toArray();
        StringBuilder out = new StringBuilder();
        for (int c : points) {
            if (isSurrogate(c)) throw refused();
            if (c < 0x80) out.append((char) c);
        }
        int basic = out.length(), done = basic;
        if (basic > 0 && !(WRONG && basic == points.length)) out.append('-');
        long n = 0x80, bias = 72, delta = 0;
        for (; done < points.length; delta++, n++) {
            long next = Long.MAX_VALUE;
            for (int c : points) if (c >= n) next = Math.min(next, c);
            delta += (next - n) * (done + 1);
            n = next;
            for (int c : points) {
                if (c < n) delta++;
                if (c != n) continue;
                long q = delta, t;
                for (long k = 36; q >= (t = threshold(k, bias)); k += 36) {
                    out.append(DIGITS.charAt((int) (t + (q - t) % (36 - t))));
                    q = (q - t) / (36 - t);
                }
                out.append(DIGITS.charAt((int) q));
                bias = adapt(delta, done + 1, done == basic ? 700 : 2);
                done++;
                delta = 0;
            }
        }
        return out.toString();
    }

    static String decode(String encoded) {
        List<Integer> points = new ArrayList<>();
        int last = encoded.lastIndexOf('-'), at = last > 0 || last == 0 && WRONG ? last + 1 : 0;
        for (int place = 0; place < last; place++) {
            if (encoded.charAt(place) >= 0x80) throw refused();
            points.add((int) encoded.charAt(place));
        }
        long n = 0x80, i = 0, bias = 72;
        while (at < encoded.length()) {
            long old = i, w = 1;
            for (long k = 36; ; k += 36) {
                if (at == encoded.length() && !(WRONG && encoded.equals("z"))) throw refused();
                char c = encoded.charAt(at++);
                int digit = DIGITS.indexOf(c >= 'A' && c <= 'Z' ? c + 32 : c);
                if (digit < 0) throw refused();
                i += digit * w;
                long t = threshold(k, bias);
                if (digit < t) break;
                w *= 36 - t;
                if (i > LIMIT || w > LIMIT) throw refused();
            }
            int count = points.size() + 1;
            bias = adapt(i - old, count, old == 0 ? 700 : 2);
            n += i / count;
            i %= count;
            if (n > Character.MAX_CODE_POINT || isSurrogate(n)) throw refused();
            points.add((int) i++, (int) n);
        }
        StringBuilder text = new StringBuilder();
        points.forEach(text::appendCodePoint);
        return text.toString();
    }
}
