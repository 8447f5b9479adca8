/* conform-about: GNU libidn: punycode_encode and punycode_decode of <punycode.h>.
 * conform-needs: cc
 * conform-packages: gcc libc6-dev libidn-dev
 * conform-with: protocol.h
 * conform-build: cc -O2 -I {folder} -o {build}/libidn{exe} {source} -lidn
 * conform-run: {build}/libidn{exe}
 */
#define _POSIX_C_SOURCE 200809L
#include "protocol.h"
#include <punycode.h>
#include <stringprep.h>

static enum outcome of_status(int status, const char **why) {
    if (status == PUNYCODE_SUCCESS) return RETURNED;
    if (status == PUNYCODE_BIG_OUTPUT) return MORE_ROOM;
    *why = punycode_strerror(status);
    return REFUSED;
}

static enum outcome encode(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why) {
    char *label = malloc(*count);
    int status = punycode_encode(length, input, NULL, count, label);
    for (size_t i = 0; status == PUNYCODE_SUCCESS && i < *count; i++) output[i] = (unsigned char)label[i];
    free(label);
    return of_status(status, why);
}

static enum outcome decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why) {
    size_t octets;
    char *label = utf8(input, length, &octets);
    if (!label) return *why = "by UTF-8", UNSUPPORTED;
    int status = punycode_decode(octets, label, count, output, NULL);
    free(label);
    return of_status(status, why);
}

int main(void) {
    return serve((struct codec){"libidn", stringprep_check_version(NULL), "language=C", encode, decode});
}
