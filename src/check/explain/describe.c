#include "check/explain/describe.h"

#include <string.h>

enum { LONGEST = 120 }; /* bytes of one value, or of all arguments of an operation */

/* Where a character of UTF-8 begins, at `at` or up to three bytes before. */
static size_t boundary(const lince_text *t, size_t at) {
    for (int i = 0; i < 3 && (t->at[at] & 0xC0) == 0x80; i++) at--;
    return at;
}

/* Keeps both ends of the text written since `start`, if it is long. */
static void shorten(lince_text *t, size_t start) {
    static const char ellipsis[] = "…";
    size_t mark = strlen(ellipsis);
    if (t->cut || t->length - start <= LONGEST) return;
    size_t head = boundary(t, start + LONGEST / 2), tail = boundary(t, t->length - LONGEST / 2);
    if (tail <= head + mark) return; /* it would not become shorter */
    memcpy(t->at + head, ellipsis, mark);
    memmove(t->at + head + mark, t->at + tail, t->length - tail + 1);
    t->length -= tail - head - mark;
}

void lc_describe_value(lince_text *t, const lince_values *values, lince_value v) {
    size_t start = t->length;
    lc_value_print(t, values, v);
    shorten(t, start);
}

void lc_describe_results(lince_text *t, const lince_history *h, const lc_op *op) {
    size_t start = t->length;
    lc_op_print_results(t, h, op);
    shorten(t, start);
}

static void say_operation(lince_text *t, const lince_history *h, const lc_op *op) {
    size_t start = t->length;
    lc_op_print(t, h, op);
    shorten(t, start);
}

static void say_thread(lince_text *t, const lince_history *h, const lc_op *op) {
    lc_span thread = lc_thread_name(h, op);
    lc_text_puts(t, " by ");
    size_t start = t->length;
    lc_text_add(t, thread.at, thread.length);
    shorten(t, start);
}

void lc_describe_call(lince_text *t, const lince_history *h, const lc_op *op) {
    say_operation(t, h, op);
    say_thread(t, h, op);
}

void lc_describe_op(lince_text *t, const lince_history *h, const lc_op *op) {
    lince_text results = {0};
    say_operation(t, h, op);
    lc_describe_results(&results, h, op);
    if (results.length) lc_text_printf(t, " → %s", lc_text(&results));
    lc_text_free(&results);
    say_thread(t, h, op);
}
