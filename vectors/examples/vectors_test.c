/* The vectors of punycode-conform in C, read by Jansson. Put punycode-vectors.json into the folder of the run:
 *     cc vectors_test.c punycode.c $(pkg-config --cflags --libs jansson) -o vectors_test && ./vectors_test
 * The codec is of the form of RFC 3492, appendix C: it gets and sets lengths, and returns 0, or anything else to refuse. */
#define _DEFAULT_SOURCE
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "punycode.h"

enum { ROOM = 1 << 18, SHOWN = 40, SECONDS = 10 }; /* ROOM is more than any answer needs */
static struct { json_t *vector; const char *id, *operation; } *cases;
static struct { size_t at, passed, failed, skipped; } *tally; /* shared with the process that calls the codec */

static const char *text(json_t *vector, const char *key) { return json_string_value(json_object_get(vector, key)); }

/* Code points of a list, or the octets of a string; -1 for what 32 bits cannot hold, and for neither of the two. */
static long points(json_t *side, uint32_t *out) {
    size_t length = json_is_array(side) ? json_array_size(side) : json_string_length(side);
    for (size_t at = 0; at < length; at++) {
        json_int_t c = json_integer_value(json_array_get(side, at));
        if (c > UINT32_MAX) return -1;
        out[at] = json_is_array(side) ? (uint32_t)c : (unsigned char)json_string_value(side)[at];
    }
    return json_is_array(side) || json_is_string(side) ? (long)length : -1;
}

/* Whether encoded strings are equal; the digits, which are behind the last delimiter, without case of ASCII letters. */
static int same(const char *got, size_t length, const uint32_t *right, size_t expected) {
    size_t digits = expected;
    while (digits > 0 && right[digits - 1] != '-') digits--;
    for (size_t at = 0; at < expected && length == expected; at++) {
        uint32_t a = (unsigned char)got[at], b = right[at];
        if (at >= digits && a - 'A' < 26) a += 32;
        if (at >= digits && b - 'A' < 26) b += 32;
        if (a != b) return 0;
    }
    return length == expected;
}

static void failed(size_t at, const char *why) {
    json_t *side = json_object_get(cases[at].vector, strcmp(cases[at].operation, "encode") ? "encoded" : "decoded");
    tally->failed++;
    printf("FAILED %s/%s: %s; the input:", cases[at].id, cases[at].operation, why);
    if (json_is_string(side)) printf(" \"%.*s\"", SHOWN, json_string_value(side));
    for (size_t each = 0; each < json_array_size(side) && each < SHOWN; each++)
        printf(" U+%04llX", (unsigned long long)json_integer_value(json_array_get(side, each)));
    printf("%s\n", json_array_size(side) > SHOWN || json_string_length(side) > SHOWN ? " ..." : "");
    fflush(stdout);
}

static void check(size_t at) {
    static uint32_t input[ROOM], right[ROOM], got[ROOM];
    static char label[ROOM];
    json_t *vector = cases[at].vector, *encoded = json_object_get(vector, "encoded");
    const char *operation = cases[at].operation, *expect = text(json_object_get(vector, "expect"), operation);
    int encoding = strcmp(operation, "encode") == 0, refused, passed;
    size_t length = ROOM;
    long count = points(json_object_get(vector, "decoded"), encoding ? input : right);
    long known = encoding ? points(encoded, right) : count;
    if (text(vector, "reject")) known = points(json_object_get(vector, "right"), right);
    if (encoding && count < 0) { tally->skipped++; return; } /* integers of 32 bits cannot hold the input */
    if (encoding) refused = punycode_encode((size_t)count, input, &length, label) != 0;
    else refused = punycode_decode(json_string_length(encoded), json_string_value(encoded), &length, got) != 0;
    if (refused) passed = strcmp(expect, "returns") != 0;
    else if (strcmp(expect, "rejects") == 0 || known < 0) passed = 0;
    else if (encoding) passed = same(label, length, right, (size_t)known);
    else passed = known == (long)length && memcmp(got, right, length * sizeof *got) == 0;
    if (passed) tally->passed++;
    else failed(at, refused ? "it is refused" : "the result is wrong");
}

int main(void) {
    json_t *file = json_load_file("punycode-vectors.json", JSON_ALLOW_NUL, NULL), *vector, *operation;
    size_t at, each, count = 0;
    int status = 0;
    tally = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!(cases = calloc(2 * json_array_size(json_object_get(file, "vectors")) + 1, sizeof *cases))) return 2;
    json_array_foreach(json_object_get(file, "vectors"), at, vector)
        json_array_foreach(json_object_get(vector, "operations"), each, operation) {
            cases[count].vector = vector, cases[count].id = text(vector, "id");
            cases[count++].operation = json_string_value(operation);
        }
    /* A process calls the codec. If it crashes or hangs, that case has failed, and a new process begins behind it. */
    for (at = 0; at < count; at = tally->at + 1) {
        pid_t child = fork();
        if (child == 0) {
            for (; at < count; at++) alarm(SECONDS), tally->at = at, check(at);
            _exit(0);
        }
        if (child < 0 || waitpid(child, &status, 0) < 0) return 2;
        if (status != 0) failed(tally->at, "it crashes or hangs");
    }
    printf("%zu passed, %zu failed, %zu skipped\n", tally->passed, tally->failed, tally->skipped);
    return tally->passed == 0 || tally->failed != 0;
}
