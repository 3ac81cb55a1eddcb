/* The operations that took part in each step, once the search has found steps that explain the part.
 *
 * During the search, pending operations that do the same are only counted.  Now they get names: any will do that begins
 * after its call and is in as many steps as were counted.
 */
#include "check/sync/search.h"

#include <string.h>

/* Selects one of a class: those that begin are taken in the order of their calls; those that have begun in that order,
 * too, `later` of them left aside because they have a part in this step already. */
static uint32_t name_member(lc_sync_search *s, const lc_sync_member *m, uint32_t later, uint32_t *fresh) {
    const lc_class *c = &s->line.classes.at[m->place];
    if (m->part == LINCE_PART_WHOLE || m->part == LINCE_PART_FIRST) {
        uint32_t op = c->members.at[fresh[m->place]++];
        if (m->part == LINCE_PART_FIRST) (void)lc_push(s->budget, &s->queue, op);
        return op;
    }
    for (uint32_t i = 0; i < s->queue.count; i++) {
        uint32_t op = s->queue.at[i];
        if (s->line.ops.at[op].previous != m->place || later--) continue;
        if (m->part == LINCE_PART_LAST) {
            memmove(&s->queue.at[i], &s->queue.at[i + 1], (s->queue.count - i - 1) * sizeof op);
            s->queue.count--;
        }
        return op;
    }
    return m->op;
}

static void put_step(lc_sync_search *s, const lc_sync_move *move, uint32_t *fresh) {
    const lc_sync_member *members = &s->members.at[move->members];
    for (uint32_t i = 0; i < move->count; i++) {
        const lc_sync_member *m = &members[i];
        uint32_t later = 0; /* of the same class, in the middle, in this step */
        for (uint32_t k = 0; m->in_class && k < i; k++)
            later += members[k].in_class && members[k].place == m->place && members[k].part == LINCE_PART_MIDDLE;
        uint32_t op = m->in_class ? name_member(s, m, later, fresh) : m->op;
        (void)lc_push(s->budget, &s->answer.met, s->line.ops.at[op].op);
        if (s->spans) (void)lc_push(s->budget, &s->answer.parts, m->part);
    }
    (void)lc_push(s->budget, &s->answer.ends, s->answer.met.count);
}

void lc_sync_put_path(lc_sync_search *s) {
    LC_VEC(uint32_t) fresh = {0}; /* per class: how many have taken part so far */
    s->queue.count = 0;
    for (uint32_t i = 0; i < s->line.class_count; i++)
        if (!lc_push(s->budget, &fresh, 0)) break;
    for (uint32_t i = 0; i < s->path.count && !lc_exhausted(s->budget); i++)
        put_step(s, &s->moves.at[s->path.at[i].next_move - 1], fresh.at);
    lc_vec_free(s->budget, &fresh);
}
