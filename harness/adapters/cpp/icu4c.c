/* conform-about: ICU4C, the International Components for Unicode: the internal u_strToPunycode and u_strFromPunycode.
 * conform-needs: cc
 * conform-packages: gcc libc6-dev libicu-dev
 * conform-with: ../c/protocol.h
 * conform-build: cc -O2 -I {folder}/../c -o {build}/icu4c{exe} {source} -licuuc
 * conform-run: {build}/icu4c{exe}
 */
#define _POSIX_C_SOURCE 200809L
#include "protocol.h"
#include <unicode/ustring.h>
#include <unicode/uversion.h>
#include <unicode/utf16.h>

/* Of punycode.h, which is not installed. */
#define u_strToPunycode U_ICU_ENTRY_POINT_RENAME(u_strToPunycode)
#define u_strFromPunycode U_ICU_ENTRY_POINT_RENAME(u_strFromPunycode)
typedef int32_t convert(const UChar *, int32_t, UChar *, int32_t, UBool *, UErrorCode *);
extern convert u_strToPunycode, u_strFromPunycode;

static enum outcome converted(convert *of, const uint32_t *input, size_t length, uint32_t *output, size_t *count,
                              const char **why) {
    UChar *text = malloc((2 * length + 1) * sizeof *text), *result = malloc((*count + 1) * sizeof *result);
    enum outcome outcome = RETURNED;
    size_t units = 0;
    for (size_t i = 0; i < length; i++) {
        /* A string is UTF-16 here: two adjacent surrogates that form a pair would become one code point. */
        int pairs = units && U16_IS_LEAD(text[units - 1]) && U_IS_TRAIL(input[i]);
        if (input[i] > 0x10FFFF || pairs) outcome = UNSUPPORTED, *why = "by UTF-16 strings";
        else U16_APPEND_UNSAFE(text, units, input[i]);
    }
    if (outcome == RETURNED) {
        UErrorCode status = U_ZERO_ERROR;
        int32_t written = of(text, units, result, *count, NULL, &status), at = 0;
        if (status == U_BUFFER_OVERFLOW_ERROR) outcome = MORE_ROOM;
        else if (U_FAILURE(status)) outcome = REFUSED, *why = u_errorName(status);
        for (*count = 0; outcome == RETURNED && at < written; (*count)++) U16_NEXT(result, at, written, output[*count]);
    }
    free(text);
    free(result);
    return outcome;
}

static enum outcome encode(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why) {
    return converted(u_strToPunycode, input, length, output, count, why);
}

static enum outcome decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why) {
    return converted(u_strFromPunycode, input, length, output, count, why);
}

int main(void) {
    return serve((struct codec){"ICU4C", U_ICU_VERSION, "language=C%2B%2B", encode, decode});
}
