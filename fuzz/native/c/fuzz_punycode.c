/* Fuzzes a Punycode codec in C or C++: give it the two functions below, in a file mine.c. In the folder above this one,
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
 *         c/fuzz_punycode.c mine.c -o fuzz_punycode
 *     mkdir found
 *     ./fuzz_punycode -dict=punycode.dict -max_len=1200 -use_value_profile=1 found corpus/decode corpus/encode
 *
 * AFL++ takes the same file:
 *
 *     AFL_USE_ASAN=1 afl-clang-fast -g -fsanitize=fuzzer c/fuzz_punycode.c mine.c -o afl_punycode
 *     find corpus -type f -exec ./afl_punycode {} +
 *     afl-fuzz -i corpus -x punycode.dict -o afl -- ./afl_punycode
 *
 * The second of these runs each seed, since afl-fuzz leaves out seeds that crash.
 *
 * Each input is decoded as it is, and read as UTF-8 and encoded. A fault is: an input or a room that is overrun; a decoded
 * string that is not encoded to the input again, letter case of digits aside, for then two inputs decode alike; an encoded
 * string that is not decoded to the input again; and a wrong answer to a sample, for what both sides do wrong alike no
 * round trip shows. All vectors: conform run.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ==== YOUR CODEC ====================================================================================================
 * Both get `*count` or `*length` as the room for elements, set it to how many they wrote, and return 0. Anything else is
 * a refusal; so is too little room. No string ends in NUL. For libidn (#include <punycode.h>, -lidn):
 *
 *     int my_decode(const char *encoded, size_t length, uint32_t *points, size_t *count) {
 *         return punycode_decode(length, encoded, count, points, NULL);
 *     }
 *     int my_encode(const uint32_t *points, size_t count, char *encoded, size_t *length) {
 *         return punycode_encode(count, points, NULL, length, encoded);
 *     }
 */
#ifdef __cplusplus
extern "C" {
#endif
int my_decode(const char *encoded, size_t length, uint32_t *points, size_t *count);
int my_encode(const uint32_t *points, size_t count, char *encoded, size_t *length);
int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
#ifdef __cplusplus
}
#endif

enum { LONGEST = 1200, FOR_EACH = 8 }; /* of an input; characters for a code point, of which a delta has 7 at most */

static const char *const SAMPLES[][2] = { /* RFC 3492 section 7.1: E, L, S; and beyond 16 bits */
    {"Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"},
    {"3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"},
    {"-> $1.00 <-", "-> $1.00 <--"},
    {"aü中💩", "a-eha7930dyf7u"},
};

static void fault(const char *what, const void *input, size_t size) {
    fprintf(stderr, "FAULT: %s: \"", what);
    for (size_t i = 0; i < size; i++) {
        unsigned char c = ((const unsigned char *)input)[i];
        fprintf(stderr, c >= ' ' && c <= '~' && c != '"' && c != '\\' ? "%c" : "\\x%02x", c);
    }
    fprintf(stderr, "\"\n");
    abort();
}

/* Inputs and rooms are heap blocks of exactly their size, so that a sanitizer sees a step beyond. */
static void *block(const void *from, size_t size) {
    void *made = malloc(size ? size : 1);
    if (made == NULL) exit(EXIT_FAILURE);
    return from && size ? memcpy(made, from, size) : made;
}

static int decode(const void *encoded, size_t length, uint32_t *points, size_t room, size_t *count) {
    char *input = (char *)block(encoded, length);
    uint32_t *output = (uint32_t *)block(NULL, (*count = room) * sizeof *output);
    int status = my_decode(input, length, output, count);
    if (status == 0 && *count > room) fault("decode says that it wrote past its room", encoded, length);
    if (status == 0) memcpy(points, output, *count * sizeof *output);
    free(input), free(output);
    return status;
}

static int encode(const uint32_t *points, size_t count, char *encoded, size_t room, size_t *length) {
    uint32_t *input = (uint32_t *)block(points, count * sizeof *input);
    char *output = (char *)block(NULL, *length = room);
    int status = my_encode(input, count, output, length);
    if (status == 0 && *length > room) fault("encode says that it wrote past its room", output, room);
    if (status == 0) memcpy(encoded, output, *length);
    free(input), free(output);
    return status;
}

/* Bytes as UTF-8; what is none becomes something else. */
static size_t read_utf8(const uint8_t *text, size_t size, uint32_t *points) {
    size_t count = 0;
    for (size_t at = 0; at < size;) {
        uint32_t c = text[at++];
        int more = c < 0xC0 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
        if (more) c &= 0x3Fu >> more;
        for (; more && at < size; more--) c = c << 6 | (text[at++] & 0x3F);
        points[count++] = c;
    }
    return count;
}

/* What every codec must encode; surrogates are a choice. */
static int are_characters(const uint32_t *points, size_t count) {
    while (count--)
        if (points[count] > 0x10FFFF || (points[count] >= 0xD800 && points[count] <= 0xDFFF)) return 0;
    return 1;
}

static int is_same(const char *encoded, size_t length, const char *other, size_t size) {
    size_t digits = 0;
    if (length != size) return 0;
    for (size_t i = 0; i < size; i++)
        if (other[i] == '-') digits = i + 1;
    for (size_t i = 0; i < size; i++) {
        int letters = i >= digits && (other[i] | 32) >= 'a' && (other[i] | 32) <= 'z';
        if (encoded[i] != other[i] && !(letters && (encoded[i] | 32) == (other[i] | 32))) return 0;
    }
    return 1;
}

static void check_decode(const char *input, size_t size) {
    static uint32_t points[LONGEST];
    static char again[FOR_EACH * (LONGEST + 1)];
    size_t count, length;
    if (decode(input, size, points, size, &count) != 0) return;
    if (encode(points, count, again, FOR_EACH * (count + 1), &length) == 0) {
        if (!is_same(again, length, input, size)) fault("decodes to what encodes to something else", input, size);
    } else if (are_characters(points, count))
        fault("decodes to what is not encoded", input, size);
    if (count && decode(input, size, points, count - 1, &length) == 0)
        fault("is decoded in too little room", input, size);
}

static void check_encode(const char *input, size_t size) {
    static uint32_t points[LONGEST], again[LONGEST];
    static char encoded[FOR_EACH * (LONGEST + 1)];
    size_t length, back, count = read_utf8((const uint8_t *)input, size, points);
    if (!are_characters(points, count) || encode(points, count, encoded, FOR_EACH * (count + 1), &length) != 0) return;
    if (decode(encoded, length, again, count, &back) != 0 || back != count || memcmp(points, again, count * sizeof *points))
        fault("encodes to what does not decode to it", input, size);
    if (length && encode(points, count, encoded, length - 1, &back) == 0)
        fault("is encoded in too little room", input, size);
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    for (size_t i = 0; i < sizeof SAMPLES / sizeof *SAMPLES; i++) {
        uint32_t points[64];
        char encoded[512];
        size_t count = read_utf8((const uint8_t *)SAMPLES[i][0], strlen(SAMPLES[i][0]), points), length;
        if (encode(points, count, encoded, sizeof encoded, &length) != 0 ||
            !is_same(encoded, length, SAMPLES[i][1], strlen(SAMPLES[i][1])))
            fault("a sample is not encoded as it must be", SAMPLES[i][0], strlen(SAMPLES[i][0]));
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size <= LONGEST) {
        check_decode((const char *)data, size);
        check_encode((const char *)data, size);
    }
    return 0;
}
