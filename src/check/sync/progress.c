/* Progress of objects without state (Lawrence and Lowe, section 3): in the end, no operations that are still open may
 * have a step together.  Earlier meetings do not matter for that, so it is checked once.  Operations that crashed are
 * not waiting any more.
 *
 * Equal ones are interchangeable: of each label only as many are needed as take a step together.  Where operations meet
 * in pairs and give each other something (LINCE_PAIRS), results that are not known yet do not restrict them: any two
 * whose roles fit have a step, unless the value that one gives means that there was no meeting.  So of each method two
 * are enough; unless one may give up alone, which may depend on its arguments.
 */
#include "check/sync/groups.h"
#include "check/sync/stateless.h"

typedef struct waiting {
    lc_stateless *s;
    lc_groups groups;
    lc_map64 count; /* per label: how many are listed */
    uint32_t plain[LC_METHODS_MAX];
} waiting;

static bool is_plain(const lc_stateless *s, lince_value gift) {
    for (uint32_t row = 0; row < s->instance->spec->method_count; row++) {
        const lince_method *m = &s->instance->spec->methods[row];
        if (gift != LINCE_NO_VALUE && (gift == m->pure_result || gift == m->ok_result)) return false;
    }
    return true;
}

/* Are there as many like this one as can be of use? */
static bool is_surplus(waiting *w, uint32_t i) {
    lc_stateless *s = w->s;
    uint32_t label = s->label.at[i], count = lc_map64_get(&w->count, label);
    if (count == LC_NOT_MAPPED) count = 0;
    if (count >= s->most) return true;
    lc_map64_put(&w->count, label, count + 1);
    const lc_bound_op *b = &s->binding->bound.at[s->ops.at[i].op];
    uint32_t row = lc_row_of(s->binding, s->ops.at[i].op);
    if (!(s->instance->spec->traits & LINCE_PAIRS) || s->least == 1) return false;
    return is_plain(s, b->first) && w->plain[row]++ >= 2;
}

static bool list_those_who_wait(waiting *w) {
    lc_stateless *s = w->s;
    for (uint32_t i = 0; i < s->ops.count; i++) {
        if (s->ops.at[i].ends != LC_NEVER || lc_takes_part(s, i) || is_surplus(w, i)) continue;
        lc_open_op open = {.label = s->label.at[i],
                           .row = lc_row_of(s->binding, s->ops.at[i].op),
                           .ends = LC_NEVER,
                           .place = i,
                           .op = i};
        if (!lc_push(s->budget, &w->groups.open, open)) return false;
    }
    lc_groups_ready(&w->groups);
    return true;
}

static bool note_stuck(void *context, const uint32_t *group, uint32_t count, lc_next next) {
    waiting *w = context;
    (void)next;
    for (uint32_t i = 0; i < count; i++)
        (void)lc_push(w->s->budget, &w->s->answer.stuck, w->s->ops.at[w->groups.open.at[group[i]].op].op);
    return false;
}

/* Is called now and then while groups are tried. */
static bool must_halt(void *context) {
    lc_stateless *s = context;
    s->answer.halt = lc_halt_now(s->budget, &s->meter.limits);
    return s->answer.halt != LC_GO_ON;
}

lc_outcome lc_progress(lc_stateless *s) {
    bool somebody = false;
    for (uint32_t i = 0; i < s->ops.count && !somebody; i++)
        somebody = s->ops.at[i].ends == LC_NEVER && !lc_takes_part(s, i);
    if (!somebody) return LC_HOLDS;
    if (!lc_query_specification(s)) return lc_halt_grouping(s, LC_NO_MEMORY);
    waiting w = {.s = s, .groups = {.space = &s->space, .least = s->least, .most = s->most}};
    w.groups.must_halt = must_halt;
    w.groups.halt_context = s;
    lc_map64_init(&w.count, s->budget);
    bool stuck = false;
    if (list_those_who_wait(&w)) stuck = !lc_groups_find(&w.groups, s->state, LC_NOBODY, LC_NOBODY, note_stuck, &w);
    lc_groups_free(&w.groups);
    lc_map64_free(&w.count);
    if (s->answer.halt != LC_GO_ON) return LC_HALTED;
    if (!stuck) return LC_HOLDS;
    s->answer.met.count = s->answer.ends.count = 0;
    s->answer.furthest = LC_NEVER;
    return LC_VIOLATED;
}
