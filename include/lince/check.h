/* Checking a history against specifications. */
#ifndef LINCE_CHECK_H
#define LINCE_CHECK_H

#include <lince/history.h>
#include <lince/spec.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The specification of each object.  For objects whose operations wait for each other, LINCE_LINEARIZABLE means
 * LINCE_SYNC; for those whose operations span several steps, LINCE_INTERVAL. */
typedef struct lince_specs lince_specs;
LINCE_API lince_specs *lince_specs_new(void);
LINCE_API void lince_specs_free(lince_specs *);
/* `[OBJECT=]NAME[:param=value,...]` or `[OBJECT=]./plugin.so`; without OBJECT it holds for all that have none. */
LINCE_API lince_status lince_specs_add(lince_specs *, const char *text, lince_error *);
/* A specification of the caller's own, which must outlive the set; `object` NULL: all that have none. */
LINCE_API lince_status lince_specs_add_own(lince_specs *, const char *object, const lince_spec *, lince_error *);

typedef enum lince_criterion {
    LINCE_LINEARIZABLE,
    LINCE_SEQUENTIAL,
    LINCE_QUASI,    /* quasi linearizability: operations may be moved by a few places, see `factors` */
    LINCE_SYNC,     /* synchronization linearizability: operations may take effect together; see `progress` */
    LINCE_TWO_STEP, /* the same, decided by a reduction to linearizability: a cross-check */
    LINCE_INTERVAL, /* interval linearizability: an operation may take part in several steps */
    LINCE_REFINE    /* the last k steps of the history, see `factors`, are linearizable after every return: may miss
                       violations, never raises a false alarm */
} lince_criterion;

/* How to decide.  They never disagree. */
typedef enum lince_algorithm {
    LINCE_AUTO,   /* for each part of the history the best that applies */
    LINCE_SEARCH, /* search for an order: always applies, may take exponential time */
    LINCE_POLY,   /* polynomial time; a history for which there is no such algorithm is LINCE_BAD_INPUT */
    /* For objects whose operations wait for each other, likewise. */
    LINCE_SWEEP,    /* arguments and results determine the partners: one sweep over the returns */
    LINCE_MATCHING, /* operations meet in pairs, independently of the past: a matching in a graph */
    LINCE_COVER     /* operations meet in groups, independently of the past: an exact cover */
} lince_algorithm;

typedef enum lince_verdict { LINCE_VERDICT_OK, LINCE_VERDICT_VIOLATION, LINCE_VERDICT_UNKNOWN } lince_verdict;

/* Why a verdict is unknown. */
typedef enum lince_reason {
    LINCE_REASON_NONE,
    LINCE_REASON_TIMEOUT,
    LINCE_REASON_MEMORY,
    LINCE_REASON_INTERRUPT
} lince_reason;

/* The result of a check.  Operations are given by their number in the history, from 0 in the order of the calls. */
typedef struct lince_result lince_result;

/* Zero is the default of every field.
 *
 * `size` is sizeof(lince_check_options) where the caller is compiled, as LINCE_CHECK_OPTIONS_INIT sets it, and works as
 * in Linux's perf_event_attr: fields beyond it have their defaults, so a program goes on working with a newer library,
 * and a library that is older than the program refuses a struct in which a field unknown to it is set.  0 is the size
 * in 0.2: fields that later versions add count only where `size` is set. */
typedef struct lince_check_options {
    size_t size;
    lince_criterion criterion;
    /* With LINCE_QUASI, by how many places: `2` all operations together, `deq=2,enq=0` those of a method among
     * themselves, `{enq,deq}=3` those of several; `min` or `min(deq)` for the fewest that do.  With LINCE_REFINE k:
     * `2`. Else NULL. */
    const char *factors;
    /* With LINCE_SYNC: every synchronization that is possible has happened by the end of the history, and every
     * operation that synchronized has returned.  With LINCE_INTERVAL: every operation that can begin or end has done
     * so, and every operation that ended has returned.  Nothing is expected of operations that crashed. */
    bool progress;
    lince_algorithm algorithm;
    double timeout;                  /* seconds; 0: none */
    size_t max_memory;               /* bytes for the check, the history not counted; 0: no limit */
    unsigned jobs;                   /* threads; 0: one a core */
    lince_value init;                /* initial content of registers and absent keys, from the history's own pool */
    const char *const *fail_returns; /* methods whose `fail` means they returned false */
    size_t fail_returns_count;
    const volatile int *interrupt; /* when it becomes nonzero the check ends with `unknown`; may be NULL */
    bool thorough;                 /* explain a violation without a limit on time; else bounded by the effort of the
                                    * check */
    bool no_explanation;           /* stop at the verdict */
    /* Called, from the calling thread, as soon as the verdict is known and before it is explained; the result has no
     * witness and no conflict yet.  May be NULL. */
    void (*on_verdict)(void *context, const lince_result *so_far);
    /* Called, from the calling thread, several hundred times a second of work; may be NULL. */
    void (*on_tick)(void *context);
    void *context; /* for both */
} lince_check_options;
#ifdef __cplusplus
#define LINCE_CHECK_OPTIONS_INIT                                                                                       \
    [] {                                                                                                               \
        lince_check_options lince_sized = {};                                                                          \
        lince_sized.size = sizeof lince_sized;                                                                         \
        return lince_sized;                                                                                            \
    }()
#else
#define LINCE_CHECK_OPTIONS_INIT                                                                                       \
    { .size = sizeof(lince_check_options) }
#endif

/* The check itself: a status other than LINCE_DONE means that there was nothing to give a verdict on. */
LINCE_API lince_status lince_check(const lince_history *, const lince_specs *, const lince_check_options *,
                                   lince_result **, lince_error *);
LINCE_API void lince_result_free(lince_result *);

LINCE_API lince_verdict lince_result_verdict(const lince_result *);
LINCE_API lince_reason lince_result_reason(const lince_result *);
/* Which algorithms decided: `poly`, `width` or `search`, or several of them separated by commas. */
LINCE_API const char *lince_result_algorithm(const lince_result *);
/* If ok: the operations in an order that explains the history (per object for a local criterion, all objects merged).
 */
LINCE_API const uint32_t *lince_result_witness(const lince_result *, size_t *count);
/* If ok, and operations took effect together: how many operations of the witness each step and all before it have.  An
 * operation that spans several steps is in each of them.  NULL: they took effect one by one. */
LINCE_API const uint32_t *lince_result_groups(const lince_result *, size_t *count);
/* With LINCE_QUASI: the smallest factor that suffices, if the check determined it: for `min`, or to explain a
 * violation.  LINCE_NO_FACTOR: it is not known, or no number would be enough. */
#define LINCE_NO_FACTOR UINT32_MAX
LINCE_API uint32_t lince_result_smallest_factor(const lince_result *);
/* If a violation: the few operations that conflict, by call order. */
LINCE_API const uint32_t *lince_result_conflict(const lince_result *, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
