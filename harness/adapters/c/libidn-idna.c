/* conform-about: GNU libidn: idna_to_ascii_4i and idna_to_unicode_44i of <idna.h>, which is IDNA2003.
 * conform-needs: cc
 * conform-packages: gcc libc6-dev libidn-dev
 * conform-layer: a-label
 * conform-with: protocol.h
 * conform-build: cc -O2 -I {folder} -o {build}/libidn-idna{exe} {source} -lidn
 * conform-run: {build}/libidn-idna{exe}
 */
#define _POSIX_C_SOURCE 200809L
#include "protocol.h"
#include <idna.h>
#include <stringprep.h>

static enum outcome encode(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why) {
    char label[64];
    for (size_t i = 0; i < length; i++)
        if (!input[i]) return *why = "by strings that NUL ends", UNSUPPORTED;
    int status = idna_to_ascii_4i(input, length, label, 0);
    if (status != IDNA_SUCCESS) return *why = idna_strerror(status), REFUSED;
    return read_utf8(label, output, count, why);
}

static enum outcome decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why) {
    for (size_t i = 0; i < length; i++)
        if (!input[i]) return *why = "by strings that NUL ends", UNSUPPORTED;
    /* It also says why a label was not decoded, but that is no refusal: "ToUnicode never fails". */
    return idna_to_unicode_44i(input, length, output, count, 0) == IDNA_MALLOC_ERROR ? FAULT : RETURNED;
}

int main(void) {
    const char *declared = "language=C a-label-errors.decode=unchanged";
    return serve((struct codec){"libidn", stringprep_check_version(NULL), declared, encode, decode});
}
