#include "report/operation.h"

#include <assert.h>
#include <stdint.h>

#include "report/words.h"

enum { THREAD_MOST = 16 };

static void put_call(lince_text *out, const lince_history *h, const lc_op *op, unsigned flags) {
    lc_span method = lc_method_name(h, op);
    if (flags & LCR_OP_OBJECT) {
        lc_op_print(out, h, op);
        return;
    }
    lc_text_add(out, method.at, method.length);
    lc_text_putc(out, '(');
    lc_op_print_args(out, h, op);
    lc_text_putc(out, ')');
}

void lcr_put_thread(lince_text *out, const lcr_style *style, const lince_history *h, uint32_t op) {
    lc_span name = lc_thread_name(h, &h->ops.at[op]);
    lcr_put_short(out, style, name.at, name.length, THREAD_MOST);
}

void lcr_put_operation(lince_text *out, const lcr_style *style, const lince_history *h, uint32_t number, unsigned flags,
                       size_t most) {
    assert(number < h->ops.count);
    const lc_op *op = &h->ops.at[number];
    size_t start = out->length;
    lince_text text = {0};
    if (flags & LCR_OP_THREAD) {
        lcr_put_thread(out, style, h, number);
        lc_text_putc(out, ' ');
    }
    put_call(&text, h, op, flags);
    lince_text results = {0};
    if (flags & LCR_OP_RESULT) lc_op_print_results(&results, h, op);
    if (results.length) lc_text_printf(&text, " %s %s", lcr_style_glyphs(style)->arrow, lc_text(&results));
    text.cut |= results.cut;
    lc_text_free(&results);
    lcr_put_short(out, style, lc_text(&text), text.length, most ? most : SIZE_MAX);
    out->cut |= text.cut;
    lc_text_free(&text);
    if (flags & LCR_OP_GLUED) lcr_glue(out, start);
}

void lcr_put_duration(lince_text *out, double seconds) {
    if (!(seconds > 0)) seconds = 0;
    if (seconds < 0.00995) lc_text_printf(out, "%.1f ms", seconds * 1e3);
    else if (seconds < 0.9995) lc_text_printf(out, "%.0f ms", seconds * 1e3);
    else if (seconds < 9.95) lc_text_printf(out, "%.1f s", seconds);
    else lc_text_printf(out, "%.0f s", seconds);
}

void lcr_put_size(lince_text *out, size_t bytes) {
    static const char *const units[] = {"bytes", "KB", "MB", "GB", "TB"};
    double size = (double)bytes;
    unsigned unit = 0;
    while (size >= 999.5 && unit + 1 < sizeof units / sizeof *units) size /= 1000, unit++;
    lc_text_printf(out, unit && size < 9.95 ? "%.1f %s" : "%.0f %s", size, units[unit]);
}
