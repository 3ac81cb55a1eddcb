/* Option tables: every kind of value, right and wrong, in every way of writing it. */
#include "base/options.h"

#include <string.h>

#include "tap.h"

/* clang-format off */
#define OPTIONS(X, S)                                                     \
    X(S, FLAG,    loud,       'l', NULL,              NULL,   "noise")    \
    X(S, FLAG,    no_sleep,    0,  NULL,              NULL,   "awake")    \
    X(S, TEXT,    name,       'n', "NAME",            "me",   "who")      \
    X(S, LIST,    also,       'a', "WORD",            NULL,   "more")     \
    X(S, NUMBER,  jobs,       'j', "N",               "3",    "threads")  \
    X(S, SECONDS, timeout,     0,  "SECONDS",         NULL,   "patience") \
    X(S, SIZE,    max_memory,  0,  "SIZE",            "1K",   "room")
#define MORE_OPTIONS(X, S)                                                \
    X(S, CHOICE,  way,        'w', "up|down;left|right", "down", "where") \
    X(S, CHOICE,  colour,      0,  "red|green",       NULL,   "which")    \
    X(S, LIMIT,   most,        0,  "N",               NULL,   "bound")    \
    X(S, HELP,    help,       'h', NULL,              NULL,   "this")
/* clang-format on */

typedef struct settings {
    OPTIONS(LC_OPTION_MEMBER, )
    MORE_OPTIONS(LC_OPTION_MEMBER, )
} settings;

static const lc_option rows[] = {OPTIONS(LC_OPTION_ROW, settings)};
static const lc_option more_rows[] = {MORE_OPTIONS(LC_OPTION_ROW, settings)};
static const lc_option_group groups[] = {
    {"Some", rows, sizeof rows / sizeof *rows, false},
    {"More", more_rows, sizeof more_rows / sizeof *more_rows, true},
};
static const lc_option_set set = {groups, 2};

/* One command line, split at blanks. */
typedef struct reading {
    char line[200];
    char *argv[20];
    int argc;
    settings got;
    lc_words operands;
    lince_error error;
    lince_status status;
} reading;

static reading *read_line(reading *r, const char *line) {
    *r = (reading){0};
    snprintf(r->line, sizeof r->line, "command %s", line);
    for (char *rest, *word = strtok_r(r->line, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        r->argv[r->argc++] = word;
    r->status = lc_options_read(&set, &r->got, &r->operands, r->argc, r->argv, &r->error);
    return r;
}

static void done(reading *r) { lc_options_free(&set, &r->got, &r->operands); }

static void rejects(const char *line, const char *message) {
    reading r;
    read_line(&r, line);
    expect(r.status == LINCE_BAD_INPUT && strcmp(r.error.message, message) == 0, "`%s` is refused: %s", line,
           r.error.message);
    done(&r);
}

static void test_defaults(void) {
    reading r;
    read_line(&r, "");
    expect(r.status == LINCE_DONE, "no arguments are fine");
    expect(!r.got.loud && strcmp(r.got.name, "me") == 0 && r.got.jobs == 3 && r.got.max_memory == 1024 &&
               r.got.way == 1 && r.got.timeout == 0 && r.got.also.count == 0,
           "defaults come from the table");
    expect(r.got.colour == LC_UNSAID && r.got.most == LC_UNSAID, "a choice and a limit without a default are unsaid");
    done(&r);
    read_line(&r, "--most 0 --colour red");
    expect(r.got.most == 0 && r.got.colour == 0, "which is not the same as the first or the least");
    done(&r);
}

static void test_values(void) {
    reading r;
    read_line(&r, "--loud --no-sleep --name=x --also one --also=two --jobs 4 --timeout .25 --max-memory 1.5G --way=up");
    expect(r.got.loud && r.got.no_sleep, "flags, also with two words");
    expect(strcmp(r.got.name, "x") == 0, "text after =");
    expect(r.got.also.count == 2 && strcmp(r.got.also.at[1], "two") == 0, "a list keeps every value");
    expect(r.got.jobs == 4 && r.got.timeout == 0.25, "numbers and seconds");
    expect(r.got.max_memory == (size_t)3 << 29, "1.5G is a size");
    expect(r.got.way == 0, "a choice is the index of its word");
    done(&r);
    read_line(&r, "--jobs 1 --jobs 2 --name= --max-memory 2k --way left");
    expect(r.got.jobs == 2 && r.got.name[0] == '\0' && r.got.max_memory == 2048,
           "the last one counts, text may be empty");
    done(&r);
}

static void test_letters_and_operands(void) {
    reading r;
    read_line(&r, "a -lj5 - -n you b -- --loud -x");
    expect(r.got.loud && r.got.jobs == 5 && strcmp(r.got.name, "you") == 0, "letters together and with values");
    expect(r.operands.count == 5 && strcmp(r.operands.at[1], "-") == 0 && strcmp(r.operands.at[3], "--loud") == 0,
           "operands stand anywhere, - is one, and after -- everything is");
    done(&r);
    read_line(&r, "--help --nonsense");
    expect(r.status == LINCE_END, "--help ends the reading");
    done(&r);
    read_line(&r, "-lh");
    expect(r.status == LINCE_END, "so does -h");
    done(&r);
}

static void test_refusals(void) {
    rejects("--timeout 5x", "--timeout: '5x' is not a number of seconds");
    rejects("--timeout -1", "--timeout: '-1' is not a number of seconds");
    rejects("--timeout nan", "--timeout: 'nan' is not a number of seconds");
    rejects("--timeout 0x10", "--timeout: '0x10' is not a number of seconds");
    rejects("--timeout 1.2.3", "--timeout: '1.2.3' is not a number of seconds");
    rejects("--timeout=", "--timeout: '' is not a number of seconds");
    rejects("--jobs 1.5", "--jobs: '1.5' is not a number");
    rejects("--jobs 4294967296", "--jobs: '4294967296' is too large");
    rejects("--max-memory 4X", "--max-memory: '4X' is not a size (write a number of bytes, or 500M, 4G)");
    rejects("--max-memory 4GG", "--max-memory: '4GG' is not a size (write a number of bytes, or 500M, 4G)");
    rejects("--max-memory 99999999T", "--max-memory: '99999999T' is too large");
    rejects("--way sideways", "--way: 'sideways' is not one of its values; choose up or down");
    rejects("--way left:2", "--way: 'left:2' is not available in this version; choose up or down");
    rejects("--way up:2", "--way: 'up:2' is not one of its values; choose up or down");
    rejects("--way up|down", "--way: 'up|down' is not one of its values; choose up or down");
    rejects("--loud=1", "--loud takes no value");
    rejects("--jobs", "--jobs needs a value");
    rejects("-j", "--jobs needs a value");
    rejects("-z", "unknown option -z; 'lince command --help' lists them");
    rejects("--timeuot 3", "unknown option --timeuot; did you mean --timeout?");
    rejects("--max_memory 3", "unknown option --max_memory; did you mean --max-memory?");
    rejects("--qqqqqqq", "unknown option --qqqqqqq; 'lince command --help' lists them");
}

int main(void) {
    test_defaults();
    test_values();
    test_letters_and_operands();
    test_refusals();
    return tap_end();
}
