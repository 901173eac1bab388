// Plays another session in the same directory: exchanges two names without end. Only in a pid namespace of its own.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void rest(long turns) {
  for (volatile long i = 0; i < turns; i++) continue;
}

/** Arguments: two paths, and how long the first state lasts compared with the second. */
int main(int count, char **arguments) {
  if (getpid() != 1 || count != 4) return 2;
  const char *first = arguments[1], *second = arguments[2];
  long share = atol(arguments[3]);
  puts("ready");
  fflush(stdout);
  for (;;) {
    rest(20000 * share);
    renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
    rest(20000);
    renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
  }
}
