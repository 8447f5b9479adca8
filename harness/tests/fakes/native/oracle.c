/* Answers each line of standard input, `decode` or `encode` and hexadecimal code points, with what the oracle in C says: what
 * is due, the bits of its integers, and the right answer; or only what is due. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "punycode_oracle.h"

enum { ROOM = 1 << 17 };

int main(void) {
    static char line[16 * ROOM], encoded[20 * ROOM];
    static uint32_t points[ROOM];
    while (fgets(line, sizeof line, stdin)) {
        int is_encoding = strncmp(line, "encode", 6) == 0, bits = 0;
        size_t count = 0;
        char *end = line + 6;
        for (char *at = end;; at = end) {
            unsigned long long c = strtoull(at, &end, 16);
            if (end == at) break;
            if (is_encoding) points[count++] = (uint32_t)c;
            else encoded[count++] = (char)(c < 0x80 ? c : 0xC3); /* any octet beyond ASCII */
        }
        /* In blocks of their size, so that a sanitizer sees a step beyond. */
        void *input = malloc(4 * count + 1), *value = malloc(is_encoding ? 20 * count + 1 : 4 * count + 1);
        memcpy(input, is_encoding ? (void *)points : encoded, is_encoding ? 4 * count : count);
        oracle_facts facts = is_encoding ? oracle_encode((uint32_t *)input, count, (char *)value)
                                         : oracle_decode((char *)input, count, (uint32_t *)value);
        while (bits < 64 && facts.greatest >> bits) bits++;
        printf("%d", oracle_due(&facts));
        if (facts.refusal == NULL) printf(" %d:", bits < 26 ? 26 : bits);
        for (size_t j = 0; facts.refusal == NULL && j < facts.count; j++)
            printf(" %x", is_encoding ? (unsigned char)((char *)value)[j] : ((uint32_t *)value)[j]);
        putchar('\n');
        free(input), free(value);
    }
    return 0;
}
