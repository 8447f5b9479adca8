/* A codec that the examples judge. Lengths count code points and octets; *length is the room, then what was written. */
#include <stddef.h>
#include <stdint.h>

int punycode_encode(size_t count, const uint32_t *points, size_t *length, char *label);
int punycode_decode(size_t count, const char *label, size_t *length, uint32_t *points);
