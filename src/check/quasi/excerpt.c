/* The rest of a quasi linearizable history is quasi linearizable, if the part left out is a value of a container, with
 * all its operations, or an operation that changes nothing.  The specification does not mind (LINCE_DROPPABLE_VALUES).
 * And no operation is moved further than some operation was before: let x be left out of both orders, and let that move
 * e by one more place, because x was behind e in the real order but before it in the legal one, or the other way round.
 * Then x had been moved in the same direction as e, from behind its place there to before its place here, and so by
 * more than e.
 *
 * So to refute a long history it is enough to refute a short excerpt of it, which a search can exhaust.  The place at
 * which the long search got stuck shows where to take it from.
 */
#include "check/quasi/excerpt.h"

/* Operations around two places: where the search got stuck, and where the elements removed there had been added.
 * (Operations in between may be left out, but at these places none, or places would count for less.) */
typedef struct region {
    uint32_t around, source, reach;
} region;

static bool is_inside(uint32_t op, const region *r) {
    if (op == LC_NONE) return false;
    bool here = op + r->reach >= r->around && op <= r->around + r->reach;
    return here || (op + r->reach >= r->source && op <= r->source + r->reach);
}

/* Is an operation to be part of the excerpt?  The element that a pending one removes is unknown, so all of these
 * are. */
static bool is_wanted(const lc_quasi_search *q, uint32_t op, const region *r) {
    const lc_quasi_elements *e = &q->elements;
    uint32_t element = e->added.at[op] != LC_NONE ? e->added.at[op] : e->removed.at[op];
    if (element == LC_NONE) return q->line.ops.at[op].ends == LC_NEVER || is_inside(op, r);
    return is_inside(e->at.at[element].remove, r) || is_inside(e->at.at[element].add, r);
}

static region choose_region(const lc_quasi_search *q, uint32_t around, uint32_t reach) {
    const lc_quasi_elements *e = &q->elements;
    uint64_t sum = 0;
    uint32_t count = 0, first = around > reach ? around - reach : 0;
    for (uint32_t i = first; i < q->line.ops.count && i <= around + reach; i++)
        if (e->removed.at[i] != LC_NONE) {
            sum += e->at.at[e->removed.at[i]].add;
            count++;
        }
    return (region){around, count ? (uint32_t)(sum / count) : around, reach};
}

static bool all_plain(const lc_quasi_elements *e) {
    for (uint32_t i = 0; i < e->at.count; i++)
        if (!e->at.at[i].plain) return false;
    return true;
}

/* Everything adds or removes an element, or leaves all as it is, and elements can be left out. */
static bool applies(const lc_quasi_search *q) {
    const lc_quasi_elements *e = &q->elements;
    if (!e->tracked || !all_plain(e) || q->line.tied) return false;
    for (uint32_t i = 0; i < q->line.ops.count; i++) {
        const lc_label *label = &q->binding->labels.at[q->line.ops.at[i].label];
        bool moves = e->added.at[i] != LC_NONE || e->removed.at[i] != LC_NONE;
        if (!moves && !label->pure && lc_label_method(q->binding, label)->role != LINCE_ROLE_REMOVE) return false;
        if (lc_label_method(q->binding, label)->role == LINCE_ROLE_PEEK) return false;
    }
    return q->binding->objects.at[q->part.object].instance->spec->traits & LINCE_DROPPABLE_VALUES;
}

static lc_outcome try_excerpt(lc_quasi_search *q, lc_quasi_search *inner, const lc_factors *factors, uint32_t sought,
                              uint32_t around, uint32_t reach) {
    region r = choose_region(q, around, reach);
    q->excerpt.count = 0;
    for (uint32_t i = 0; i < q->part.event_count; i++) {
        lc_event event = q->part.events[i];
        uint32_t local = lc_quasi_find(&q->line, lc_event_op(event));
        if (is_wanted(q, local, &r) && !lc_push(q->budget, &q->excerpt, event)) return LC_HALTED;
    }
    lc_part part = q->part;
    part.events = q->excerpt.at;
    part.event_count = q->excerpt.count;
    inner->meter.allowance = inner->visited + 1000 * (uint64_t)reach;
    if (!lc_quasi_begin(inner, &part, factors)) return LC_HALTED;
    return lc_quasi_decide_thoroughly(inner, factors, sought);
}

bool lc_quasi_refute(lc_quasi_search *q, const lc_factors *factors, uint32_t sought, uint32_t around) {
    enum { NEAR = 8, FAR = 64 };
    if (!applies(q)) return false;
    if (!q->inner && !(q->inner = lc_quasi_search_new(q->binding, &q->meter.limits, q->budget))) return false;
    lc_quasi_search *inner = q->inner;
    uint64_t before = inner->visited;
    bool refuted = false;
    for (uint32_t reach = NEAR; reach <= FAR && !refuted; reach *= 2)
        refuted = try_excerpt(q, inner, factors, sought, around, reach) == LC_VIOLATED;
    q->visited += inner->visited - before;
    return refuted;
}

void lc_quasi_show_clash(lc_quasi_search *q, const lc_factors *factors, uint32_t sought) {
    lc_quasi_clash clash;
    q->excerpt.count = 0;
    if (!lc_quasi_orders_begin(&q->orders, &q->line, factors, sought) ||
        !lc_quasi_clashes(&q->elements, q->orders.most, &clash))
        return;
    uint32_t around[] = {clash.first, clash.second};
    for (size_t i = 0; i < 2; i++)
        if (around[i] != LC_NONE && lc_quasi_refute(q, factors, sought, around[i])) return;
    q->excerpt.count = 0;
}
