/* Counting operations by label and interval, as they happen.
 *
 * After Bouajjani, Emmi, Enea and Hamza's "Tractable refinement checking for concurrent objects", section 6.  A history
 * up to isomorphism is the multiset of its operations' labels and intervals (history/interval.h).  A_k weakens a
 * history h of length n to one of length k at most: it drops the order between operations, except before operations
 * that began in the last k steps, after n - k.  An interval [i, j] of h becomes [max(i - n + k, 0), max(j - n + k, 0)]
 * (lemma 6.5).
 *
 * Their algorithm 1 keeps the counters of A_k up to date and shifts all of them when the length grows beyond k.  Here
 * only those counters are touched whose intervals begin or end in the step that becomes old; each operation is moved so
 * twice at most, which makes an event O(1) amortised instead of O(labels * k^2).  Space: a counter for each label and
 * interval that occurs, and the open operations.
 */
#ifndef LC_HISTORY_COUNTING_H
#define LC_HISTORY_COUNTING_H

#include "base/map64.h"
#include "history/counts.h"

#define LC_MOST_LENGTH 4095u

typedef struct lc_counter_cell {
    uint64_t key;
    uint64_t count : 63;
    uint64_t listed : 1; /* in `recent`, wherever it belongs */
} lc_counter_cell;

typedef struct lc_open_call {
    uint32_t label;
    uint64_t step; /* in which it was called, counted from the beginning */
} lc_open_call;

typedef LC_VEC(uint32_t) lc_cell_list;

typedef struct lc_counting {
    lc_budget *budget;
    uint32_t k;
    uint64_t length; /* of the history itself */
    bool returned;   /* since the last call: then the next one begins a new step */
    lc_map64 index;  /* key to cell */
    LC_VEC(lc_counter_cell) cells;
    LC_VEC(lc_open_call) open; /* per slot */
    lc_cell_list *recent;      /* per recent step, modulo k: the cells that begin or end in it */
    uint64_t moves;            /* of cells, so far */
} lc_counting;

/* `k` is LC_MOST_LENGTH at most.  False: out of memory. */
bool lc_counting_init(lc_counting *, uint32_t k, lc_budget *);
void lc_counting_free(lc_counting *);

/* An operation begins, in a slot that is free: as a rule a thread's.  Labels are the caller's numbers below 2^31; that
 * of an operation that has not returned is another one than those it may get in the end. */
void lc_counting_call(lc_counting *, uint32_t slot, uint32_t pending_label);
void lc_counting_return(lc_counting *, uint32_t slot, uint32_t label);
/* It will never return (the slot is free again, the operation stays), or has never happened: then it is no longer
 * counted, but the time that passed with it has passed.  Where nothing else began in its step, A_k is weaker by this
 * than if it had never been called. */
void lc_counting_crash(lc_counting *, uint32_t slot);
void lc_counting_fail(lc_counting *, uint32_t slot);

/* The length of A_k: that of the history, or k. */
uint32_t lc_counting_length(const lc_counting *);
/* How many have this label and the interval [from, to] in A_k; those that have not returned end at its length. */
uint64_t lc_counting_get(const lc_counting *, uint32_t label, uint32_t from, uint32_t to, bool pending);
/* All counters that are not zero, by label, then interval.  False: out of memory. */
bool lc_counting_list(const lc_counting *, lc_counts *);

#endif
