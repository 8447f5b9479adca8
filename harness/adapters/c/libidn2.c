/* conform-about: GNU libidn2: idn2_to_ascii_8z and idn2_to_unicode_8z8z of <idn2.h>, IDNA2008 with the mapping of UTS 46.
 * conform-needs: cc
 * conform-packages: gcc libc6-dev libidn2-dev
 * conform-layer: a-label
 * conform-with: protocol.h
 * conform-build: cc -O2 -I {folder} -o {build}/libidn2{exe} {source} -lidn2
 * conform-run: {build}/libidn2{exe}
 */
#define _POSIX_C_SOURCE 200809L
#include "protocol.h"
#include <idn2.h>

static enum outcome converted(int to_ascii, const uint32_t *input, size_t length, uint32_t *output, size_t *count,
                              const char **why) {
    char *label = utf8(input, length, NULL), *result = NULL;
    if (!label) return *why = "by UTF-8 that NUL ends", UNSUPPORTED;
    int status = to_ascii ? idn2_to_ascii_8z(label, &result, IDN2_NONTRANSITIONAL) : idn2_to_unicode_8z8z(label, &result, 0);
    free(label);
    if (status != IDN2_OK) return *why = idn2_strerror(status), REFUSED;
    enum outcome outcome = read_utf8(result, output, count, why);
    idn2_free(result);
    return outcome;
}

static enum outcome encode(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why) {
    return converted(1, input, length, output, count, why);
}

static enum outcome decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why) {
    return converted(0, input, length, output, count, why);
}

int main(void) {
    /* It splits at dots. */
    const char *declared = "language=C lacks=2e,3002,ff0e,ff61";
    return serve((struct codec){"libidn2", idn2_check_version(NULL), declared, encode, decode});
}
