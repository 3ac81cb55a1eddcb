#include "check/driver/misuse.h"

#include "check/search/short.h"

static bool is_duty(const lc_short *s, uint32_t i) {
    const lc_binding *b = &s->binding;
    return lc_is_duty(b->objects.at[lc_object_of(b, s->ops[i])].instance, lc_row_of(b, s->ops[i]));
}

typedef struct search {
    bool open;
    lc_misuse *found;
} search;

static bool visit(lc_short *s, const lc_short_config *c, void *context) {
    search *q = context;
    lc_misuse *found = q->found;
    uint64_t made = q->open ? UINT64_MAX : s->returned;
    for (uint32_t i = 0; i < s->count && !found->found; i++) {
        bool could_be_next = (made & ~c->done) >> i & 1 && !(s->before[i] & ~c->done);
        if (!could_be_next || !is_duty(s, i)) continue;
        if (lc_space_next(&s->space, c->state, s->labels[i]) != LC_NO_STEP) continue;
        *found = (lc_misuse){true, s->ops[i]};
    }
    return !found->found;
}

lince_status lc_check_misuse(const lince_history *h, const lince_specs *specs, const lc_misuse_rules *rules,
                             lc_misuse *found, lince_error *error) {
    *found = (lc_misuse){.found = false};
    search q = {rules->open, found};
    lc_short s;
    lince_status status = lc_short_init(&s, h, specs, rules->init, error);
    for (uint32_t i = 0; status == LINCE_DONE && i < lc_short_objects(&s) && !found->found; i++)
        if (lc_short_object(&s, i, rules->program_order)) lc_short_search(&s, UINT64_MAX, visit, &q);
    if (status == LINCE_DONE && s.failed) status = LINCE_OUT_OF_MEMORY;
    lc_short_free(&s);
    return status;
}
