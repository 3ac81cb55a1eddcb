#include "tester/shrink/scenario_ast.h"
#include "target/explore/wellformed.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* Takes the text before `sign` off the front; without one, everything. */
static lc_span take_until(lc_span *rest, char sign) {
    const char *end = memchr(rest->at, sign, rest->length);
    lc_span front = {rest->at, end ? (size_t)(end - rest->at) : rest->length};
    size_t taken = front.length + (end ? 1 : 0);
    *rest = (lc_span){rest->at + taken, rest->length - taken};
    return lc_span_trim(front);
}

static lcd_ast_value value_of(lc_span text) {
    char digits[32], *end;
    if (!text.length || text.length >= sizeof digits) return (lcd_ast_value){.symbol = text};
    memcpy(digits, text.at, text.length);
    digits[text.length] = '\0';
    errno = 0;
    int64_t number = strtoll(digits, &end, 10);
    return *end || errno ? (lcd_ast_value){.symbol = text} : (lcd_ast_value){.symbol = {"", 0}, .number = number};
}

static const lcd_msg_argument *arguments_of(const lcd_tested *test, lc_span name, uint32_t count) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < test->operations.count; first += test->arguments.at[i++])
        if (lc_span_is(name, test->operations.at[i]) && test->arguments.at[i] == count)
            return test->argument.at + first;
    return NULL;
}

/* `enq(1) deq()` */
static bool read_part(lcd_ast *s, const lcd_tested *test, lc_span text, uint8_t part) {
    for (text = lc_span_trim(text); text.length; text = lc_span_trim(text)) {
        uint32_t before = lcd_ast_length(s, part);
        lcd_ast_call call = {.part = part, .was_in = part, .was = before < UINT8_MAX ? (uint8_t)before : UINT8_MAX};
        call.name = take_until(&text, '(');
        lc_span inside = take_until(&text, ')');
        while (inside.length) {
            if (call.count == LCD_MSG_VALUES) return false;
            call.arguments[call.count++] = value_of(take_until(&inside, ','));
        }
        call.may_be = arguments_of(test, call.name, call.count);
        if (!call.name.length || !lc_push(NULL, &s->calls, call)) return false;
    }
    return true;
}

static bool read_threads(lcd_ast *s, const lcd_tested *test, lc_span text) {
    if (lc_span_is(text, "threads")) {
        s->fixed = true;
        s->threads = 1;
        return lc_push(NULL, &s->calls, (lcd_ast_call){.part = 1, .name = text});
    }
    while (text.length) {
        if (s->threads == LCD_PART_AFTER - 1 || !read_part(s, test, take_until(&text, '|'), ++s->threads)) return false;
        if (!lcd_ast_length(s, s->threads)) return false;
    }
    return s->threads;
}

bool lcd_ast_read(lcd_ast *s, const lcd_tested *test, const char *text) {
    *s = (lcd_ast){.threads = 0};
    const char *first = strchr(text, ';'), *second = first ? strchr(first + 1, ';') : NULL;
    lc_span rest = {text, strlen(text)}, before = {text, 0};
    if (strcmp(text, "main") == 0 || !*text) return false;
    if (first) before = take_until(&rest, ';');
    lc_span threads = second ? take_until(&rest, ';') : lc_span_trim(rest);
    return read_part(s, test, before, LCD_PART_BEFORE) && read_threads(s, test, threads) &&
           (!second || read_part(s, test, rest, LCD_PART_AFTER));
}

bool lcd_ast_copy(lcd_ast *to, const lcd_ast *from) {
    *to = (lcd_ast){.threads = from->threads, .fixed = from->fixed};
    if (!lc_reserve(NULL, &to->calls, from->calls.count)) return false;
    memcpy(to->calls.at, from->calls.at, from->calls.count * sizeof *from->calls.at);
    to->calls.count = from->calls.count;
    return true;
}

void lcd_ast_free(lcd_ast *s) { lc_vec_free(NULL, &s->calls); }

/* ---- printing ---- */

static void put_call(lince_text *t, const lcd_ast_call *c, bool fixed) {
    lc_text_add(t, c->name.at, c->name.length);
    if (fixed) return;
    lc_text_putc(t, '(');
    for (uint32_t i = 0; i < c->count; i++) {
        const lcd_ast_value *v = &c->arguments[i];
        if (i) lc_text_puts(t, ", ");
        if (v->symbol.length) lc_text_add(t, v->symbol.at, v->symbol.length);
        else lc_text_printf(t, "%" PRId64, v->number);
    }
    lc_text_putc(t, ')');
}

static void put_part(lince_text *t, const lcd_ast *s, uint8_t part) {
    bool first = true, alone = part == LCD_PART_BEFORE || part == LCD_PART_AFTER;
    for (uint32_t i = 0; i < s->calls.count; i++) {
        if (s->calls.at[i].part != part) continue;
        if (!first) lc_text_putc(t, ' ');
        put_call(t, &s->calls.at[i], s->fixed && !alone);
        first = false;
    }
}

/* Thread `order[i]` comes as the i-th; NULL: as they are. */
static void put_all(lince_text *t, const lcd_ast *s, const uint8_t *order) {
    bool after = lcd_ast_length(s, LCD_PART_AFTER);
    put_part(t, s, LCD_PART_BEFORE);
    if (after || lcd_ast_length(s, LCD_PART_BEFORE)) lc_text_puts(t, "; ");
    for (uint8_t i = 0; i < s->threads; i++) {
        if (i) lc_text_puts(t, " | ");
        put_part(t, s, order ? order[i] : (uint8_t)(i + 1));
    }
    if (after) lc_text_puts(t, "; ");
    put_part(t, s, LCD_PART_AFTER);
}

void lcd_ast_print(lince_text *t, const lcd_ast *s) { put_all(t, s, NULL); }

uint32_t lcd_ast_length(const lcd_ast *s, uint8_t part) {
    uint32_t length = 0;
    for (uint32_t i = 0; i < s->calls.count; i++) length += s->calls.at[i].part == part;
    return length;
}

uint32_t lcd_ast_operations(const lcd_ast *s) { return s->calls.count - s->fixed; }

/* ---- in order ---- */

bool lcd_ast_tidy(lcd_ast *s) {
    uint8_t number[UINT8_MAX + 1] = {0}, threads = 0;
    for (uint32_t part = 1; part < LCD_PART_AFTER; part++)
        if (lcd_ast_length(s, (uint8_t)part)) number[part] = ++threads;
    number[LCD_PART_AFTER] = LCD_PART_AFTER;
    s->threads = threads;
    for (uint32_t i = 0; i < s->calls.count; i++) {
        lcd_ast_call call = s->calls.at[i];
        call.part = number[call.part];
        uint32_t at = i;
        for (; at && s->calls.at[at - 1].part > call.part; at--) s->calls.at[at] = s->calls.at[at - 1];
        s->calls.at[at] = call;
    }
    return threads;
}

/* ---- arguments ---- */

static bool is_unique(const lcd_ast_call *c, uint32_t argument) {
    return c->may_be && c->may_be[argument].kind == LCT_ARGUMENT_UNIQUE && !c->arguments[argument].symbol.length;
}

/* Does a number stand where a unique one does, or where another does? */
static bool occurs(const lcd_ast *s, int64_t number, bool unique) {
    for (uint32_t i = 0; i < s->calls.count; i++)
        for (uint32_t k = 0; k < s->calls.at[i].count; k++) {
            const lcd_ast_value *v = &s->calls.at[i].arguments[k];
            if (!v->symbol.length && v->number == number && is_unique(&s->calls.at[i], k) == unique) return true;
        }
    return false;
}

static void rename_in_order(lcd_ast *s, int64_t first_unique, const uint8_t *order) {
    LC_VEC(int64_t) met = {0};
    for (uint32_t turn = 0; turn < s->threads + 2u; turn++) {
        uint8_t part = turn == 0                 ? LCD_PART_BEFORE
                       : turn == s->threads + 1u ? LCD_PART_AFTER
                       : order                   ? order[turn - 1]
                                                 : (uint8_t)turn;
        for (uint32_t i = 0; i < s->calls.count; i++) {
            lcd_ast_call *c = &s->calls.at[i];
            for (uint32_t k = 0; k < c->count && c->part == part; k++) {
                if (!is_unique(c, k)) continue;
                uint32_t at = 0;
                while (at < met.count && met.at[at] != c->arguments[k].number) at++;
                if (at == met.count && !lc_push(NULL, &met, c->arguments[k].number)) continue;
                c->arguments[k].number = first_unique + at;
            }
        }
    }
    lc_vec_free(NULL, &met);
}

bool lcd_ast_rename(lcd_ast *s, int64_t first_unique) {
    for (uint32_t i = 0; i < s->calls.count; i++)
        for (uint32_t k = 0; k < s->calls.at[i].count; k++)
            if (is_unique(&s->calls.at[i], k) && occurs(s, s->calls.at[i].arguments[k].number, false)) return false;
    rename_in_order(s, first_unique, NULL);
    return true;
}

bool lcd_ast_is_less(const lcd_ast *a, const lcd_ast *b) {
    assert(a->calls.count == b->calls.count);
    for (uint32_t i = 0; i < a->calls.count; i++)
        for (uint32_t k = 0; k < a->calls.at[i].count; k++) {
            int64_t x = a->calls.at[i].arguments[k].number, y = b->calls.at[i].arguments[k].number;
            if (x != y) return x < y;
        }
    return false;
}

/* ---- the common parts of scenarios ---- */

enum { PERMUTED = 4 }; /* threads; of more, the order stays */

typedef struct smallest {
    const lcd_ast *ast;
    int64_t first_unique;
    bool renames;
    lince_text best;
} smallest;

static void try_order(smallest *m, const uint8_t *order) {
    lcd_ast copy;
    lince_text text = {0};
    if (lcd_ast_copy(&copy, m->ast)) {
        if (m->renames) rename_in_order(&copy, m->first_unique, order);
        put_all(&text, &copy, order);
    }
    lcd_ast_free(&copy);
    if (m->best.at && strcmp(lc_text(&m->best), lc_text(&text)) <= 0) {
        lc_text_free(&text);
        return;
    }
    lc_text_free(&m->best);
    m->best = text;
}

/* All orders of the threads from the `from`-th on. */
static void permute(smallest *m, uint8_t *order, uint8_t from) {
    if (from + 1 >= m->ast->threads || m->ast->threads > PERMUTED) {
        try_order(m, order);
        return;
    }
    for (uint8_t i = from; i < m->ast->threads; i++) {
        uint8_t swap = order[from];
        order[from] = order[i], order[i] = swap;
        permute(m, order, from + 1);
        swap = order[from];
        order[from] = order[i], order[i] = swap;
    }
}

void lcd_ast_key(lince_text *t, const lcd_ast *s, int64_t first_unique) {
    smallest m = {.ast = s, .first_unique = first_unique, .renames = true};
    for (uint32_t i = 0; i < s->calls.count; i++)
        for (uint32_t k = 0; k < s->calls.at[i].count; k++)
            m.renames &= !is_unique(&s->calls.at[i], k) || !occurs(s, s->calls.at[i].arguments[k].number, false);
    uint8_t order[UINT8_MAX];
    for (uint8_t i = 0; i < s->threads; i++) order[i] = (uint8_t)(i + 1);
    permute(&m, order, 0);
    lc_text_add(t, lc_text(&m.best), m.best.length);
    t->cut |= m.best.cut;
    lc_text_free(&m.best);
}
