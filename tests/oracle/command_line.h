/* The command line of the programs that draw random histories, and what they do when Lince crashes. */
#ifndef LC_TESTS_ORACLE_COMMAND_LINE_H
#define LC_TESTS_ORACLE_COMMAND_LINE_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "share.h"

typedef struct command_line {
    const char *only;      /* the specification, or the case; NULL: all */
    const char *criterion; /* likewise */
    bool timed;
    uint64_t seed, count;
} command_line;

static bool read_number(const char *text, uint64_t *number) {
    char *end;
    *number = strtoull(text, &end, 10);
    return *text && !*end;
}

/* `only` is the option that names one of them.  False: it is not understood. */
static bool read_command_line(command_line *c, int argc, char **argv, const char *only, bool has_criteria) {
    *c = (command_line){.seed = 1, .count = 1000};
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc) return false;
        if (!strcmp(argv[i], only)) c->only = argv[i + 1];
        else if (has_criteria && !strcmp(argv[i], "--criterion")) c->criterion = argv[i + 1];
        else if (!strcmp(argv[i], "--times")) c->timed = !strcmp(argv[i + 1], "yes");
        else if (strcmp(argv[i], "--seed") != 0 && strcmp(argv[i], "--count") != 0) return false;
        else if (!read_number(argv[i + 1], argv[i][2] == 's' ? &c->seed : &c->count)) return false;
    }
    c->count = share_of(c->count);
    return true;
}

/* At least it is said on what; then the signal comes again, and ends the program. */
static void watch_for_crashes(void (*on_crash)(int signal)) {
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGABRT, &action, NULL);
}

#endif
