/* A codec that answers from a table: lines of `operation code-points = ok code-points`, or `= reject`; all else it refuses.
   The encoded side is UTF-8, of which a table has the octets. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int answer(const char *given, size_t *length, uint32_t *output) {
  static char line[1 << 16];
  FILE *table = fopen(getenv("TABLE"), "r");
  int status = 1;
  if (table == NULL) exit(9);
  while (status != 0 && fgets(line, sizeof line, table) != NULL) {
    char *said = strstr(line, " = ");
    *said = '\0';
    said += 3;
    if (strcmp(line, given) != 0 || strncmp(said, "reject", 6) == 0) continue;
    if (strncmp(said, "crash", 5) == 0) abort();
    size_t count = 0;
    for (char *field = strtok(said + 2, " \n"); field != NULL; field = strtok(NULL, " \n")) {
      if (count == *length) exit(9);
      output[count++] = (uint32_t)strtoul(field, NULL, 16);
    }
    *length = count;
    status = 0;
  }
  fclose(table);
  return status;
}

int punycode_encode(size_t size, const uint32_t input[], const unsigned char flags[], size_t *length, char output[]) {
  static char given[1 << 16];
  static uint32_t numbers[4096];
  char *end = given + sprintf(given, "encode");
  if (flags != NULL) exit(9);
  for (size_t i = 0; i < size; i++) end += sprintf(end, " %x", (unsigned)input[i]);
  int status = answer(given, length, numbers);
  for (size_t i = 0; status == 0 && i < *length; i++) output[i] = (char)numbers[i];
  return status;
}

int punycode_decode(size_t size, const char input[], size_t *length, uint32_t output[], unsigned char flags[]) {
  static char given[1 << 16];
  char *end = given + sprintf(given, "decode");
  if (flags != NULL) exit(9);
  for (size_t i = 0; i < size; i++) end += sprintf(end, " %x", (unsigned char)input[i]);
  return answer(given, length, output);
}
