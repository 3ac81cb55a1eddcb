/* Sets of states of a specification, each kept once.
 *
 * A set is a sorted list or a string of bits, whichever is smaller; which one follows from its elements, so equal sets
 * are equal bytes.  Once made it does not change nor move, and a thread that has its number can read it while other
 * threads add more.  Adding is for one thread at a time.
 */
#ifndef LC_MODEL_SEARCH_SETS_H
#define LC_MODEL_SEARCH_SETS_H

#include "base/vec.h"
#include "model/compile/labels.h"

typedef struct lcm_acceptance {
    const lcm_label *at; /* sorted */
    uint32_t count;
} lcm_acceptance;

typedef struct lcm_set {
    uint64_t hash, digest;             /* digest: a bit for each element, by its number modulo 64 */
    const lcm_acceptance *acceptances; /* the smallest ones of its stable states */
    uint32_t acceptance_count, count;
    uint32_t bit_words; /* 0: a sorted list */
    bool diverges;
    uint32_t at[]; /* `count` numbers, or `bit_words` words of 32 bits */
} lcm_set;

#define LCM_NO_SET   UINT32_MAX       /* not known: out of memory, out of time, or the model failed */
#define LCM_NOTHING  (UINT32_MAX - 1) /* the set without elements, which has no number */
#define LCM_SET_ROWS 26

typedef struct lcm_sets {
    lc_arena arena;
    lcm_set **rows[LCM_SET_ROWS]; /* row r has 64 << r sets: rows never move */
    uint32_t count;               /* numbers 1 to count */
    uint32_t *slots, slot_count;
} lcm_sets;

void lcm_sets_init(lcm_sets *, lc_budget *);
void lcm_sets_free(lcm_sets *);
/* The number of a set: `elements` are sorted and at least one.  LCM_NO_SET: out of memory.  When it is new (`*added`)
 * the caller completes the data about its elements before other threads get its number. */
uint32_t lcm_sets_add(lcm_sets *, const uint32_t *elements, uint32_t count, bool *added);

static inline lcm_set **lcm_sets_place(const lcm_sets *s, uint32_t number) {
    uint32_t n = number + 63, row = 31 - (uint32_t)__builtin_clz(n) - 6;
    return &s->rows[row][n - (64u << row)];
}
static inline lcm_set *lcm_sets_get(const lcm_sets *s, uint32_t number) { return *lcm_sets_place(s, number); }

/* Does the second have all elements of the first? */
bool lcm_set_within(const lcm_set *, const lcm_set *);

/* `for (uint32_t at = 0, e; lcm_set_each(set, &at, &e);)` in ascending order. */
static inline bool lcm_set_each(const lcm_set *s, uint32_t *at, uint32_t *element) {
    if (s->bit_words == 0) {
        if (*at >= s->count) return false;
        *element = s->at[(*at)++];
        return true;
    }
    for (uint32_t w = *at / 32; w < s->bit_words; *at = ++w * 32) {
        uint32_t rest = s->at[w] >> (*at % 32);
        if (!rest) continue;
        *element = *at + (uint32_t)__builtin_ctz(rest);
        *at = *element + 1;
        return true;
    }
    return false;
}

#endif
