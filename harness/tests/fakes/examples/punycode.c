/* A codec that the examples judge. With PUNYCODE_WRONG in the environment it drops a leading delimiter, crashes on "z", and
 * encodes an all-basic string without its delimiter. */
#include "punycode.h"

#include <stdlib.h>
#include <string.h>

#define WRONG (getenv("PUNYCODE_WRONG") != NULL)
static const char DIGITS[] = "abcdefghijklmnopqrstuvwxyz0123456789";
static const uint64_t LIMIT = (uint64_t)1 << 40;

static uint64_t adapt(uint64_t delta, uint64_t count, uint64_t damp) {
    uint64_t k = 0;
    delta /= damp;
    for (delta += delta / count; delta > 455; k += 36) delta /= 35;
    return k + 36 * delta / (delta + 38);
}

static uint64_t threshold(uint64_t k, uint64_t bias) {
    return k <= bias + 1 ? 1 : k - bias < 26 ? k - bias : 26;
}

static int is_surrogate(uint64_t c) { return c >= 0xD800 && c <= 0xDFFF; }

int punycode_encode(size_t count, const uint32_t *points, size_t *length, char *label) {
    size_t room = *length, at = 0, basic, done;
    for (size_t j = 0; j < count; j++) {
        if (points[j] > 0x10FFFF || is_surrogate(points[j]) || at + 1 >= room) return 1;
        if (points[j] < 0x80) label[at++] = (char)points[j];
    }
    basic = done = at;
    if (basic > 0 && !(WRONG && basic == count)) label[at++] = '-';
    uint64_t n = 0x80, bias = 72, delta = 0;
    for (; done < count; delta++, n++) {
        uint64_t next = UINT64_MAX;
        for (size_t j = 0; j < count; j++)
            if (points[j] >= n && points[j] < next) next = points[j];
        delta += (next - n) * (done + 1);
        n = next;
        for (size_t j = 0; j < count; j++) {
            if (points[j] < n) delta++;
            if (points[j] != n) continue;
            uint64_t q = delta, t;
            if (at + 16 > room) return 1;
            for (uint64_t k = 36; q >= (t = threshold(k, bias)); k += 36) {
                label[at++] = DIGITS[t + (q - t) % (36 - t)];
                q = (q - t) / (36 - t);
            }
            label[at++] = DIGITS[q];
            bias = adapt(delta, done + 1, done == basic ? 700 : 2);
            done++;
            delta = 0;
        }
    }
    *length = at;
    return 0;
}

int punycode_decode(size_t count, const char *label, size_t *length, uint32_t *points) {
    size_t room = *length, last = count, at = 0, made = 0;
    while (last > 0 && label[last - 1] != '-') last--; /* behind the last delimiter, 0 if there is none */
    for (; made + 1 < last; made++) {
        if ((unsigned char)label[made] >= 0x80 || made >= room) return 1;
        points[made] = (unsigned char)label[made];
    }
    if (last > 1 || (last == 1 && WRONG)) at = last;
    uint64_t n = 0x80, i = 0, bias = 72;
    while (at < count) {
        uint64_t old = i, w = 1;
        for (uint64_t k = 36;; k += 36) {
            if (at == count && WRONG && count == 1 && *label == 'z') abort();
            if (at == count) return 1;
            char c = label[at++];
            const char *found = c ? strchr(DIGITS, c >= 'A' && c <= 'Z' ? c + 32 : c) : NULL;
            if (found == NULL) return 1;
            uint64_t digit = (uint64_t)(found - DIGITS), t = threshold(k, bias);
            i += digit * w;
            if (digit < t) break;
            w *= 36 - t;
            if (i > LIMIT || w > LIMIT) return 1;
        }
        bias = adapt(i - old, made + 1, old == 0 ? 700 : 2);
        n += i / (made + 1);
        i %= made + 1;
        if (n > 0x10FFFF || is_surrogate(n) || made >= room) return 1;
        memmove(points + i + 1, points + i, (made++ - i) * sizeof *points);
        points[i++] = (uint32_t)n;
    }
    *length = made;
    return 0;
}
