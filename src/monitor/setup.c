/* Operations that lead from the initial state to a given one, so that an excerpt can begin there.
 *
 * They are guessed, and each guess is run: the specification itself confirms that every step has one outcome and that
 * the last one is the state.  A guess that fails costs an excerpt, never a verdict.  The guesses are
 *
 *   - none: it is the initial state;
 *   - one method again and again, each time with the next values of the state, from its first to its last or the other
 *     way round: containers, registers, maps;
 *   - one method again and again with the same values: semaphores, locks that are shared, counts.
 */
#include <string.h>

#include "monitor/frontier.h"

typedef LC_VEC(lince_value) value_row;

enum { MOST_STEPS = 1 << 12, MOST_ARGS = 2 };

typedef struct setup {
    lco_frontiers *f;
    uint32_t at, target;
    lco_watched_list *out;
} setup;

static bool step(setup *s, uint32_t method, const lince_value *args, uint32_t count) {
    lco_watched op = {.slot = LCO_SETUP_SLOT, .method = method, .args = lince_tuple(s->f->watch->values, args, count)};
    if (op.args == LINCE_NO_VALUE) return false;
    lco_frontier_step(s->f, s->at, &op, true);
    if (s->f->emitted.count != 1) return false;
    s->at = s->f->emitted.at[0].state;
    op.results = s->f->emitted.at[0].results;
    op.fortune = LCO_HAS_RETURNED;
    return op.results != LINCE_NO_VALUE && lc_push(NULL, s->out, op);
}

/* The next `count` of the values at each step; `back`: the last come first; `turned`: the two of a step change places.
 */
static bool try_row(setup *s, uint32_t method, uint32_t count, const lince_value *row, uint32_t length, bool back,
                    bool turned) {
    if (!count || count > MOST_ARGS || length % count || (turned && count < 2)) return false;
    for (uint32_t i = 0; i < length; i += count) {
        const lince_value *at = row + (back ? length - i - count : i);
        lince_value args[MOST_ARGS] = {at[turned ? 1 : 0], at[turned ? 0 : count - 1]};
        if (!step(s, method, args, count)) return false;
    }
    return s->at == s->target;
}

static bool try_again_and_again(setup *s, uint32_t method, const lince_value *args, uint32_t count) {
    const lince_method *m = &s->f->watch->instance->spec->methods[method];
    if (count < m->args_min || count > m->args_max) return false;
    for (uint32_t i = 0; i < MOST_STEPS && s->at != s->target; i++) {
        uint32_t before = s->at;
        if (!step(s, method, args, count) || s->at == before) return false;
    }
    return s->at == s->target;
}

static bool begin(setup *s) {
    lco_frontier_start(s->f);
    s->out->count = 0;
    if (s->f->emitted.count != 1) return false;
    s->at = s->f->emitted.at[0].state;
    return true;
}

static bool try_rows(setup *s, uint32_t m, const lince_value *row, uint32_t length) {
    const lince_method *method = &s->f->watch->instance->spec->methods[m];
    for (uint32_t count = method->args_min; count <= method->args_max; count++)
        for (int way = 0; way < 4; way++)
            if (begin(s) && try_row(s, m, count, row, length, way & 1, way & 2)) return true;
    return false;
}

static bool try_repeats(setup *s, uint32_t m, lince_value key) {
    return (begin(s) && try_again_and_again(s, m, NULL, 0)) ||
           (key != LINCE_NO_VALUE && begin(s) && try_again_and_again(s, m, &key, 1));
}

/* The values in a state, or the number that it is, as one value. */
static bool list_values(lco_frontiers *f, uint32_t state, value_row *row) {
    const lc_interned *bytes = lc_intern_get(&f->states, state);
    bool values = lco_frontier_holds_values(f), number = bytes->size == sizeof(int64_t);
    if (!lco_frontiers_can_renew(f)) return true;
    for (uint32_t i = 0; values && i < bytes->size / sizeof(lince_value); i++)
        if (!lc_push(NULL, row, ((const lince_value *)bytes->bytes)[i])) return false;
    int64_t n = 0;
    if (!values && number) memcpy(&n, bytes->bytes, sizeof n);
    return values || !number || lc_push(NULL, row, lince_int(f->watch->values, n));
}

bool lco_setup_of(lco_frontiers *f, uint32_t state, lince_value key, lco_watched_list *out) {
    setup s = {.f = f, .target = state, .out = out};
    value_row row = {0};
    uint32_t methods = f->watch->instance->spec->method_count;
    bool found = begin(&s) && s.at == state;
    if (!found && list_values(f, state, &row))
        for (uint32_t m = 0; m < 2 * methods && !found; m++) /* the shorter ones first */
            found = m < methods ? try_rows(&s, m, row.at, row.count) : try_repeats(&s, m - methods, key);
    lc_vec_free(NULL, &row);
    return found;
}
