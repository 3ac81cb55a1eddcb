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
    LCO_EVENT_RETURN = 256,
    LCO_EVENT_UNKNOWN, /* the call of a method that there is not */
    LCO_EVENT_CRASH,   /* the thread has ended inside an operation */
    LCO_EVENT_STRAY,   /* a return whose call was not recorded */
    LCO_EVENT_RESUME   /* events before this one are missing, its value is their number since the log began; the thread
                        * is inside no operation */
};

/* The first word of an event: its kind, the number of values that follow, whether it is stamped, and the lower 50 bits
 * of the stamp, which last for days. */
#define LCO_WHAT_BITS  9
#define LCO_STAMPED    (1u << 13)
#define LCO_STAMP_FROM 14
static inline uint64_t lco_event_word(unsigned what, unsigned count) { return what | count << LCO_WHAT_BITS; }
static inline unsigned lco_event_what_of(uint64_t word) { return word & ((1u << LCO_WHAT_BITS) - 1); }
static inline unsigned lco_event_count_of(uint64_t word) { return word >> LCO_WHAT_BITS & 15; }
static inline bool lco_event_calls(uint64_t word) {
    unsigned what = lco_event_what_of(word);
    return what < LCO_EVENT_RETURN || what == LCO_EVENT_UNKNOWN;
}
/* The whole stamp, which is not days away from `now`. */
static inline uint64_t lco_event_stamp(uint64_t word, uint64_t now) {
    uint64_t upper = word >> LCO_STAMP_FROM << LCO_STAMP_FROM;
    return now + (uint64_t)((int64_t)(upper - (now << LCO_STAMP_FROM)) >> LCO_STAMP_FROM);
}

#define LCO_LINE  64
#define LCO_SPARE 16 /* words that are kept free, so that one event always fits where there is room */

typedef struct lco_log lco_log;
struct lco_log {
    /* The thread's own. */
    _Alignas(LCO_LINE) uint64_t head; /* words published; read by the checker */
    uint64_t limit;                   /* of head: then see whether there is room */
    uint64_t last;                    /* stamp */
    uint64_t *words;
    uint64_t mask;
    uint64_t lost; /* twice the events that did not fit, plus 1 inside an operation that is lost; read by the checker */
    unsigned open; /* the run in which its open operation began; 0: none is open, or it is not recorded */
    bool dropping; /* since then nothing is recorded; ends with LCO_EVENT_RESUME */
    bool locked, fenced, hurry; /* as in lince_monitor */
    bool busy;   /* its thread is just recording an event: another recorder now is a signal handler in the middle of
                  * that, or was, and has jumped out of it */
    bool astray; /* inside an operation that could not be recorded because of that */
    uint64_t grain;
    /* The checker's. */
    _Alignas(LCO_LINE) uint64_t tail; /* words read */
    /* Written by the holder of the lock of logs.c; read by all. */
    _Alignas(LCO_LINE) uint64_t owner; /* number of the thread; 0: none */
    lince_monitor *monitor;
    lco_log *next;
    unsigned slot;
};

/* A thread's own table of its logs.  An entry is about the monitor with this serial number, also after that monitor's
 * end. */
#define LCO_LOG_TABLE 8
typedef struct lco_log_slot {
    uint64_t serial;
    lco_log *log;
} lco_log_slot;
extern __thread lco_log_slot lco_log_table[LCO_LOG_TABLE]
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* The log of this thread, if its table has it. */
static inline lco_log *lco_log_found(uint64_t serial) {
    const lco_log_slot *e = &lco_log_table[serial % LCO_LOG_TABLE];
    return __builtin_expect(e->serial == serial, 1) ? e->log : NULL;
}
/* The log of this thread; NULL: there is no memory for it, and the monitor has noted that. */
lco_log *lco_log_look_up(lince_monitor *);
void lco_log_free(lco_log *);
/* A thread ends: the outcome of its open operation is unknown.  False: the log cannot be used by another thread.
 */
bool lco_log_leave(lco_log *);

#endif
