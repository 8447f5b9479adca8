/* The protocol of the adapters in C: one answer a line, code points in hexadecimal.
 * An adapter defines its codec and calls serve() with it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum outcome { RETURNED, REFUSED, FAULT, UNSUPPORTED, MORE_ROOM };

/* Writes at most *count numbers to output and sets *count to how many it wrote, or *why to a message of one line. */
typedef enum outcome call(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why);

struct codec {
    const char *name, *version;
    const char *declared; /* more words of the handshake, such as language=C */
    call *encode, *decode; /* either may be missing */
};

static int is_scalar(uint32_t c) { return c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF); }

/* The octets of a string and their number, which the caller frees; NULL if UTF-8 cannot hold it. If nobody wants the number,
 * a NUL ends the octets, so none can be in them. */
static inline char *utf8(const uint32_t *input, size_t length, size_t *number) {
    char *octets = malloc(4 * length + 1), *end = octets;
    for (size_t i = 0; i < length; i++) {
        uint32_t c = input[i];
        if (!is_scalar(c) || (c == 0 && !number)) return free(octets), NULL;
        int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
        *end++ = "\x00\xC0\xE0\xF0"[more] | c >> 6 * more;
        while (more-- > 0) *end++ = 0x80 | (c >> 6 * more & 0x3F);
    }
    *end = 0;
    if (number) *number = end - octets;
    return octets;
}

/* The code points of octets, read by the form of UTF-8 alone, so that a surrogate is one too. */
static inline enum outcome read_utf8(const char *text, uint32_t *output, size_t *count, const char **why) {
    const unsigned char *octet = (const unsigned char *)text;
    size_t room = *count;
    for (*count = 0; *octet; ) {
        if (*count == room) return MORE_ROOM;
        int more = *octet < 0x80 ? 0 : *octet < 0xC0 ? -1 : *octet < 0xE0 ? 1 : *octet < 0xF0 ? 2 : *octet < 0xF8 ? 3 : -1;
        uint32_t c = more < 1 ? *octet : *octet & 0x3F >> more;
        for (octet++; more > 0 && (*octet & 0xC0) == 0x80; more--) c = c << 6 | (*octet++ & 0x3F);
        if (more) return *why = "UTF-8: the result is not valid", FAULT;
        output[(*count)++] = c;
    }
    return RETURNED;
}

static void answer(call *codec, const uint32_t *input, size_t length) {
    static const char *const words[] = {"ok", "reject ", "fault ", "unsupported ", "fault MORE_ROOM: it asks for ever more"};
    size_t room = length + 32, count;
    uint32_t *output = NULL;
    enum outcome outcome;
    const char *why;
    do { /* 64 numbers for one is more than any answer needs */
        count = room *= 2;
        why = "";
        output = realloc(output, room * sizeof *output);
        outcome = codec(input, length, output, &count, &why);
    } while (outcome == MORE_ROOM && room / 64 <= length);
    printf("%s%s", words[outcome], why);
    for (size_t i = 0; outcome == RETURNED && i < count; i++) printf(" %x", (unsigned)output[i]);
    free(output);
}

/* Answer requests until the end of input. */
static int serve(struct codec codec) {
    static const char space[] = " \t\r\n";
    const char *both = codec.encode && codec.decode ? "," : "";
    char *line = NULL;
    for (size_t room = 0; getline(&line, &room, stdin) != -1; fflush(stdout)) {
        char *first = strtok(line, space), *second = strtok(NULL, space), *number;
        if (!first || !second) return EXIT_FAILURE;
        if (strcmp(first, "conform") == 0) {
            printf("conform 1 name=%s version=%s ops=%s%s%s %s\n", codec.name, codec.version, codec.encode ? "encode" : "",
                   both, codec.decode ? "decode" : "", codec.declared);
            continue;
        }
        int held = 1;
        uint32_t *input = malloc(room * sizeof *input); /* a line has more characters than numbers */
        size_t length = 0;
        while ((number = strtok(NULL, space))) {
            unsigned long long value = strtoull(number, NULL, 16);
            held = held && value <= UINT32_MAX;
            input[length++] = value;
        }
        printf("%s ", first);
        if (held) answer(strcmp(second, "encode") == 0 ? codec.encode : codec.decode, input, length);
        else printf("unsupported by 32-bit integers");
        printf("\n");
        free(input);
    }
    return EXIT_SUCCESS;
}
