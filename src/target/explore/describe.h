/* The declarations of a test: the describing half of include/lince/test.h as data.
 *
 * Tests register themselves before main; the content of one is found on demand by running its description.  Mistakes in
 * a description are collected as text instead of ending anything: the worker sends them and the command reports them.
 */
#ifndef LC_TARGET_EXPLORE_DESCRIBE_H
#define LC_TARGET_EXPLORE_DESCRIBE_H

#include <lince/test.h>
#include <stdbool.h>
#include <stdint.h>

#include "target/explore/call.h"
#include "target/explore/protocol.h"
#include "target/explore/symbol.h"
#include "target/explore/wellformed.h"
#include "target/runtime/machine.h"

enum {
    LCT_TESTS = 512,                    /* of one program */
    LCT_OPS = 64,                       /* of one test */
    LCT_OP_NAME = 100,                  /* characters */
    LCT_ARGUMENTS = 3,                  /* of one operation */
    LCT_TEST_SCENARIOS = 64,            /* written out in one test */
    LCT_TEST_THREADS = LCT_THREADS - 1, /* of one scenario: one more runs the calls before and after them */
    LCT_TEST_CALLS = 64,                /* of one thread */
    LCT_UNIQUES = LCT_THREADS <= 16 ? 1 << 12 : 1 << 15, /* more than the arguments of the largest scenario */
    LCT_MEETS = 32,                                      /* ways to meet of one model */
    LCT_PARTIES = LCT_TEST_THREADS                       /* of one of them */
};

typedef struct lct_test_op {
    const char *name;
    void (*function)(void);
    lince_test_call *call; /* instead of a function: with this object */
    void *object;
    lince_test_values *values; /* of its arguments, in a history; NULL: see lct_op_values */
    uint8_t result;            /* the types, as in an lct_signature */
    bool wide;
    uint8_t count;
    uint8_t texts;
    uint8_t out;
    uint8_t option;      /* an lct_op_option */
    uint8_t undescribed; /* a bit for each argument that the test does not describe */
    lince_argument arguments[LCT_ARGUMENTS];
} lct_test_op;

typedef struct lct_test {
    const char *name, *file;
    int line;
    bool program;                 /* not described: the program's own main */
    const char *spec, *criterion; /* NULL: absent */
    void (*setup)(void);
    void (*finally)(void);
    bool (*invariant)(void);
    bool blocking;              /* operations may wait forever */
    unsigned parties;           /* so many operations take effect together; 0: unknown */
    uint8_t claim;              /* an lct_claim */
    bool no_leaks;              /* lost memory is a failure */
    int threads, calls;         /* the largest generated scenario */
    bool sized;                 /* ... was declared */
    bool generates;             /* scenarios are to be generated */
    const char *adds, *removes; /* declared to be balanced; NULL: not declared */
    int adding, removing;       /* operations that add and remove an element, declared or guessed; -1: none */
    bool balanced;              /* generated scenarios remove as often as they add */
    const char *order;          /* of the calls of a thread; NULL: any */
    lct_protocol protocol;      /* the same as it is understood */
    long first_unique;          /* it and the LCT_UNIQUES numbers from it on are in no range */
    unsigned op_count, scenario_count, thread_count, model_count, meet_count, meeting_count;
    lct_test_op ops[LCT_OPS];
    const char *scenarios[LCT_TEST_SCENARIOS];
    void (*thread[LCT_TEST_THREADS])(void);
    void *model; /* the variable of its state; NULL: there is none */
    lct_test_op model_ops[LCT_OPS];
    const char *meeting[LCT_MEETS * LCT_PARTIES]; /* operations that take effect together with other operations in the
                                                   * model */
    const char *mistakes;                         /* lines `FILE:LINE: test NAME: MISTAKE`; empty: there are none */
} lct_test;

/* How many tests there are.  A program without a LINCE_TEST but with a main of its own is one test, called `main`. */
unsigned lct_test_count(void);
/* The number of the test with this name, or -1. */
int lct_test_find(const char *name);
/* The declarations of a test.  They stay until the next call. */
const lct_test *lct_describe(unsigned index);
/* The same, where `run` calls the body of the test: as code under test, if its memory is to be restored. */
const lct_test *lct_describe_by(unsigned index, void (*run)(void (*body)(void)));
/* Is the body of a test running? */
bool lct_is_describing(void);

/* The size of generated scenarios, whatever the test declares. */
void lct_describe_size(unsigned threads, unsigned calls);
/* Balances generated scenarios of the test described last, if it is clear how. */
void lct_describe_balanced(void);
/* Unless the test has a protocol of its own: this one, which its specification implies. */
void lct_describe_order(const char *text);
/* Of its operations so many take effect together, and wait for each other until they do. */
void lct_describe_meeting(unsigned parties);

/* describe_check.c: completes the declarations of a test, and checks their consistency; `scratch` is room to read
 * scenarios into. */
struct lct_scenario;
void lct_describe_check(lct_test *, struct lct_scenario *scratch);
void lct_describe_check_size(const lct_test *);
void lct_describe_check_order(lct_test *);
/* A thread makes at least as many calls as the protocol takes, unless the test declares their number. */
void lct_describe_fit_calls(lct_test *);
/* Adds a line to the mistakes of the test that is described. */
void lct_describe_mistake(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A test is declared to have so many threads: if the command can link it with a runtime that has room for more, and
 * this one has none, the process ends.  Each runtime has its own. */
void lct_describe_room(unsigned threads);

/* A describing function is called outside of every test: a failure, if that is in an execution.  Each runtime has its
 * own. */
void lct_describe_stray(const char *caller);

/* The number of an operation in ops[], or -1. */
int lct_op_find(const lct_test *, const char *name, size_t length);
/* Calls it.  The result, if there is one (*count is 0 or 1), as in a history: symbols as lince_true and the like. */
int64_t lct_call_op(const lct_test_op *, const int64_t *arguments, unsigned *count);
/* Its arguments as they are in a history: the numbers of a scenario stand for values of its types. */
void lct_op_values(const lct_test_op *, const int64_t *arguments, int64_t *values);

/* The program's main, if it has one; the linker's --wrap=main gives it this name. */
int __real_main(int argc, char **argv, char **environment) __attribute__((weak));

#endif
