/* The options of `lince model`.  See base/options.h for the columns. */
#ifndef LC_CLI_MODEL_OPTIONS_H
#define LC_CLI_MODEL_OPTIONS_H

#include "base/common_options.h"

/* clang-format off */

/* The order of the words of --fairness is that of lcm_fairness. */
#define LCC_MODEL_OPTIONS(X, S)                                                                                        \
    X(S, LIST,    assert,      'a', "N|TEXT",     NULL, "check only assertion number N, or those that contain TEXT")   \
    X(S, FLAG,    list,        'l', NULL,         NULL, "list the assertions, check none")                             \
    X(S, LIST,    define,      'D', "NAME=VALUE", NULL, "give a constant of the model (`#define NAME`) another value") \
    X(S, CHOICE,  fairness,     0,  "none|weak|strong|event-weak|event-strong|global", "none",                         \
                                                        "which runs count for temporal formulas: all, or "             \
                                                        "those where a process that can move always from some point "  \
                                                        "on (weak) or again and again (strong) does so; or the same "  \
                                                        "of events; or those where each step that can be taken again " \
                                                        "and again is (global)")                                       \
    X(S, CHOICE,  hvar,         0,  "sound|pat", "sound", "hidden variables (`hvar`): variables like others, or, as PAT " \
                                                        "has it, no part of a state, so that of the states that "      \
                                                        "differ only there one is looked at and the rest is missed")   \
    X(S, FLAG,    expect,       0,  NULL,         NULL, "compare with the comments `// expect: ok` and "               \
                                                        "`// expect: violation`; where there is none, ok is expected") \
    X(S, FLAG,    stats,        0,  NULL,         NULL, "also print the counts of the search")

/* Looking at a model instead of judging it. */
#define LCC_MODEL_LOOK_OPTIONS(X, S)                                                                                   \
    X(S, FLAG,    simulate,    'i', NULL,         NULL, "step through the model: lists the possible steps, reads the one to take")                                                        \
    X(S, OUTPUT,  dot,          0,  "FILE",       NULL, "write the reachable states and steps into FILE as a graph "   \
                                                        "for Graphviz (`-`: standard output)")                         \
    X(S, NUMBER,  max_states,   0,  "N",          "5000", "with --dot: draw the first N states at most")               \
    X(S, TEXT,    process,     'p', "NAME",       NULL, "with --simulate and --dot: the process to look at (default: " \
                                                        "that of the first assertion chosen)")                         \
    X(S, NUMBER,  seed,         0,  "N",          "1",  "with --simulate: the seed of random steps")

/* For testing reductions and measuring their effect; the verdict never depends on them. */
#define LCC_MODEL_TUNING_OPTIONS(X, S)                                                                                 \
    X(S, CHOICE,  native,               0, "auto|never|always", "auto", "search with machine code made by the C "      \
                                                       "compiler: when it lasts, never, or always")                    \
    X(S, FLAG,    no_antichain,         0, NULL, NULL, "do not leave out pairs that another one covers")               \
    X(S, FLAG,    no_order_reduction,   0, NULL, NULL, "do not leave out orders of independent hidden steps")          \
    X(S, FLAG,    no_visible_reduction, 0, NULL, NULL, "do not leave out orders of independent visible steps")         \
    X(S, FLAG,    no_symmetry,          0, NULL, NULL, "distinguish identical processes and values")                   \
    X(S, FLAG,    no_value_symmetry,    0, NULL, NULL, "distinguish interchangeable values")                           \
    X(S, FLAG,    no_counting,          0, NULL, NULL, "do not count identical processes instead of listing them")     \
    X(S, FLAG,    no_live_reset,        0, NULL, NULL, "keep values of variables that are not read any more")          \
    X(S, FLAG,    grow,                 0, NULL, NULL, "compile the places of a process when the search comes there, " \
                                                       "also where they have an end")

/* clang-format on */

typedef struct lcc_model_settings {
    LCC_MODEL_OPTIONS(LC_OPTION_MEMBER, )
    LCC_MODEL_LOOK_OPTIONS(LC_OPTION_MEMBER, )
    LCC_MODEL_TUNING_OPTIONS(LC_OPTION_MEMBER, )
    LC_COMMON_OPTIONS(LC_OPTION_MEMBER, )
    LC_EVERY_OPTIONS(LC_OPTION_MEMBER, )
} lcc_model_settings;

#endif
