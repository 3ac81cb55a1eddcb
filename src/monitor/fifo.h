/* Shared by the files of the checker for queues: fifo.c checks, fifo_report.c describes violations. */
#ifndef LC_MONITOR_FIFO_H
#define LC_MONITOR_FIFO_H

#include "monitor/elements.h"
#include "monitor/gaps.h"

/* An operation that removes an element. */
typedef struct lco_remover {
    uint64_t call;
    lco_watched op;
} lco_remover;

/* A removal that found nothing; whether that was right depends on open operations. */
typedef struct lco_doubtful {
    lco_watched op;
    uint32_t waits_for; /* how many of them */
} lco_doubtful;

/* Why an element is late. */
typedef struct lco_overtaking {
    lco_watched add, remove; /* of the one that was removed too early */
} lco_overtaking;

typedef struct lco_fifo {
    lco_watch *watch;
    lco_insides inside;
    lco_gaps gaps;
    uint32_t late, next;          /* how many at the beginning of the list are late; the first that is not */
    LC_VEC(lco_remover) removers; /* that are open, by their calls */
    LC_VEC(lco_doubtful) doubts;
    LC_VEC(lco_overtaking) overtakings;
    LC_VEC(uint32_t) of_slot; /* the element that it adds + 1; 0: none */
    uint32_t open;
    bool adrift, strangers;
    uint64_t known_since; /* an event behind which no removal of a stranger is called; LCO_OPEN: none */
    lco_overtaking known_by;
} lco_fifo;

static inline lco_inside *lco_inside_at(lco_fifo *q, uint32_t number) { return &q->inside.at.at[number]; }

/* `x` did `what`, which is an instance of `pattern`. */
void lco_fifo_accuse(lco_fifo *, const lco_watched *x, const char *pattern, const char *what,
                     const lco_watched_list *about);
/* An operation has overtaken this element; `remove` is its own removal, NULL: it cannot have been removed. */
void lco_fifo_accuse_overtaker(lco_fifo *, const lco_inside *, const lco_watched *remove);
void lco_fifo_accuse_empty(lco_fifo *, const lco_watched *);   /* it found nothing */
void lco_fifo_accuse_missing(lco_fifo *, const lco_watched *); /* it removed an element that is not inside */
/* It removed an element that was inside before a gap, too late. */
void lco_fifo_accuse_stranger(lco_fifo *, const lco_watched *);

#endif
