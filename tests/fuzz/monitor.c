/* Streams of events: what the monitor says of one agrees with what is checked when it is over.  The first byte chooses
 * the object, and whether all is told as JSON. */
#define _GNU_SOURCE /* memfd_create */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cli/cli.h"
#include "properties.h"

static void must(bool holds, const char *what, int monitor, int check) {
    if (holds) return;
    fprintf(stderr, "property violated: %s (the monitor says %d, the check %d)\n", what, monitor, check);
    abort();
}

static int run(int (*command)(int, char **), const char *const *words) {
    char *argv[16];
    int argc = 0;
    for (; words[argc]; argc++) argv[argc] = (char *)words[argc]; /* which nobody changes */
    argv[argc] = NULL;
    lc_interrupt_flag = 0; /* each command is the first one of its process, and may leave it set */
    return command(argc, argv);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static const char *const specs[] = {"queue", "stack", "register", "map",
                                        "set",   "mutex", "counter",  "semaphore:n=2"};
    int fd = memfd_create("fuzz", 0);
    char path[64];
    last_status = LINCE_BAD_INPUT;
    if (fd < 0 || (size > 1 && write(fd, bytes + 1, size - 1) != (ssize_t)size - 1)) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    const char *spec = specs[(size ? bytes[0] : 0) % (sizeof specs / sizeof *specs)];
    bool json = size && bytes[0] & 64;
    lcc_be_quiet();
    int monitor =
        run(lcc_cmd_monitor, (const char *const[]){"monitor", "--quiet", "--once", "--spec", spec, "--max-memory",
                                                   "16M", "--stats", "0.000001", path, json ? "--json" : NULL, NULL});
    int check = monitor == LCC_EXIT_USAGE
                    ? monitor
                    : run(lcc_cmd_check, (const char *const[]){"check", "--quiet", "--jobs", "1", "--timeout", "0.2",
                                                               "--max-memory", "16M", "--spec", spec, path, NULL});
    must(monitor >= 0 && monitor <= 3, "an exit status", monitor, check);
    /* A check refuses all of a stream that is malformed behind a violation, and gives up what takes too long. */
    if (monitor == LCC_EXIT_VIOLATION) must(check != LCC_EXIT_OK, "a violation is one", monitor, check);
    if (monitor == LCC_EXIT_OK)
        must(check == LCC_EXIT_OK || check == LCC_EXIT_UNKNOWN, "what is ok is ok", monitor, check);
    if (monitor != LCC_EXIT_USAGE) last_status = LINCE_END;
    close(fd);
    return 0;
}
