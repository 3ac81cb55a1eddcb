/* Where a search stands.  Invariants: a slot is open from the call of its operation up to its return, and no other has
 * it meanwhile; going back restores the state before going forward. */
#include "check/search/cursor.h"

#include <assert.h>

#include "base/bits.h"

void lc_cursor_free(lc_cursor *p) {
    lc_vec_free(p->budget, &p->occupant);
    lc_vec_free(p->budget, &p->open);
    lc_vec_free(p->budget, &p->pure);
    lc_vec_free(p->budget, &p->eager);
    lc_vec_free(p->budget, &p->available);
}

static void put_bit(uint64_t *set, uint32_t slot, bool on) {
    if (on) lc_set_bit(set, slot);
    else lc_clear_bit(set, slot);
}

static void occupy(lc_cursor *p, uint32_t line_op, uint32_t slot) {
    const lc_label *label = &p->binding->labels.at[p->line->ops.at[line_op].label];
    p->occupant.at[slot] = line_op;
    lc_set_bit(p->open.at, slot);
    put_bit(p->pure.at, slot, p->with_pure && label->pure);
    put_bit(p->eager.at, slot, p->with_eager && lc_bit(p->line->eager.at, line_op));
}

static void call(lc_cursor *p, uint32_t line_op) {
    const lc_line_op *op = &p->line->ops.at[line_op];
    if (op->slot == LC_NO_SLOT) p->available.at[op->previous]++;
    else occupy(p, line_op, op->slot);
}

static void uncall(lc_cursor *p, uint32_t line_op) {
    const lc_line_op *op = &p->line->ops.at[line_op];
    if (op->slot == LC_NO_SLOT) {
        assert(p->available.at[op->previous] > 0);
        p->available.at[op->previous]--;
        return;
    }
    if (op->previous != LC_NO_OP) occupy(p, op->previous, op->slot);
    lc_clear_bit(p->open.at, op->slot); /* the former occupant had returned */
}

/* How many operations have been called before return r (after the last one: all). */
static uint32_t called_before(const lc_cursor *p, uint32_t r) {
    return r < p->line->returns.count ? p->line->returns.at[r].calls_before : p->line->ops.count;
}

/* Who is about to return? */
static uint32_t returning(const lc_cursor *p) { return p->line->returns.at[p->at].op; }

void lc_cursor_forward(lc_cursor *p) {
    assert(p->at < p->line->returns.count);
    assert(lc_bit(p->open.at, p->line->ops.at[returning(p)].slot));
    assert(p->occupant.at[p->line->ops.at[returning(p)].slot] == returning(p));
    uint32_t from = called_before(p, p->at), until = called_before(p, p->at + 1);
    lc_clear_bit(p->open.at, p->line->ops.at[returning(p)].slot);
    p->at++;
    for (uint32_t i = from; i < until; i++) call(p, i);
    if (p->at > p->furthest) p->furthest = p->at;
}

void lc_cursor_back(lc_cursor *p, uint32_t at) {
    assert(at <= p->at);
    while (p->at > at) {
        uint32_t until = called_before(p, p->at - 1);
        for (uint32_t i = called_before(p, p->at); i > until; i--) uncall(p, i - 1);
        p->at--;
        occupy(p, returning(p), p->line->ops.at[returning(p)].slot);
    }
}

bool lc_cursor_start(lc_cursor *p, const lc_timeline *line, const lc_binding *binding) {
    p->line = line;
    p->binding = binding;
    p->occupant.count = p->open.count = p->pure.count = p->eager.count = p->available.count = 0;
    for (uint32_t i = 0; i < line->slots; i++)
        if (!lc_push(p->budget, &p->occupant, LC_NO_OP)) return false;
    for (size_t i = 0; i < lc_word_count(line->slots ? line->slots : 1); i++)
        if (!lc_push(p->budget, &p->open, 0) || !lc_push(p->budget, &p->pure, 0) || !lc_push(p->budget, &p->eager, 0))
            return false;
    for (uint32_t i = 0; i < line->class_count; i++)
        if (!lc_push(p->budget, &p->available, 0)) return false;
    p->at = p->furthest = 0;
    for (uint32_t i = 0; i < called_before(p, 0); i++) call(p, i);
    return true;
}
