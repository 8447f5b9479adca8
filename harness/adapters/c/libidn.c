/* conform-about: GNU libidn: punycode_encode and punycode_decode of <punycode.h>.
 * conform-needs: cc
 * conform-packages: gcc libc6-dev libidn-dev
 * conform-build: cc -O2 -o {build}/libidn{exe} {source} -lidn
 * conform-run: {build}/libidn{exe}
 */
#define _POSIX_C_SOURCE 200809L
#include <punycode.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stringprep.h>

/* The codec: what another library would need changed. Both functions write at most *count numbers
 * to output, set *count to how many they wrote, and return a status; BIG_OUTPUT asks for more room. */

static int encode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    char *label = malloc(*count);
    int status = punycode_encode(length, input, NULL, count, label);
    for (size_t i = 0; status == PUNYCODE_SUCCESS && i < *count; i++) output[i] = (unsigned char)label[i];
    free(label);
    return status;
}

static int decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count) {
    char *label = malloc(4 * length + 1), *end = label; /* bytes: what is not ASCII goes in as UTF-8 */
    for (size_t i = 0; i < length; i++) {
        uint32_t c = input[i];
        int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        *end++ = "\x00\xC0\xE0\xF0"[more] | c >> 6 * more;
        while (more-- > 0) *end++ = 0x80 | (c >> 6 * more & 0x3F);
    }
    int status = punycode_decode(end - label, label, count, output, NULL);
    free(label);
    return status;
}

/* The protocol: one answer a line, code points in hexadecimal. */

static void answer(int encoding, const uint32_t *input, size_t length) {
    size_t room = length + 32, count;
    uint32_t *output = NULL;
    int status;
    do { /* 64 numbers for one is more than any answer needs */
        room *= 2;
        count = room;
        output = realloc(output, room * sizeof *output);
        status = (encoding ? encode : decode)(input, length, output, &count);
    } while (status == PUNYCODE_BIG_OUTPUT && room / 64 <= length);
    if (status == PUNYCODE_SUCCESS) {
        printf("ok");
        for (size_t i = 0; i < count; i++) printf(" %x", (unsigned)output[i]);
    } else {
        printf("%s %s", status == PUNYCODE_BIG_OUTPUT ? "fault" : "reject", punycode_strerror(status));
    }
    free(output);
}

int main(void) {
    static const char space[] = " \t\r\n";
    char *line = NULL;
    for (size_t room = 0; getline(&line, &room, stdin) != -1; fflush(stdout)) {
        char *first = strtok(line, space), *second = strtok(NULL, space), *number;
        if (!first || !second) return EXIT_FAILURE;
        if (strcmp(first, "conform") == 0) {
            printf("conform 1 name=libidn version=%s language=C ops=encode,decode\n", stringprep_check_version(NULL));
            continue;
        }
        int encoding = strcmp(second, "encode") == 0, held = 1;
        uint32_t *input = malloc(room * sizeof *input); /* a line has more characters than numbers */
        size_t length = 0;
        while ((number = strtok(NULL, space))) {
            unsigned long long value = strtoull(number, NULL, 16);
            int utf8 = value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
            held = held && value <= UINT32_MAX && (encoding || utf8);
            input[length++] = value;
        }
        printf("%s ", first);
        if (held) answer(encoding, input, length);
        else printf("unsupported by %s", encoding ? "32-bit integers" : "UTF-8");
        printf("\n");
        free(input);
    }
}
