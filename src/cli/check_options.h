/* The options of `lince check`.  See base/options.h for the columns. */
#ifndef LC_CLI_CHECK_OPTIONS_H
#define LC_CLI_CHECK_OPTIONS_H

#include "base/common_options.h"

/* clang-format off */

/* The order of the words is that of lince_criterion and lince_format. */
#define LCC_CHECK_OPTIONS(X, S)                                                                                        \
    X(S, LIST,    spec,           's', "SPEC",   NULL, "the specification of the object: `[OBJECT=]NAME[:param=value,...]` " \
                                                       "for a built-in specification, `[OBJECT=]./FILE.so` for one "   \
                                                       "of your own in C, `[OBJECT=]FILE.lin#Name` for an object of a "\
                                                       "model; overrides that of the file")                            \
    X(S, VARIANT, criterion,      'c', "linearizable|sequential|quasi:FACTORS|sync|two-step|interval|refine:K",        \
                                                       "linearizable", "the correctness criterion")                    \
    X(S, FLAG,    progress,        0,  NULL,     NULL, "with sync: operations that could synchronize have done so "    \
                                                       "by the end of the history, and returned")                      \
    X(S, TEXT,    init,            0,  "VALUE",  NULL, "the initial value of registers and absent keys of maps")       \
    X(S, LIST,    fail_returns,    0,  "METHOD", NULL, "a `fail` of METHOD ran and returned `false`")                  \
    X(S, CHOICE,  format,         'f', "auto|hist|jsonl|edn|jepsen-log", "auto", "how the files are written")          \
    X(S, FLAG,    independent,     0,  NULL,     NULL, "a value `[k v]` is the value v of the object k "               \
                                                       "(Jepsen's independent keys); needless where they are tagged")  \
    X(S, FLAG,    allow_empty,     0,  NULL,     NULL, "take a file without a single event for a correct history")     \
    X(S, CHOICE,  algorithm,       0,  "auto|search|poly|sweep|matching|cover", "auto", "how to decide: by the best algorithm "   \
                                                       "that applies, by search, in polynomial time or not at all; "   \
                                                       "with sync also by one of three algorithms")                    \
    X(S, FLAG,    witness,        'w', NULL,     NULL, "print the order that explains a correct history")              \
    X(S, OUTPUT,  explain,         0,  "FILE",   NULL, "write the operations that conflict into a `.hist` file that "  \
                                                       "is a violation by itself")                                     \
    X(S, FLAG,    thorough,        0,  NULL,     NULL, "make the explanation of a violation as short as possible, "    \
                                                       "however long that takes (else no longer than the check)")      \
    X(S, FLAG,    no_explanation,  0,  NULL,     NULL, "stop at the verdict: do not look for the few operations "      \
                                                       "that conflict")                                                \
    X(S, FLAG,    no_partition,    0,  NULL,     NULL, "check all keys of an object together, not each on its own")

/* For testing optimizations and measuring their effect; the verdict never depends on them. */
#define LCC_CHECK_TUNING_OPTIONS(X, S)                                                                                 \
    X(S, FLAG,    no_pure,             0, NULL, NULL, "do not place operations that change nothing at once")           \
    X(S, FLAG,    no_eager,            0, NULL, NULL, "do not remove elements as soon as that is legal")               \
    X(S, FLAG,    no_symmetry,         0, NULL, NULL, "do not take equal operations in the order of their returns")    \
    X(S, FLAG,    no_dominance,        0, NULL, NULL, "do not cut configurations that another one covers")             \
    X(S, FLAG,    no_key_independence, 0, NULL, NULL, "do not use that operations on different keys commute")          \
    X(S, FLAG,    no_memo,             0, NULL, NULL, "compute every step of the specification again")

/* clang-format on */

typedef struct lcc_check_settings {
    LCC_CHECK_OPTIONS(LC_OPTION_MEMBER, )
    LCC_CHECK_TUNING_OPTIONS(LC_OPTION_MEMBER, )
    LC_COMMON_OPTIONS(LC_OPTION_MEMBER, )
    LC_EVERY_OPTIONS(LC_OPTION_MEMBER, )
} lcc_check_settings;

#endif
