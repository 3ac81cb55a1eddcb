/* Definitions of processes, and their alphabets. */
#include "base/spelling.h"
#include "lang/parse.h"

static void begin(lcm_parser *p, lcm_definition *d) {
    p->definition = d;
    p->bound.count = p->slots.count = 0;
    p->inside = 0;
    p->in_case = p->assertion = false;
}

static void end(lcm_parser *p, lcm_definition *d) {
    d->slot_count = p->slots.count;
    d->slot_names = lcm_keep(p, p->slots.at, p->slots.count, sizeof *p->slots.at);
    p->definition = NULL;
    p->bound.count = 0;
}

static void bind_parameter(lcm_parser *p, const lcm_token *name) {
    if (lcm_bound_name(p, name)) lcm_fail(p, name, "there is a parameter '%s' already", lcm_name(p, name));
    lcm_bind_slot(p, name, LCM_B_CONSTANT);
}

void lcm_parse_definition(lcm_parser *p, const lcm_item *item) {
    lcm_definition *d = &p->model->definitions.at[item->index];
    begin(p, d);
    p->next = item->first + 1;
    if (lcm_accept(p, "(")) {
        if (!lcm_sees(p, ")")) {
            do bind_parameter(p, lcm_expect_name(p, "the name of a parameter"));
            while (lcm_accept(p, ","));
        }
        lcm_expect(p, ")", "after the parameters");
    }
    lcm_expect(p, "=", "before the body of the process");
    d->body = lcm_parse_process(p);
    lcm_expect(p, ";", "after the definition of a process");
    end(p, d);
}

/* ---- alphabets ---- */

static uint32_t defined(lcm_parser *p, const lcm_token *name) {
    if (p->processes[name->name] != LCM_NOTHING) return p->processes[name->name];
    lc_nearest near = {.word = lcm_name(p, name)};
    for (uint32_t i = 0; i < p->model->definitions.count; i++)
        lc_nearest_offer(&near, p->model->definitions.at[i].name);
    if (near.best) lcm_fail(p, name, "there is no process '%s'; did you mean '%s'?", near.word, near.best);
    lcm_fail(p, name, "there is no process '%s' that could have an alphabet", near.word);
}

typedef struct element {
    lcm_event event;
    uint32_t index_count;
    lcm_index *indices;
} element;

static element *parse_element(lcm_parser *p) {
    uint32_t scope = p->bound.count;
    element *e = lcm_make(p, element);
    if (lcm_token_is(lcm_ahead(p, 1), ":")) e->indices = lcm_parse_indices(p, &e->index_count);
    e->event = lcm_parse_event_set(p);
    p->bound.count = scope;
    return e;
}

static void keep_elements(lcm_parser *p, lcm_definition *d, const lcm_list *elements) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < elements->count; i++) total += ((const element *)elements->at[i])->index_count;
    d->has_alphabet = true;
    d->alphabet = lcm_new(p, elements->count * sizeof *d->alphabet);
    d->alphabet_until = lcm_new(p, elements->count * sizeof *d->alphabet_until);
    d->alphabet_indices = lcm_new(p, total * sizeof *d->alphabet_indices);
    total = 0;
    for (; d->alphabet_count < elements->count; d->alphabet_count++) {
        const element *e = elements->at[d->alphabet_count];
        for (uint32_t i = 0; i < e->index_count; i++) d->alphabet_indices[total++] = e->indices[i];
        d->alphabet[d->alphabet_count] = e->event;
        d->alphabet_until[d->alphabet_count] = total;
    }
}

void lcm_parse_alphabet(lcm_parser *p, const lcm_item *item) {
    p->next = item->first + 2;
    const lcm_token *name = lcm_expect_name(p, "the name of a process");
    lcm_definition *d = &p->model->definitions.at[defined(p, name)];
    if (d->has_alphabet) lcm_fail(p, name, "'%s' has an alphabet already", d->name);
    begin(p, d);
    for (uint32_t i = 0; i < d->slot_count; i++) lcm_add(p, &p->slots, d->slot_names[i]);
    for (uint32_t i = 0; i < d->param_count; i++) {
        uint32_t text = lc_intern_find(&p->names, d->slot_names[i], __builtin_strlen(d->slot_names[i]));
        lcm_bind(p, (lcm_bound){.kind = LCM_B_CONSTANT, .name = text, .index = i});
    }
    lcm_list elements = {0};
    lcm_expect(p, "{", "before the events of an alphabet");
    if (!lcm_sees(p, "}")) {
        do lcm_list_add(p, &elements, parse_element(p));
        while (lcm_accept(p, ","));
    }
    lcm_expect(p, "}", "after the events of an alphabet");
    lcm_expect(p, ";", "after an alphabet");
    keep_elements(p, d, &elements);
    end(p, d);
}
