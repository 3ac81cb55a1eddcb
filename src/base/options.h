/* Options: one table (an X-macro) declares each option once.
 *
 * A table is a macro with one row an option,
 *
 *     #define LCC_CHECK_OPTIONS(X, S)                                              \
 *         X(S, SECONDS, timeout, 0, "SECONDS", NULL, "give up after this long")   \
 *         ...
 *
 * whose columns are the kind, the member of the settings struct (on the command line `_` is written `-`), a letter for
 * the short form or 0, the placeholder of its value in the help, the default as a user would write it (NULL: zero), and
 * its description.  The settings struct, the parser, the help, the manual page and the completion all come from it:
 *
 *     typedef struct settings { LCC_CHECK_OPTIONS(LC_OPTION_MEMBER, ) } settings;
 *     static const lc_option rows[] = { LCC_CHECK_OPTIONS(LC_OPTION_ROW, settings) };
 */
#ifndef LC_BASE_OPTIONS_H
#define LC_BASE_OPTIONS_H

#include <lince/error.h>

#include "base/vec.h"

typedef LC_VEC(const char *) lc_words;

typedef enum lc_option_kind {
    LC_OPTION_FLAG,    /* is there or not */
    LC_OPTION_TEXT,    /* anything */
    LC_OPTION_OUTPUT,  /* a file that will be written */
    LC_OPTION_LIST,    /* anything, and may be repeated */
    LC_OPTION_NUMBER,  /* 0, 1, 2 ... */
    LC_OPTION_LIMIT,   /* the same, and LC_UNSAID if it is not given, because 0 is a value */
    LC_OPTION_SECONDS, /* 5, 0.25 */
    LC_OPTION_SIZE,    /* bytes: 4096, 500M, 1.5G */
    LC_OPTION_CHOICE,  /* one of the words "auto|search;poly", as its index; those after `;` are not available yet.
                          Without a default it is LC_UNSAID if it is not given. */
    LC_OPTION_VARIANT, /* the same, and a word with a colon takes something behind it: "plain|quasi:FACTORS" */
    LC_OPTION_HELP     /* ends the reading of options */
} lc_option_kind;

#define LC_UNSAID UINT32_MAX

typedef bool lc_option_FLAG;
typedef const char *lc_option_TEXT;
typedef const char *lc_option_OUTPUT;
typedef lc_words lc_option_LIST;
typedef unsigned lc_option_NUMBER;
typedef unsigned lc_option_LIMIT;
typedef double lc_option_SECONDS;
typedef size_t lc_option_SIZE;
typedef unsigned lc_option_CHOICE;
typedef struct lc_option_VARIANT {
    unsigned index;
    const char *with; /* placeholder behind the colon; NULL: the word has none */
} lc_option_VARIANT;
typedef bool lc_option_HELP;

typedef struct lc_option {
    lc_option_kind kind;
    const char *member;
    char letter;
    const char *value;
    const char *otherwise;
    const char *help;
    size_t offset; /* of the member */
} lc_option;

#define LC_OPTION_MEMBER(S, kind, member, letter, value, otherwise, help) lc_option_##kind member;
#define LC_OPTION_ROW(S, kind, member, letter, value, otherwise, help)                                                 \
    {LC_OPTION_##kind, #member, letter, value, otherwise, help, offsetof(S, member)},

/* The options of a command, in the groups the help shows. */
typedef struct lc_option_group {
    const char *title;
    const lc_option *rows;
    size_t count;
    bool manual_only; /* works like any option, but is only in the manual page */
} lc_option_group;

typedef struct lc_option_set {
    const lc_option_group *groups;
    size_t count;
} lc_option_set;

/* Reads the arguments after argv[0] into `settings`, an empty struct of the set's options, and arguments that are no
 * options into `operands`; both point into argv.  LINCE_END: the option for help was given.  The error of
 * LINCE_BAD_INPUT has the wrong option and the reason.  In any case lc_options_free is to be called. */
lince_status lc_options_read(const lc_option_set *, void *settings, lc_words *operands, int argc, char **argv,
                             lince_error *);
void lc_options_free(const lc_option_set *, void *settings, lc_words *operands);

/* Reads a value of the kind SECONDS: 5, 0.25. */
bool lc_read_seconds(const char *text, double *seconds);

/* The name as it is written on the command line, without the dashes. */
void lc_option_name(const lc_option *, char *buffer, size_t size);
static inline bool lc_option_takes_value(const lc_option *o) {
    return o->kind != LC_OPTION_FLAG && o->kind != LC_OPTION_HELP;
}
static inline bool lc_option_has_words(const lc_option *o) {
    return o->kind == LC_OPTION_CHOICE || o->kind == LC_OPTION_VARIANT;
}
/* The words a choice offers now: the length of the part before `;`. */
size_t lc_option_offers(const lc_option *);

/* Rows as groups, groups as a set. */
#define LC_OPTION_COUNT(rows) (sizeof(rows) / sizeof *(rows))
#define LC_OPTION_GROUP(title, rows, hidden)                                                                           \
    { title, rows, LC_OPTION_COUNT(rows), hidden }
#define LC_OPTION_SET(groups)                                                                                          \
    { groups, LC_OPTION_COUNT(groups) }

#endif
