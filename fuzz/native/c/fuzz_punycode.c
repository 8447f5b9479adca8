/* No two inputs decode alike: what is decoded must encode to the same again, letter case of digits aside.
 *
 * Put your codec's calls in the place of these two, then
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined fuzz_punycode.c mine.c -o fuzz_punycode
 *     ./fuzz_punycode -dict=punycode.dict corpus/decode
 * AFL++: afl-clang-fast -fsanitize=fuzzer does the same; afl-fuzz -i corpus/decode -x punycode.dict -o out ./fuzz_punycode
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Both give 0, and the number of elements written; anything else is a refusal. */
int my_decode(const char *encoded, size_t length, uint32_t *points, size_t *count);
int my_encode(const uint32_t *points, size_t count, char *encoded, size_t *length);

enum { LONGEST = 256 };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint32_t points[LONGEST];
    char again[8 * LONGEST];
    size_t count = LONGEST, length = sizeof again, i, literal = 0;
    if (size > LONGEST || my_decode((const char *)data, size, points, &count) != 0)
        return 0;
    if (my_encode(points, count, again, &length) != 0 || length != size)
        abort();
    for (i = 0; i < size; i++)
        if (data[i] == '-')
            literal = i;
    for (i = 0; i < size; i++)
        if (i < literal ? again[i] != (char)data[i] : lower(again[i]) != lower((char)data[i]))
            abort();
    return 0;
}
