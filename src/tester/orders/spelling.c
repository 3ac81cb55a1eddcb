#include "tester/orders/spelling.h"

#include <ctype.h>
#include <string.h>

enum { LINES_MOST = 12, ARGUMENTS_MOST = 6 };

const char *lcd_order_word(lcd_order_style style, unsigned order) {
    static const char *const words[][6] = {
        [LCD_STYLE_C] = {"memory_order_relaxed", "memory_order_consume", "memory_order_acquire", "memory_order_release",
                         "memory_order_acq_rel", "memory_order_seq_cst"},
        [LCD_STYLE_CXX] = {"std::memory_order_relaxed", "std::memory_order_consume", "std::memory_order_acquire",
                           "std::memory_order_release", "std::memory_order_acq_rel", "std::memory_order_seq_cst"},
        [LCD_STYLE_CXX20] = {"std::memory_order::relaxed", "std::memory_order::consume", "std::memory_order::acquire",
                             "std::memory_order::release", "std::memory_order::acq_rel", "std::memory_order::seq_cst"},
        [LCD_STYLE_BUILTIN] = {"__ATOMIC_RELAXED", "__ATOMIC_CONSUME", "__ATOMIC_ACQUIRE", "__ATOMIC_RELEASE",
                               "__ATOMIC_ACQ_REL", "__ATOMIC_SEQ_CST"}};
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

/* ---- text ---- */

typedef struct text {
    const char *at;
    size_t line, length; /* of the first line, and of all that is looked at */
} text;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static size_t skip_blanks(const text *t, size_t i) {
    while (i < t->length && isspace((unsigned char)t->at[i])) i++;
    return i;
}

/* Behind a string, a character or a comment that begins here; the same place: none does. */
static size_t skip_quoted(const text *t, size_t i) {
    char c = t->at[i];
    if (c == '/' && i + 1 < t->length && t->at[i + 1] == '/') {
        const char *end = memchr(t->at + i, '\n', t->length - i);
        return end ? (size_t)(end - t->at) : t->length;
    }
    if (c == '/' && i + 1 < t->length && t->at[i + 1] == '*') {
        for (size_t k = i + 2; k + 1 < t->length; k++)
            if (t->at[k] == '*' && t->at[k + 1] == '/') return k + 2;
        return t->length;
    }
    if (c != '"' && c != '\'') return i;
    for (size_t k = i + 1; k < t->length; k++) {
        if (t->at[k] == '\\') k++;
        else if (t->at[k] == c) return k + 1;
    }
    return t->length;
}

typedef struct arguments {
    unsigned count;
    size_t from[ARGUMENTS_MOST], to[ARGUMENTS_MOST], close;
} arguments;

static void add_argument(arguments *a, const text *t, size_t from, size_t to) {
    from = skip_blanks(t, from);
    while (to > from && isspace((unsigned char)t->at[to - 1])) to--;
    if (a->count < ARGUMENTS_MOST) a->from[a->count] = from, a->to[a->count] = to;
    a->count++;
}

/* Of the call whose opening parenthesis is here. */
static bool find_arguments(arguments *a, const text *t, size_t open) {
    size_t start = open + 1;
    int depth = 0;
    *a = (arguments){.count = 0};
    for (size_t i = open; i < t->length; i++) {
        size_t behind = skip_quoted(t, i);
        if (behind > i) {
            i = behind - 1;
            continue;
        }
        char c = t->at[i];
        if (c == '(' || c == '[' || c == '{') depth++;
        if (c == ')' || c == ']' || c == '}') depth--;
        if (!depth || (c == ',' && depth == 1)) {
            if (depth || skip_blanks(t, start) < i || a->count) add_argument(a, t, start, i);
            start = i + 1;
        }
        if (depth) continue;
        a->close = i;
        return a->count <= ARGUMENTS_MOST;
    }
    return false;
}

/* ---- a call ---- */

static bool begins_with(const text *t, size_t at, const char *word) {
    size_t length = strlen(word);
    return t->length - at >= length && !memcmp(t->at + at, word, length);
}

static lcd_order_style style_of(const text *t, size_t name, bool builtin, bool member, const arguments *a,
                                unsigned orders) {
    if (builtin) return LCD_STYLE_BUILTIN;
    if (orders) {
        size_t at = a->from[a->count - 1];
        if (begins_with(t, at, "std::memory_order::") || begins_with(t, at, "memory_order::")) return LCD_STYLE_CXX20;
        if (begins_with(t, at, "std::")) return LCD_STYLE_CXX;
        if (begins_with(t, at, "memory_order_")) return LCD_STYLE_C;
        if (begins_with(t, at, "__ATOMIC_")) return LCD_STYLE_BUILTIN;
    }
    bool qualified = name >= 5 && !memcmp(t->at + name - 5, "std::", 5);
    return member || qualified ? LCD_STYLE_CXX : LCD_STYLE_C;
}

/* A parameter of the function around it rather than a name of an order, or a macro for one. */
static bool is_parameter(const text *t, size_t from, size_t to) {
    if (from >= to || !(islower((unsigned char)t->at[from]) || t->at[from] == '_')) return false;
    if (begins_with(t, from, "memory_order_") || begins_with(t, from, "__ATOMIC_")) return false;
    for (size_t i = from; i < to; i++)
        if (!is_word(t->at[i])) return false;
    return true;
}

/* The operation whose name stands here. */
static const operation *operation_at(const text *t, size_t from, size_t *to, bool *member, bool *builtin) {
    size_t end = from;
    while (end < t->length && is_word(t->at[end])) end++;
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

static bool read_call(lcd_spelling *s, const text *t, size_t name, lcd_site_kind kind) {
    size_t end;
    bool member, builtin;
    arguments a;
    const operation *o = operation_at(t, name, &end, &member, &builtin);
    size_t open = skip_blanks(t, end);
    if (!o || o->kind != kind || open >= t->length || t->at[open] != '(' || !find_arguments(&a, t, open)) return false;
    unsigned most = kind == LCD_SITE_COMPARE ? 2 : 1;
    if (a.count < o->arguments || a.count > o->arguments + most) return false;
    *s = (lcd_spelling){.found = true, .orders = (uint8_t)(a.count - o->arguments), .name_end = end, .close = a.close};
    s->is_explicit = member || builtin || s->orders || kind == LCD_SITE_FENCE;
    for (unsigned i = 0; i < s->orders; i++) {
        s->from[i] = a.from[o->arguments + i];
        s->to[i] = a.to[o->arguments + i];
        s->passes_on |= is_parameter(t, s->from[i], s->to[i]);
    }
    s->style = (uint8_t)style_of(t, name, builtin, member, &a, s->orders);
    return true;
}

/* ---- the statement ---- */

static bool is_control(const text *t, size_t at, size_t end) {
    static const char *const words[] = {"if",     "else", "for",     "while", "do",  "return",
                                        "switch", "case", "default", "}",     "goto"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (end - at >= length && !memcmp(t->at + at, words[i], length) && !is_word(t->at[at + length])) return true;
    }
    return false;
}

/* Does a statement begin on a line, by how the one before it ends? */
static bool ends_statement(lcd_listings *l, const char *file, int line) {
    size_t length = 0;
    const char *at = NULL;
    while (line > 0 && (at = lcd_listing_line(l, file, line, &length)) && !length) line--;
    if (line <= 0 || !at) return false;
    char c = at[length - 1];
    return c == ';' || c == '{' || c == '}' || at[0] == '#' || (length > 1 && at[length - 2] == '*' && c == '/');
}

static void look_at_statement(lcd_spelling *s, const text *t, unsigned operations, lcd_listings *l, const char *file,
                              int line) {
    size_t start = skip_blanks(t, 0), end = s->close;
    const char *newline = memchr(t->at + end, '\n', t->length - end);
    size_t last = newline ? (size_t)(newline - t->at) : t->length;
    while (last > end && isspace((unsigned char)t->at[last - 1])) last--;
    bool whole = t->at[last - 1] == ';' || t->at[last - 1] == '{';
    s->alone = operations == 1 && whole && ends_statement(l, file, line - 1) && !is_control(t, start, start + 1) &&
               !begins_with(t, start, "while") && !begins_with(t, start, "for") && !begins_with(t, start, "}") &&
               !begins_with(t, start, "else") && !begins_with(t, start, "do ") && !begins_with(t, start, "case");
    s->plain = s->alone && t->at[last - 1] == ';' && !is_control(t, start, t->line);
}

/* The line, and those behind it on which a call can end.  False: it cannot be read. */
static bool open_text(text *t, lcd_listings *l, const char *file, int line) {
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
static bool next_word(const text *t, size_t *i) {
    for (; *i < t->line; ++*i) {
        size_t behind = skip_quoted(t, *i);
        if (behind > *i) *i = behind - 1;
        else if (is_word(t->at[*i]) && (!*i || !is_word(t->at[*i - 1]))) return true;
    }
    return false;
}

/* Is this the name of the object whose member is called there? */
static bool is_object(const text *t, size_t from, size_t name) {
    for (size_t i = from; i < name; i++)
        if (!is_word(t->at[i]) && !strchr(".->:[]", t->at[i])) return false;
    return true;
}

void lcd_spell(lcd_spelling *out, lcd_listings *l, const char *file, int line, int column, lcd_site_kind kind) {
    text t;
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
        if (!read_call(&s, &t, i, kind)) continue;
        fitting++;
        only = s;
        if (i <= at && at <= s.close) around = s; /* the innermost */
        if (i > at && !behind.found && is_object(&t, at, i)) behind = s;
    }
    *out = column ? (around.found ? around : behind) : fitting == 1 ? only : (lcd_spelling){0};
    if (out->found) look_at_statement(out, &t, operations, l, file, line);
}

static bool is_order(const text *t, size_t from, size_t to) {
    static const char *const beginnings[] = {"memory_order", "std::memory_order", "__ATOMIC_"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (begins_with(t, from, beginnings[i])) return true;
    return is_parameter(t, from, to) && (begins_with(t, from, "order") || begins_with(t, from, "mo"));
}

void lcd_spell_call(lcd_spelling *out, lcd_listings *l, const char *file, int line, int column) {
    text t;
    size_t at = column > 0 ? (size_t)column - 1 : 0;
    *out = (lcd_spelling){0};
    if (!column || !open_text(&t, l, file, line)) return;
    for (size_t i = 0; next_word(&t, &i) && i <= at; i++) {
        size_t end = i;
        arguments a;
        while (end < t.length && is_word(t.at[end])) end++;
        size_t open = skip_blanks(&t, end);
        if (open >= t.length || t.at[open] != '(' || !find_arguments(&a, &t, open) || at > a.close) continue;
        lcd_spelling s = {.name_end = end, .close = a.close, .is_explicit = true};
        for (unsigned k = 0; k < a.count; k++) {
            if (!is_order(&t, a.from[k], a.to[k])) continue;
            s.from[0] = a.from[k];
            s.to[0] = a.to[k];
            s.passes_on = is_parameter(&t, a.from[k], a.to[k]);
            a.from[a.count - 1] = a.from[k]; /* for its style */
            s.orders++;
        }
        if (s.orders != 1) continue;
        s.found = true;
        s.style = (uint8_t)style_of(&t, i, false, false, &a, 1);
        *out = s;
    }
}
