/* conform-about: GLib: g_hostname_to_ascii and g_hostname_to_unicode.
<<<<<<< HEAD
 * conform-needs: cc pkg-config sh
 * conform-packages: gcc libc6-dev pkg-config libglib2.0-dev
 * conform-layer: a-label
 * conform-build: sh -c 'cc -O2 -o "$0" "$1" $(pkg-config --cflags --libs glib-2.0)' {build}/glib{exe} {source}
 * conform-run: {build}/glib{exe}
 */
#define _POSIX_C_SOURCE 200809L
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The codec: what another library would need changed. It refuses by NULL, and takes a domain, which it splits at the dots
 * of IDNA. */

static char *call(const char *operation, const char *text) {
    return strcmp(operation, "encode") == 0   ? g_hostname_to_ascii(text)
           : strcmp(operation, "decode") == 0 ? g_hostname_to_unicode(text)
                                              : g_strdup(text);
}

/* The protocol: one answer a line, code points in hexadecimal. */

/* The octets of the numbers in UTF-8, ending in NUL; NULL if it cannot hold them. */
static char *utf8(char *numbers, size_t room) {
    GString *text = g_string_sized_new(room);
    for (char *end; *(numbers += strspn(numbers, " \t\r\n")); numbers = end) {
        unsigned long long value = strtoull(numbers, &end, 16);
        if (value == 0 || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return g_string_free(text, TRUE);
        g_string_append_unichar(text, value);
    }
    return g_string_free(text, FALSE);
}

/* The numbers of octets in the form of UTF-8, also of surrogates and of numbers above 10FFFF. */
static void print(const char *octets) {
    GString *reply = g_string_new("ok");
    for (const unsigned char *at = (const unsigned char *)octets; *at;) {
        int more = *at < 0x80 ? 0 : *at < 0xC2 ? 9 : *at < 0xE0 ? 1 : *at < 0xF0 ? 2 : *at < 0xF8 ? 3 : 9;
        unsigned value = more == 0 ? *at : *at & (0x3F >> more);
        while (at++, more > 0 && more < 4 && (*at & 0xC0) == 0x80) value = value << 6 | (*at & 0x3F), more--;
        if (more != 0) {
            g_string_assign(reply, "fault UTF-8: the result is not valid");
            break;
        }
        g_string_append_printf(reply, " %x", value);
    }
    puts(reply->str);
    g_string_free(reply, TRUE);
}

int main(void) {
    char *line = NULL, *rest;
    for (size_t room = 0; getline(&line, &room, stdin) != -1; fflush(stdout)) {
        char *first = strtok_r(line, " \t\r\n", &rest), *second = strtok_r(NULL, " \t\r\n", &rest);
        if (!first || !second) return EXIT_FAILURE;
        if (strcmp(first, "conform") == 0) {
            printf("conform 1 name=GLib version=%u.%u.%u language=C lacks=2e,3002,ff0e,ff61 echo=yes\n",
                   glib_major_version, glib_minor_version, glib_micro_version);
            continue;
        }
        char *text = utf8(rest, room), *output = text ? call(second, text) : NULL;
        printf("%s ", first);
        if (output) print(output);
        else puts(text ? "reject NULL" : "unsupported by UTF-8 that ends in NUL");
        g_free(output);
        g_free(text);
    }
=======
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
>>>>>>> d4e3549 (Adapters of ICU4C, OpenSSL, GLib, libidn2 and libidn's IDNA; those in C share their protocol part)
}
