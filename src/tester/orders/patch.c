#include "tester/orders/patch.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/order.h"

enum { CONTEXT = 3 };

/* Bytes that are replaced; lines `first` to before `behind` have them (an inserted line: none). */
typedef struct edit {
    size_t from, to;
    uint32_t first, behind;
    char *text;
} edit;

typedef struct file {
    const char *name;
    char *bytes;
    size_t size;
    LC_VEC(size_t) lines; /* where each begins, and the end of the file */
    LC_VEC(edit) edits;
    bool enough;
} file;

/* ---- the text ---- */

static bool read_file(file *f) {
    FILE *in = fopen(f->name, "rb");
    if (!in) return false;
    bool good = fseek(in, 0, SEEK_END) == 0;
    long size = good ? ftell(in) : -1;
    good = size > 0 && fseek(in, 0, SEEK_SET) == 0 && (f->bytes = malloc((size_t)size)) != NULL;
    if (good) f->size = fread(f->bytes, 1, (size_t)size, in);
    fclose(in);
    if (!good || f->size != (size_t)size) return false;
    for (size_t i = 0; i < f->size && good; i++)
        if (!i || f->bytes[i - 1] == '\n') good = lc_push(NULL, &f->lines, i);
    return good && lc_push(NULL, &f->lines, f->size);
}

static void free_file(file *f) {
    for (uint32_t i = 0; i < f->edits.count; i++) free(f->edits.at[i].text);
    lc_vec_free(NULL, &f->edits);
    lc_vec_free(NULL, &f->lines);
    free(f->bytes);
}

static uint32_t line_of(const file *f, size_t at) {
    uint32_t line = 0;
    while (line + 2 < f->lines.count && f->lines.at[line + 1] <= at) line++;
    return line;
}

static void replace(file *f, size_t from, size_t to, const char *text) {
    edit e = {.from = from, .to = to, .first = line_of(f, from), .text = strdup(text)};
    e.behind = line_of(f, to > from ? to - 1 : to) + 1;
    f->enough = f->enough && e.text && lc_push(NULL, &f->edits, e);
}

static void insert_line(file *f, uint32_t before, const char *indented_as, size_t indent, const char *text) {
    lince_text line = {0};
    lc_text_add(&line, indented_as, indent);
    lc_text_puts(&line, text);
    lc_text_putc(&line, '\n');
    size_t at = f->lines.at[before];
    edit e = {.from = at, .to = at, .first = before, .behind = before, .text = strdup(lc_text(&line))};
    f->enough = f->enough && !line.cut && e.text && lc_push(NULL, &f->edits, e);
    lc_text_free(&line);
}

/* ---- edits of a site ---- */

static void insert_fence(file *f, const lcd_site *s, uint32_t before, uint8_t order) {
    size_t start = f->lines.at[s->line - 1], indent = 0;
    const char *text = f->bytes + start;
    lcd_order_style style = (lcd_order_style)s->spelling.style;
    if (style >= LCD_STYLE_WORD) /* it stands outside of the macro */
        style = style == LCD_STYLE_WORD ? LCD_STYLE_C : style == LCD_STYLE_WORD_CXX ? LCD_STYLE_CXX : LCD_STYLE_BUILTIN;
    lince_text fence = {0};
    while (text[indent] == ' ' || text[indent] == '\t') indent++;
    if (style == LCD_STYLE_CXX || style == LCD_STYLE_CXX20) lc_text_puts(&fence, "std::");
    lc_text_puts(&fence, style == LCD_STYLE_BUILTIN ? "__atomic_thread_fence(" : "atomic_thread_fence(");
    lc_text_printf(&fence, "%s);", lcd_order_word(style, order));
    insert_line(f, before, text, indent, lc_text(&fence));
    lc_text_free(&fence);
}

static uint8_t derived_failure(uint8_t order) {
    return order == __ATOMIC_ACQ_REL ? __ATOMIC_ACQUIRE : order == __ATOMIC_RELEASE ? __ATOMIC_RELAXED : order;
}

/* The operation has its default order, seq_cst. */
static void write_orders(file *f, const lcd_site *s, size_t start, uint8_t order, uint8_t failure) {
    const lcd_spelling *p = &s->spelling;
    lcd_order_style style = (lcd_order_style)p->style;
    bool both = s->kind == LCD_SITE_COMPARE && (!p->is_explicit || failure != derived_failure(order));
    size_t last = start + p->close;
    while (last > start && (f->bytes[last - 1] == ' ' || f->bytes[last - 1] == '\n')) last--;
    lince_text text = {0};
    if (f->bytes[last - 1] != '(') lc_text_puts(&text, ", ");
    lc_text_puts(&text, lcd_order_word(style, order));
    if (both) lc_text_printf(&text, ", %s", lcd_order_word(style, failure));
    if (!p->is_explicit) replace(f, start + p->name_end, start + p->name_end, "_explicit");
    replace(f, start + p->close, start + p->close, lc_text(&text));
    lc_text_free(&text);
}

static void change_orders(file *f, const lcd_site *s, size_t start, uint8_t order, uint8_t failure) {
    const lcd_spelling *p = &s->spelling;
    lcd_order_style style = (lcd_order_style)p->style;
    bool more = s->kind == LCD_SITE_COMPARE && p->orders == 1 && failure != derived_failure(order);
    lince_text text = {0};
    lc_text_puts(&text, lcd_order_word(style, order));
    if (more) lc_text_printf(&text, ", %s", lcd_order_word(style, failure));
    if (order != s->order || more) replace(f, start + p->from[0], start + p->to[0], lc_text(&text));
    if (p->orders == 2 && failure != s->failure)
        replace(f, start + p->from[1], start + p->to[1], lcd_order_word(style, failure));
    lc_text_free(&text);
}

/* A fence that orders nothing. */
static bool remove_fence(file *f, const lcd_site *s, uint8_t order) {
    uint32_t line = (uint32_t)s->line - 1;
    bool whole = s->spelling.plain && line_of(f, f->lines.at[line] + s->spelling.close) == line;
    if (s->kind != LCD_SITE_FENCE || order != __ATOMIC_RELAXED || !whole) return false;
    replace(f, f->lines.at[line], f->lines.at[line + 1], "");
    return true;
}

static void edit_site(file *f, const lcd_sites *sites, const lcd_change *c, uint32_t site) {
    const lcd_site *s = &sites->at.at[site];
    uint8_t order = lcd_change_order(c, sites, site, LCD_SLOT_ORDER),
            failure = lcd_change_order(c, sites, site, LCD_SLOT_FAILURE);
    uint8_t before = lcd_change_order(c, sites, site, LCD_SLOT_BEFORE),
            after = lcd_change_order(c, sites, site, LCD_SLOT_AFTER);
    size_t start = f->lines.at[s->line - 1];
    bool same = order == s->order && failure == s->failure;
    if (failure == LCD_NO_ORDER) failure = derived_failure(order); /* it was not executed */
    if (before != LCD_NO_ORDER) insert_fence(f, s, (uint32_t)s->line - 1, before);
    if (after != LCD_NO_ORDER) insert_fence(f, s, line_of(f, start + s->spelling.close) + 1, after);
    if (same || remove_fence(f, s, order)) return;
    if (s->spelling.orders) change_orders(f, s, start, order, failure);
    else write_orders(f, s, start, order, failure);
}

/* ---- the patch ---- */

static int by_place(const void *a, const void *b) {
    const edit *x = a, *y = b;
    return x->from != y->from ? LC_ORDER(x->from, y->from) : LC_ORDER(x->behind, y->behind);
}

static void put_lines(lince_text *out, char mark, const char *bytes, size_t length) {
    for (size_t at = 0; at < length;) {
        const char *end = memchr(bytes + at, '\n', length - at);
        size_t size = end ? (size_t)(end - (bytes + at)) : length - at;
        lc_text_putc(out, mark);
        lc_text_add(out, bytes + at, size);
        lc_text_puts(out, end ? "\n" : "\n\\ No newline at end of file\n");
        at += size + 1;
    }
}

static uint32_t count_lines(const lince_text *t) {
    uint32_t count = 0;
    for (size_t i = 0; i < t->length; i++) count += t->at[i] == '\n';
    return count + (t->length && t->at[t->length - 1] != '\n');
}

/* The new text of lines, from the edit with this number on; behind them. */
static uint32_t put_new(lince_text *out, const file *f, uint32_t number, uint32_t first, uint32_t behind) {
    size_t at = f->lines.at[first];
    for (; number < f->edits.count && f->edits.at[number].first < behind + (first == behind); number++) {
        const edit *e = &f->edits.at[number];
        if (e->from > at) lc_text_add(out, f->bytes + at, e->from - at);
        lc_text_puts(out, e->text);
        if (e->to > at) at = e->to;
    }
    if (f->lines.at[behind] > at) lc_text_add(out, f->bytes + at, f->lines.at[behind] - at);
    return number;
}

/* A group of edits of lines that follow one another: how far it reaches. */
static uint32_t reach_of(const file *f, uint32_t number, uint32_t *edits) {
    uint32_t behind = f->edits.at[number].behind;
    *edits = 1;
    for (uint32_t i = number + 1; i < f->edits.count; i++, ++*edits) {
        const edit *e = &f->edits.at[i];
        bool touches = e->first < behind || (e->first == behind && e->behind > behind);
        if (!touches) break;
        if (e->behind > behind) behind = e->behind;
    }
    return behind;
}

static void put_hunk(lince_text *out, const file *f, uint32_t from, uint32_t until, long *shift) {
    lince_text body = {0};
    uint32_t total = f->lines.count - 1, first = f->edits.at[from].first, behind = first;
    uint32_t start = first > CONTEXT ? first - CONTEXT : 0, at = start, removed = 0, added = 0;
    for (uint32_t i = from; i < until;) {
        uint32_t edits;
        lince_text fresh = {0};
        first = f->edits.at[i].first;
        behind = reach_of(f, i, &edits);
        put_lines(&body, ' ', f->bytes + f->lines.at[at], f->lines.at[first] - f->lines.at[at]);
        put_lines(&body, '-', f->bytes + f->lines.at[first], f->lines.at[behind] - f->lines.at[first]);
        if (first == behind) lc_text_puts(&fresh, f->edits.at[i].text), edits = 1;
        else put_new(&fresh, f, i, first, behind);
        put_lines(&body, '+', lc_text(&fresh), fresh.length);
        removed += behind - first;
        added += count_lines(&fresh);
        lc_text_free(&fresh);
        at = behind;
        i += edits;
    }
    uint32_t end = behind + CONTEXT < total ? behind + CONTEXT : total;
    put_lines(&body, ' ', f->bytes + f->lines.at[at], f->lines.at[end] - f->lines.at[at]);
    lc_text_printf(out, "@@ -%u,%u +%ld,%u @@\n%s", start + 1, end - start, (long)start + 1 + *shift,
                   end - start - removed + added, lc_text(&body));
    *shift += (long)added - (long)removed;
    out->cut |= body.cut;
    lc_text_free(&body);
}

static void put_hunks(lince_text *out, const file *f) {
    long shift = 0;
    for (uint32_t i = 0; i < f->edits.count;) {
        uint32_t until = i + 1, behind = f->edits.at[i].behind;
        while (until < f->edits.count && f->edits.at[until].first <= behind + 2 * CONTEXT) {
            if (f->edits.at[until].behind > behind) behind = f->edits.at[until].behind;
            until++;
        }
        put_hunk(out, f, i, until, &shift);
        i = until;
    }
}

static void put_file(lince_text *out, file *f) {
    char here[PATH_MAX], path[PATH_MAX];
    const char *name = f->name;
    if (!f->edits.count) return;
    qsort(f->edits.at, f->edits.count, sizeof *f->edits.at, by_place);
    if (realpath(f->name, path)) {
        size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
        bool inside = length && !strncmp(path, here, length) && path[length] == '/';
        name = inside ? path + length + 1 : path + 1;
    }
    lc_text_printf(out, "--- a/%s\n+++ b/%s\n", name, name);
    put_hunks(out, f);
}

/* A fence between two of the accesses of a line has no place in the text. */
static bool is_alone_in_line(const lcd_sites *sites, uint32_t site) {
    const lcd_site *s = &sites->at.at[site];
    for (uint32_t i = 0; i < sites->at.count; i++)
        if (i != site && sites->at.at[i].line == s->line && !strcmp(sites->at.at[i].file, s->file)) return false;
    return true;
}

bool lcd_patch_covers(const lcd_sites *sites, const lcd_change *c, uint32_t site) {
    const lcd_site *s = &sites->at.at[site];
    if (s->form == LCD_FORM_PLAIN && !is_alone_in_line(sites, site)) return false;
    bool before = lcd_change_order(c, sites, site, LCD_SLOT_BEFORE) != LCD_NO_ORDER,
         after = lcd_change_order(c, sites, site, LCD_SLOT_AFTER) != LCD_NO_ORDER;
    return s->spelling.found && !s->spelling.passes_on && (!before || s->spelling.alone) &&
           (!after || s->spelling.plain);
}

void lcd_patch_print(lince_text *out, const lcd_sites *sites, const lcd_change *c) {
    for (uint32_t i = 0; i < c->count; i++) {
        file f = {.name = sites->at.at[c->at[i].site].file, .enough = true};
        bool done = false;
        for (uint32_t k = 0; k < i; k++) done |= !strcmp(sites->at.at[c->at[k].site].file, f.name);
        if (done) continue;
        bool good = read_file(&f);
        for (uint32_t k = i; k < c->count && good; k++) {
            uint32_t site = c->at[k].site;
            const lcd_site *s = &sites->at.at[site];
            bool again = k > 0 && c->at[k - 1].site == site;
            if (!again && !strcmp(s->file, f.name) && lcd_patch_covers(sites, c, site) &&
                (uint32_t)s->line < f.lines.count)
                edit_site(&f, sites, c, site);
        }
        if (good && f.enough) put_file(out, &f);
        free_file(&f);
    }
}
