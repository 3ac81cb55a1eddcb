#include "tester/orders/spelling.h"

#include <ctype.h>
#include <string.h>

#include "tester/orders/spelling_parts.h"

enum { LINES_MOST = 12 };

const char *lcd_order_word(lcd_order_style style, unsigned order) {
    static const char *const words[][6] = {
        [LCD_STYLE_C] = {"memory_order_relaxed", "memory_order_consume", "memory_order_acquire", "memory_order_release",
                         "memory_order_acq_rel", "memory_order_seq_cst"},
        [LCD_STYLE_CXX] = {"std::memory_order_relaxed", "std::memory_order_consume", "std::memory_order_acquire",
                           "std::memory_order_release", "std::memory_order_acq_rel", "std::memory_order_seq_cst"},
        [LCD_STYLE_CXX20] = {"std::memory_order::relaxed", "std::memory_order::consume", "std::memory_order::acquire",
                             "std::memory_order::release", "std::memory_order::acq_rel", "std::memory_order::seq_cst"},
        [LCD_STYLE_BUILTIN] = {"__ATOMIC_RELAXED", "__ATOMIC_CONSUME", "__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE",
                               "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST"},
        [LCD_STYLE_WORD] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"},
        [LCD_STYLE_WORD_CXX] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"},
        [LCD_STYLE_WORD_BUILTIN] = {"RELAXED", "CONSUME", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"}};
    return order <= __ATOMIC_SEQ_CST ? words[style][order] : "?";
}

/* ---- names ---- */

typedef struct operation {
    lcd_site_kind kind;
    unsigned arguments; /* before its orders */
} operation;

typedef struct known {
    const char *name;
    bool begins; /* so do many names */
    operation what;
} known;

static const known members[] = {{"load", false, {LCD_SITE_LOAD, 0}},
                                {"test", false, {LCD_SITE_LOAD, 0}},
                                {"store", false, {LCD_SITE_STORE, 1}},
                                {"clear", false, {LCD_SITE_STORE, 0}},
                                {"exchange", false, {LCD_SITE_UPDATE, 1}},
                                {"test_and_set", false, {LCD_SITE_UPDATE, 0}},
                                {"wait", false, {LCD_SITE_LOAD, 1}},
                                {"fetch_", true, {LCD_SITE_UPDATE, 1}},
                                {"compare_exchange_", true, {LCD_SITE_COMPARE, 2}}};
static const known functions[] = {{"atomic_load", false, {LCD_SITE_LOAD, 1}},
                                  {"atomic_store", false, {LCD_SITE_STORE, 2}},
                                  {"atomic_exchange", false, {LCD_SITE_UPDATE, 2}},
                                  {"atomic_fetch_", true, {LCD_SITE_UPDATE, 2}},
                                  {"atomic_compare_exchange_", true, {LCD_SITE_COMPARE, 3}},
                                  {"atomic_flag_test_and_set", false, {LCD_SITE_UPDATE, 1}},
                                  {"atomic_flag_clear", false, {LCD_SITE_STORE, 1}},
                                  {"atomic_thread_fence", false, {LCD_SITE_FENCE, 0}}};
static const known builtins[] = {{"__atomic_load_n", false, {LCD_SITE_LOAD, 1}},
                                 {"__atomic_load", false, {LCD_SITE_LOAD, 2}},
                                 {"__atomic_store_n", false, {LCD_SITE_STORE, 2}},
                                 {"__atomic_store", false, {LCD_SITE_STORE, 2}},
                                 {"__atomic_exchange_n", false, {LCD_SITE_UPDATE, 2}},
                                 {"__atomic_exchange", false, {LCD_SITE_UPDATE, 3}},
                                 {"__atomic_compare_exchange", true, {LCD_SITE_COMPARE, 4}},
                                 {"__atomic_test_and_set", false, {LCD_SITE_UPDATE, 1}},
                                 {"__atomic_clear", false, {LCD_SITE_STORE, 1}},
                                 {"__atomic_thread_fence", false, {LCD_SITE_FENCE, 0}},
                                 {"__atomic_fetch_", true, {LCD_SITE_UPDATE, 2}},
                                 {"__atomic_", true, {LCD_SITE_UPDATE, 2}}}; /* __atomic_add_fetch and its like */

static const operation *look_up(const known *table, size_t count, const char *name, size_t length) {
    for (size_t i = 0; i < count; i++) {
        size_t whole = strlen(table[i].name);
        if (length >= whole && !memcmp(name, table[i].name, whole) && (table[i].begins || length == whole))
            return &table[i].what;
    }
    return NULL;
}
#define LOOK_UP(table, name, length) look_up(table, sizeof table / sizeof *table, name, length)

/* ---- a call ---- */

bool lcd_begins_with(const lcd_source_text *t, size_t at, const char *word) {
    size_t length = strlen(word);
    return t->length - at >= length && !memcmp(t->at + at, word, length);
}

static lcd_order_style style_of(const lcd_source_text *t, size_t name, bool builtin, bool member,
                                const lcd_arguments *a, unsigned orders) {
    if (builtin) return LCD_STYLE_BUILTIN;
    if (orders) {
        size_t at = a->from[a->count - 1];
        if (lcd_begins_with(t, at, "std::memory_order::") || lcd_begins_with(t, at, "memory_order::"))
            return LCD_STYLE_CXX20;
        if (lcd_begins_with(t, at, "std::")) return LCD_STYLE_CXX;
        if (lcd_begins_with(t, at, "memory_order_")) return LCD_STYLE_C;
        if (lcd_begins_with(t, at, "__ATOMIC_")) return LCD_STYLE_BUILTIN;
    }
    bool qualified = name >= 5 && !memcmp(t->at + name - 5, "std::", 5);
    return member || qualified ? LCD_STYLE_CXX : LCD_STYLE_C;
}

/* A parameter of the function around it rather than a name of an order, or a macro for one. */
bool lcd_is_parameter(const lcd_source_text *t, size_t from, size_t to) {
    if (from >= to || !(islower((unsigned char)t->at[from]) || t->at[from] == '_')) return false;
    if (lcd_begins_with(t, from, "memory_order_") || lcd_begins_with(t, from, "__ATOMIC_")) return false;
    for (size_t i = from; i < to; i++)
        if (!lcd_is_word(t->at[i])) return false;
    return true;
}

/* The operation whose name stands here. */
static const operation *operation_at(const lcd_source_text *t, size_t from, size_t *to, bool *member, bool *builtin) {
    size_t end = from;
    while (end < t->length && lcd_is_word(t->at[end])) end++;
    *to = end;
    *member = from > 0 && (t->at[from - 1] == '.' || (from > 1 && t->at[from - 1] == '>' && t->at[from - 2] == '-'));
    size_t length = end - from;
    const char *name = t->at + from;
    *builtin = length > 9 && !memcmp(name, "__atomic_", 9);
    if (*builtin) return LOOK_UP(builtins, name, length);
    if (*member) return LOOK_UP(members, name, length);
    static const char ending[] = "_explicit";
    if (length > sizeof ending && !memcmp(name + length - (sizeof ending - 1), ending, sizeof ending - 1))
        length -= sizeof ending - 1;
    return LOOK_UP(functions, name, length);
}

bool lcd_read_call(lcd_spelling *s, const lcd_source_text *t, size_t name, lcd_site_kind kind) {
    size_t end;
    bool member, builtin;
    lcd_arguments a;
    const operation *o = operation_at(t, name, &end, &member, &builtin);
    size_t open = lcd_skip_blanks(t, end);
    if (!o || o->kind != kind || open >= t->length || t->at[open] != '(' || !lcd_find_arguments(&a, t, open))
        return false;
    unsigned most = kind == LCD_SITE_COMPARE ? 2 : 1;
    if (a.count < o->arguments || a.count > o->arguments + most) return false;
    *s = (lcd_spelling){.found = true, .orders = (uint8_t)(a.count - o->arguments), .name_end = end, .close = a.close};
    s->is_explicit = member || builtin || s->orders || kind == LCD_SITE_FENCE;
    for (unsigned i = 0; i < s->orders; i++) {
        s->from[i] = a.from[o->arguments + i];
        s->to[i] = a.to[o->arguments + i];
        s->passes_on |= lcd_is_parameter(t, s->from[i], s->to[i]);
    }
    s->style = (uint8_t)style_of(t, name, builtin, member, &a, s->orders);
    return true;
}

/* ---- the statement ---- */

static bool is_control(const lcd_source_text *t, size_t at, size_t end) {
    static const char *const words[] = {"if",     "else", "for",     "while", "do",  "return",
                                        "switch", "case", "default", "}",     "goto"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (end - at >= length && !memcmp(t->at + at, words[i], length) && !lcd_is_word(t->at[at + length]))
            return true;
    }
    return false;
}

/* Does a statement begin on a line, by how the one before it ends? */
static bool ends_statement(lcd_listings *l, const char *file, int line) {
    size_t length = 0;
    const char *at = NULL;
    for (; line > 0 && (at = lcd_listing_line(l, file, line, &length)); line--) {
        size_t end = lcd_code_end(&(lcd_source_text){.at = at, .line = length, .length = length}, 0);
        if (!end) continue;
        char c = at[end - 1];
        return c == ';' || c == '{' || c == '}' || at[0] == '#' || (end > 1 && at[end - 2] == '*' && c == '/');
    }
    return false;
}

static void look_at_statement(lcd_spelling *s, const lcd_source_text *t, unsigned operations, lcd_listings *l,
                              const char *file, int line) {
    size_t start = lcd_skip_blanks(t, 0), last = lcd_code_end(t, s->close);
    bool whole = t->at[last - 1] == ';' || t->at[last - 1] == '{';
    s->alone = operations == 1 && whole && ends_statement(l, file, line - 1) && !is_control(t, start, start + 1) &&
               !lcd_begins_with(t, start, "while") && !lcd_begins_with(t, start, "for") &&
               !lcd_begins_with(t, start, "}") && !lcd_begins_with(t, start, "else") &&
               !lcd_begins_with(t, start, "do ") && !lcd_begins_with(t, start, "case");
    s->plain = s->alone && t->at[last - 1] == ';' && !is_control(t, start, t->line);
}

/* The line, and those behind it on which a call can end.  False: it cannot be read. */
static bool open_text(lcd_source_text *t, lcd_listings *l, const char *file, int line) {
    size_t length;
    t->at = lcd_listing_whole_line(l, file, line, &length);
    if (!t->at) return false;
    t->line = t->length = length;
    for (int i = 1; i < LINES_MOST; i++) {
        const char *more = lcd_listing_whole_line(l, file, line + i, &length);
        if (more) t->length = (size_t)(more - t->at) + length;
    }
    return true;
}

/* The next word of the line, from here on; false: there is none. */
static bool next_word(const lcd_source_text *t, size_t *i) {
    for (; *i < t->line; ++*i) {
        size_t behind = lcd_skip_quoted(t, *i);
        if (behind > *i) *i = behind - 1;
        else if (lcd_is_word(t->at[*i]) && (!*i || !lcd_is_word(t->at[*i - 1]))) return true;
    }
    return false;
}

/* Is this the name of the object whose member is called there? */
static bool is_object(const lcd_source_text *t, size_t from, size_t name) {
    for (size_t i = from; i < name; i++)
        if (!lcd_is_word(t->at[i]) && !strchr(".->:[]", t->at[i])) return false;
    return true;
}

void lcd_spell(lcd_spelling *out, lcd_listings *l, const char *file, int line, int column, lcd_site_kind kind) {
    lcd_source_text t;
    size_t at = column > 0 ? (size_t)column - 1 : 0;
    unsigned operations = 0, fitting = 0;
    lcd_spelling only = {0}, around = {0}, behind = {0};
    *out = (lcd_spelling){0};
    if (!open_text(&t, l, file, line)) return;
    for (size_t i = 0; next_word(&t, &i); i++) {
        size_t end;
        bool member, builtin;
        lcd_spelling s;
        operations += operation_at(&t, i, &end, &member, &builtin) != NULL;
        if (!lcd_read_call(&s, &t, i, kind)) continue;
        fitting++;
        only = s;
        if (i <= at && at <= s.close) around = s; /* the innermost */
        if (i > at && !behind.found && is_object(&t, at, i)) behind = s;
    }
    *out = column ? (around.found ? around : behind) : fitting == 1 ? only : (lcd_spelling){0};
    if (!out->found && column && lcd_read_macro(out, &t, at, l, file, line, kind)) operations++;
    if (!out->found) *out = (lcd_spelling){0};
    else look_at_statement(out, &t, operations, l, file, line);
}

void lcd_spell_access(lcd_spelling *out, lcd_listings *l, const char *file, int line) {
    lcd_source_text t;
    *out = (lcd_spelling){0};
    if (!open_text(&t, l, file, line)) return;
    size_t end = lcd_code_end(&t, 0);
    if (!end) return;
    lcd_spelling s = {.style = LCD_STYLE_BUILTIN, .close = end - 1};
    look_at_statement(&s, &t, 1, l, file, line);
    s.found = s.alone;
    *out = s;
}

static bool is_order(const lcd_source_text *t, size_t from, size_t to) {
    static const char *const beginnings[] = {"memory_order", "std::memory_order", "__ATOMIC_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (lcd_begins_with(t, from, beginnings[i])) return true;
    return lcd_is_parameter(t, from, to) && (lcd_begins_with(t, from, "order") || lcd_begins_with(t, from, "mo"));
}

void lcd_spell_call(lcd_spelling *out, lcd_listings *l, const char *file, int line, int column) {
    lcd_source_text t;
    size_t at = column > 0 ? (size_t)column - 1 : 0;
    *out = (lcd_spelling){0};
    if (!column || !open_text(&t, l, file, line)) return;
    for (size_t i = 0; next_word(&t, &i) && i <= at; i++) {
        size_t end = i;
        lcd_arguments a;
        while (end < t.length && lcd_is_word(t.at[end])) end++;
        size_t open = lcd_skip_blanks(&t, end);
        if (open >= t.length || t.at[open] != '(' || !lcd_find_arguments(&a, &t, open) || at > a.close) continue;
        lcd_spelling s = {.name_end = end, .close = a.close, .is_explicit = true};
        for (unsigned k = 0; k < a.count; k++) {
            if (!is_order(&t, a.from[k], a.to[k])) continue;
            s.from[0] = a.from[k];
            s.to[0] = a.to[k];
            s.passes_on = lcd_is_parameter(&t, a.from[k], a.to[k]);
            a.from[a.count - 1] = a.from[k]; /* for its style */
            s.orders++;
        }
        if (s.orders != 1) continue;
        s.found = true;
        s.style = (uint8_t)style_of(&t, i, false, false, &a, 1);
        *out = s;
    }
}
