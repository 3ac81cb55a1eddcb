/* A whole history for people. */
#include <string.h>

#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

typedef struct counts {
    uint32_t objects, pending, crashed, failed;
} counts;

/* Objects are known only through their methods, which are interned by object and name: compare names. */
static uint32_t count_objects(const lince_history *h) {
    lc_intern names;
    lc_intern_init(&names, NULL);
    for (uint32_t m = 0; m < h->methods.items.count; m++) {
        const char *object = lc_intern_get(&h->methods, m)->bytes;
        lc_intern_add(&names, object, strlen(object) + 1);
    }
    uint32_t count = names.items.count;
    lc_intern_free(&names);
    return count;
}

static counts count(const lince_history *h) {
    counts n = {.objects = count_objects(h)};
    for (uint32_t i = 0; i < h->ops.count; i++) {
        switch (lc_op_outcome(h, &h->ops.at[i])) {
        case LC_INVOKE: n.pending++; break;
        case LC_CRASH: n.crashed++; break;
        case LC_FAIL: n.failed++; break;
        case LC_RETURN: break;
        }
    }
    return n;
}

static void put_extent(lince_text *out, const lince_history *h, const counts *n) {
    lc_put_count(out, h->ops.count, "operation");
    lc_text_puts(out, ", ");
    lc_put_count(out, h->threads.items.count, "thread");
    lc_text_puts(out, ", ");
    lc_put_count(out, n->objects, "object");
    if (n->pending) lc_text_printf(out, ", %u pending", n->pending);
    if (n->crashed) lc_text_printf(out, ", %u crashed", n->crashed);
    if (n->failed) lc_text_printf(out, ", %u failed", n->failed);
}

void lcr_put_extent(lince_text *out, const lince_history *h) {
    counts n = count(h);
    put_extent(out, h, &n);
}

static void put_header(lince_text *out, const lcr_style *style, const lince_history *h, const counts *n, bool several) {
    lince_text line = {0};
    lcr_colour_on(&line, style, LCR_BOLD);
    lcr_put_source(&line, style, h, several);
    lcr_colour_off(&line, style, LCR_BOLD);
    lc_text_puts(&line, ": ");
    put_extent(&line, h, n);
    lcr_put_wrapped(out, style, lc_text(&line), 0, 2);
    out->cut |= line.cut;
    lc_text_free(&line);
}

static void put_sign(lince_text *out, const lcr_style *style, const char *sign, const char *meaning) {
    lcr_colour_on(out, style, LCR_DIM);
    lc_text_printf(out, "%s %s", sign, meaning);
    lcr_colour_off(out, style, LCR_DIM);
    lc_text_putc(out, '\n');
}

/* Only the signs that occur. */
static void put_legend(lince_text *out, const lcr_style *style, const counts *n) {
    const lcr_glyphs *g = lcr_style_glyphs(style);
    if (n->pending || n->crashed || n->failed) lc_text_putc(out, '\n');
    if (n->pending) put_sign(out, style, g->open_end, "never returned");
    if (n->crashed) put_sign(out, style, g->crash, "crashed: may or may not have happened");
    if (n->failed) put_sign(out, style, g->fail, "failed: did not happen");
}

/* A few are printed; of many only the number. */
static void put_remarks(lince_text *out, const lcr_style *style, const lince_history *h) {
    enum { FEW = 8 };
    uint32_t count = h->remarks.list.count;
    lince_text line = {0};
    if (!count) return;
    lc_text_putc(out, '\n');
    if (count > FEW) {
        lc_put_count(&line, count, "remark");
        lc_text_puts(&line, " in the file; --html shows them");
        lcr_put_wrapped(out, style, lc_text(&line), 0, 2);
    }
    for (uint32_t i = 0; i < count && count <= FEW; i++) {
        lcr_report_remark(out, style, h, &h->remarks.list.at[i], "# ");
    }
    lc_text_free(&line);
}

void lcr_report_show(lince_text *out, const lcr_style *style, const lince_history *h, bool several) {
    counts n = count(h);
    lcr_shown_list shown = {0};
    put_header(out, style, h, &n, several);
    lcr_show_all(&shown, h);
    if (shown.count < h->ops.count) out->cut = true;
    if (shown.count) {
        lc_text_putc(out, '\n');
        lcr_drawing drawing = {.ops = shown.at, .count = shown.count, .lines = true};
        lcr_draw_timeline(out, style, h, &drawing);
        put_legend(out, style, &n);
        if (h->order.threads) lc_text_putc(out, '\n');
        lcr_report_partial_order(out, style, h, false);
    }
    put_remarks(out, style, h);
    lc_vec_free(NULL, &shown);
}
