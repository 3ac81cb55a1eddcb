/* A failure that exists under a weak memory model: the name of the model, and the part of its history's order that a
 * time line cannot show.  There operations are ordered by happens-before, which is no order of intervals, while the
 * events of the history are those of one schedule. */
#include <string.h>

#include "report/operation.h"
#include "report/words.h"
#include "target/explore/control.h"
#include "tester/instrument/uninstrumented_scan.h"
#include "tester/view/print.h"

enum { INDENT = 2, PAIRS_MOST = 6, WIDTH = 30 /* of an operation */ };

bool lcd_print_is_weak_only(const lcd_test_run *t) {
    if (!t->failure || t->failure->memory == LCT_MEMORY_SC) return false;
    for (uint32_t i = 0; i < t->judge.failures.count; i++)
        if (t->judge.failures.at[i].memory == LCT_MEMORY_SC) return false;
    bool smaller = t->failure == &t->shrunk.failure && t->shrunk.from;
    const lcd_failure *found = smaller ? t->shrunk.from : t->failure;
    return lcd_coverage_is_proven(&t->coverage, LCT_MEMORY_SC, found->place.scenario);
}

/* C11 has no meaning for inline assembly; x86 orders more than the orders that stand for it. */
static void put_assembly(lince_text *out, const lcd_test_run *t) {
    bool tso = t->failure->memory == LCT_MEMORY_TSO || t->failure->memory == LCT_MEMORY_SC;
    if (tso || !lcd_has_assembly(t->session->program.path)) return;
    lc_text_puts(out,
                 " Loads and stores of inline assembly counted there as acquire and release; x86 may not have the "
                 "failure (--memory tso).");
}

static void put_model(lince_text *out, const lcd_test_run *t) {
    lc_text_printf(out, "The failure exists under the memory model %s.", lcd_memory_name(t->failure->memory));
    put_assembly(out, t);
    if (!lcd_print_is_weak_only(t)) {
        lcd_why_print(out, &t->why);
        return;
    }
    bool smaller = t->failure == &t->shrunk.failure && strcmp(t->failure->scenario, t->shrunk.from->scenario) != 0;
    lc_text_puts(out, " Under sequential consistency all executions of the scenario");
    lc_text_puts(out, smaller ? " that it was shrunk from are correct." : " are correct.");
    lcd_why_print(out, &t->why);
}

/* ---- the order ---- */

static uint32_t thread_of(const lince_history *h, uint32_t op) { return h->ops.at[op].thread; }

static bool is_main(const lince_history *h, uint32_t op) {
    lc_span name = lc_thread_name(h, &h->ops.at[op]);
    return lc_span_is(name, "main");
}

/* Is it one that runs before or after all threads? */
static bool is_apart(const lince_history *h, uint32_t op) {
    if (!is_main(h, op)) return false;
    bool first = true, last = true;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        if (is_main(h, i)) continue;
        first &= lc_comes_before(h, op, i);
        last &= lc_comes_before(h, i, op);
    }
    return first || last;
}

/* Of different threads, one before the other, and none between them. */
static bool is_pair(const lince_history *h, uint32_t a, uint32_t b) {
    if (thread_of(h, a) == thread_of(h, b) || !lc_comes_before(h, a, b) || is_apart(h, a) || is_apart(h, b))
        return false;
    for (uint32_t c = 0; c < h->ops.count; c++)
        if (lc_comes_before(h, a, c) && lc_comes_before(h, c, b)) return false;
    return true;
}

static void put_operation(lince_text *out, const lcr_style *style, const lince_history *h, uint32_t op) {
    lcr_put_operation(out, style, h, op, LCR_OP_THREAD | LCR_OP_OBJECT | LCR_OP_RESULT | LCR_OP_GLUED, WIDTH);
}

static uint32_t put_pairs(lince_text *out, const lcr_style *style, const lince_history *h) {
    uint32_t count = 0;
    for (uint32_t a = 0; a < h->ops.count; a++)
        for (uint32_t b = 0; b < h->ops.count; b++) {
            if (!is_pair(h, a, b) || ++count > PAIRS_MOST) continue;
            lc_text_puts(out, count > 1 ? ", " : "");
            put_operation(out, style, h, a);
            lc_text_puts(out, " comes before ");
            put_operation(out, style, h, b);
        }
    if (count > PAIRS_MOST) lc_text_printf(out, ", and so on for %u more pairs", count - PAIRS_MOST);
    return count;
}

static void put_order(lince_text *out, const lcr_style *style, const lince_history *h) {
    bool apart = false;
    for (uint32_t i = 0; i < h->ops.count; i++) apart |= is_apart(h, i);
    lc_text_puts(out, "The time line shows the schedule that was executed. Clients can rely on less: ");
    if (apart) lc_text_puts(out, "main's operations come before or after all of the threads, ");
    if (!put_pairs(out, style, h)) {
        lc_text_puts(out, apart ? "and no operation" : "no operation");
        lc_text_puts(out, " of a thread comes before one of another thread.");
    } else lc_text_puts(out, "; no other operations of different threads are ordered.");
}

void lcd_print_memory(lince_text *out, const lcd_test_run *t) {
    const lcr_style *style = &t->session->style;
    lince_text text = {0};
    if (!t->failure || t->failure->memory == LCT_MEMORY_SC) return;
    lc_text_putc(out, '\n');
    put_model(&text, t);
    lcr_put_wrapped(out, style, lc_text(&text), INDENT, 0);
    lc_text_clear(&text);
    if (t->failure->history && t->failure->history->order.threads) {
        put_order(&text, style, t->failure->history);
        lcr_put_wrapped(out, style, lc_text(&text), INDENT, 0);
    }
    out->cut |= text.cut;
    lc_text_free(&text);
}
