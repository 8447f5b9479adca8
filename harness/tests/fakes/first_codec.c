/* A codec as one is written at first, with a few faults that the samples of RFC 3492 do not show: test_first_use.py. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { BASE = 36, TMIN = 1, TMAX = 26, SKEW = 38, DAMP = 700, BIAS = 72, N = 128 };

static uint32_t adapt(uint32_t delta, uint32_t points, int first) {
    uint32_t k = 0;
    delta = first ? delta / DAMP : delta / 2;
    for (delta += delta / points; delta > (BASE - TMIN) * TMAX / 2; k += BASE) delta /= BASE - TMIN;
    return k + (BASE - TMIN + 1) * delta / (delta + SKEW);
}

static uint32_t threshold(uint32_t k, uint32_t bias) {
    return k <= bias ? TMIN : k >= bias + TMAX ? TMAX : k - bias;
}

int puny_encode(const uint32_t *input, size_t length, char *output, size_t *count) {
    size_t out = 0, room = *count, h, b;
    uint32_t n = N, delta = 0, bias = BIAS;
    for (size_t j = 0; j < length; j++)
        if (input[j] < 0x80) {
            if (out == room) return -2;
            output[out++] = (char)input[j];
        }
    h = b = out;
    if (b > 0) {
        if (out == room) return -2;
        output[out++] = '-';
    }
    while (h < length) {
        uint32_t m = UINT32_MAX;
        for (size_t j = 0; j < length; j++)
            if (input[j] >= n && input[j] < m) m = input[j];
        if (m - n > (UINT32_MAX - delta) / (h + 1)) return -1;
        delta += (m - n) * (h + 1);
        n = m;
        for (size_t j = 0; j < length; j++) {
            if (input[j] < n) delta++;
            if (input[j] == n) {
                uint32_t q = delta;
                for (uint32_t k = BASE;; k += BASE) {
                    uint32_t t = threshold(k, bias), d = q < t ? q : t + (q - t) % (BASE - t);
                    if (out == room) return -2;
                    output[out++] = (char)(d < 26 ? 'a' + d : '0' + d - 26);
                    if (q < t) break;
                    q = (q - t) / (BASE - t);
                }
                bias = adapt(delta, h + 1, h == b);
                delta = 0;
                h++;
            }
        }
        delta++;
        n++;
    }
    *count = out;
    return 0;
}

static uint32_t digit(char c) {
    return c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? c - 'A' : c >= '0' && c <= '9' ? c - '0' + 26 : BASE;
}

int puny_decode(const char *input, uint32_t *output, size_t *count) {
    size_t out = 0, room = *count;
    uint32_t n = N, i = 0, bias = BIAS;
    const char *delimiter = strrchr(input, '-');
    if (delimiter != NULL) {
        for (; input < delimiter; input++) {
            if (*input & 0x80) return -1;
            if (out == room) return -2;
            output[out++] = *input;
        }
        input++;
    }
    while (*input) {
        uint32_t old = i, w = 1;
        for (uint32_t k = BASE;; k += BASE) {
            uint32_t d = digit(*input), t = threshold(k, bias);
            if (d >= BASE) return -1;
            input++;
            i += d * w;
            if (d < t) break;
            w *= BASE - t;
        }
        bias = adapt(i - old, out + 1, old == 0);
        n += i / (out + 1);
        i %= out + 1;
        if (out == room) return -2;
        memmove(output + i + 1, output + i, (out - i) * sizeof *output);
        output[i++] = n;
        out++;
    }
    *count = out;
    return 0;
}
