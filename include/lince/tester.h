/* Testing concurrent code from a program: the work of `lince test`, with events and a result instead of text.
 *
 *     #include <lince/tester.h>
 *
 *     lince_test_options options = LINCE_TEST_OPTIONS_INIT;
 *     lince_test_result *result;
 *     lince_error error;
 *     options.timeout = 60;
 *     if (lince_test_run("queue.c", &options, &result, &error) == LINCE_DONE)
 *         printf("%s\n", result->verdict == LINCE_VERDICT_OK ? "ok" : "not ok");
 *     lince_test_result_free(result);
 *
 * The test file (<lince/test.h>) is compiled with instrumentation and runs in processes of its own.  Programs are
 * linked with -llince-tester, which contains all of liblince.  This header is for the program that runs tests;
 * <lince/test.h> is for the tests.
 */
#ifndef LINCE_TESTER_H
#define LINCE_TESTER_H

#include <lince/check.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LINCE_TESTER_API __attribute__((visibility("default")))
#else
#define LINCE_TESTER_API
#endif

/* ---- the result of a test ---- */

typedef enum lince_failure_kind {
    LINCE_FAILURE_VIOLATION, /* a history that is not correct */
    LINCE_FAILURE_CRASH,
    LINCE_FAILURE_ASSERTION,
    LINCE_FAILURE_INVARIANT,
    LINCE_FAILURE_DEADLOCK,
    LINCE_FAILURE_ENDLESS,  /* a thread runs on without a shared access */
    LINCE_FAILURE_SPINNING, /* loops wait for a value that no thread writes any more */
    LINCE_FAILURE_EXIT,     /* the program ended in the middle */
    LINCE_FAILURE_EXCEPTION,
    LINCE_FAILURE_USE_AFTER_FREE,
    LINCE_FAILURE_DOUBLE_FREE,
    LINCE_FAILURE_BAD_FREE,
    LINCE_FAILURE_MISUSE,         /* such as unlocking a lock that is not held */
    LINCE_FAILURE_NONDETERMINISM, /* two executions of one schedule differ: the verdict is unknown */
    LINCE_FAILURE_LIMIT,          /* the test is too large: the verdict is unknown */
    LINCE_FAILURE_LIVELOCK,
    LINCE_FAILURE_PROGRESS,      /* operations are not lock-free or obstruction-free, as they are declared to be */
    LINCE_FAILURE_HEAP_OVERFLOW, /* an access beside the blocks of the heap */
    LINCE_FAILURE_LEAK,
    LINCE_FAILURE_BLOCKED, /* an operation waits though the specification lets it return */
    LINCE_FAILURE_DATA_RACE,
    LINCE_FAILURE_HANG,        /* real threads: no operation was called or returned for a long time */
    LINCE_FAILURE_UNSUPPORTED, /* the code does something that is not modelled: the verdict is unknown */
    LINCE_FAILURE_SYNC,        /* operations do not synchronize the threads that call them */
    LINCE_FAILURE_DEATH        /* of the process under test */
} lince_failure_kind;

typedef enum lince_test_step_kind {
    LINCE_TEST_STEP_READ,
    LINCE_TEST_STEP_WRITE, /* plain accesses */
    LINCE_TEST_STEP_LOAD,
    LINCE_TEST_STEP_STORE, /* atomic accesses */
    LINCE_TEST_STEP_EXCHANGE,
    LINCE_TEST_STEP_ADD,
    LINCE_TEST_STEP_SUB,
    LINCE_TEST_STEP_AND,
    LINCE_TEST_STEP_OR,
    LINCE_TEST_STEP_XOR,
    LINCE_TEST_STEP_NAND,
    LINCE_TEST_STEP_CAS,
    LINCE_TEST_STEP_CAS_FAILED,
    LINCE_TEST_STEP_FENCE,
    LINCE_TEST_STEP_CALL,
    LINCE_TEST_STEP_RETURN, /* of an operation */
    LINCE_TEST_STEP_ACQUIRE,
    LINCE_TEST_STEP_RELEASE, /* of a lock */
    LINCE_TEST_STEP_TRY,
    LINCE_TEST_STEP_TRY_FAILED,
    LINCE_TEST_STEP_SIGNAL,
    LINCE_TEST_STEP_WAIT,
    LINCE_TEST_STEP_TIMEOUT,
    LINCE_TEST_STEP_CREATE,
    LINCE_TEST_STEP_JOIN,
    LINCE_TEST_STEP_EXIT, /* of threads */
    LINCE_TEST_STEP_MALLOC,
    LINCE_TEST_STEP_FREE,
    LINCE_TEST_STEP_CHOICE,
    LINCE_TEST_STEP_SLEEP,
    LINCE_TEST_STEP_NOTE,
    LINCE_TEST_STEP_FAILURE
} lince_test_step_kind;

/* A step of an interleaving.  Texts that are not known are NULL. */
typedef struct lince_test_step {
    uint32_t number; /* in the schedule, from 1; 0: before its first step */
    uint32_t thread; /* 0: `main`, which runs before and after the threads; else T1, T2, ... */
    lince_test_step_kind kind;
    const char *operation; /* the call that the step belongs to, `push(1)` */
    const char *text;      /* its effect, `CAS stack.top: NULL → A` */
    const char *object;    /* the variable that it accesses, `stack.top` */
    const char *file;      /* where the code under test stands that takes it */
    int line;              /* 0: not known */
    const char *function;
} lince_test_step;

typedef struct lince_test_failure {
    lince_failure_kind kind;
    const char *name;             /* of the kind: `data-race` */
    const char *message;          /* one sentence */
    const char *scenario;         /* the calls of the threads: `push(1) | push(2); pop() pop()` */
    const char *file;             /* where it failed, if that is one place; NULL: it is not, or not known */
    int line;                     /* 0: not known */
    const lince_history *history; /* NULL: not known */
    const lince_result *result;   /* of checking the history; NULL: it is no violation, or no checker explains it */
    const lince_test_step *steps; /* the interleaving, as it was replayed ... */
    size_t step_count;            /* ... 0 for failures beyond the first of a test, and for real threads */
    const char *trace, *replay;   /* the file that `lince test --replay` takes, and the command; NULL: there is none */
} lince_test_failure;

typedef enum lince_test_coverage {
    LINCE_COVERAGE_PARTIAL, /* some interleavings, without a better bound */
    LINCE_COVERAGE_SAMPLED, /* some at random, or a sample of the scenarios */
    LINCE_COVERAGE_SERIAL,  /* all in which operations do not overlap */
    LINCE_COVERAGE_ROUNDS,  /* all with up to `bound` rounds */
    LINCE_COVERAGE_BOUNDED, /* all with up to `bound` preemptions */
    LINCE_COVERAGE_ALL
} lince_test_coverage;

/* The verdict on one test. */
typedef struct lince_test_verdict {
    const char *test, *file;
    lince_verdict verdict;
    const char *unknown_reason; /* `timeout`, as --json has it; NULL: the verdict is known */
    const char *headline;       /* `linearizable as a queue`, `a deadlock: ...` */
    const char *specification;  /* NULL: none was named */
    lince_criterion criterion;
    const char *factors; /* of the criterion; NULL: it has none */
    uint64_t executions, redundant, histories, violations, scenarios;
    double seconds;
    lince_test_coverage coverage;
    uint64_t bound;
    const lince_test_failure *failures; /* the first is the one that was shrunk and replayed */
    size_t failure_count;
    const char *error; /* why there is no verdict, which is unknown then; NULL: there is one */
    const char *json;  /* the line that `lince test --json` prints; NULL: there is none */
} lince_test_verdict;

typedef struct lince_test_result {
    lince_verdict verdict; /* a violation if one test has one; else unknown if that of one test is; else ok */
    const lince_test_verdict *tests;
    size_t test_count;
} lince_test_result;

/* ---- while it runs ---- */

typedef enum lince_test_event_kind {
    LINCE_TEST_STARTED, /* `test` */
    LINCE_TEST_PROGRESS,
    LINCE_TEST_WARNING,  /* `text`; each warning once */
    LINCE_TEST_COMPILER, /* `text`: lines that the compiler printed */
    LINCE_TEST_MISTAKE,  /* `text`: an error of the test file; the last mistake is the error */
    LINCE_TEST_FAILURE,  /* `failure`, in the order of `verdict`, and before that */
    LINCE_TEST_VERDICT   /* `verdict` */
} lince_test_event_kind;

/* All other members are NULL or 0. */
typedef struct lince_test_event {
    lince_test_event_kind kind;
    const char *test; /* NULL: the event is about all of them */
    const char *text; /* of progress: the current work, `queue.c: compiling`, or the stage, `2 preemptions` */
    uint64_t executions, histories;
    uint32_t scenario, scenarios; /* the current one, from 0, and how many there are so far */
    double done;                  /* of the stage, 0 to 1 */
    uint32_t candidates;          /* nonzero: a failure was found, and so many smaller scenarios were tried */
    const lince_test_failure *failure;
    const lince_test_verdict *verdict;
} lince_test_event;

/* ---- running ---- */

typedef enum lince_test_strategy {
    LINCE_STRATEGY_DEFAULT, /* few preemptions first, then all interleavings that differ */
    LINCE_STRATEGY_BOUNDED,
    LINCE_STRATEGY_DPOR,
    LINCE_STRATEGY_ROUNDS,
    LINCE_STRATEGY_PCT,
    LINCE_STRATEGY_RANDOM,
    LINCE_STRATEGY_SERIAL,
    LINCE_STRATEGY_EXHAUSTIVE,
    LINCE_STRATEGY_STATES,
    LINCE_STRATEGY_STRESS /* real threads */
} lince_test_strategy;

typedef enum lince_test_memory {
    LINCE_TEST_MEMORY_AUTO, /* sequential consistency, then the weaker model that the code calls for */
    LINCE_TEST_MEMORY_SC,
    LINCE_TEST_MEMORY_TSO,  /* x86 */
    LINCE_TEST_MEMORY_RC11, /* C11 and C++20 */
    LINCE_TEST_MEMORY_C11   /* the same with the release sequences of C11 */
} lince_test_memory;

#define LINCE_TEST_NO_LIMIT UINT32_MAX

/* Zero is the default of every field but `size`.  Fields have the meaning of the options of the same name in
 * lince-test(1).
 *
 * `size` is sizeof(lince_test_options) where the caller is compiled; LINCE_TEST_OPTIONS_INIT sets it.  Fields beyond it
 * have their defaults, so that a program goes on working with a newer library; a library that is older than the program
 * refuses a struct in which a field unknown to it is set. */
typedef struct lince_test_options {
    size_t size;
    const char *const *files; /* that are compiled and linked with the test file */
    size_t file_count;
    const char *const *flags; /* for the compiler */
    size_t flag_count;
    const char *home;         /* where Lince is installed; NULL: $LINCE_HOME, or where the library is */
    const char *filter;       /* only tests of this name, which may hold `*` and `?` */
    const char *const *specs; /* instead of the test's own: `queue`, `OBJECT=NAME` */
    size_t spec_count;
    const char *criterion; /* `quasi:2`; NULL: the test's own, or linearizable */
    const char *init, *golden, *reference, *scenario;
    const char *allow; /* failures that are none: `deadlock,leak` */
    lince_test_strategy strategy;
    bool limit_preemptions; /* else the bound grows, 0, 1, 2, ...: */
    uint32_t preemptions;
    uint32_t rounds, depth, spurious, random_choices, seed;
    uint32_t max_executions; /* LINCE_TEST_NO_LIMIT: no limit */
    uint32_t max_steps;
    bool leaks, all_failures, no_shrink;
    double shrink;  /* seconds */
    double timeout; /* seconds, of each test */
    size_t max_memory;
    uint32_t jobs;                 /* processes; 0: one a core */
    const char *trace;             /* file for the trace of the first failure; NULL: a file in the cache */
    const volatile int *interrupt; /* when it becomes nonzero the run ends with the results so far; may be NULL */
    /* Called from the thread that has called lince_test_run; pointers are valid during the call.  May be NULL. */
    void (*on_event)(void *context, const lince_test_event *);
    void *context;
    lince_test_memory memory;
    bool graphs;     /* execution graphs are explored under sequential consistency, too */
    bool fix, relax; /* advice on memory orders, in the JSON of the result */
} lince_test_options;
#ifdef __cplusplus
#define LINCE_TEST_OPTIONS_INIT                                                                                        \
    [] {                                                                                                               \
        lince_test_options lince_sized = {};                                                                           \
        lince_sized.size = sizeof lince_sized;                                                                         \
        return lince_sized;                                                                                            \
    }()
#else
#define LINCE_TEST_OPTIONS_INIT                                                                                        \
    { .size = sizeof(lince_test_options) }
#endif

/* Compiles `file`, explores each of its tests, and gives a verdict on each.  `options` may be NULL.
 *
 * LINCE_BAD_INPUT: the options are wrong, the file does not compile, or a test has no verdict because there is
 * something wrong with it; the error names it.  LINCE_STOPPED: the interrupt came before a test had begun.  In these
 * cases the result may be NULL, else it holds the results so far; in any case it is to be freed. */
LINCE_TESTER_API lince_status lince_test_run(const char *file, const lince_test_options *options,
                                             lince_test_result **result, lince_error *error);
LINCE_TESTER_API void lince_test_result_free(lince_test_result *); /* may be NULL */

#ifdef __cplusplus
}
#endif
#endif
