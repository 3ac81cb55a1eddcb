/* The accesses and fences of an execution graph as rows of bits, for graph_psc.c.
 *
 * The atomic accesses, the operations on objects and the fences of the path are *acts*, in its order.  They and their
 * relations stay from one step to the next as far as the path does.  Positions in modification order are compared by
 * rank.
 */
#ifndef LC_TARGET_EXPLORE_GRAPH_ACTS_H
#define LC_TARGET_EXPLORE_GRAPH_ACTS_H

#include <string.h>

#include "target/explore/graph.h"

enum { LCT_ACTS = 1 << 12, LCT_ACT_WORDS = LCT_ACTS / 64 };

typedef struct lct_row {
    uint64_t word[LCT_ACT_WORDS];
} lct_row;

typedef struct lct_act {
    lct_clock hb;
    uint64_t read, write; /* ranks; 0: it does not */
    uint32_t location;    /* 0: a fence */
    int16_t tick;
    uint8_t thread;
    bool sc, fence;
    bool both; /* a read-modify-write */
} lct_act;

enum { LCT_ACT_OBJECT = UINT32_MAX }; /* a location, too */

typedef struct lct_acts_state {
    lct_act *at;
    lct_row *hb, *hb_before, *apart; /* apart: program order between different locations */
    uint32_t count, words;           /* words of a row that are in use */
    lct_row sc, fences;              /* acts of seq_cst, and the fences among them */
    uint32_t *before;                /* of each step: the number of acts before it */
    uint32_t depth;                  /* steps of the path whose acts these are */
} lct_acts_state;
extern lct_acts_state lct_acts __attribute__((visibility("hidden")));

/* The acts of the first `depth` steps, and of the fences behind them. */
void lct_acts_catch_up(uint32_t depth);
/* Steps from here on are not on the path any more. */
void lct_acts_cut(uint32_t depth);

static inline void lct_row_set(lct_row *r, uint32_t i) { r->word[i / 64] |= (uint64_t)1 << i % 64; }
static inline bool lct_row_has(const lct_row *r, uint32_t i) { return r->word[i / 64] >> i % 64 & 1; }
static inline void lct_row_clear(lct_row *r) { memset(r->word, 0, lct_acts.words * sizeof *r->word); }
static inline void lct_row_add(lct_row *to, const lct_row *from) {
    for (uint32_t i = 0; i < lct_acts.words; i++) to->word[i] |= from->word[i];
}
static inline bool lct_rows_meet(const lct_row *a, const lct_row *b) {
    for (uint32_t i = 0; i < lct_acts.words; i++)
        if (a->word[i] & b->word[i]) return true;
    return false;
}

/* For each act in a row. */
#define LCT_EACH_ACT(i, row)                                                                                           \
    for (uint32_t w_ = 0; w_ < lct_acts.words; w_++)                                                                   \
        for (uint64_t left_ = (row)->word[w_]; left_; left_ &= left_ - 1)                                              \
            for (uint32_t i = w_ * 64 + (uint32_t)__builtin_ctzll(left_), once_ = 1; once_; once_ = 0)

/* Of two acts, the first one before the second one on the path. */
static inline bool lct_act_is_hb(const lct_act *a, const lct_act *b) {
    return a->thread == b->thread || lct_clock_at(&b->hb, a->thread) >= a->tick;
}

static inline bool lct_act_is_apart(const lct_act *a, const lct_act *b) {
    return a->thread == b->thread && (lct_g.genmc || a->fence || b->fence || a->location != b->location);
}

#endif
