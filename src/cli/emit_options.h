/* The options of `lince emit`.  See base/options.h for the columns. */
#ifndef LC_CLI_EMIT_OPTIONS_H
#define LC_CLI_EMIT_OPTIONS_H

#include "base/common_options.h"

/* clang-format off */

#define LCC_EMIT_OPTIONS(X, S)                                                                                          \
    X(S, TEXT,    monitor,      'm', "SPEC", NULL, "write a monitor of this object: `queue`, `stack`, `bag`, `deque`, " \
                                                   "`pqueue`, `set`, `mutex`, `semaphore:n=N` or `register`")           \
    X(S, NUMBER,  k,            'k', "K",    "1",  "distinguish the last K steps of a history (0 to 6)")                \
    X(S, NUMBER,  values,        0,  "N",    "3",  "distinguish the values 0 to N - 1, all other values are one (0 to 16)")   \
    X(S, NUMBER,  slots,         0,  "N",    "8",  "so many operations may be open at once (1 to 64)")                  \
    X(S, TEXT,    prefix,        0,  "NAME", "lince_m", "prefix of the names in the monitor")                           \
    X(S, OUTPUT,  output,       'o', "FILE", "-",  "write into FILE (`-`: standard output)")

/* clang-format on */

typedef struct lcc_emit_settings {
    LCC_EMIT_OPTIONS(LC_OPTION_MEMBER, )
    LC_EVERY_OPTIONS(LC_OPTION_MEMBER, )
} lcc_emit_settings;

#endif
