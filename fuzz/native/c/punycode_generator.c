/* Makes inputs for fuzz_punycode.c. Compile it in, and libFuzzer makes half of its inputs by it. As AFL++'s custom mutator:
 *
 *     cc -O2 -fPIC -shared punycode_generator.c -o generator.so
 *     AFL_CUSTOM_MUTATOR_LIBRARY=./generator.so afl-fuzz -i seeds/corpus -o afl -G 300 -- ./afl_punycode
 *
 * Without either, a loop asks the seeds and then as many cases as the first word says, among them each code point alone
 * (2,300,000 cases for all of them), here with GCC:
 *
 *     gcc -g -O1 -fsanitize=address,undefined -DLOOP fuzz_punycode.c punycode_generator.c mine.c -o loop
 *     find seeds/corpus -type f -exec ./loop 0 {} + && ./loop 10000000
 *
 * An input is an encoded form, written delta by delta with the decoder's state, so that deltas lead to edges: the ends of
 * blocks and planes, sums that wrap, lengths of buffers. Then it gets up to two defects. Or it is a text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "punycode_oracle.h"

enum { ROOM = 1 << 14, LONGEST = 8192 };

static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";
static uint64_t state = 1;

static uint64_t draw(uint64_t below) { /* xorshift64* */
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return (state * 0x2545F4914F6CDD1Du >> 16) % below;
}

#define ONE_OF(values) (values)[draw(sizeof(values) / sizeof *(values))]

static uint64_t any_point(void) {
    static const uint32_t edges[] = {
        0x80,   0xDF,   0xFF,    0x100,   0x130,   0x301,    0x7FF,    0x800,    0xFFF,    0x1000,    0x3002,
        0x4E00, 0xAC00, 0xD7FF,  0xD800,  0xDFFF,  0xE000,   0xFEFF,   0xFFFD,   0xFFFE,   0xFFFF,    0x10000,
        0x1F4A9, 0xFFFFF, 0x100000, 0x10FFFF, 0x110000, 0x1FFFFF, 0x200000, 0x2000000, 0x7FFFFFFF, 0xFFFFFFFF};
    switch (draw(6)) {
    case 0: return ONE_OF(edges);
    case 1: return 0x80 + draw(0x80);
    case 2: return 0x80 + draw(0xFF80);
    case 3: return 0x3040 + draw(0x60) + 0x1000 * draw(8);
    case 4: return 0x80 + draw(0x10FF80);
    default: return 1ull << (7 + draw(14)) | draw(4);
    }
}

static size_t any_length(void) {
    static const size_t sizes[] = {16, 32, 59, 63, 64, 100, 128, 255, 256, 300, 512, 1000, 1023, 1024, 2048, 4095, 4096};
    size_t size = ONE_OF(sizes);
    return draw(8) ? draw(9) : draw(16) ? draw(70) : size - 2 + draw(5);
}

static size_t literal(uint8_t *form, size_t length) {
    static const char odd[] = "-- AZ.~\x7f\x01\n_/:@[`{";
    uint8_t one = (uint8_t)('a' + draw(26));
    uint64_t kind = draw(4);
    for (size_t i = 0; i < length; i++) {
        if (kind > 0) one = (uint8_t)(draw(8) ? 'a' + draw(26) : kind == 1 ? draw(128) : (uint64_t)ONE_OF(odd));
        form[i] = one;
    }
    return length;
}

/* An encoded form of at most ROOM characters, by the state of section 6.2. */
static size_t form(uint8_t *out) {
    size_t literals = draw(3) ? any_length() : 0, deltas = draw(24) ? draw(8) : any_length();
    size_t size = literal(out, literals);
    uint64_t n = 128, i = 0, bias = 72, at_once = draw(3), t;
    if (literals || !draw(64)) out[size++] = '-';
    for (size_t count = literals; count < literals + deltas && size < ROOM - 64; count++) {
        uint64_t m = at_once && count > literals && draw(3) ? n + draw(draw(2) ? 2 : 64) : any_point(), delta = 0, q, k = 36;
        if (m < n) m = n;
        if (m > n || i <= count) delta = (m - n) * (count + 1) + draw(count + 1 - (m == n ? i : 0)) - (m == n ? 0 : i);
        if (!draw(48)) delta = (1ull << (8 + draw(56))) - 2 + draw(5) - (draw(2) ? i : 0);
        if (!draw(48)) delta = 35 * draw(40) * (draw(2) ? 1 : 700) + draw(3);
        for (q = delta; q >= (t = oracle_threshold(k, bias)); k += 36, q = (q - t) / (36 - t))
            out[size++] = (uint8_t)digits[t + (q - t) % (36 - t)];
        out[size++] = (uint8_t)(digits[q] - (q < 26 && !draw(16) ? 32 : 0));
        bias = oracle_adapt(delta, count + 1, i == 0 && count == literals);
        i += delta, n += i / (count + 1), i = i % (count + 1) + 1;
    }
    return size;
}

static size_t damaged(uint8_t *form, size_t size) {
    static const uint8_t odd[] = "--az09AZ@[`{/: !\x7f\x80\xff\xc3";
    size_t at = draw(size + 1), end = draw(3) || at == size ? size : at + 1;
    switch (draw(size ? 8 : 1)) {
    case 0: memmove(form + at + 1, form + at, size - at), form[at] = ONE_OF(odd); return size + 1;
    case 1: return at;
    case 2: form[size - 1] = ONE_OF(odd); return size;
    case 3: memmove(form + at, form + at + (at < size), size - at - (at < size)); return size - (at < size);
    case 4: for (; at < end; at++) if (oracle_digit(form[at]) < 26) form[at] ^= 32;
        return size;
    case 5: memset(form + size, "9z0a"[draw(4)], 14); return size + draw(14);
    default: if (at < size) form[at] = (uint8_t)(draw(3) ? (unsigned char)digits[draw(36)] : draw(256));
    }
    return size;
}

static size_t utf8(uint64_t c, uint8_t *out) {
    int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : c < 0x200000 ? 3 : c < 0x4000000 ? 4 : 5 + (c >= 0x80000000);
    out[0] = (uint8_t)(more ? (0xFF00 >> (more + 1) & 0xFF) | c >> 6 * more : c);
    for (int i = 1; i <= more; i++) out[i] = (uint8_t)(0x80 | (c >> 6 * (more - i) & 0x3F));
    return (size_t)more + 1;
}

static size_t text(uint8_t *out) {
    size_t size = 0, count = any_length();
    uint64_t kind = draw(5), c = any_point();
    for (size_t i = 0; i < count && size < ROOM - 64; i++) {
        if (kind < 2 || !draw(4)) c = kind == 4 ? c + draw(4) : any_point();
        size += draw(4) ? utf8(c, out + size) : literal(out + size, 1);
    }
    return size;
}

static size_t generate(uint8_t *out) {
    size_t size = draw(3) ? form(out) : text(out);
    for (uint64_t defects = draw(2) ? 0 : 1 + draw(2); defects > 0; defects--) size = damaged(out, size);
    return size;
}

#ifdef __cplusplus
extern "C" {
#endif
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
void *afl_custom_init(void *afl, unsigned seed);
size_t afl_custom_fuzz(void *self, uint8_t *data, size_t size, uint8_t **out, uint8_t *add, size_t added, size_t most);
void afl_custom_deinit(void *self);
void __sanitizer_set_death_callback(void (*callback)(void));
#ifdef __cplusplus
}
#endif
#ifdef __GNUC__ /* each of the three ways has one of these, or none */
#pragma weak LLVMFuzzerMutate
#pragma weak LLVMFuzzerTestOneInput
#pragma weak __sanitizer_set_death_callback
#endif

static uint8_t made[ROOM + LONGEST];

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    state = (seed + 1ull) * 0x9E3779B97F4A7C15u;
    if (LLVMFuzzerMutate && draw(2)) return LLVMFuzzerMutate(data, size, most);
    if ((size = generate(made)) > most) size = most;
    memcpy(data, made, size);
    return size;
}

void *afl_custom_init(void *afl, unsigned seed) {
    (void)afl, state = (seed + 1ull) * 0x9E3779B97F4A7C15u;
    return made;
}

size_t afl_custom_fuzz(void *self, uint8_t *data, size_t size, uint8_t **out, uint8_t *add, size_t added, size_t most) {
    (void)self, (void)data, (void)add, (void)added;
    *out = made, size = generate(made);
    return size > most ? most : size;
}

void afl_custom_deinit(void *self) { (void)self; }

#ifdef LOOP
#include <signal.h>

static const uint8_t *asked = made;
static size_t asked_size;

static void keep(void) {
    FILE *file = fopen("crash-loop", "wb");
    if (file == NULL) return;
    fwrite(asked, 1, asked_size, file);
    if (fclose(file) == 0) fputs("written crash-loop\n", stderr);
}

static void keep_at(int number) { keep(), signal(number, SIG_DFL), raise(number); }

int main(int count, char **words) {
    static uint8_t seed[1 << 20];
    signal(SIGABRT, keep_at), signal(SIGFPE, keep_at);
    if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(keep);
    else signal(SIGSEGV, keep_at);
    asked = seed;
    for (int i = 2; i < count; i++) {
        FILE *file = fopen(words[i], "rb");
        if (file == NULL) return perror(words[i]), 2;
        asked_size = fread(seed, 1, sizeof seed, file);
        fclose(file), LLVMFuzzerTestOneInput(asked, asked_size);
    }
    asked = made;
    for (uint64_t left = count > 1 ? strtoull(words[1], NULL, 10) : 1000000, c = 0; left > 0; left--) /* each c in turn */
        asked_size = left % 2 && c < 0x110000 ? utf8(c++, made) : generate(made), LLVMFuzzerTestOneInput(asked, asked_size);
    return 0;
}
#endif
