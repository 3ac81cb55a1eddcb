/* Monitoring: a program that checks its own concurrent objects while it runs.
 *
 *     #include <lince/monitor.h>
 *
 *     lince_monitor *m = lince_monitor_new(&(lince_monitor_options){.spec = "queue"}, NULL);
 *     int enq = lince_monitor_method(m, "enq"), deq = lince_monitor_method(m, "deq");
 *     ...
 *     lince_call(m, enq, 5);                      in any thread, without telling anybody before
 *     queue_enq(q, 5);
 *     lince_return(m);
 *
 *     lince_call(m, deq);
 *     bool there = queue_deq(q, &value);
 *     lince_return(m, there ? value : lince_empty);
 *
 * A monitor is for one object; a program has as many as it wants.  Recording waits for nobody: an event is a time stamp
 * and a few words in a buffer of the thread's own.  A thread of the library merges the buffers and judges: exactly,
 * whether the history is linearizable, and where that cannot be decided in time, whether its last k steps are right
 * (refine:k).  A violation that is told is real.  If a buffer runs over, events are lost; that is told, too, and what
 * happens until nobody is inside an operation any more is not judged.
 *
 * Monitors are linked with -llince-monitor, which needs nothing but libc.  This header stands alone: <lince/lince.h>
 * does not bring it in.
 */
#ifndef LINCE_MONITOR_H
#define LINCE_MONITOR_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lince/error.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define LINCE_MONITOR_API __attribute__((visibility("default")))
#else
#define LINCE_MONITOR_API
#endif

/* Values are integers of 64 bits.  These few stand for what is not a number; in a history they are the symbols EMPTY,
 * nil, NONE, CLOSED, ok, true and false.  (The same as in <lince/test.h>.) */
#ifndef lince_symbol_value
#define lince_symbol_value(n) ((long)(LONG_MIN + 0x80000000L + (n)))
#define lince_nil             lince_symbol_value(1)
#define lince_true            lince_symbol_value(2)
#define lince_false           lince_symbol_value(3)
#define lince_ok              lince_symbol_value(4)
#define lince_empty           lince_symbol_value(5)
#define lince_none            lince_symbol_value(6)
#define lince_closed          lince_symbol_value(7)
#endif
#define lince_truth(b) ((b) ? lince_true : lince_false)

typedef struct lince_monitor lince_monitor;

/* The first violation.  All of it is valid during the call only. */
typedef struct lince_monitor_violation {
    bool exact;          /* of linearizability; else of refine:k */
    const char *reason;  /* one sentence */
    const char *history; /* the recent operations and those it is about, in the format of .hist files */
    bool whole;          /* this history alone is a violation: `lince check` shows why */
    const char *dump;    /* the file it was written to; NULL: none */
} lince_monitor_violation;

/* Something was not judged.  `lost` events were never written down; `skipped` ones came before nobody was inside an
 * operation.  Then nothing is known about the object's state, and judging goes on with what follows. */
typedef struct lince_monitor_gap {
    const char *cause;
    uint64_t lost, skipped;
    bool over; /* false: the monitor ends, and it still lasts */
} lince_monitor_gap;

/* How it stands, or was in the end. */
typedef enum lince_monitor_verdict {
    LINCE_MONITOR_UNKNOWN,   /* no violation was seen, but not everything was checked exactly, or there were gaps */
    LINCE_MONITOR_EXACT,     /* all that happened is linearizable: `lince check` would say so of the same events */
    LINCE_MONITOR_VIOLATION, /* there was one */
} lince_monitor_verdict;

/* What happened so far. */
typedef struct lince_monitor_figures {
    uint64_t events;     /* that were taken out of the buffers */
    uint64_t operations; /* that were judged or will be: */
    uint64_t exactly; /* as `lince check` would decide the same events; behind a gap, those since the state was shown */
    uint64_t by_length;  /* by refine:k alone, or by linearizability together with a part only of what was before */
    uint64_t not_at_all; /* because a limit was reached, or after a violation */
    uint64_t gaps, lost, skipped;
    bool violated;
    uint8_t verdict;  /* a lince_monitor_verdict; while operations are being judged it may be UNKNOWN for a moment */
    unsigned buffers; /* threads that used the object at the same time, at most */
    size_t memory;    /* bytes, without the buffers */
    uint64_t reserved[4]; /* 0; the library fills this struct in, and later versions may count more */
} lince_monitor_figures;

/* Zero is the default of every field.
 *
 * `size` is sizeof(lince_monitor_options) where the caller is compiled, as LINCE_MONITOR_OPTIONS_INIT sets it, and
 * works as in Linux's perf_event_attr: fields beyond it have their defaults, so a program goes on working with a newer
 * library, and a library that is older than the program refuses a struct in which a field unknown to it is set.  0 is
 * the size in 0.2: fields that later versions add count only where `size` is set. */
typedef struct lince_monitor_options {
    size_t size;
    const char *spec;             /* as for --spec of `lince check`: queue, stack, map, semaphore:n=2, ... */
    const struct lince_spec *own; /* instead: one of the program's own, see <lince/spec.h>; it outlives the monitor */
    const char *name;             /* of the object, in what is told; NULL: the specification's */
    const int64_t *init;          /* what registers and absent keys hold at first */
    unsigned length;              /* k of refine:k (2) */
    bool unique;                  /* nobody ever adds the same value twice: that is faster */
    unsigned classes;             /* only count, with values in so many classes: bounded memory whatever is inside; of
                                     queues and stacks, and by refine:k only */
    unsigned window;              /* operations that are judged together, about (as many as are good) */
    size_t max_memory;            /* bytes for judging (no limit) */
    unsigned buffer;              /* events that a thread's buffer holds (65,536), of 16 bytes */
    bool no_thread;               /* nobody judges by himself: the program calls lince_monitor_poll */
    bool off;                     /* starts switched off */
    /* The program promises that each operation ends with an atomic read-modify-write or a full fence, after all it has
     * stored.  Else each return needs a fence of its own. */
    bool fenced;
    /* Seconds that an operation may be under way at most which began while the monitor was off (1).  Nobody knows of
     * it, so nothing is judged for so long after lince_monitor_on.  Negative: there is none. */
    double settle;
    const char *dump; /* where a violation is written to, as .hist; NULL: nowhere */
    bool quiet;       /* nothing is written to standard error */
    /* Called by who judges, which is no thread of the program, unless it polls.  They may call exit, and read the
     * figures, but not free the monitor. */
    void (*on_violation)(void *context, const lince_monitor_violation *);
    void (*on_gap)(void *context, const lince_monitor_gap *);
    void *context;
} lince_monitor_options;
#ifdef __cplusplus
#define LINCE_MONITOR_OPTIONS_INIT                                                                                     \
    [] {                                                                                                               \
        lince_monitor_options lince_sized = {};                                                                        \
        lince_sized.size = sizeof lince_sized;                                                                         \
        return lince_sized;                                                                                            \
    }()
#else
#define LINCE_MONITOR_OPTIONS_INIT                                                                                     \
    { .size = sizeof(lince_monitor_options) }
#endif

/* The object is in its initial state, and nobody uses it yet.  NULL: `error` says why; without it standard error does.
 * All functions take NULL for a monitor that could not be made: nothing is recorded, and standard error says so once.
 */
LINCE_MONITOR_API lince_monitor *lince_monitor_new(const lince_monitor_options *, lince_error *error);
/* Judges the rest, tells how it was, and gives everything back.  Nobody uses the monitor any more, except that threads
 * which have used it may still have to end.  Monitors that are never freed do the same when the program exits.  True:
 * there was no violation; `figures->verdict` says whether all was checked exactly, too.  `figures` may be NULL. */
LINCE_MONITOR_API bool lince_monitor_free(lince_monitor *, lince_monitor_figures *figures);

/* The number of a method; -1: there is none of this name.  (An operation with that number counts as lost.) */
LINCE_MONITOR_API int lince_monitor_method(const lince_monitor *, const char *name);

/* At any time, from any thread.  Operations that begin while it is off are not recorded, and what returns then is not
 * judged. */
LINCE_MONITOR_API void lince_monitor_on(lince_monitor *);
LINCE_MONITOR_API void lince_monitor_off(lince_monitor *);

/* Judges what has been recorded up to now, with `no_thread`: to be called again and again.  If another thread is at it,
 * it returns at once.  False: there was a violation. */
LINCE_MONITOR_API bool lince_monitor_poll(lince_monitor *);
/* The same to the last event, even if a window is not full.  It waits for who is at it. */
LINCE_MONITOR_API bool lince_monitor_flush(lince_monitor *);
LINCE_MONITOR_API void lince_monitor_read(lince_monitor *, lince_monitor_figures *);

/* ---- recording ---------------------------------------------------------------------------------------------------
 *
 * lince_monitor_call(m, method, arguments...) and lince_monitor_return(m, results...), up to eight values each.  A
 * thread has one open operation of a monitor at a time; one that never returned is taken for one whose outcome is not
 * known; so is one that a signal handler came into the middle of, if the handler begins another, and then there is a
 * gap.  While the monitor is off they cost a load and a branch.
 *
 * The short names lince_call and lince_return are also a type in <lince/spec.h> and a function in <lince/history.h>. So
 * they are macros, which are there only as long as neither of these headers is included, before or after. */

#define LINCE_MONITOR_VALUES 8

LINCE_MONITOR_API void lince_monitor_called(lince_monitor *, int method, unsigned count, int64_t value);
LINCE_MONITOR_API void lince_monitor_called_with(lince_monitor *, int method, unsigned count, const int64_t *values);
LINCE_MONITOR_API void lince_monitor_returned(lince_monitor *, unsigned count, int64_t value);
LINCE_MONITOR_API void lince_monitor_returned_with(lince_monitor *, unsigned count, const int64_t *values);

/* A monitor begins with whether it records. */
static inline bool lince_monitor_is_on(const lince_monitor *m) {
    return __builtin_expect(m && __atomic_load_n((const unsigned *)(const void *)m, __ATOMIC_RELAXED) != 0, 1);
}

/* `list` begins with the method, or with anything. */
static inline void lince_monitor_call_list(lince_monitor *m, unsigned count, const int64_t *list) {
    if (m && !lince_monitor_is_on(m)) return;
    if (count < 2) lince_monitor_called(m, (int)list[0], 0, 0);
    else if (count == 2) lince_monitor_called(m, (int)list[0], 1, list[1]);
    else lince_monitor_called_with(m, (int)list[0], count - 1, list + 1);
}
static inline void lince_monitor_return_list(lince_monitor *m, unsigned count, const int64_t *list) {
    if (m && !lince_monitor_is_on(m)) return;
    if (count < 2) lince_monitor_returned(m, 0, 0);
    else if (count == 2) lince_monitor_returned(m, 1, list[1]);
    else lince_monitor_returned_with(m, count - 1, list + 1);
}

#ifdef __cplusplus
}
template <class... Values> inline void lince_monitor_call(lince_monitor *m, int method, Values... values) {
    const int64_t list[] = {method, static_cast<int64_t>(values)...};
    lince_monitor_call_list(m, sizeof list / sizeof *list, list);
}
template <class... Values> inline void lince_monitor_return(lince_monitor *m, Values... values) {
    const int64_t list[] = {0, static_cast<int64_t>(values)...};
    lince_monitor_return_list(m, sizeof list / sizeof *list, list);
}
#else
#define lince_monitor_list(...)                                                                                        \
    (unsigned)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (int64_t[]) { __VA_ARGS__ }
#define lince_monitor_call(m, ...) lince_monitor_call_list(m, lince_monitor_list(__VA_ARGS__))
/* C has no lists that may be empty. */
#define lince_monitor_return(...)                                                                                      \
    lince_monitor_return_by(__VA_ARGS__, list, list, list, list, list, list, list, list, nothing, _)(__VA_ARGS__)
#define lince_monitor_return_by(m, a, b, c, d, e, f, g, h, how, ...) lince_monitor_return_##how##_of
#define lince_monitor_return_list_of(m, ...)                         lince_monitor_return_list(m, lince_monitor_list(0, __VA_ARGS__))
#define lince_monitor_return_nothing_of(m)                           lince_monitor_return_list(m, lince_monitor_list(0))
#endif

#if !defined LINCE_SPEC_H && !defined LINCE_HISTORY_H
#define lince_call   lince_monitor_call
#define lince_return lince_monitor_return
#endif

#endif
