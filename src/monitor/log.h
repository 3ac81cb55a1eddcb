/* The log of a thread: a ring of words that one thread fills and one checker empties.
 *
 * An event is a word with its kind and time, and a word for each of its values: most of its cost is the transfer of
 * cache lines of the ring between processors, so it is short.  It is published first and stamped then.  Writing an
 * event is
 *
 *     fill the next words, without a stamp;  move the head;  read the clock;  store the stamp
 *
 * so an event that has been stamped has been published before, and the last one of a ring is the only one that may have
 * no stamp.  merge.c has the reason why the checker need not wait for it, even if the thread is stopped in between.
 *
 * The order with the operation itself (base/stamp.h has the requirements; here it is cheaper):
 *
 *   - a call must have been stamped before anything of the operation is done.  Its stores cannot be seen before the
 *     clock has been read, as stores take effect in order; but its loads might happen before.  The stamp is therefore
 *     stored by an exchange, which needs the stamp to be known and lets no later load pass.  (On x86; elsewhere a fence
 *     behind the store does the same.)
 *   - everything of an operation must be visible to other threads before its return is stamped: a locked instruction
 *     empties the processor's store buffer, and lfence keeps the clock from being read before that.  A locked addition
 *     costs an eighth of mfence and is as good, there being nothing but ordinary memory to order.  Where the program
 *     promises that its operations end with one (`fenced`), it is left out.
 *   - a return and the next call of its thread are at least a grain apart, so that `a return + grain < a call` never
 *     claims an order that clocks cannot resolve (lc_stamp_grain).
 *
 * Cost: no line is written by two threads except that the checker stores how far it has read once a round, in a line of
 * its own, which the thread looks at once in a quarter of the ring.
 */
#ifndef LC_MONITOR_LOG_H
#define LC_MONITOR_LOG_H

#include <lince/monitor.h>

#include "base/stamp.h"

/* The kind of an event: the call of the method with this number, or one of these. */
enum {
    LC_EVENT_RETURN = 256,
    LC_EVENT_UNKNOWN, /* the call of a method that there is not */
    LC_EVENT_CRASH,   /* the thread has ended inside an operation */
    LC_EVENT_STRAY,   /* a return whose call was not recorded */
    LC_EVENT_RESUME   /* events before this one are missing, its value is their number since the log began; the thread
                       * is inside no operation */
};

/* The first word of an event: its kind, the number of values that follow, whether it is stamped, and the lower 50 bits
 * of the stamp, which last for days. */
#define LC_WHAT_BITS  9
#define LC_STAMPED    (1u << 13)
#define LC_STAMP_FROM 14
static inline uint64_t lc_event_word(unsigned what, unsigned count) { return what | count << LC_WHAT_BITS; }
static inline unsigned lc_event_what_of(uint64_t word) { return word & ((1u << LC_WHAT_BITS) - 1); }
static inline unsigned lc_event_count_of(uint64_t word) { return word >> LC_WHAT_BITS & 15; }
static inline bool lc_event_calls(uint64_t word) {
    unsigned what = lc_event_what_of(word);
    return what < LC_EVENT_RETURN || what == LC_EVENT_UNKNOWN;
}
/* The whole stamp, which is not days away from `now`. */
static inline uint64_t lc_event_stamp(uint64_t word, uint64_t now) {
    uint64_t upper = word >> LC_STAMP_FROM << LC_STAMP_FROM;
    return now + (uint64_t)((int64_t)(upper - (now << LC_STAMP_FROM)) >> LC_STAMP_FROM);
}

#define LC_LINE  64
#define LC_SPARE 16 /* words that are kept free, so that one event always fits where there is room */

typedef struct lc_log lc_log;
struct lc_log {
    /* The thread's own. */
    _Alignas(LC_LINE) uint64_t head; /* words published; read by the checker */
    uint64_t limit;                  /* of head: then see whether there is room */
    uint64_t last;                   /* stamp */
    uint64_t *words;
    uint64_t mask;
    uint64_t lost; /* twice the events that did not fit, plus 1 inside an operation that is lost; read by the checker */
    unsigned open; /* the run in which its open operation began; 0: none is open, or it is not recorded */
    bool dropping; /* since then nothing is recorded; ends with LC_EVENT_RESUME */
    bool locked, fenced, hurry; /* as in lince_monitor */
    bool busy;   /* its thread is just recording an event: another recorder now is a signal handler in the middle of
                  * that, or was, and has jumped out of it */
    bool astray; /* inside an operation that could not be recorded because of that */
    uint64_t grain;
    /* The checker's. */
    _Alignas(LC_LINE) uint64_t tail; /* words read */
    /* Written by the holder of the lock of logs.c; read by all. */
    _Alignas(LC_LINE) uint64_t owner; /* number of the thread; 0: none */
    lince_monitor *monitor;
    lc_log *next;
    unsigned slot;
};

/* A thread's own table of its logs.  An entry is about the monitor with this serial number, also after that monitor's
 * end. */
#define LC_LOG_TABLE 8
typedef struct lc_log_slot {
    uint64_t serial;
    lc_log *log;
} lc_log_slot;
extern __thread lc_log_slot lc_log_table[LC_LOG_TABLE] __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* The log of this thread, if its table has it. */
static inline lc_log *lc_log_found(uint64_t serial) {
    const lc_log_slot *e = &lc_log_table[serial % LC_LOG_TABLE];
    return __builtin_expect(e->serial == serial, 1) ? e->log : NULL;
}
/* The log of this thread; NULL: there is no memory for it, and the monitor has noted that. */
lc_log *lc_log_look_up(lince_monitor *);
void lc_log_free(lc_log *);
/* A thread ends: the outcome of its open operation is unknown.  False: the log cannot be used by another thread.
 */
bool lc_log_leave(lc_log *);

#endif
