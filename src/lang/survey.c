/* The survey: the declarations at the top level, before any of them is read. */
#include <string.h>

#include "base/spelling.h"
#include "lang/parse.h"

static const lcm_token *token(const lcm_parser *p, uint32_t i) {
    return &p->tokens.at[i < p->tokens.count ? i : p->tokens.count - 1];
}

/* `NAME =` or `NAME(a, b) =`; where the `=` is, or 0. */
static uint32_t definition_equals(const lcm_parser *p, uint32_t i) {
    if (token(p, i)->kind != LCM_T_NAME) return 0;
    if (lcm_token_is(token(p, i + 1), "=")) return i + 1;
    if (!lcm_token_is(token(p, i + 1), "(")) return 0;
    uint32_t close = token(p, i + 1)->match;
    for (uint32_t j = i + 2; j < close; j++)
        if (token(p, j)->kind != LCM_T_NAME && !lcm_token_is(token(p, j), ",")) return 0;
    return lcm_token_is(token(p, close + 1), "=") ? close + 1 : 0;
}

static bool starts_with_word(const lcm_parser *p, uint32_t i) {
    static const char *const words[] = {"#", "var", "hvar", "enum", "channel", "object"};
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        if (lcm_token_is(token(p, i), words[w])) return true;
    return false;
}

bool lcm_starts_declaration(const lcm_parser *p, uint32_t i) {
    return token(p, i)->kind == LCM_T_END || starts_with_word(p, i) || definition_equals(p, i);
}

/* Behind the next `;` outside brackets; of a definition the one that ends it. */
static uint32_t behind_semicolon(const lcm_parser *p, uint32_t i, bool definition) {
    for (; token(p, i)->kind != LCM_T_END; i++) {
        const lcm_token *t = token(p, i);
        if (t->match) i = t->match;
        else if (lcm_token_is(t, ";") && (!definition || lcm_starts_declaration(p, i + 1))) return i + 1;
    }
    return i;
}

/* ---- one declaration each ---- */

static void new_data(lcm_parser *p, const lcm_token *name, lcm_meaning m) {
    lcm_meaning *old = &p->data[name->name];
    if (old->kind != LCM_M_NOTHING)
        lcm_fail(p, name, "'%s' is declared already, in line %u", lcm_name(p, name), token(p, old->first)->line);
    *old = m;
}

static void note_definition(lcm_parser *p, uint32_t i) {
    uint32_t equals = definition_equals(p, i);
    const lcm_token *name = lcm_expect_name(p, "the name of a process");
    uint32_t *known = &p->processes[name->name];
    if (*known != LCM_NOTHING)
        lcm_fail(p, name, "the process '%s' is defined already, in line %u", lcm_name(p, name),
                 p->model->definitions.at[*known].place.line);
    *known = p->model->definitions.count;
    lcm_definition d = {.name = lcm_name(p, name), .place = lcm_place_of(name)};
    for (uint32_t j = i + 2; j < equals; j++) d.param_count += token(p, j)->kind == LCM_T_NAME;
    if (d.param_count > LCM_NAMES_MAX) lcm_fail(p, name, "a process has at most %d parameters", LCM_NAMES_MAX);
    lcm_add(p, &p->model->definitions, d);
}

static void note_object(lcm_parser *p) {
    const lcm_token *name = lcm_expect_name(p, "the name of an object");
    uint32_t *known = &p->objects[name->name];
    if (*known != LCM_NOTHING)
        lcm_fail(p, name, "the object '%s' is declared already, in line %u", lcm_name(p, name),
                 p->model->objects.at[*known].place.line);
    *known = p->model->objects.count;
    if (lcm_accept(p, "is")) {
        lcm_expect_name(p, "the kind of the object");
        if (lcm_sees(p, "(")) p->next = lcm_peek(p)->match + 1;
    }
    if (!lcm_sees(p, "{")) lcm_expect(p, "{", "after the name of an object");
    lcm_add(p, &p->model->objects, (lcm_object){.name = lcm_name(p, name), .place = lcm_place_of(name)});
}

static lcm_item_kind directive(lcm_parser *p) {
    if (lcm_sees(p, "import")) return LCM_I_IMPORT;
    static const struct {
        const char *name;
        lcm_item_kind kind;
    } rows[] = {{"define", LCM_I_DEFINE}, {"alphabet", LCM_I_ALPHABET}, {"assert", LCM_I_ASSERTION}};
    const lcm_token *t = lcm_take(p);
    lc_nearest near = {.word = t->kind == LCM_T_NAME ? lcm_name(p, t) : ""};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (lcm_token_is(t, rows[i].name)) return rows[i].kind;
        lc_nearest_offer(&near, rows[i].name);
    }
    if (lcm_foreign_keyword(t)) lcm_fail(p, t, "there is no #%s; %s", near.word, lcm_foreign_keyword(t));
    if (near.best) lcm_fail(p, t, "there is no #%s; did you mean #%s?", near.word, near.best);
    lcm_fail(p, t, "behind # comes define, alphabet or assert, not '%.*s'", lcm_token_shown(t), t->at);
}

/* `#define max(a, b) ...`, but not `#define last (n)`. */
static bool has_parameters(lcm_parser *p, const lcm_token *name) {
    const lcm_token *open = lcm_peek(p);
    if (!lcm_token_is(open, "(") || open->at != name->at + name->length) return false;
    if (lcm_token_is(lcm_close_of(p, open) + 1, ";")) return false;
    for (const lcm_token *t = open + 1; t < lcm_close_of(p, open); t++)
        if (t->kind != LCM_T_NAME && !lcm_token_is(t, ",")) return false;
    return true;
}

static void fail_declaration(lcm_parser *p) {
    const lcm_token *t = lcm_peek(p);
    lc_nearest near = {.word = t->kind == LCM_T_NAME ? lcm_name(p, t) : ""};
    static const char *const words[] = {"var", "enum", "channel", "object"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) lc_nearest_offer(&near, words[i]);
    if (lcm_foreign_keyword(t)) lcm_fail(p, t, "there is no declaration '%s'; %s", near.word, lcm_foreign_keyword(t));
    if (near.best) lcm_fail(p, t, "there is no declaration '%s'; did you mean '%s'?", near.word, near.best);
    lcm_fail(p, t,
             "a declaration belongs here (var, channel, enum, object, #define, #assert, `Name() = process;`), not "
             "'%.*s'",
             lcm_token_shown(t), t->at);
}

/* PAT leaves an `hvar` out of a state's identity, so that of the states that differ only there it goes on with the
 * first one found.  Its other values are lost then, and verdicts are wrong: here it is part of the state. */
static bool is_variable(lcm_parser *p, bool *hidden) {
    const lcm_token *t = lcm_peek(p);
    if (lcm_accept(p, "var")) return true;
    if (definition_equals(p, p->next) || !lcm_accept(p, "hvar")) return false;
    *hidden = true;
    lcm_remark_at(
        p, lcm_place_of(t),
        "a hidden variable is read as `var`: PAT goes on with one of the states that differ in it, and may miss the "
        "others; `--hvar pat` does the same");
    return true;
}

/* The declaration that begins at p->next; afterwards that is behind it. */
static void note_one(lcm_parser *p) {
    lcm_item item = {.first = p->next};
    uint32_t i = p->next;
    lcm_model *m = p->model;
    bool hidden = false;
    if (lcm_accept(p, "#")) {
        item.kind = directive(p);
        if (item.kind == LCM_I_IMPORT) {
            lcm_parse_import(p);
            return;
        }
        const lcm_token *name = item.kind == LCM_I_DEFINE ? lcm_expect_name(p, "the name of a constant") : NULL;
        if (name)
            new_data(p, name, (lcm_meaning){.kind = LCM_M_MACRO, .first = p->next, .takes = has_parameters(p, name)});
        p->next = behind_semicolon(p, i, false);
    } else if (lcm_accept(p, "enum")) {
        item.kind = LCM_I_ENUM;
        p->next = behind_semicolon(p, i, false);
    } else if (is_variable(p, &hidden)) {
        item.kind = LCM_I_VARIABLE;
        item.index = m->variables.count;
        lcm_type type = lcm_sees(p, "<") ? lcm_parse_type(p) : LCM_NUMBERS;
        item.first = p->next - 1;
        const lcm_token *name = lcm_expect_name(p, "the name of a variable");
        new_data(p, name, (lcm_meaning){.kind = LCM_M_VARIABLE, .first = i, .index = item.index, .busy = true});
        lcm_add(p, &m->variables,
                (lcm_variable){.name = lcm_name(p, name), .place = lcm_place_of(name), .type = type, .hidden = hidden});
        p->next = behind_semicolon(p, i, false);
    } else if (lcm_accept(p, "channel")) {
        item.kind = LCM_I_CHANNEL;
        item.index = m->channels.count;
        const lcm_token *name = lcm_expect_name(p, "the name of a channel");
        new_data(p, name, (lcm_meaning){.kind = LCM_M_CHANNEL, .first = i, .index = item.index});
        lcm_add(p, &m->channels, (lcm_channel){.name = lcm_name(p, name), .place = lcm_place_of(name)});
        p->next = behind_semicolon(p, i, false);
    } else if (lcm_accept(p, "object")) {
        item.kind = LCM_I_OBJECT;
        item.index = m->objects.count;
        note_object(p);
        p->next = lcm_peek(p)->match + 1;
        lcm_accept(p, ";");
    } else if (definition_equals(p, i)) {
        item.kind = LCM_I_DEFINITION;
        item.index = m->definitions.count;
        note_definition(p, i);
        p->next = behind_semicolon(p, i, true);
    } else fail_declaration(p);
    lcm_add(p, &p->items, item);
}

void lcm_survey(lcm_parser *p) {
    for (p->next = 0; lcm_peek(p)->kind != LCM_T_END;) note_one(p);
    if (p->items.count > LCM_WORK_MAX / 4) lcm_fail(p, lcm_peek(p), "there are too many declarations");
}
