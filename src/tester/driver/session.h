/* A run of `lince test`: settings shared by all its tests. */
#ifndef LC_TESTER_DRIVER_SESSION_H
#define LC_TESTER_DRIVER_SESSION_H

#include "report/style.h"
#include "tester/driver/explore.h"
#include "tester/driver/options.h"
#include "tester/toolchain/build.h"

/* A test, as the program describes it. */
typedef struct lc_tested {
    char *name, *file, *spec, *criterion; /* the last two may be empty */
    uint32_t line;
    bool model;
    LC_VEC(char *) operations;
    LC_VEC(uint32_t) arguments;        /* how many, of each operation */
    LC_VEC(lc_said_argument) argument; /* all of them, one after another */
    int64_t first_unique;              /* of the numbers that stand for something unique */
    char *order;                       /* its protocol; may be empty */
    bool balanced;                     /* generated scenarios are, by these operations (-1: not known) */
    int32_t adding, removing;
} lc_tested;

typedef LC_VEC(lc_tested) lc_tested_list;

struct lc_trial;

typedef struct lc_session {
    lc_test_settings settings;
    lc_style style;
    const volatile int *interrupt;
    unsigned jobs;
    uint64_t allowed; /* --allow: a bit for each lc_failure */
    lc_cache cache;
    lc_sources sources;
    lc_program program;
    lc_tested_list tests;
    FILE *histories;     /* --histories; NULL: absent */
    bool *trace_written; /* --trace names one file: it is for the first flaw */
    /* To show progress; may be NULL: of an exploration, and of shrinking the failure of this test run. */
    void (*tick)(const lc_workers_view *, const char *test, void *context);
    void (*tick_shrinking)(const struct lc_trial *, void *context);
    void *context;
    void (*warn)(lc_span text, void *context); /* each warning once */
    /* Mistakes of the test itself, a line each; the last one becomes the error.  May be NULL. */
    void (*mistake)(lc_span text, void *context);
    /* Work begins that cannot report how far it is; NULL: it is over.  May be NULL. */
    void (*working)(const char *what, void *context);
    const char *command_word; /* the command in lines that users copy: `lince` */
} lc_session;

/* The tests of a program, in the order they are written.  In any case the list is to be freed. */
lince_status lc_list_tests(const lc_session *, const lc_program *, lc_tested_list *, lince_error *);
void lc_tested_list_free(lc_tested_list *);
const lc_tested *lc_find_test(const lc_tested_list *, const char *name); /* NULL: there is none */

/* See `working`. */
void lc_session_works(const lc_session *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lc_session_rests(const lc_session *);

unsigned lc_session_jobs(const lc_test_settings *); /* workers of an exploration */

/* The configuration from the options. */
struct lc_config;
void lc_configure(struct lc_config *, const lc_session *, const lc_tested *);

#endif
