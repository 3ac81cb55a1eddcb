/* The facts about an object that can be seen without running it. */
#include "lang/object_parts.h"

#include <string.h>

bool lcm_statement_assigns_fields(const lcm_statement *s) {
    if (!s) return false;
    if (s->kind == LCM_S_ASSIGN) return s->target->kind == LCM_E_FIELD;
    uint32_t count = s->kind == LCM_S_BLOCK ? s->count : s->kind == LCM_S_IF ? 2 : s->kind == LCM_S_WHILE ? 1 : 0;
    for (uint32_t i = 0; i < count; i++)
        if (lcm_statement_assigns_fields(s->body[i])) return true;
    return false;
}

typedef struct counting {
    uint32_t participant; /* UINT32_MAX: all `return`s count */
    uint32_t least, most;
} counting;

/* False: it returns on every way through.  Then nothing behind it matters, unless several take part. */
static bool goes_on(const lcm_statement *s, counting *c) {
    if (!s) return true;
    switch (s->kind) {
    case LCM_S_BLOCK: {
        bool on = true;
        for (uint32_t i = 0; i < s->count && (on || c->participant != UINT32_MAX); i++)
            on = goes_on(s->body[i], c) && on;
        return on;
    }
    case LCM_S_IF: {
        bool first = goes_on(s->body[0], c), second = goes_on(s->body[1], c);
        return first || second;
    }
    case LCM_S_WHILE: goes_on(s->body[0], c); return true;
    case LCM_S_RETURN:
        if (c->participant != UINT32_MAX && c->participant != s->index) return true;
        if (s->count < c->least) c->least = s->count;
        if (s->count > c->most) c->most = s->count;
        return false;
    default: return true;
    }
}

static void count_results(const lcm_statement *body, uint32_t participant, uint32_t *least, uint32_t *most) {
    counting c = {participant, UINT32_MAX, 0};
    if (goes_on(body, &c)) c.least = 0;
    *least = c.least;
    *most = c.most;
}

void lcm_operation_results(const lcm_operation *o, uint32_t *least, uint32_t *most) {
    count_results(o->body, UINT32_MAX, least, most);
}

void lcm_together_results(const lcm_together *t, uint32_t participant, uint32_t *least, uint32_t *most) {
    count_results(t->body, participant, least, most);
}

void lcm_object_summary(lince_text *out, const lcm_object *o, const lince_method *methods) {
    for (uint32_t i = 0; i < o->operation_count; i++) {
        const lcm_operation *op = &o->operations[i];
        const lince_method *m = &methods[i];
        lc_text_printf(out, "%s%s(", i ? ", " : "", op->name);
        for (uint32_t k = 0; k < op->param_count; k++) lc_text_printf(out, "%s%s", k ? ", " : "", op->local_names[k]);
        lc_text_puts(out, ")");
        if (m->results_max == 1) lc_text_puts(out, " → result");
        if (m->results_max > 1) lc_text_printf(out, " → %u results", m->results_max);
        if (m->results_min < m->results_max) lc_text_puts(out, " or fewer");
    }
    if (o->together_count) lc_text_puts(out, ": they wait for each other");
}

const lcm_object *lcm_model_object(const lcm_model *m, const char *name) {
    for (uint32_t i = 0; i < m->objects.count; i++)
        if (!strcmp(m->objects.at[i].name, name)) return &m->objects.at[i];
    return NULL;
}
