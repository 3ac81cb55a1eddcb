/* The options of `lince monitor`.  See base/options.h for the columns. */
#ifndef LC_CLI_MONITOR_OPTIONS_H
#define LC_CLI_MONITOR_OPTIONS_H

#include "base/common_options.h"

/* clang-format off */

/* The order of the formats is that of lince_format. */
#define LCC_MONITOR_OPTIONS(X, S)                                                                                      \
    X(S, LIST,    spec,           's', "SPEC",    NULL, "the specification of the object: `[OBJECT=]NAME[:param=value,...]` "\
                                                        "for a built-in specification, `[OBJECT=]./FILE.so` for one "  \
                                                        "of your own in C, `[OBJECT=]FILE.lin#Name` for an object of " \
                                                        "a model; overrides that of the stream")                       \
    X(S, VARIANT, criterion,      'c', "linearizable|refine:K", "linearizable", "the meaning of an `ok`; with "        \
                                                        "refine:K it is enough that the last K steps were looked at "  \
                                                        "where all of it is too hard")                                 \
    X(S, LIMIT,   length,          0,  "K",       NULL, "where linearizability is too hard to decide in time, look "   \
                                                        "at the last K steps after each return (default: 2)")          \
    X(S, NUMBER,  window,          0,  "N",       NULL, "judge about N operations together (default: as many as are "  \
                                                        "good)")                                                       \
    X(S, FLAG,    unique,          0,  NULL,      NULL, "no value is added twice, ever: makes more decidable")         \
    X(S, NUMBER,  classes,         0,  "N",       NULL, "only count, with values in N classes (of integers: the "      \
                                                        "remainder): for queues and stacks of any size in bounded "    \
                                                        "memory; sees less (refine:K)")                                \
    X(S, FLAG,    follow,         'F', NULL,      NULL, "wait for a file that is not there yet, and at the end of a "  \
                                                        "pipe for another writer")                                     \
    X(S, FLAG,    once,            0,  NULL,      NULL, "stop at the end of a file instead of waiting for more")       \
    X(S, FLAG,    keep_going,     'k', NULL,      NULL, "report each violation, and start over when no operation is "  \
                                                        "under way")                                                   \
    X(S, OUTPUT,  dump,           'd', "FILE",    NULL, "write the recent history into a `.hist` file at the first "   \
                                                        "violation")                                                   \
    X(S, SECONDS, stats,           0,  "SECONDS", NULL, "every so often print how much was checked, and how")          \
    X(S, FLAG,    skip_bad_lines,  0,  NULL,      NULL, "report lines that are malformed and go on behind them, as "   \
                                                        "behind a gap")                                                \
    X(S, FLAG,    separate,        0,  NULL,      NULL, "each client of a socket has objects of its own")              \
    X(S, TEXT,    init,            0,  "VALUE",   NULL, "the initial value of registers and absent keys of maps")      \
    X(S, LIST,    fail_returns,    0,  "METHOD",  NULL, "a `fail` of METHOD ran and returned `false`")                 \
    X(S, CHOICE,  format,         'f', "auto|hist|jsonl", "auto", "how the stream is written")                         \
    X(S, FLAG,    allow_empty,     0,  NULL,      NULL, "with --once: a file without a single event is correct")

/* clang-format on */

typedef struct lcc_monitor_settings {
    LCC_MONITOR_OPTIONS(LC_OPTION_MEMBER, )
    LC_COMMON_OPTIONS(LC_OPTION_MEMBER, )
    LC_EVERY_OPTIONS(LC_OPTION_MEMBER, )
} lcc_monitor_settings;

#endif
