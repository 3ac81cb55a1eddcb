/* The sweep found nobody for x.  Then everybody whom x could have met has met somebody else: a rival of x, who would do
 * just as well without a partner.  The rivals' partners have rivals in turn, and so on.  In the end there are
 * operations that could have met only certain partners, and these are one too few (Hall's theorem); or, where all give
 * and get the same, operations among which only pairs can meet, but whose number is odd.
 *
 * Each of them is compared with all operations, so a violation in which many are involved is left to others.
 */
#include "check/sync/rivals.h"

#include "base/bits.h"

enum { MOST_WORK = 50 * 1000 * 1000 };

typedef struct rivalry {
    lc_stateless *s;
    const lc_meeting *all;
    lc_deal (*deal_of)(const lc_stateless *, uint32_t);
    uint64_t *seen; /* who has been told */
} rivalry;

/* Numbers in the part for now. */
static void add(rivalry *r, uint32_t i, bool to_blame) {
    lc_sync_answer *a = &r->s->answer;
    if (lc_bit(r->seen, i)) return;
    lc_set_bit(r->seen, i);
    if (to_blame) (void)lc_push(r->s->budget, &a->blame, i);
    else (void)lc_push(r->s->budget, &a->partners, i);
}

static bool could_meet(const rivalry *r, uint32_t x, uint32_t y) {
    const lc_sync_op *a = &r->s->ops.at[x], *b = &r->s->ops.at[y];
    if (b->ends != LC_NEVER) return r->all[y].line == r->all[x].partners && b->ends > a->call;
    if (b->mate == LC_ALONE) return false; /* the sweep would have taken it */
    /* All who met somebody that never returned got what that one gave. */
    lc_deal mine = r->deal_of(r->s, x), other = r->deal_of(r->s, b->mate);
    return mine.role == other.role && mine.got == other.got;
}

/* Everybody whom x could have met, and who met them instead.  If all of a line are alike, those are rivals themselves.
 */
static void add_rivals_of(rivalry *r, uint32_t x) {
    const lc_sync_op *ops = r->s->ops.at;
    bool alike = r->all[x].line == r->all[x].partners;
    for (uint32_t y = 0; y < r->s->ops.count && ops[y].call < ops[x].ends; y++) {
        if (y == x || !could_meet(r, x, y)) continue;
        add(r, y, alike && ops[y].ends != LC_NEVER);
        if (ops[y].mate != LC_ALONE) add(r, ops[y].mate, true);
    }
}

static void tell(lc_stateless *s, bool found) {
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
    for (size_t i = 0; i < size / sizeof *r.seen; i++) r.seen[i] = 0;
    add(&r, x, true);
    uint64_t work = 0;
    for (uint32_t i = 0; i < s->answer.blame.count && work <= MOST_WORK; i++, work += s->ops.count)
        add_rivals_of(&r, s->answer.blame.at[i]);
    lc_release(s->budget, r.seen, size);
    tell(s, work <= MOST_WORK && !lc_exhausted(s->budget));
}
