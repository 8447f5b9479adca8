/* conform-about: GLib: g_hostname_to_ascii and g_hostname_to_unicode.
 * conform-needs: cc
 * conform-packages: gcc libc6-dev libglib2.0-0
 * conform-layer: a-label
 * conform-with: protocol.h
 * conform-build: cc -O2 -I {folder} -o {build}/glib{exe} {source} -l:libglib-2.0.so.0
 * conform-run: {build}/glib{exe}
 */
#define _POSIX_C_SOURCE 200809L
#include "protocol.h"

/* Of <glib.h>, which is in another folder on each machine. */
char *g_hostname_to_ascii(const char *hostname);
char *g_hostname_to_unicode(const char *hostname);
void g_free(void *memory);
extern const unsigned glib_major_version, glib_minor_version, glib_micro_version;

static enum outcome converted(char *of(const char *), const uint32_t *input, size_t length, uint32_t *output, size_t *count,
                              const char **why) {
    char *label = utf8(input, length, NULL);
    if (!label) return *why = "by UTF-8 that NUL ends", UNSUPPORTED;
    char *result = of(label);
    free(label);
    if (!result) return *why = "NULL", REFUSED;
    enum outcome outcome = read_utf8(result, output, count, why);
    g_free(result);
    return outcome;
}

static enum outcome encode(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why) {
    return converted(g_hostname_to_ascii, input, length, output, count, why);
}

static enum outcome decode(const uint32_t *input, size_t length, uint32_t *output, size_t *count, const char **why) {
    return converted(g_hostname_to_unicode, input, length, output, count, why);
}

int main(void) {
    char version[64];
    snprintf(version, sizeof version, "%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
    /* It splits at dots. */
    return serve((struct codec){"GLib", version, "language=C lacks=2e,3002,ff0e,ff61", encode, decode});
}
