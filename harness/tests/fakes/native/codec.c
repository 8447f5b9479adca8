/* A right Punycode codec, RFC 3492 sections 6.1 to 6.3, behind the two functions of the fuzzing stub; -DFAULT=N makes it
 * wrong: 1 decode writes past the room, 2 encode does, 3 decode reads past a truncated delta, 4 a leading delimiter
 * is dropped, 5 both sides have another damp, 6 sums overflow in a signed type.
 */
#include <stddef.h>
#include <stdint.h>

#ifndef FAULT
#define FAULT 0
#endif

static const uint32_t DAMP = FAULT == 5 ? 600 : 700;

static uint32_t adapt(uint32_t delta, uint32_t count, int first) {
    uint32_t k = 0;
    delta = first ? delta / DAMP : delta / 2;
    for (delta += delta / count; delta > 455; k += 36) delta /= 35;
    return k + 36 * delta / (delta + 38);
}

static uint32_t threshold(uint32_t k, uint32_t bias) { return k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias; }

static uint32_t value(char c) {
    return c >= 'a' && c <= 'z' ? (uint32_t)(c - 'a')
           : c >= 'A' && c <= 'Z' ? (uint32_t)(c - 'A')
           : c >= '0' && c <= '9' ? (uint32_t)(c - '0') + 26 : 36;
}

int my_decode(const char *encoded, size_t length, uint32_t *points, size_t *count) {
    uint32_t n = 128, i = 0, bias = 72;
    size_t at = 0, done = 0, literal = 0;
    for (size_t j = 0; j < length; j++)
        if (encoded[j] == '-') literal = j;
    for (; at < literal; at++) {
        if ((unsigned char)encoded[at] >= 0x80 || (FAULT != 1 && done == *count)) return -1;
        points[done++] = (unsigned char)encoded[at];
    }
    if (literal > 0 || (FAULT == 4 && length && encoded[0] == '-')) at++;
    while (at < length) {
        uint32_t before = i, w = 1, digit, t;
        for (uint32_t k = 36;; k += 36) {
            if (FAULT != 3 && at == length) return -1;
            digit = value(encoded[at++]);
            if (digit > 35 || (FAULT != 6 && digit > (UINT32_MAX - i) / w)) return -1;
            i = FAULT == 6 ? (uint32_t)((int32_t)i + (int32_t)digit * (int32_t)w) : i + digit * w;
            t = threshold(k, bias);
            if (digit < t) break;
            if (w > UINT32_MAX / (36 - t)) return -1;
            w *= 36 - t;
        }
        bias = adapt(i - before, (uint32_t)done + 1, before == 0);
        if (i / (done + 1) > 0x10FFFF - n) return -1;
        n += i / (uint32_t)(done + 1);
        i %= (uint32_t)(done + 1);
        if ((n >= 0xD800 && n <= 0xDFFF) || (FAULT != 1 && done == *count)) return -1;
        for (size_t j = done++; j > i; j--) points[j] = points[j - 1];
        points[i++] = n;
    }
    *count = done;
    return 0;
}

int my_encode(const uint32_t *points, size_t count, char *encoded, size_t *length) {
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    uint32_t n = 128, delta = 0, bias = 72;
    size_t out = 0, basic, handled;
#define PUT(c) do { if (FAULT != 2 && out == *length) return -1; encoded[out++] = (char)(c); } while (0)
    for (size_t j = 0; j < count; j++) {
        if (points[j] > 0x10FFFF || (points[j] >= 0xD800 && points[j] <= 0xDFFF)) return -1;
        if (points[j] < 128) PUT(points[j]);
    }
    handled = basic = out;
    if (basic > 0) PUT('-');
    for (; handled < count; delta++, n++) {
        uint32_t m = UINT32_MAX;
        for (size_t j = 0; j < count; j++)
            if (points[j] >= n && points[j] < m) m = points[j];
        if (m - n > (UINT32_MAX - delta) / (handled + 1)) return -1;
        delta += (m - n) * (uint32_t)(handled + 1);
        n = m;
        for (size_t j = 0; j < count; j++) {
            uint32_t q = delta, t, k = 36;
            if (points[j] < n && ++delta == 0) return -1;
            if (points[j] != n) continue;
            for (; q >= (t = threshold(k, bias)); q = (q - t) / (36 - t), k += 36) PUT(digits[t + (q - t) % (36 - t)]);
            PUT(digits[q]);
            bias = adapt(delta, (uint32_t)handled + 1, handled == basic);
            delta = 0;
            handled++;
        }
    }
    *length = out;
    return 0;
}
