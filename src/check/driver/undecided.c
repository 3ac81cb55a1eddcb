/* An answer `unknown`: which part was too hard, the algorithms that were tried on it, and the options that would
 * help. */
#include <stdlib.h>
#include <string.h>

#include "check/driver/job.h"

/* The figures that make a part hard or easy. */
typedef struct measures {
    uint32_t operations, open, pending; /* open: the most at once; pending: at the end */
    uint32_t revealing;                 /* that returned and change nothing */
} measures;

static measures measure(const lc_job *c, const lc_part *part) {
    measures m = {0};
    uint32_t open = 0;
    for (uint32_t i = 0; i < part->event_count; i++) {
        lc_meaning meaning;
        lc_mean(&c->binding, lc_event_op(part->events[i]), &meaning);
        if (lc_event_what(part->events[i]) == LC_INVOKE) {
            m.operations++;
            if (++open > m.open) m.open = open;
        } else {
            open--;
            m.revealing += meaning.method->pure;
        }
    }
    m.pending = open;
    return m;
}

/* Of the parts that were given up the longest one; NULL: there is none. */
static const lc_finding *hardest(const lc_job *c, uint32_t *undecided) {
    const lc_finding *worst = NULL;
    uint32_t longest = 0;
    *undecided = 0;
    for (uint32_t i = 0; i < c->parts.parts.count; i++) {
        const lc_finding *f = &c->findings[i];
        if (f->outcome != LC_HALTED) continue;
        ++*undecided;
        if (f->halt == LC_SPENT || (worst && c->parts.parts.at[i].event_count <= longest)) continue;
        worst = f;
        longest = c->parts.parts.at[i].event_count;
    }
    return worst;
}

static void put_place(lince_text *t, const lc_job *c, const lc_part *part, uint32_t undecided) {
    lc_span name = c->binding.objects.at[part->object].name;
    if (c->parts.parts.count > 1) {
        lc_put_number(t, undecided);
        lc_text_puts(t, " of ");
        lc_put_number(t, c->parts.parts.count);
        lc_text_puts(t, undecided == 1 ? " parts is undecided" : " parts are undecided");
        lc_text_puts(t, undecided == 1 ? ", " : ", the hardest is ");
        if (name.length) lc_text_printf(t, "object %.*s", (int)name.length, name.at);
        if (part->key != LINCE_NO_VALUE) {
            lc_text_puts(t, name.length ? ", key " : "key ");
            lc_value_print(t, &c->binding.values, part->key);
        } else if (!name.length) {
            lc_text_puts(t, "the object without a name");
        }
        lc_text_puts(t, ": ");
    }
}

static void put_measures(lince_text *t, const measures *m) {
    lc_put_count(t, m->operations, "operation");
    lc_text_puts(t, ", at most ");
    lc_put_number(t, m->open);
    lc_text_puts(t, " open at once");
    if (!m->pending) return;
    lc_text_puts(t, ", ");
    lc_put_number(t, m->pending);
    lc_text_puts(t, " of which never returned");
}

static void put_attempts(lince_text *t, const lc_job *c, const lc_finding *f, const measures *m) {
    bool tried = c->options->algorithm == LINCE_AUTO && f->why_not;
    lc_text_puts(t, ". ");
    if (tried) lc_text_printf(t, "It was not decided in polynomial time: %s. ", f->why_not);
    lc_text_puts(t, "The search visited ");
    lc_put_count(t, f->visited, "configuration");
    if (f->by != LC_BY_SEARCH) return;
    lc_text_puts(t, " and got past ");
    lc_put_number(t, f->furthest);
    lc_text_puts(t, " of ");
    lc_put_count(t, m->operations - m->pending, "return");
}

/* The name of an operation that reveals the state; NULL: there is none. */
static const char *revealing_method(const lc_job *c, const lc_part *part) {
    const lince_spec *spec = c->binding.objects.at[part->object].instance->spec;
    for (uint32_t i = 0; i < spec->method_count; i++)
        if (spec->methods[i].pure) return spec->methods[i].name;
    return NULL;
}

static void put_remedies(lince_text *t, const lc_job *c, const lc_finding *f, const lc_part *part, const measures *m) {
    enum { OFTEN = 10 };
    const char *reveals = revealing_method(c, part);
    lc_text_puts(t, ". It gets easier with ");
    if (f->why_not == lc_poly_repeated) lc_text_puts(t, "values that are all different, ");
    if (m->pending) lc_text_puts(t, "fewer operations that never return, ");
    if (reveals && m->revealing < m->operations / OFTEN) lc_text_printf(t, "more calls of %s, ", reveals);
    lc_text_puts(t, "fewer threads, or a shorter history");
}

void lc_describe_undecided(lc_job *c) {
    uint32_t undecided;
    const lc_finding *f = hardest(c, &undecided);
    if (!f) return;
    const lc_part *part = &c->parts.parts.at[f - c->findings];
    measures m = measure(c, part);
    lince_text t = {0};
    put_place(&t, c, part, undecided);
    put_measures(&t, &m);
    put_attempts(&t, c, f, &m);
    put_remedies(&t, c, f, part, &m);
    c->result->undecided = strdup(lc_text(&t));
    lc_text_free(&t);
}
