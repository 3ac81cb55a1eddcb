/* The options that several commands have.  See base/options.h for the columns. */
#ifndef LC_BASE_COMMON_OPTIONS_H
#define LC_BASE_COMMON_OPTIONS_H

#include "base/options.h"

/* clang-format off */

/* Every command. */
#define LC_EVERY_OPTIONS(X, S)                                                                                         \
    X(S, HELP,    help,       'h', NULL,      NULL, "show this help")

/* Every command that draws. */
#define LC_DRAWING_OPTIONS(X, S)                                                                                       \
    X(S, FLAG,    ascii,       0,  NULL,      NULL, "draw with plain ASCII characters")                                \
    X(S, CHOICE,  color,       0,  "auto|always|never", "auto", "use colours: at a terminal unless NO_COLOR is set, "  \
                                                    "always or never")                                                 \
    X(S, NUMBER,  width,       0,  "N",       NULL, "print at most N columns, but not less than 40 (default: as wide " \
                                                    "as the terminal)")

/* Every command that gives verdicts. */
#define LC_COMMON_OPTIONS(X, S)                                                                                        \
    X(S, FLAG,    json,        0,  NULL,      NULL, "print one JSON object a line for each verdict, and nothing else") \
    X(S, OUTPUT,  junit,       0,  "FILE",    NULL, "write the results into FILE as JUnit's XML, for CI systems")      \
    X(S, OUTPUT,  html,        0,  "FILE",    NULL, "write the result into FILE as a page for the browser that "       \
                                                    "needs nothing else (`-`: standard output, and nothing else there)") \
    X(S, FLAG,    quiet,      'q', NULL,      NULL, "print nothing but errors: the exit status is the answer")         \
    X(S, FLAG,    verbose,    'v', NULL,      NULL, "also print the cost of the check and the algorithms used")        \
    X(S, SECONDS, timeout,     0,  "SECONDS", NULL, "answer `unknown` when a history, a test or an assertion takes "   \
                                                    "longer than this")                                                \
    X(S, SIZE,    max_memory,  0,  "SIZE",    NULL, "answer `unknown` when a history, a test or an assertion needs "   \
                                                    "more memory than this, such as `500M` or `4G`")                   \
    X(S, NUMBER,  jobs,       'j', "N",       NULL, "work with N threads or processes (default: one a core)")          \
    LC_DRAWING_OPTIONS(X, S)

/* clang-format on */

#endif
