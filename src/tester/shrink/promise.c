#include "tester/shrink/promise.h"

#include <stdlib.h>
#include <string.h>

#include "target/explore/wellformed.h"

static int find_operation(const void *context, const char *name, size_t length) {
    const lcd_tested *test = context;
    for (uint32_t i = 0; i < test->operations.count; i++)
        if (lc_span_is((lc_span){name, length}, test->operations.at[i])) return (int)i;
    return -1;
}

void lcd_promise_init(lcd_promise *p, const lcd_tested *test, const char *order, bool balanced) {
    char error[256];
    *p = (lcd_promise){.test = test, .balanced = balanced && test->adding >= 0 && test->removing >= 0};
    /* The worker has read it before, and would not have run if it made no sense. */
    if (*order) lct_protocol_parse(&p->protocol, order, find_operation, test, error, sizeof error);
}

static uint8_t own_number(uint8_t part) { return part == LCD_PART_AFTER ? 0 : part; }

static lct_form_call form_of(const lcd_promise *p, const lcd_ast_call *c) {
    lct_form_call call = {.op = find_operation(p->test, c->name.at, c->name.length), .part = c->part};
    for (uint32_t k = 0; k < c->count && c->may_be && k < LCT_FORM_ARGUMENTS; k++) {
        const lcd_msg_argument *a = &c->may_be[k];
        if (c->arguments[k].symbol.length) continue; /* shrinking leaves it alone */
        call.arguments[call.count++] =
            (lct_form_argument){.kind = (int)a->kind, .value = c->arguments[k].number, .low = a->low, .high = a->high};
    }
    return call;
}

unsigned lcd_promise_breaks(const lcd_promise *p, const lcd_ast *s) {
    _Static_assert((int)LCD_PART_BEFORE == (int)LCT_FORM_BEFORE && (int)LCD_PART_AFTER == (int)LCT_FORM_AFTER,
                   "one count");
    lct_form_call *calls = calloc(s->calls.count + 1, sizeof *calls);
    lct_form form = {.protocol = &p->protocol,
                     .balanced = p->balanced,
                     .adding = p->test->adding,
                     .removing = p->test->removing,
                     .calls = calls};
    for (uint32_t i = 0; i < s->calls.count && calls; i++) {
        bool fixed = s->fixed && s->calls.at[i].part != LCD_PART_BEFORE && s->calls.at[i].part != LCD_PART_AFTER;
        if (!fixed) calls[form.count++] = form_of(p, &s->calls.at[i]);
    }
    unsigned breaks = calls ? lct_form_breaks(&form) : ~0u;
    free(calls);
    return breaks;
}

void lcd_promise_number(lcd_ast *s) {
    for (uint32_t i = 0; i < s->calls.count; i++) {
        lcd_ast_call *c = &s->calls.at[i];
        for (uint32_t k = 0; k < c->count && c->may_be; k++)
            if (c->may_be[k].kind == LCT_ARGUMENT_THREAD && !c->arguments[k].symbol.length &&
                c->arguments[k].number == own_number(c->was_in))
                c->arguments[k].number = own_number(c->part);
    }
}

static int64_t surplus(const lcd_promise *p, const lcd_ast *s) {
    int64_t adds = 0;
    for (uint32_t i = 0; i < s->calls.count; i++) {
        int op = find_operation(p->test, s->calls.at[i].name.at, s->calls.at[i].name.length);
        adds += (op == p->test->adding) - (op == p->test->removing);
    }
    return adds;
}

void lcd_promise_balance(const lcd_promise *p, lcd_ast *s) {
    int64_t left = p->balanced ? surplus(p, s) : 0;
    uint8_t part = left > 0 ? LCD_PART_BEFORE : LCD_PART_AFTER;
    int wanted = left > 0 ? p->test->adding : p->test->removing;
    left = left > 0 ? left : -left;
    for (uint32_t i = s->calls.count; i-- > 0 && left;) {
        const lcd_ast_call *c = &s->calls.at[i];
        if (c->part != part || find_operation(p->test, c->name.at, c->name.length) != wanted) continue;
        memmove(s->calls.at + i, s->calls.at + i + 1, (s->calls.count - i - 1) * sizeof *s->calls.at);
        s->calls.count--;
        left--;
    }
}
