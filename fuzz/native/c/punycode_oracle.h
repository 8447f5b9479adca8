/* An oracle for tests of Punycode codecs: RFC 3492 sections 6.1 to 6.3 with integers of 64 bits, and what sections 1.1, 5
 * and 6.4 leave open. C99 or C++; no allocation, no state. Texts have fewer than 2^31 code points, each of 32 bits.
 *
 * It is meant to be read beside the RFC, whose names it uses. conform's tests compare it with the reference codec.
 */
#ifndef PUNYCODE_ORACLE_H
#define PUNYCODE_ORACLE_H

#include <stddef.h>
#include <stdint.h>

/* ==== CHOICES ======================================================================================================
 * RFC 3492 allows several behaviours here. As it stands, either of them is right; declare your codec's to find more. */
enum { ORACLE_EITHER, ORACLE_ACCEPT, ORACLE_REJECT };
#ifndef ORACLE_SURROGATES
#define ORACLE_SURROGATES ORACLE_EITHER /* D800 to DFFF are code points like any other, or refused */
#endif
#ifndef ORACLE_BEYOND_UNICODE
#define ORACLE_BEYOND_UNICODE ORACLE_EITHER /* a decoded integer above 10FFFF is given, or refused */
#endif
#ifndef ORACLE_INTEGERS
#define ORACLE_INTEGERS 26 /* bits, 26 to 63: what needs no more must be answered, what needs more may be refused */
#endif
#ifndef ORACLE_LENGTH
#define ORACLE_LENGTH 59 /* encoded forms up to this length must be answered; SIZE_MAX: all */
#endif

/* A call's right answer and what its judgement depends on. */
typedef struct {
    const char *refusal; /* why the input has no right answer but a refusal; NULL if it has one */
    size_t count;        /* code points or characters of the right answer */
    size_t length;       /* characters of the encoded form */
    uint64_t greatest;   /* the greatest integer of the computation, UINT64_MAX for all that are greater */
    size_t surrogates;   /* how many */
    int is_encoding, is_beyond_unicode;
} oracle_facts;

static inline void oracle_see(oracle_facts *facts, uint64_t integer) {
    if (integer > facts->greatest) facts->greatest = integer;
}

static inline void oracle_see_point(oracle_facts *facts, uint64_t point) {
    facts->surrogates += point >= 0xD800 && point <= 0xDFFF;
    facts->is_beyond_unicode |= point > 0x10FFFF;
    oracle_see(facts, point);
}

/* Section 6.1; 700 is damp, 455 is ((base - tmin) * tmax) div 2. */
static inline uint64_t oracle_adapt(uint64_t delta, uint64_t numpoints, int firsttime) {
    uint64_t k = 0;
    delta = firsttime ? delta / 700 : delta / 2;
    for (delta += delta / numpoints; delta > 455; k += 36) delta /= 35;
    return k + 36 * delta / (delta + 38);
}

static inline uint64_t oracle_threshold(uint64_t k, uint64_t bias) {
    return k <= bias + 1 ? 1 : k >= bias + 26 ? 26 : k - bias;
}

/* Section 5: 0 to 35, and 36 for what is no digit. */
static inline uint64_t oracle_digit(unsigned char c) {
    if (c >= 'a' && c <= 'z') return (uint64_t)(c - 'a');
    if (c >= 'A' && c <= 'Z') return (uint64_t)(c - 'A');
    return c >= '0' && c <= '9' ? (uint64_t)(c - '0') + 26 : 36;
}

static inline oracle_facts oracle_refusal(const char *why) {
    oracle_facts facts = {why, 0, 0, 0, 0, 0, 0};
    return facts;
}

/* Section 6.2. `points` has room for `length` code points. */
static inline oracle_facts oracle_decode(const char *encoded, size_t length, uint32_t *points) {
    oracle_facts facts = {NULL, 0, length, 0, 0, 0, 0};
    uint64_t n = 128, i = 0, bias = 72;
    size_t out = 0, at = 0, last = 0;
    for (size_t j = 0; j < length; j++)
        if (encoded[j] == '-') last = j;
    for (; at < last; at++) {
        if ((unsigned char)encoded[at] >= 0x80) return oracle_refusal("non-basic: a character beyond ASCII");
        points[out++] = (unsigned char)encoded[at];
    }
    if (last > 0) at++; /* a delimiter at the beginning is not consumed, and no digit */
    while (at < length) {
        uint64_t oldi = i, w = 1;
        for (uint64_t k = 36;; k += 36) {
            if (at == length) return oracle_refusal("truncated: the last integer has no end");
            uint64_t t = oracle_threshold(k, bias), digit = oracle_digit((unsigned char)encoded[at++]);
            if (digit == 36) return oracle_refusal("bad-digit: a character is no digit");
            /* A sum that 64 bits cannot hold makes an n that 32 bits cannot. */
            if (digit > (UINT64_MAX - i) / w) return oracle_refusal("overflow: a code point beyond 32 bits");
            i += digit * w;
            if (digit < t) break;
            /* If w stays at the greatest integer, only a digit of 0 can follow, which needs no exact w. */
            w = w > UINT64_MAX / (36 - t) ? UINT64_MAX : w * (36 - t);
            oracle_see(&facts, w);
        }
        oracle_see(&facts, i);
        bias = oracle_adapt(i - oldi, out + 1, oldi == 0);
        if (i / (out + 1) > UINT32_MAX - n) return oracle_refusal("overflow: a code point beyond 32 bits");
        n += i / (out + 1);
        i %= out + 1;
        oracle_see_point(&facts, n);
        for (size_t j = out++; j > i; j--) points[j] = points[j - 1];
        points[i++] = (uint32_t)n;
    }
    facts.count = out;
    return facts;
}

/* Section 6.3. `encoded` has room for 20 * count + 1 characters: no digit but the last stands for less than a factor of 10.
 * Nothing overflows: a delta is less than 2^32 * (count + 1). */
static inline oracle_facts oracle_encode(const uint32_t *points, size_t count, char *encoded) {
    static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    oracle_facts facts = {NULL, 0, 0, 0, 0, 1, 0};
    uint64_t n = 128, delta = 0, bias = 72;
    size_t out = 0;
    for (size_t j = 0; j < count; j++) {
        oracle_see_point(&facts, points[j]);
        if (points[j] < 128) encoded[out++] = (char)points[j];
    }
    size_t b = out, h = out;
    if (b > 0) encoded[out++] = '-';
    for (; h < count; delta++, n++) {
        uint64_t m = UINT32_MAX;
        for (size_t j = 0; j < count; j++)
            if (points[j] >= n && points[j] < m) m = points[j];
        delta += (m - n) * (h + 1);
        n = m;
        for (size_t j = 0; j < count; j++) {
            if (points[j] < n) delta++;
            if (points[j] != n) continue;
            uint64_t q = delta, t, k = 36;
            for (; q >= (t = oracle_threshold(k, bias)); k += 36, q = (q - t) / (36 - t))
                encoded[out++] = digits[t + (q - t) % (36 - t)];
            encoded[out++] = digits[q];
            oracle_see(&facts, delta);
            bias = oracle_adapt(delta, h + 1, h == b);
            delta = 0;
            h++;
        }
    }
    facts.count = facts.length = out;
    return facts;
}

/* Whether encoded forms of one length are the same: the case of digits, behind the last delimiter, does not count. */
static inline int oracle_same_encoding(const char *one, const char *other, size_t length) {
    size_t digits = 0;
    for (size_t j = 0; j < length; j++)
        if (one[j] == '-') digits = j + 1;
    for (size_t j = 0; j < length; j++) {
        unsigned char a = (unsigned char)one[j], b = (unsigned char)other[j];
        if (a != b && (j < digits || oracle_digit(a) == 36 || oracle_digit(a) != oracle_digit(b))) return 0;
    }
    return 1;
}

/* What must become of a call: the right answer (ORACLE_ACCEPT), a refusal (ORACLE_REJECT), or one of the two. */
static inline int oracle_due(const oracle_facts *facts) {
    /* A choice about results says nothing of an encoder, which may refuse integers above 10FFFF, or not. */
    int beyond = facts->is_encoding ? ORACLE_EITHER : ORACLE_BEYOND_UNICODE;
    if (facts->refusal) return ORACLE_REJECT;
    if (facts->surrogates && ORACLE_SURROGATES == ORACLE_REJECT) return ORACLE_REJECT;
    if (facts->is_beyond_unicode && beyond == ORACLE_REJECT) return ORACLE_REJECT;
    if (facts->surrogates && ORACLE_SURROGATES == ORACLE_EITHER) return ORACLE_EITHER;
    if (facts->is_beyond_unicode && beyond == ORACLE_EITHER) return ORACLE_EITHER;
    return facts->greatest >> ORACLE_INTEGERS || facts->length > ORACLE_LENGTH ? ORACLE_EITHER : ORACLE_ACCEPT;
}

/* What is wrong with an answer, NULL if nothing is. */
static inline const char *oracle_fault(const oracle_facts *facts, int is_refused, int is_right) {
    int due = oracle_due(facts);
    if (is_refused) return due == ORACLE_ACCEPT ? "a valid input is refused" : NULL;
    if (due == ORACLE_REJECT) return "an invalid input is accepted";
    return is_right ? NULL : "the result is wrong";
}

#endif
