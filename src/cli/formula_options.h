/* The options of `lince formula`.  See base/options.h for the columns. */
#ifndef LC_CLI_FORMULA_OPTIONS_H
#define LC_CLI_FORMULA_OPTIONS_H

#include "base/common_options.h"

/* clang-format off */

#define LCC_FORMULA_OPTIONS(X, S)                                                                                      \
    X(S, LIST,    check,        'c', "FILE", NULL, "evaluate the formulas on the recorded histories in FILE (`-`: "    \
                                                   "standard input)")                                                  \
    X(S, LIST,    spec,         's', "SPEC", NULL, "the specification of the object, as `SPEC` before the length; "    \
                                                   "`OBJECT=NAME` for one of several objects")                         \
    X(S, TEXT,    formula,      'F', "FILE", NULL, "a formula of your own, in FILE or written out; it should hold of " \
                                                   "wrong histories only")                                             \
    X(S, FLAG,    complete,      0,  NULL,   NULL, "of a bag, queue or stack: the formula that holds of every wrong "  \
                                                   "history of length k whose values are distinct")                    \
    X(S, FLAG,    patterns,      0,  NULL,   NULL, "the same, one smallest wrong history after the other")             \
    X(S, TEXT,    grammar,      'G', "FILE", NULL, "derive the formula from a grammar of the object's sequential "     \
                                                   "histories, in FILE, written out or built in")                      \
    X(S, FLAG,    end,           0,  NULL,   NULL, "evaluate at the end of a history only, not after every return")    \
    X(S, CHOICE,  format,       'f', "auto|hist|jsonl|edn|jepsen-log", "auto", "how the histories are written")        \
    X(S, FLAG,    independent,   0,  NULL,   NULL, "a value `[k v]` is the value v of the object k "                   \
                                                   "(Jepsen's independent keys); needless where they are tagged")      \
    X(S, FLAG,    allow_empty,   0,  NULL,   NULL, "take a file without a single event for a history")                 \
    X(S, FLAG,    json,          0,  NULL,   NULL, "print one JSON object a line, and nothing else")                   \
    X(S, FLAG,    quiet,        'q', NULL,   NULL, "print nothing but errors: the exit status is the answer")          \
    X(S, NUMBER,  width,         0,  "N",    NULL, "print formulas N columns wide (default: as wide as the terminal)") \
    X(S, SECONDS, timeout,       0,  "SECONDS", NULL, "answer `unknown` when a history takes longer than this")        \
    X(S, SIZE,    max_memory,    0,  "SIZE", NULL, "answer `unknown` when a history needs more memory than this, "     \
                                                   "such as `500M` or `4G`")

/* clang-format on */

typedef struct lcc_formula_settings {
    LCC_FORMULA_OPTIONS(LC_OPTION_MEMBER, )
    LC_EVERY_OPTIONS(LC_OPTION_MEMBER, )
} lcc_formula_settings;

#endif
