#include "base/free_memory.h"

#include <stdint.h>
#include <stdio.h>

/* The number after a word, or at the beginning of a file without one; 0: there is none. */
static uintmax_t number_in(const char *path, const char *pattern) {
    char line[256];
    uintmax_t number = 0;
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file) && sscanf(line, pattern, &number) != 1) number = 0;
    if (file) fclose(file);
    return number;
}

/* Containers have the files of their own group at the top. */
static uintmax_t left_in_group(void) {
    uintmax_t most = number_in("/sys/fs/cgroup/memory.max", "%ju");
    uintmax_t used = number_in("/sys/fs/cgroup/memory.current", "%ju");
    return most > used ? most - used : 0;
}

size_t lc_free_memory(void) {
    enum { KILOBYTE = 1024 };
    uintmax_t machine = number_in("/proc/meminfo", "MemAvailable: %ju") * KILOBYTE, group = left_in_group();
    uintmax_t least = group && group < machine ? group : machine;
    return least < SIZE_MAX ? (size_t)least : SIZE_MAX;
}
