/*
 * A program that attackers control. It finds the word "attack" among its own words and makes the system call in the next
 * one: numbers and texts, separated by spaces. "parent" means the ID of its parent process. "exec" runs the program in
 * the second text. It prints the result of the call, or the negative error number. "each" makes the calls with the
 * numbers that follow, with invalid arguments, and prints each number with its result.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void try_each(char *number) {
  for (; number; number = strtok(NULL, " ")) {
    printf("%s ", number);
    fflush(stdout);
    long result = syscall(atol(number), -1L, -1L, -1L, -1L, -1L, -1L);
    printf("%ld\n", result == -1 ? -(long)errno : result);
  }
}

int main(int count, char **words) {
  int place = 1;
  while (place < count && strcmp(words[place], "attack") != 0) place++;
  if (place + 1 >= count) return 2;
  if (strncmp(words[place + 1], "each ", 5) == 0) return try_each(strtok(words[place + 1] + 5, " ")), 0;
  long given[7] = {0};
  int used = 0;
  for (char *word = strtok(words[place + 1], " "); word && used < 7; word = strtok(NULL, " ")) {
    char *end;
    long value = strtol(word, &end, 0);
    if (strcmp(word, "parent") == 0) value = getppid();
    else if (*end) value = (long)word;
    given[used++] = value;
  }
  if (given[0] == -1) return execl((char *)given[1], (char *)given[1], (char *)given[2], NULL), printf("%d\n", -errno) < 0;
  long result = syscall(given[0], given[1], given[2], given[3], given[4], given[5], given[6]);
  printf("%ld\n", result == -1 ? -(long)errno : result);
  return 0;
}
