/* Shared by the files of the checker for queues: fifo.c checks, fifo_tell.c describes violations. */
#ifndef LC_MONITOR_FIFO_H
#define LC_MONITOR_FIFO_H

#include "monitor/elements.h"
#include "monitor/gaps.h"

/* An operation that removes an element. */
typedef struct lc_remover {
    uint64_t call;
    lc_watched op;
} lc_remover;

/* A removal that found nothing; whether that was right depends on open operations. */
typedef struct lc_doubtful {
    lc_watched op;
    uint32_t waits_for; /* how many of them */
} lc_doubtful;

/* Why an element is late. */
typedef struct lc_overtaking {
    lc_watched add, remove; /* of the one that was removed too early */
} lc_overtaking;

typedef struct lc_fifo {
    lc_watch *watch;
    lc_insides inside;
    lc_gaps gaps;
    uint32_t late, next;         /* how many at the beginning of the list are late; the first that is not */
    LC_VEC(lc_remover) removers; /* that are open, by their calls */
    LC_VEC(lc_doubtful) doubts;
    LC_VEC(lc_overtaking) overtakings;
    LC_VEC(uint32_t) of_slot; /* the element that it adds + 1; 0: none */
    uint32_t open;
    bool adrift, strangers;
    uint64_t known_since; /* an event behind which no removal of a stranger is called; LC_OPEN: none */
    lc_overtaking known_by;
} lc_fifo;

static inline lc_inside *lc_inside_at(lc_fifo *q, uint32_t number) { return &q->inside.at.at[number]; }

/* `x` did `what`, which is an instance of `pattern`. */
void lc_fifo_accuse(lc_fifo *, const lc_watched *x, const char *pattern, const char *what,
                    const lc_watched_list *about);
/* An operation has overtaken this element; `remove` is its own removal, NULL: it cannot have been removed. */
void lc_fifo_accuse_overtaker(lc_fifo *, const lc_inside *, const lc_watched *remove);
void lc_fifo_accuse_empty(lc_fifo *, const lc_watched *);   /* it found nothing */
void lc_fifo_accuse_missing(lc_fifo *, const lc_watched *); /* it removed an element that is not inside */
/* It removed an element that was inside before a gap, too late. */
void lc_fifo_accuse_stranger(lc_fifo *, const lc_watched *);

#endif
