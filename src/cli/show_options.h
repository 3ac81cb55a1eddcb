/* The options of `lince show`.  See base/options.h for the columns. */
#ifndef LC_CLI_SHOW_OPTIONS_H
#define LC_CLI_SHOW_OPTIONS_H

#include "base/common_options.h"

/* clang-format off */

#define LCC_SHOW_OPTIONS(X, S)                                                                                          \
    X(S, CHOICE,  format,       'f', "drawing|hist|jsonl|edn", "drawing", "draw the history, or print it in another "  \
                                                                          "format")                                    \
    X(S, OUTPUT,  svg,           0,  "FILE", NULL, "draw into an SVG file (`-`: standard output) instead")             \
    X(S, OUTPUT,  html,          0,  "FILE", NULL, "draw into a page for the browser that needs nothing else (`-`: "   \
                                                   "standard output) instead")                                         \
    LC_DRAWING_OPTIONS(X, S)                                                                                           \
    X(S, NUMBER,  history,      'n', "N",    NULL, "show only the N-th history of the file")                           \
    X(S, CHOICE,  input_format,  0,  "auto|hist|jsonl|edn|jepsen-log", "auto", "how the file is written")              \
    X(S, FLAG,    independent,   0,  NULL,   NULL, "a value `[k v]` is the value v of the object k "                   \
                                                   "(Jepsen's independent keys); needless where they are tagged")      \
    X(S, FLAG,    allow_empty,   0,  NULL,   NULL, "show a file without a single event")

/* clang-format on */

typedef struct lcc_show_settings {
    LCC_SHOW_OPTIONS(LC_OPTION_MEMBER, )
    LC_EVERY_OPTIONS(LC_OPTION_MEMBER, )
} lcc_show_settings;

#endif
