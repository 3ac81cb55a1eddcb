/* Operations behind macros: `STORE(&x, 1, relaxed)`, where STORE is defined in the same file.  A parameter is its
 * order, or completes `memory_order_` or `__ATOMIC_`, so that the argument is the place of the order.  An order that
 * the macro itself contains is one of all its uses, and is left alone. */
#include <string.h>

#include "tester/orders/spelling_parts.h"

/* The definition of a macro, up to its end. */
typedef struct macro {
    lcd_source_text text;
    lcd_arguments parameters;
} macro;

/* How far a definition reaches: over lines that end with a backslash. */
static size_t length_of(lcd_listings *l, const char *file, int line, const char *start) {
    size_t length = 0;
    for (const char *at; (at = lcd_listing_whole_line(l, file, line, &length)); line++) {
        size_t end = length;
        while (end && (at[end - 1] == '\n' || at[end - 1] == '\r')) end--;
        if (!end || at[end - 1] != '\\') return (size_t)(at - start) + end;
    }
    return 0;
}

static bool defines(lcd_source_text *t, const char *name, size_t length, size_t *open) {
    size_t at = lcd_skip_blanks(t, 0);
    if (at >= t->length || t->at[at] != '#') return false;
    at = lcd_skip_blanks(t, at + 1);
    if (!lcd_begins_with(t, at, "define")) return false;
    at = lcd_skip_blanks(t, at + strlen("define"));
    *open = at + length;
    return *open < t->length && !memcmp(t->at + at, name, length) && t->at[*open] == '(';
}

/* The last definition above a line. */
static bool find_macro(macro *m, lcd_listings *l, const char *file, int line, const char *name, size_t length) {
    size_t open, size;
    while (--line > 0) {
        const char *at = lcd_listing_whole_line(l, file, line, &size);
        lcd_source_text first = {at, size, size};
        if (!at || !defines(&first, name, length, &open)) continue;
        m->text = (lcd_source_text){.at = at, .length = length_of(l, file, line, at)};
        m->text.line = m->text.length;
        return open < m->text.length && lcd_find_arguments(&m->parameters, &m->text, open);
    }
    return false;
}

/* The one operation of this kind in it. */
static bool find_operation(lcd_spelling *s, const macro *m, lcd_site_kind kind) {
    unsigned found = 0;
    for (size_t i = m->parameters.close + 1; i < m->text.length; i++) {
        lcd_spelling one;
        bool begins = lcd_is_word(m->text.at[i]) && !lcd_is_word(m->text.at[i - 1]);
        if (!begins || !lcd_read_call(&one, &m->text, i, kind)) continue;
        *s = one;
        found++;
    }
    return found == 1;
}

/* The number of the parameter that is, or completes, this order.  `*style`: of its argument, if it completes it. */
static bool find_parameter(const macro *m, size_t from, size_t to, unsigned *number, uint8_t *style) {
    static const struct {
        const char *word;
        bool pastes; /* by ## */
        uint8_t style;
    } begun[] = {{"memory_order_", true, LCD_STYLE_WORD},
                 {"std::memory_order_", true, LCD_STYLE_WORD_CXX},
                 {"std::memory_order::", false, LCD_STYLE_WORD_CXX},
                 {"__ATOMIC_", true, LCD_STYLE_WORD_BUILTIN}};
    for (size_t i = 0; i < sizeof begun / sizeof *begun; i++) {
        if (!lcd_begins_with(&m->text, from, begun[i].word)) continue;
        from = lcd_skip_blanks(&m->text, from + strlen(begun[i].word));
        if (begun[i].pastes && !lcd_begins_with(&m->text, from, "##")) return false;
        if (begun[i].pastes) from = lcd_skip_blanks(&m->text, from + 2);
        *style = begun[i].style;
        break;
    }
    for (*number = 0; *number < m->parameters.count; ++*number) {
        size_t name = m->parameters.from[*number], length = m->parameters.to[*number] - name;
        if (length == to - from && length && !memcmp(m->text.at + name, m->text.at + from, length)) return true;
    }
    return false;
}

static bool is_constant(const lcd_source_text *t, size_t from) {
    return lcd_begins_with(t, from, "memory_order") || lcd_begins_with(t, from, "std::memory_order") ||
           lcd_begins_with(t, from, "__ATOMIC_");
}

static uint8_t style_of(const lcd_source_text *t, size_t from) {
    if (lcd_begins_with(t, from, "__ATOMIC_")) return LCD_STYLE_BUILTIN;
    if (lcd_begins_with(t, from, "std::memory_order::") || lcd_begins_with(t, from, "memory_order::"))
        return LCD_STYLE_CXX20;
    return lcd_begins_with(t, from, "std::") ? LCD_STYLE_CXX : LCD_STYLE_C;
}

/* Its orders are arguments of the call, each another one. */
static bool place_orders(lcd_spelling *s, const macro *m, const lcd_source_text *t, const lcd_arguments *a) {
    for (unsigned i = 0; i < s->orders; i++) {
        unsigned number;
        uint8_t style = LCD_STYLE_C;
        if (!find_parameter(m, s->from[i], s->to[i], &number, &style) || number >= a->count) return false;
        s->from[i] = a->from[number];
        s->to[i] = a->to[number];
        if (style == LCD_STYLE_C && is_constant(t, s->from[i])) style = style_of(t, s->from[i]);
        else if (style == LCD_STYLE_C && lcd_is_parameter(t, s->from[i], s->to[i])) s->passes_on = true;
        else if (style == LCD_STYLE_C) return false;
        if (i && (style != s->style || s->from[0] == s->from[1])) return false;
        s->style = style;
    }
    return true;
}

bool lcd_read_macro(lcd_spelling *out, const lcd_source_text *t, size_t column, lcd_listings *l, const char *file,
                    int line, lcd_site_kind kind) {
    size_t end = column;
    lcd_arguments a;
    macro m;
    while (end < t->length && lcd_is_word(t->at[end])) end++;
    size_t open = lcd_skip_blanks(t, end);
    if (end == column || open >= t->length || t->at[open] != '(' || !lcd_find_arguments(&a, t, open)) return false;
    bool found = find_macro(&m, l, file, line, t->at + column, end - column) && find_operation(out, &m, kind) &&
                 out->orders == (kind == LCD_SITE_COMPARE ? 2 : 1);
    out->found = false;
    if (!found) return false;
    out->passes_on = false;
    out->is_explicit = true;
    out->name_end = end;
    out->close = a.close;
    return out->found = place_orders(out, &m, t, &a);
}
