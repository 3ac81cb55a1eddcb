/* A model from its text: cut into tokens, surveyed, and read part by part, each when the parts it needs are known. */
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"
#include "lang/parse.h"

static void prepare(lcm_parser *p) {
    uint32_t count = p->names.items.count;
    p->name_texts = lcm_new(p, count * sizeof *p->name_texts);
    p->data = lcm_new(p, count * sizeof *p->data);
    p->processes = lcm_new(p, count * sizeof *p->processes);
    p->objects = lcm_new(p, count * sizeof *p->objects);
    for (uint32_t i = 0; i < count; i++) {
        const lc_interned *name = lc_intern_get(&p->names, i);
        char *text = lcm_new(p, name->size + 1);
        memcpy(text, name->bytes, name->size);
        p->name_texts[i] = text;
        p->processes[i] = p->objects[i] = LCM_NOTHING;
    }
}

static void parse_all(lcm_parser *p, lcm_item_kind kind, void (*parse)(lcm_parser *, const lcm_item *)) {
    for (uint32_t i = 0; i < p->items.count; i++)
        if (p->items.at[i].kind == kind) parse(p, &p->items.at[i]);
}

static void parse_model(lcm_parser *p) {
    lcm_model *m = p->model;
    p->status = lcm_lex(&p->tokens, &p->names, m->file, m->text, m->length, p->error);
    if (p->status != LINCE_DONE) return;
    if (setjmp(p->escape)) return;
    prepare(p);
    lcm_survey(p);
    parse_all(p, LCM_I_ENUM, lcm_parse_enum);
    parse_all(p, LCM_I_VARIABLE, lcm_parse_variable);
    parse_all(p, LCM_I_CHANNEL, lcm_parse_channel);
    lcm_evaluate_macros(p);
    lcm_find_shapes(p);
    parse_all(p, LCM_I_DEFINITION, lcm_parse_definition);
    parse_all(p, LCM_I_ALPHABET, lcm_parse_alphabet);
    parse_all(p, LCM_I_OBJECT, lcm_parse_object);
    parse_all(p, LCM_I_ASSERTION, lcm_parse_assertion);
    lcm_look_at_hidings(p);
}

static lince_status parse(lcm_model *m, lcm_override *overrides, uint32_t override_count, lince_error *error) {
    lcm_parser *p = calloc(1, sizeof *p);
    if (!p || !m->text || !m->file) {
        free(p);
        return LINCE_OUT_OF_MEMORY;
    }
    p->model = m;
    p->overrides = overrides;
    p->override_count = override_count;
    p->error = error;
    lc_intern_init(&p->names, NULL);
    lc_intern_init(&p->events, NULL);
    parse_model(p);
    lince_status status = p->status;
    lc_intern_free(&p->names);
    lc_intern_free(&p->events);
    lc_vec_free(NULL, &p->tokens);
    lc_vec_free(NULL, &p->items);
    lc_vec_free(NULL, &p->does);
    lc_vec_free(NULL, &p->hidings);
    lc_vec_free(NULL, &p->shapes);
    lc_vec_free(NULL, &p->bound);
    lc_vec_free(NULL, &p->slots);
    lc_vec_free(NULL, &p->locals);
    free(p);
    return status;
}

static char *copy(lcm_model *m, const char *bytes, size_t length) {
    char *to = lc_arena_take(&m->arena, length + 1);
    if (!to) return NULL;
    if (length) memcpy(to, bytes, length);
    to[length] = 0;
    return to;
}

static lince_status parse_with(lcm_model *m, const char *file, const char *text, size_t length, lcm_override *overrides,
                               uint32_t override_count, lince_error *error) {
    memset(m, 0, sizeof *m);
    lc_arena_init(&m->arena, NULL);
    m->file = copy(m, file, strlen(file));
    m->text = copy(m, text, length);
    m->length = length;
    return parse(m, overrides, override_count, error);
}

lince_status lcm_model_parse(lcm_model *m, const char *file, const char *text, size_t length, lince_error *error) {
    return parse_with(m, file, text, length, NULL, 0, error);
}

static lince_status read_file(lcm_model *m, const char *path, bool standard, lcm_override *overrides,
                              uint32_t override_count, lince_error *error) {
    memset(m, 0, sizeof *m);
    lc_arena_init(&m->arena, NULL);
    lince_text text = {0};
    lince_status status = standard ? lc_read_stream(&text, stdin, path, error) : lc_read_whole(&text, path, error);
    if (status == LINCE_DONE)
        status = parse_with(m, path, lc_text(&text), text.length, overrides, override_count, error);
    lc_text_free(&text);
    return status;
}

lince_status lcm_model_read_with(lcm_model *m, const char *path, lcm_override *overrides, uint32_t override_count,
                                 lince_error *error) {
    return read_file(m, path, strcmp(path, "-") == 0, overrides, override_count, error);
}

lince_status lcm_model_read(lcm_model *m, const char *path, lince_error *error) {
    return read_file(m, path, false, NULL, 0, error);
}

void lcm_model_free(lcm_model *m) {
    lc_vec_free(NULL, &m->event_names);
    lc_vec_free(NULL, &m->constants);
    lc_vec_free(NULL, &m->variables);
    lc_vec_free(NULL, &m->channels);
    lc_vec_free(NULL, &m->definitions);
    lc_vec_free(NULL, &m->objects);
    lc_vec_free(NULL, &m->assertions);
    lc_vec_free(NULL, &m->remarks);
    lc_arena_free(&m->arena);
}
