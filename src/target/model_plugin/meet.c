/* Operations of a model that take effect together. */
#include <string.h>

#include "target/model_plugin/model.h"

/* ---- operations that may meet ---- */

static unsigned times(const lct_model_meet *meet, unsigned row) {
    unsigned count = 0;
    for (unsigned i = 0; i < meet->most; i++) count += meet->rows[i] == row;
    return count;
}

/* Are the calls all or some of those who meet in this way? */
static bool fits(const lct_model_meet *meet, const lince_step *step) {
    if (step->count > meet->most) return false;
    for (size_t i = 0, same = 0; i < step->count; i++) {
        unsigned row = step->calls[i].method;
        if (meet->alike && row != meet->rows[0]) return false;
        same = i && step->calls[i - 1].method == row ? same + 1 : 1; /* those of one row stand together */
        if (!meet->alike && same > times(meet, row)) return false;
    }
    return true;
}

static const lct_model *model_of(const lince_step *step) { return (const lct_model *)(intptr_t)step->params[0]; }

static bool could_join(const lince_step *step) {
    const lct_model *m = model_of(step);
    if (step->count == 1) return true;
    for (unsigned i = 0; i < m->meet_count; i++)
        if (fits(&m->meets[i], step)) return true;
    return false;
}

/* ---- meeting ---- */

typedef struct meeting {
    const lct_model_meet *meet;
    unsigned count;
    unsigned call_of[LCT_MODEL_PARTIES]; /* which call each of them makes */
    lince_party given[LCT_MODEL_PARTIES], parties[LCT_MODEL_PARTIES];
} meeting;

static void begin(void *context) {
    meeting *w = context;
    memcpy(w->parties, w->given, sizeof w->parties);
}

static void meet(void *context) {
    meeting *w = context;
    w->meet->function(w->parties);
}

/* An operation that returns a bool in the test returns `true` in the model, which is 1 there. */
static long as_recorded(const lct_model_op *op, int place, long value) {
    if (!op->truth || place || (value != 0 && value != 1)) return value;
    return value ? lince_true : lince_false;
}

static void emit(lince_step *step, const lct_model *m, void *context) {
    const meeting *w = context;
    lince_results results[LCT_MODEL_PARTIES];
    memset(results, 0, sizeof results);
    _Static_assert(LINCE_NO_VALUE == 0, "as memset makes it");
    for (unsigned i = 0; i < w->count; i++) {
        const lince_party *p = &w->parties[i];
        if (p->result_count > LCT_MODEL_RESULTS) return; /* nothing of the kind is ever recorded */
        const lct_model_op *op = &m->ops[step->calls[w->call_of[i]].method];
        for (int k = 0; k < p->result_count; k++)
            results[w->call_of[i]].at[k] = lct_model_to_value(step, as_recorded(op, k, p->results[k]));
    }
    lct_model_emit(step, m, results);
}

/* The call of the party at this place: the first of its operation that is not taken. */
static unsigned call_for(const meeting *w, const lince_step *step, unsigned place) {
    unsigned row = w->meet->rows[w->meet->alike ? 0 : place], before = 0, at = 0;
    for (unsigned i = 0; i < place; i++) before += w->meet->alike || w->meet->rows[i] == row;
    while (step->calls[at].method != row) at++;
    return at + before;
}

static bool prepare(meeting *w, const lince_step *step) {
    for (unsigned i = 0; i < w->count; i++) {
        unsigned at = w->call_of[i] = call_for(w, step, i);
        w->given[i] = (lince_party){.of = (int)w->count};
        for (uint32_t k = 0; k < step->calls[at].argc && k < 3; k++)
            if (!lct_model_to_long(step, step->calls[at].args[k], true, &w->given[i].args[k])) return false;
    }
    return true;
}

void lct_model_meet_all(lince_step *step, const lct_model *m) {
    for (unsigned i = 0; i < m->meet_count; i++) {
        meeting w = {.meet = &m->meets[i], .count = (unsigned)step->count};
        if (step->count < w.meet->least || !fits(w.meet, step) || !prepare(&w, step)) continue;
        lct_model_work work = {
            .name = m->ops[w.meet->rows[0]].name, .context = &w, .begin = begin, .body = meet, .outcome = emit};
        lct_model_run(step, m, &work);
    }
}

/* ---- the specification ---- */

void lct_model_arity(lct_model *m) {
    uint32_t least = UINT32_MAX, most = 1;
    bool ordered = false;
    for (unsigned i = 0; i < m->count; i++)
        if (m->ops[i].function || m->ops[i].call) least = 1;
    for (unsigned i = 0; i < m->meet_count; i++) {
        const lct_model_meet *meet = &m->meets[i];
        if (meet->least < least) least = meet->least;
        if (meet->most > most) most = meet->most;
        for (unsigned k = 0; k < meet->most && !meet->alike; k++) ordered |= times(meet, meet->rows[k]) > 1;
    }
    m->spec.arity_min = least;
    m->spec.arity_max = most;
    m->spec.joins = could_join;
    m->spec.traits = (m->size ? 0 : LINCE_STATELESS) | (ordered ? LINCE_ORDERED : 0);
}
