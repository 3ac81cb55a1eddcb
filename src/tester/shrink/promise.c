#include "tester/shrink/promise.h"

#include <stdlib.h>
#include <string.h>

#include "target/explore/wellformed.h"

static int find_operation(const void *context, const char *name, size_t length) {
    const lc_tested *test = context;
    for (uint32_t i = 0; i < test->operations.count; i++)
        if (lc_span_is((lc_span){name, length}, test->operations.at[i])) return (int)i;
    return -1;
}

void lc_promise_init(lc_promise *p, const lc_tested *test, const char *order, bool balanced) {
    char error[256];
    *p = (lc_promise){.test = test, .balanced = balanced && test->adding >= 0 && test->removing >= 0};
    /* The worker has read it before, and would not have run if it made no sense. */
    if (*order) lc_protocol_parse(&p->protocol, order, find_operation, test, error, sizeof error);
}

static uint8_t own_number(uint8_t part) { return part == LC_PART_AFTER ? 0 : part; }

static lc_form_call form_of(const lc_promise *p, const lc_sketch_call *c) {
    lc_form_call call = {.op = find_operation(p->test, c->name.at, c->name.length), .part = c->part};
    for (uint32_t k = 0; k < c->count && c->may_be && k < LC_FORM_ARGUMENTS; k++) {
        const lc_said_argument *a = &c->may_be[k];
        if (c->arguments[k].symbol.length) continue; /* whatever it is, shrinking leaves it alone */
        call.arguments[call.count++] =
            (lc_form_argument){.kind = (int)a->kind, .value = c->arguments[k].number, .low = a->low, .high = a->high};
    }
    return call;
}

unsigned lc_promise_breaks(const lc_promise *p, const lc_sketch *s) {
    _Static_assert((int)LC_PART_BEFORE == (int)LC_FORM_BEFORE && (int)LC_PART_AFTER == (int)LC_FORM_AFTER, "one count");
    lc_form_call *calls = calloc(s->calls.count + 1, sizeof *calls);
    lc_form form = {.protocol = &p->protocol,
                    .balanced = p->balanced,
                    .adding = p->test->adding,
                    .removing = p->test->removing,
                    .calls = calls};
    for (uint32_t i = 0; i < s->calls.count && calls; i++) {
        bool fixed = s->fixed && s->calls.at[i].part != LC_PART_BEFORE && s->calls.at[i].part != LC_PART_AFTER;
        if (!fixed) calls[form.count++] = form_of(p, &s->calls.at[i]);
    }
    unsigned breaks = calls ? lc_form_breaks(&form) : ~0u;
    free(calls);
    return breaks;
}

void lc_promise_number(lc_sketch *s) {
    for (uint32_t i = 0; i < s->calls.count; i++) {
        lc_sketch_call *c = &s->calls.at[i];
        for (uint32_t k = 0; k < c->count && c->may_be; k++)
            if (c->may_be[k].kind == LC_ARGUMENT_THREAD && !c->arguments[k].symbol.length &&
                c->arguments[k].number == own_number(c->was_in))
                c->arguments[k].number = own_number(c->part);
    }
}

static int64_t surplus(const lc_promise *p, const lc_sketch *s) {
    int64_t adds = 0;
    for (uint32_t i = 0; i < s->calls.count; i++) {
        int op = find_operation(p->test, s->calls.at[i].name.at, s->calls.at[i].name.length);
        adds += (op == p->test->adding) - (op == p->test->removing);
    }
    return adds;
}

void lc_promise_balance(const lc_promise *p, lc_sketch *s) {
    int64_t left = p->balanced ? surplus(p, s) : 0;
    uint8_t part = left > 0 ? LC_PART_BEFORE : LC_PART_AFTER;
    int wanted = left > 0 ? p->test->adding : p->test->removing;
    left = left > 0 ? left : -left;
    for (uint32_t i = s->calls.count; i-- > 0 && left;) {
        const lc_sketch_call *c = &s->calls.at[i];
        if (c->part != part || find_operation(p->test, c->name.at, c->name.length) != wanted) continue;
        memmove(s->calls.at + i, s->calls.at + i + 1, (s->calls.count - i - 1) * sizeof *s->calls.at);
        s->calls.count--;
        left--;
    }
}
