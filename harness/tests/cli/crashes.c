/* An adapter whose decoder looks each character up in a table that ends at ASCII; far beyond it there is no memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int values[128];

int main(void) {
  static char line[1 << 20];
  while (fgets(line, sizeof line, stdin) != NULL) {
    char *id = strtok(line, " \n"), *operation = strtok(NULL, " \n");
    if (strcmp(id, "conform") == 0) {
      puts("conform 1 name=crashes language=C ops=decode");
    } else {
      volatile long sum = 0;
      for (char *field = strtok(NULL, " \n"); operation != NULL && field != NULL; field = strtok(NULL, " \n")) {
        sum += values[(strtol(field, NULL, 16) & 0x80) ? 1L << 40 : strtol(field, NULL, 16) & 0x7f];
      }
      printf("%s reject sum %ld\n", id, sum);
    }
    fflush(stdout);
  }
  return 0;
}
