/* The sweep found no partner for x.  Then every operation that x could have met has met another one: a rival of x,
 * which could just as well be the one without a partner.  The rivals' partners have rivals in turn, and so on.  In the
 * end there are operations that could have met only certain partners, and these are one too few (Hall's theorem); or,
 * where all give and get the same, operations among which only pairs can meet, but whose number is odd.
 *
 * Each of them is compared with all that may overlap it: those from the oldest on that was open when it was called, and
 * those that never returned.  Where that takes too long, it is left to other algorithms.
 */
#include "check/sync/rivals.h"

#include <string.h>

#include "base/bits.h"

typedef struct rivalry {
    lc_stateless *s;
    const lc_meeting *all;
    lc_deal (*deal_of)(const lc_stateless *, uint32_t);
    uint64_t *seen;           /* those that have been reported */
    LC_VEC(uint32_t) oldest;  /* per operation: none before this one overlaps it, but for those that never returned */
    LC_VEC(uint32_t) pending; /* those that never returned and met an operation */
    uint64_t work;
} rivalry;

static bool lay_out(rivalry *r) {
    const lc_stateless *s = r->s;
    if (!lc_reserve(s->budget, &r->oldest, s->ops.count)) return false;
    for (uint32_t i = 0, oldest = 0; i < s->ops.count; i++) {
        const lc_sync_op *o = &s->ops.at[i];
        while (oldest < i && (s->ops.at[oldest].ends < o->call || s->ops.at[oldest].ends == LC_NEVER)) oldest++;
        r->oldest.at[i] = oldest;
        if (o->ends == LC_NEVER && o->mate != LC_ALONE && !lc_push(s->budget, &r->pending, i)) return false;
    }
    return true;
}

/* Numbers in the part for now. */
static void add(rivalry *r, uint32_t i, bool to_blame) {
    lc_sync_answer *a = &r->s->answer;
    if (lc_bit(r->seen, i)) return;
    lc_set_bit(r->seen, i);
    if (to_blame) (void)lc_push(r->s->budget, &a->blame, i);
    else (void)lc_push(r->s->budget, &a->partners, i);
}

/* All operations that met one that never returned got the value that it gave. */
static bool fits_pending(const rivalry *r, uint32_t x, uint32_t p) {
    lc_deal mine = r->deal_of(r->s, x), other = r->deal_of(r->s, r->s->ops.at[p].mate);
    return mine.role == other.role && mine.got == other.got;
}

/* All operations that x could have met, and those that met them instead.  If all of a line are equal, those are rivals
 * themselves.
 */
static void add_rivals_of(rivalry *r, uint32_t x) {
    const lc_sync_op *ops = r->s->ops.at;
    bool alike = r->all[x].line == r->all[x].partners;
    for (uint32_t y = r->oldest.at[x]; y < r->s->ops.count && ops[y].call < ops[x].ends; y++, r->work++) {
        if (y == x || ops[y].ends < ops[x].call || r->all[y].line != r->all[x].partners) continue;
        add(r, y, alike);
        if (ops[y].mate != LC_ALONE) add(r, ops[y].mate, true);
    }
    for (uint32_t k = 0; k < r->pending.count && ops[r->pending.at[k]].call < ops[x].ends; k++, r->work++) {
        if (!fits_pending(r, x, r->pending.at[k])) continue;
        add(r, r->pending.at[k], false);
        add(r, ops[r->pending.at[k]].mate, true);
    }
}

static void record(lc_stateless *s, bool found) {
    lc_sync_answer *a = &s->answer;
    if (!found) a->blame.count = a->partners.count = 0;
    for (uint32_t i = 0; i < a->blame.count; i++) a->blame.at[i] = s->ops.at[a->blame.at[i]].op;
    for (uint32_t i = 0; i < a->partners.count; i++) a->partners.at[i] = s->ops.at[a->partners.at[i]].op;
}

void lc_find_rivals(lc_stateless *s, const lc_meeting *all, uint32_t x,
                    lc_deal (*deal_of)(const lc_stateless *, uint32_t)) {
    size_t size = (lc_word_count(s->ops.count) + 1) * sizeof(uint64_t);
    rivalry r = {.s = s, .all = all, .deal_of = deal_of, .seen = lc_allocate(s->budget, size)};
    if (!r.seen) return;
    memset(r.seen, 0, size);
    uint64_t most = 100000 + 4 * (uint64_t)s->ops.count; /* comparisons: no more than the sweep itself took */
    if (lay_out(&r)) add(&r, x, true);
    for (uint32_t i = 0; i < s->answer.blame.count && r.work <= most; i++) add_rivals_of(&r, s->answer.blame.at[i]);
    record(s, r.work <= most && !lc_exhausted(s->budget));
    lc_release(s->budget, r.seen, size);
    lc_vec_free(s->budget, &r.oldest);
    lc_vec_free(s->budget, &r.pending);
}
