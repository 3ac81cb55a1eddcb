/* A run of `lince test`: settings shared by all its tests. */
#ifndef LC_TESTER_DRIVER_SESSION_H
#define LC_TESTER_DRIVER_SESSION_H

#include "report/style.h"
#include "tester/driver/explore.h"
#include "tester/driver/options.h"
#include "tester/toolchain/build.h"

/* A test, as the program describes it. */
typedef struct lcd_tested {
    char *name, *file, *spec, *criterion; /* the last two may be empty */
    uint32_t line;
    bool model;
    LC_VEC(char *) operations;
    LC_VEC(uint32_t) arguments;        /* how many, of each operation */
    LC_VEC(lcd_msg_argument) argument; /* all of them, one after another */
    int64_t first_unique;              /* of the numbers that stand for something unique */
    char *order;                       /* its protocol; may be empty */
    bool balanced;                     /* generated scenarios are, by these operations (-1: not known) */
    int32_t adding, removing;
} lcd_tested;

typedef LC_VEC(lcd_tested) lcd_tested_list;

struct lcd_test_run;

typedef struct lcd_session {
    lcd_test_settings settings;
    lcr_style style;
    const volatile int *interrupt;
    unsigned jobs;
    uint64_t allowed; /* --allow: a bit for each lct_failure */
    uint64_t found;   /* of these the ones that an earlier exploration of the test has found, see further.h; 0: none */
    double budget;    /* seconds of processor time for a test that grows; 0: none does */
    lcd_cache cache;
    lcd_sources sources;
    lcd_program program;
    lcd_tested_list tests;
    FILE *histories;     /* --histories; NULL: absent */
    FILE *graphs;        /* --graphs-to, likewise */
    bool *cramped;       /* becomes true where a program needs the larger runtime; or NULL */
    bool *trace_written; /* --trace names one file: it is for the first failure */
    /* To show progress; may be NULL: of an exploration, and of shrinking the failure of this test run. */
    void (*tick)(const lcd_workers_view *, const char *test, void *context);
    void (*tick_shrinking)(const struct lcd_test_run *, void *context);
    void *context;
    void (*warn)(lc_span text, void *context); /* each warning once */
    /* Mistakes of the test itself, a line each; the last one becomes the error.  May be NULL. */
    void (*mistake)(lc_span text, void *context);
    /* Work begins that cannot report how far it is; NULL: it is over.  May be NULL. */
    void (*working)(const char *what, void *context);
    const char *command_word; /* the command in lines that users copy: `lince` */
} lcd_session;

/* The tests of a program, in the order they are written.  In any case the list is to be freed. */
lince_status lcd_list_tests(const lcd_session *, const lcd_program *, lcd_tested_list *, lince_error *);
void lcd_tested_list_free(lcd_tested_list *);
const lcd_tested *lcd_find_test(const lcd_tested_list *, const char *name); /* NULL: there is none */

/* See `working`. */
void lcd_session_works(const lcd_session *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lcd_session_rests(const lcd_session *);

unsigned lcd_session_jobs(const lcd_test_settings *); /* workers of an exploration */

/* The configuration from the options. */
struct lct_config;
void lcd_configure(struct lct_config *, const lcd_session *, const lcd_tested *);
/* The part of it that is about the room for threads. */
void lcd_configure_room(struct lct_config *, const lcd_program *, unsigned strategy);
bool lcd_session_is_cramped(const lcd_session *);

#endif
