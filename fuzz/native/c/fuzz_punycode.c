/* Fuzzes a Punycode codec in C or C++: fill in the two functions below, or define them in a file of yours. With the seeds
 * that `conform vectors corpus --output seeds` writes,
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
 *         fuzz_punycode.c mine.c -o fuzz_punycode
 *     ./fuzz_punycode -runs=0 seeds/corpus/decode seeds/corpus/encode
 *     mkdir -p found && ./fuzz_punycode -max_len=300 -max_total_time=60 found seeds/corpus/decode seeds/corpus/encode
 *
 * The first run asks all seeds, whole, and finds nearly all that the second does; -max_len cuts them. With AFL++:
 *
 *     AFL_USE_ASAN=1 afl-clang-fast -g -fsanitize=fuzzer fuzz_punycode.c mine.c -o afl_punycode
 *     afl-fuzz -i seeds/corpus -o afl -G 300 -- ./afl_punycode
 *
 * punycode_generator.c, if it is compiled in, makes better inputs for both, and runs without either of them.
 *
 * Each input is decoded, and read as UTF-8 and encoded. Answers are compared with those of punycode_oracle.h; at its top are
 * the choices that RFC 3492 leaves to a codec. Results are encoded or decoded again. An answer must not change in more room
 * or in between, fewer elements of room must be refused, and nothing may be read or written outside of its block.
 * What is found: conform fuzz --replay FILE -- ./conform-adapter
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "punycode_oracle.h"

#ifdef __cplusplus
extern "C" {
#endif
int my_decode(const char *encoded, size_t length, uint32_t *points, size_t *count);
int my_encode(const uint32_t *points, size_t count, char *encoded, size_t *length);
void __asan_on_error(void);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
#ifdef __cplusplus
}
#endif

/* ==== YOUR CODEC ====================================================================================================
 * Both get `*count` or `*length` as the room for elements, set it to how many they wrote, and return 0. Anything else is
 * a refusal; so is too little room. No string ends in NUL. For libidn (#include <punycode.h>, -lidn) the bodies are
 *
 *     return punycode_decode(length, encoded, count, points, NULL);
 *     return punycode_encode(count, points, NULL, length, encoded);
 */
__attribute__((weak)) int my_decode(const char *encoded, size_t length, uint32_t *points, size_t *count) {
    (void)encoded, (void)length, (void)points, (void)count;
    return -1;
}

__attribute__((weak)) int my_encode(const uint32_t *points, size_t count, char *encoded, size_t *length) {
    (void)points, (void)count, (void)encoded, (void)length;
    return -1;
}

/* ==== THE TEST ====================================================================================================== */
typedef struct {
    int is_refused;
    size_t count;
    void *value;
} answer;

static struct { int is_encoding; const void *input; size_t count; } call; /* the call being made */

static void *block(size_t size) {
    void *memory = malloc(size ? size : 1);
    if (memory == NULL) exit(EXIT_FAILURE);
    return memory;
}

static void print(const char *title, int is_points, const void *value, size_t count) {
    fprintf(stderr, is_points ? "    %-10s" : "    %-10s \"", title);
    for (size_t i = 0; i < count; i++) {
        unsigned c = is_points ? ((const uint32_t *)value)[i] : ((const unsigned char *)value)[i];
        if (is_points) fprintf(stderr, " U+%04X", c);
        else fprintf(stderr, c >= ' ' && c <= '~' && c != '"' && c != '\\' ? "%c" : "\\x%02x", c);
    }
    fprintf(stderr, is_points ? "%s\n" : "%s\"\n", is_points && count == 0 ? " (empty)" : "");
}

/* AddressSanitizer calls this before the process ends. */
void __asan_on_error(void) { print(call.is_encoding ? "encode" : "decode", call.is_encoding, call.input, call.count); }

static void fault(const char *what, const oracle_facts *facts, const void *right, const answer *got) {
    fprintf(stderr, "FAULT: %s\n", what);
    __asan_on_error();
    if (facts->refusal) fprintf(stderr, "    expected   a refusal (%s)\n", facts->refusal);
    else print("expected", !call.is_encoding, right, facts->count);
    if (!facts->refusal && oracle_due(facts) == ORACLE_EITHER) fputs("               or a refusal\n", stderr);
    if (got->is_refused) fputs("    got        a refusal\n", stderr);
    else print("got", !call.is_encoding, got->value, got->count);
    fputs("conform fuzz --replay FILE -- ./conform-adapter makes a vector of the FILE that the fuzzer writes\n", stderr);
    abort();
}

/* An answer in a block of exactly this room. The input is in a block of its size, so that a sanitizer sees a step beyond. */
static answer ask(int is_encoding, const void *input, size_t count, size_t room) {
    answer got = {0, room, block(room * (is_encoding ? 1 : 4))};
    void *copy = block(count * (is_encoding ? 4 : 1));
    if (count) memcpy(copy, input, count * (is_encoding ? 4 : 1));
    call.is_encoding = is_encoding, call.input = input, call.count = count;
    if (is_encoding) got.is_refused = my_encode((const uint32_t *)copy, count, (char *)got.value, &got.count) != 0;
    else got.is_refused = my_decode((const char *)copy, count, (uint32_t *)got.value, &got.count) != 0;
    free(copy);
    if (got.is_refused || got.count > room) free(got.value), got.value = NULL;
    return got;
}

static int is_right(int is_encoding, const answer *got, const void *right, size_t count) {
    if (got->is_refused || got->count != count) return 0;
    if (is_encoding) return oracle_same_encoding((const char *)right, (const char *)got->value, count);
    return count == 0 || memcmp(got->value, right, 4 * count) == 0;
}

/* Whether a text is answered, encoded or decoded; it is short, or a longer form of one that was. */
static int is_answered(int is_encoding, const uint32_t *text, size_t count) {
    char *encoded = (char *)block(20 * count + 1);
    size_t length = oracle_encode(text, count, encoded).count;
    answer got = is_encoding ? ask(1, text, count, length) : ask(0, encoded, length, count);
    int right = is_encoding ? is_right(1, &got, encoded, length) : is_right(0, &got, text, count);
    free(got.value), free(encoded);
    return right;
}

/* What is wrong with an answer that the choices allow, if others of the same choice differ; NULL if nothing is. */
static const char *incoherence(const oracle_facts *facts, const uint32_t *text, size_t count, int is_refused) {
    static const uint32_t others[] = {0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x110000, 0x180000, 0x1FFFFF};
    oracle_facts bare = *facts;
    bare.surrogates = 0, bare.is_beyond_unicode = 0;
    /* A pair of surrogates may be a choice of its own, and the width of integers also divides those above 10FFFF. */
    int is_surrogate = facts->surrogates == 1 && !facts->is_beyond_unicode, is_beyond = facts->is_beyond_unicode;
    for (size_t i = 0; i < count; i++) is_beyond &= text[i] <= 0x1FFFFF;
    is_beyond &= !facts->is_encoding && !facts->surrogates;
    if ((is_surrogate || is_beyond) && oracle_due(&bare) == ORACLE_ACCEPT)
        for (size_t i = is_surrogate ? 0 : 4; i < (is_surrogate ? 4 : 7); i++)
            if (is_answered(facts->is_encoding, &others[i], 1) == is_refused)
                return is_surrogate ? "some surrogates are refused, and others are not"
                                    : "some integers above 10FFFF are refused, and others are not";
    if (!is_refused || facts->surrogates || facts->is_beyond_unicode) return NULL;
    /* No code point that is appended is less than another. So all steps come again, and then there are more. */
    uint32_t *more = (uint32_t *)block(8 * count), after = 0x80;
    for (size_t i = 0; i < count; i++)
        if ((more[i] = text[i]) >= after) after = text[i] < 0x10FFFF ? text[i] + 1 : 0x10FFFF;
    if (after >= 0xD800 && after <= 0xDFFF) after = 0xE000;
    for (size_t i = count; i < 2 * count; i++) more[i] = after;
    int wrong = is_answered(facts->is_encoding, more, count + 1) || is_answered(facts->is_encoding, more, 2 * count);
    free(more);
    return wrong ? "it is refused, and a longer form of it is answered" : NULL;
}

static void check(int is_encoding, const void *input, size_t count, int is_first) {
    oracle_facts facts;
    void *right = block(is_encoding ? 20 * count + 1 : 4 * count);
    if (is_encoding) facts = oracle_encode((const uint32_t *)input, count, (char *)right);
    else facts = oracle_decode((const char *)input, count, (uint32_t *)right);
    size_t room = facts.refusal ? count : facts.count;
    answer got = ask(is_encoding, input, count, room), more = {1, 0, NULL};
    if (!got.is_refused && got.count > room) fault("it says that it wrote past its room", &facts, right, &more);
    const char *wrong = oracle_fault(&facts, got.is_refused, is_right(is_encoding, &got, right, facts.count));
    if (wrong || is_first) {
        if (facts.refusal == NULL && room > 0) {
            answer less = ask(is_encoding, input, count, room - 1);
            if (!less.is_refused && !wrong) fault("it is answered in too little room", &facts, right, &less);
            free(less.value);
        }
        more = ask(is_encoding, input, count, 2 * room + 16);
        if (got.is_refused && !more.is_refused) { /* a wrong answer may need more room than the right one */
            wrong = oracle_fault(&facts, 0, is_right(is_encoding, &more, right, facts.count));
            if (!wrong) wrong = "it is refused in the room that it needs";
            got = more;
        } else {
            if (!got.is_refused && !is_right(is_encoding, &more, got.value, got.count))
                wrong = "it is answered differently the second time";
            free(more.value);
        }
    }
    if (!wrong && oracle_due(&facts) == ORACLE_EITHER)
        wrong = is_encoding ? incoherence(&facts, (const uint32_t *)input, count, got.is_refused)
                            : incoherence(&facts, (const uint32_t *)right, facts.count, got.is_refused);
    if (wrong) fault(wrong, &facts, right, &got);
    if (is_first && !got.is_refused) check(!is_encoding, got.value, got.count, 0);
    free(got.value), free(right);
}

/* Bytes as UTF-8, with surrogates and up to 32 bits; what is none becomes something else. */
static size_t read_utf8(const uint8_t *text, size_t size, uint32_t *points) {
    size_t count = 0;
    for (size_t at = 0; at < size;) {
        uint32_t c = text[at++];
        int more = c < 0xC0 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : c < 0xF8 ? 3 : c < 0xFC ? 4 : c < 0xFE ? 5 : 6;
        if (more) c &= 0x3Fu >> more;
        for (; more && at < size; more--) c = c << 6 | (text[at++] & 0x3F);
        points[count++] = c;
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint32_t *points = (uint32_t *)block(4 * size);
    check(0, data, size, 1);
    check(1, points, read_utf8(data, size, points), 1);
    free(points);
    return 0;
}
