/* The vectors of punycode-conform in Check, read by Jansson. Put punycode-vectors.json into the folder of the run:
 *     cc vectors_test.c punycode.c $(pkg-config --cflags --libs check jansson) -o vectors_test && ./vectors_test
 * The codec is of the form of RFC 3492, appendix C: it gets and sets lengths, and returns 0, or anything else to refuse. */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "punycode.h"

enum { ROOM = 1 << 18 }; /* more than any answer needs */
static struct { json_t *vector; const char *id, *operation; } *cases;

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

/* Check runs each case in a process of its own: a crash fails this case, which is reported by its number, and no other. */
START_TEST(case_is_right) {
    static uint32_t input[ROOM], right[ROOM], got[ROOM];
    static char label[ROOM];
    json_t *vector = cases[_i].vector, *encoded = json_object_get(vector, "encoded");
    const char *operation = cases[_i].operation, *expect = text(json_object_get(vector, "expect"), operation);
    int encoding = strcmp(operation, "encode") == 0, refused, passed;
    size_t length = ROOM;
    long count = points(json_object_get(vector, "decoded"), encoding ? input : right);
    long known = encoding ? points(encoded, right) : count;
    if (text(vector, "reject")) known = points(json_object_get(vector, "right"), right);
    if (encoding && count < 0) return; /* integers of 32 bits cannot hold the input */
    if (encoding) refused = punycode_encode((size_t)count, input, &length, label) != 0;
    else refused = punycode_decode(json_string_length(encoded), json_string_value(encoded), &length, got) != 0;
    if (refused) passed = strcmp(expect, "returns") != 0;
    else if (strcmp(expect, "rejects") == 0 || known < 0) passed = 0;
    else if (encoding) passed = same(label, length, right, (size_t)known);
    else passed = known == (long)length && memcmp(got, right, length * sizeof *got) == 0;
    ck_assert_msg(passed, "FAILED %s/%s: %s; expected: %s", cases[_i].id, operation,
                  refused ? "refused" : "returned", expect);
}
END_TEST

int main(void) {
    json_t *file = json_load_file("punycode-vectors.json", JSON_ALLOW_NUL, NULL), *vector, *operation;
    size_t at, each, count = 0;
    if (!(cases = calloc(2 * json_array_size(json_object_get(file, "vectors")) + 1, sizeof *cases))) return 2;
    json_array_foreach(json_object_get(file, "vectors"), at, vector)
        json_array_foreach(json_object_get(vector, "operations"), each, operation) {
            cases[count].vector = vector, cases[count].id = text(vector, "id");
            cases[count++].operation = json_string_value(operation);
        }
    Suite *suite = suite_create("vectors");
    TCase *loop = tcase_create("cases");
    tcase_add_loop_test(loop, case_is_right, 0, (int)count);
    suite_add_tcase(suite, loop);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    return count == 0 || srunner_ntests_failed(runner) != 0;
}
