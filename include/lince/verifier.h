/* Checking models from a program: the work of `lince model`, with events and a result instead of text.
 *
 *     #include <lince/verifier.h>
 *
 *     lince_model_options options = LINCE_MODEL_OPTIONS_INIT;
 *     lince_model_result *result;
 *     lince_error error;
 *     options.timeout = 60;
 *     if (lince_model_run("peterson.lin", &options, &result, &error) == LINCE_DONE)
 *         printf("%s\n", result->verdict == LINCE_VERDICT_OK ? "ok" : "not ok");
 *     lince_model_result_free(result);
 *
 * Programs are linked with -llince-verifier, which contains all of liblince.
 */
#ifndef LINCE_VERIFIER_H
#define LINCE_VERIFIER_H

#include <lince/check.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LINCE_VERIFIER_API __attribute__((visibility("default")))
#else
#define LINCE_VERIFIER_API
#endif

/* ---- assertions ---- */

typedef enum lince_model_criterion {
    LINCE_MODEL_DEADLOCKFREE,
    LINCE_MODEL_DIVERGENCEFREE,
    LINCE_MODEL_DETERMINISTIC,
    LINCE_MODEL_NONTERMINATING,
    LINCE_MODEL_REACHES,
    LINCE_MODEL_LTL,
    LINCE_MODEL_REFINES,    /* in traces, */
    LINCE_MODEL_REFINES_F,  /* in failures, */
    LINCE_MODEL_REFINES_FD, /* in failures and divergences */
    LINCE_MODEL_LINEARIZES,
    LINCE_MODEL_PROGRESSES
} lince_model_criterion;

typedef struct lince_model_assertion {
    uint32_t number;    /* in the model, from 1 */
    unsigned long line; /* of the model */
    const char *text;   /* without `#assert`: `P() deadlockfree` */
    lince_model_criterion criterion;
    const char *criterion_name; /* as --json has it: `deadlockfree` */
    const char *specification;  /* `Queue`, or the process `Spec()`; NULL: the process is measured by itself */
    const char *expected;       /* of a comment `// expect: violation`; NULL: there is none */
} lince_model_assertion;

/* ---- runs ---- */

/* A variable and its new value; value NULL: the name is all there is. */
typedef struct lince_model_change {
    const char *name, *value;
} lince_model_change;

typedef struct lince_model_step {
    const char *process; /* that takes the step */
    const char *event;   /* `push_inv.0.1` */
    bool hidden;         /* invisible outside the process */
    bool failing;        /* the model fails in this step: there is no state behind it */
    const lince_model_change *changes;
    size_t change_count;
} lince_model_step;

#define LINCE_MODEL_NO_LOOP SIZE_MAX

/* A run of the process of an assertion, or, where a model fails in its specification, of the specification. */
typedef struct lince_model_path {
    const lince_model_step *steps;
    size_t step_count;
    size_t loop;              /* the step, from 0, that comes again after the last one; LINCE_MODEL_NO_LOOP: none */
    const char *first, *last; /* the states in which it begins and ends: `x = 1, A = [0, 1]` */
} lince_model_path;

/* ---- answers ---- */

/* The end of the path, or the reason why a verdict is unknown. */
typedef enum lince_model_reason {
    LINCE_MODEL_NO_REASON,
    LINCE_MODEL_TRACE,          /* the specification cannot take the last step */
    LINCE_MODEL_REFUSAL,        /* the last state refuses an event that the specification must accept */
    LINCE_MODEL_DIVERGENCE,     /* hidden steps can go on without end */
    LINCE_MODEL_DEADLOCK,       /* nothing can happen, and the process has not ended */
    LINCE_MODEL_TERMINATION,    /* the process ends */
    LINCE_MODEL_NONDETERMINISM, /* after the same visible steps an event can happen and be refused */
    LINCE_MODEL_REACHED,        /* the last state satisfies the condition */
    LINCE_MODEL_NOT_REACHED,
    LINCE_MODEL_CYCLE,     /* the formula forbids the loop */
    LINCE_MODEL_PREFIX,    /* the formula is false for every continuation */
    LINCE_MODEL_FORMULA,   /* unknown: the formula has too many parts */
    LINCE_MODEL_COPIES,    /* unknown: right for `copies` copies, not settled for more */
    LINCE_MODEL_TIMEOUT,   /* unknown */
    LINCE_MODEL_MEMORY,    /* unknown */
    LINCE_MODEL_INTERRUPT, /* unknown */
    LINCE_MODEL_POINTS     /* the process linearizes the specification, but not at the given points */
} lince_model_reason;

typedef struct lince_model_counts {
    uint64_t states, transitions;
    uint64_t pairs; /* of a state and the set of states that the specification may be in */
    uint64_t specification_states;
} lince_model_counts;

/* Texts, histories and the like that do not exist are NULL. */
typedef struct lince_model_answer {
    const lince_model_assertion *assertion;
    lince_verdict verdict;
    lince_model_reason reason;
    const char *reason_name;   /* as --json has it: `deadlock` */
    lince_model_counts counts; /* of the search */
    double seconds;
    size_t memory;                /* bytes at most */
    bool any_number;              /* a process has any number of copies: */
    uint32_t copies;              /* the verdict is about this many; 0: about all numbers */
    bool has_best;                /* of `reaches`, with min or max: */
    int32_t best;                 /* the best value, or the best so far if the verdict is unknown */
    const lince_model_path *path; /* the counterexample, the run that reaches the condition, or the one that fails */
    const char *const *allowed;   /* events that are possible instead of the last step, or that are refused */
    size_t allowed_count;
    const lince_history *history;           /* of a violation of linearizability: the calls and returns of the path */
    const lince_result *result;             /* of checking this history, with the operations that conflict */
    const char *error;                      /* the model is wrong, and the verdict unknown: the reason, */
    unsigned long error_line, error_column; /* and its place; 0: not known */
} lince_model_answer;

typedef struct lince_model_result {
    lince_verdict verdict; /* a violation if one assertion has one; else unknown if that of one is; else ok */
    const lince_model_answer *const *answers; /* in the order of the model */
    size_t answer_count;
    size_t ok, violations, unknown, errors; /* how many answers; errors are not among the unknown ones */
    lince_model_counts counts;              /* of all searches together */
    double seconds;                         /* of all of them */
} lince_model_result;

/* ---- while it runs ---- */

typedef enum lince_model_event_kind {
    LINCE_MODEL_REMARK,    /* `text` about `line` and `column` of the model, which is no error */
    LINCE_MODEL_ASSERTION, /* the work on `assertion` begins */
    LINCE_MODEL_PROGRESS,  /* `counts` and `waiting` of the search for `assertion`, about ten times a second */
    LINCE_MODEL_ANSWER     /* `answer` to `assertion` */
} lince_model_event_kind;

/* Fields that are not named above are NULL or 0. */
typedef struct lince_model_event {
    lince_model_event_kind kind;
    const char *text;
    unsigned long line, column;
    const lince_model_assertion *assertion;
    lince_model_counts counts;
    uint64_t waiting; /* states, or pairs, whose steps are not explored yet */
    const lince_model_answer *answer;
} lince_model_event;

/* ---- running ---- */

typedef enum lince_model_fairness {
    LINCE_FAIRNESS_NONE,
    LINCE_FAIRNESS_WEAK,
    LINCE_FAIRNESS_STRONG,
    LINCE_FAIRNESS_EVENT_WEAK, /* of events instead of processes */
    LINCE_FAIRNESS_EVENT_STRONG,
    LINCE_FAIRNESS_GLOBAL /* of steps */
} lince_model_fairness;

/* Machine code, made by the C compiler and kept in the cache of the command. */
typedef enum lince_model_native {
    LINCE_NATIVE_AUTO, /* for searches that last */
    LINCE_NATIVE_NEVER,
    LINCE_NATIVE_ALWAYS
} lince_model_native;

/* Zero is the default of every field but `size`.  Fields have the meaning of the options of the same name in
 * lince-model(1).
 *
 * `size` is sizeof(lince_model_options) where the caller is compiled; LINCE_MODEL_OPTIONS_INIT sets it.  Fields beyond
 * it have their defaults, so that a program goes on working with a newer library; a library that is older than the
 * program refuses a struct in which a field unknown to it is set. */
typedef struct lince_model_options {
    size_t size;
    const char *const *asserts; /* numbers, or parts of the text, of the assertions to check; none: all */
    size_t assert_count;
    const char *const *defines; /* constants of the model with another value: `N=3` */
    size_t define_count;
    lince_model_fairness fairness; /* of temporal formulas */
    lince_model_native native;
    double timeout;    /* seconds, of each assertion */
    size_t max_memory; /* bytes, of each assertion */
    uint32_t jobs;     /* threads; 0: one a core */
    /* When it becomes nonzero, the verdicts on the current assertion and on those after it are unknown; may be NULL. */
    const volatile int *interrupt;
    /* Called from the thread that has called lince_model_run; pointers are valid until the result is
     * freed, those to texts of remarks during the call.  May be NULL. */
    void (*on_event)(void *context, const lince_model_event *);
    void *context;
} lince_model_options;
#ifdef __cplusplus
#define LINCE_MODEL_OPTIONS_INIT                                                                                       \
    [] {                                                                                                               \
        lince_model_options lince_sized = {};                                                                          \
        lince_sized.size = sizeof lince_sized;                                                                         \
        return lince_sized;                                                                                            \
    }()
#else
#define LINCE_MODEL_OPTIONS_INIT                                                                                       \
    { .size = sizeof(lince_model_options) }
#endif

/* Reads the model in `file`, checks its assertions, and gives an answer to each.  `options` and `error` may be NULL.
 *
 * LINCE_BAD_INPUT: the options or the model are wrong, or the model has no assertion; or the model turned out to be
 * wrong while an assertion was checked, and the result has that answer and the answers to the other assertions.
 * Where `*result` is not NULL, lince_model_result_free frees it and all that it points to. */
LINCE_VERIFIER_API lince_status lince_model_run(const char *file, const lince_model_options *options,
                                                lince_model_result **result, lince_error *error);
LINCE_VERIFIER_API void lince_model_result_free(lince_model_result *); /* may be NULL */

#ifdef __cplusplus
}
#endif
#endif
