/* An adapter for conform: it reads requests, calls a Punycode codec, and writes the answers.
 *
 * Fill in the two functions below; until then every request is answered "unsupported". The rest can stay as it is.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char NAME[] = "@NAME@", VERSION[] = "unknown"; /* better: the version as the library itself says it */

enum status { OK, REJECTED, TOO_SMALL, NOT_FILLED_IN };

/* ==== YOUR CODEC ====================================================================================================
 * Both functions get `length` code points in `input`. They write at most `*count` code points to `output`, set `*count`
 * to how many they wrote, and return OK; REJECTED if the codec refused the input; or TOO_SMALL if it asks for more room,
 * and then they are called again with more. For libidn (#include <punycode.h>, cc … -lidn) the first would be:
 *
 *     char *label = malloc(*count);
 *     int status = punycode_encode(length, input, NULL, count, label);
 *     for (size_t i = 0; status == PUNYCODE_SUCCESS && i < *count; i++) output[i] = (unsigned char)label[i];
 *     free(label);
 *     return status == PUNYCODE_SUCCESS ? OK : status == PUNYCODE_BIG_OUTPUT ? TOO_SMALL : REJECTED;
 *
 * Where the codec's strings are of char, decode gets UTF-8; to cast code points to char would make other letters of them.
 * Pass its length, since NUL may be anywhere in it:
 *
 *     size_t octets;
 *     char *label = utf8(input, length, &octets);
 *     int status = punycode_decode(octets, label, count, output, NULL);
 *     free(label);
 *     return status == PUNYCODE_SUCCESS ? OK : status == PUNYCODE_BIG_OUTPUT ? TOO_SMALL : REJECTED;
 */

static inline char *utf8(const uint32_t *input, size_t length, size_t *octets) {
    char *label = malloc(4 * length + 1), *end = label;
    if (label == NULL) abort();
    for (const uint32_t *c = input; c < input + length; c++) {
        int more = *c < 0x80 ? 0 : *c < 0x800 ? 1 : *c < 0x10000 ? 2 : 3; /* octets after the first */
        *end++ = (char)(more ? (0xFF00 >> (more + 1) & 0xFF) | *c >> 6 * more : *c);
        while (more--) *end++ = (char)(0x80 | (*c >> 6 * more & 0x3F));
    }
    *end = 0;
    *octets = (size_t)(end - label);
    return label;
}

static enum status encode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    (void)input, (void)length, (void)output, (void)count;
    return NOT_FILLED_IN;
}

static enum status decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    (void)input, (void)length, (void)output, (void)count;
    return NOT_FILLED_IN;
}

/* Whether your codec's strings can hold a code point after another one, 0 at the beginning: `encoding` is true for encode.
 * Here encode takes 32 bits, and decode UTF-8, so no surrogates. For others, say no to more:
 *
 *     strings that end in NUL:  c != 0 && …
 *     UTF-8:                    c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF)
 *     UTF-16:                   c <= 0x10FFFF && !(before >> 10 == 0x36 && c >> 10 == 0x37)    (a pair would be joined)
 */
static int holds(uint64_t c, uint64_t before, int encoding) {
    (void)before;
    return encoding ? c <= UINT32_MAX : c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF);
}

/* ==== The protocol: one answer a line, code points in hexadecimal =================================================== */

static void answer(int encoding, const uint32_t *input, size_t length) {
    size_t room = length + 32, count;
    uint32_t *output = NULL;
    enum status status;
    do { /* 64 numbers for one is more than any answer needs */
        room *= 2;
        count = room;
        output = realloc(output, room * sizeof *output);
        if (output == NULL) abort();
        status = (encoding ? encode : decode)(input, length, output, &count);
    } while (status == TOO_SMALL && room / 64 <= length);
    if (status == OK) {
        printf("ok");
        for (size_t i = 0; i < count; i++) printf(" %lx", (unsigned long)output[i]);
    } else {
        printf("%s", status == REJECTED ? "reject" : status == TOO_SMALL ? "fault no end of output" : "unsupported not filled in");
    }
    free(output);
}

int main(void) {
    static const char space[] = " \t\r\n";
    char *line = NULL;
    for (size_t room = 0; getline(&line, &room, stdin) != -1; fflush(stdout)) {
        char *first = strtok(line, space), *second = strtok(NULL, space), *number;
        if (!first || !second) continue;
        if (strcmp(first, "conform") == 0) {
            printf("conform 1 name=%s version=%s language=@LANGUAGE@ ops=encode,decode\n", NAME, VERSION);
            continue;
        }
        int encoding = strcmp(second, "encode") == 0, held = 1;
        if (!encoding && strcmp(second, "decode") != 0) {
            printf("%s fault no such operation\n", first);
            continue;
        }
        uint32_t *input = malloc(room * sizeof *input); /* a line has more characters than numbers */
        if (input == NULL) abort();
        size_t length = 0;
        for (uint64_t value, before = 0; (number = strtok(NULL, space)); before = value) {
            value = strtoull(number, NULL, 16);
            held = held && holds(value, before, encoding);
            input[length++] = (uint32_t)value;
        }
        printf("%s ", first);
        if (held) answer(encoding, input, length);
        else printf("unsupported by these strings");
        printf("\n");
        free(input);
    }
    free(line);
    return EXIT_SUCCESS;
}
