/* conform-about: OpenSSL 3: the internal ossl_punycode_decode, out of its static library. It has no encoder.
 * conform-needs: cc
 * conform-packages: gcc libc6-dev libssl-dev
 * conform-with: protocol.h
 * conform-build: cc -O2 -I {folder} -o {build}/openssl{exe} {source} -l:libcrypto.a
 * conform-run: {build}/openssl{exe}
 */
#define _POSIX_C_SOURCE 200809L
#include "protocol.h"
#include <openssl/opensslv.h>

/* Of crypto/punycode.h, which is not installed: 1, or 0 if it refuses or would write more than *length numbers. */
int ossl_punycode_decode(const char *label, size_t octets, unsigned *text, unsigned *length);

static enum outcome decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why) {
    size_t octets;
    char *label = utf8(input, length, &octets);
    if (!label) return *why = "by UTF-8", UNSUPPORTED;
    unsigned written = *count; /* enough: a text has no more code points than its label has octets */
    int done = ossl_punycode_decode(label, octets, output, &written);
    free(label);
    *count = written;
    return done ? RETURNED : (*why = "0", REFUSED);
}

int main(void) {
    return serve((struct codec){"OpenSSL", OPENSSL_VERSION_STR, "language=C", NULL, decode});
}
