/* Going on from token to token, and the functions that all of the parser needs besides. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "lang/parse.h"

void lcm_fail(lcm_parser *p, const lcm_token *at, const char *format, ...) {
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    p->status = lc_fail_at(p->error, p->model->file, at->line, "column %u: %s", at->column, message);
    longjmp(p->escape, 1);
}

void lcm_fail_memory(lcm_parser *p) {
    p->status = LINCE_OUT_OF_MEMORY;
    longjmp(p->escape, 1);
}

void lcm_remark_at(lcm_parser *p, lcm_place place, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const char *kept = lcm_keep(p, text, strlen(text) + 1, 1);
    lcm_add(p, &p->model->remarks, ((lcm_remark){.place = place, .text = kept}));
}

const lcm_token *lcm_take(lcm_parser *p) {
    const lcm_token *t = lcm_peek(p);
    if (t->kind != LCM_T_END) p->next++;
    return t;
}

bool lcm_sees(const lcm_parser *p, const char *text) { return lcm_token_is(lcm_peek(p), text); }

bool lcm_accept(lcm_parser *p, const char *text) {
    if (!lcm_sees(p, text)) return false;
    lcm_take(p);
    return true;
}

const lcm_token *lcm_expect(lcm_parser *p, const char *text, const char *where) {
    const lcm_token *t = lcm_peek(p);
    if (lcm_accept(p, text)) return t;
    if (t->kind == LCM_T_END) lcm_fail(p, t, "the model ends where '%s' belongs, %s", text, where);
    const char *instead = lcm_foreign_keyword(t);
    lcm_fail(p, t, "'%s' belongs here, %s, not '%.*s'%s%s", text, where, lcm_token_shown(t), t->at, instead ? "; " : "",
             instead ? instead : "");
}

bool lcm_reserved(const lcm_token *t) {
    static const char *const words[] = {"Stop", "Skip",   "if",   "ifa",     "ifb",    "else",   "case",
                                        "tau",  "atomic", "true", "false",   "call",   "var",    "interrupt",
                                        "enum", "while",  "xor",  "channel", "object", "default"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lcm_token_is(t, words[i])) return true;
    return false;
}

const lcm_token *lcm_expect_name(lcm_parser *p, const char *what) {
    const lcm_token *t = lcm_peek(p);
    if (t->kind == LCM_T_END) lcm_fail(p, t, "the model ends where %s belongs", what);
    if (t->kind != LCM_T_NAME) lcm_fail(p, t, "%s belongs here, not '%.*s'", what, lcm_token_shown(t), t->at);
    if (lcm_reserved(t))
        lcm_fail(p, t, "'%.*s' is a word of the language and cannot be %s", lcm_token_shown(t), t->at, what);
    return lcm_take(p);
}

const lcm_token *lcm_close_of(const lcm_parser *p, const lcm_token *open) { return &p->tokens.at[open->match]; }

void lcm_deeper(lcm_parser *p, uint32_t by) {
    p->depth += by;
    if (p->depth > LCM_DEPTH_MAX)
        lcm_fail(p, lcm_peek(p), "this is nested too deeply; give a part of it a name of its own");
}

void *lcm_new(lcm_parser *p, size_t size) {
    if (++p->work > LCM_WORK_MAX)
        lcm_fail(p, lcm_peek(p), "the model is too large%s",
                 p->spelled_out ? ", with all that #defines stand for written out" : "");
    void *at = lc_arena_take(&p->model->arena, size);
    if (!at) lcm_fail_memory(p);
    memset(at, 0, size);
    return at;
}

void *lcm_keep(lcm_parser *p, const void *at, size_t count, size_t size) {
    void *copy = lcm_new(p, count * size);
    if (count) memcpy(copy, at, count * size);
    return copy;
}

const char *lcm_name(const lcm_parser *p, const lcm_token *t) { return p->name_texts[t->name]; }

void lcm_list_add(lcm_parser *p, lcm_list *list, void *item) {
    if (list->count == list->room) {
        uint32_t room = list->room ? list->room * 2 : 4;
        void **at = lcm_new(p, room * sizeof *at);
        if (list->count) memcpy(at, list->at, list->count * sizeof *at);
        list->at = at;
        list->room = room;
    }
    list->at[list->count++] = item;
}

void lcm_bind(lcm_parser *p, lcm_bound b) { lcm_add(p, &p->bound, b); }

lcm_bound *lcm_bound_name(const lcm_parser *p, const lcm_token *name) {
    for (uint32_t i = p->bound.count; i-- > p->floor;)
        if (p->bound.at[i].name == name->name) return &p->bound.at[i];
    return NULL;
}
