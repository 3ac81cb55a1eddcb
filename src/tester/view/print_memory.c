/* A failure that exists under a weak memory model: the name of the model; and of a graph the part of its order that a
 * time line cannot show, because there happens-before orders the operations. */
#include <string.h>

#include "report/report.h"
#include "report/words.h"
#include "target/explore/control.h"
#include "tester/instrument/uninstrumented_scan.h"
#include "tester/view/print.h"

enum { INDENT = 2 };

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

void lcd_print_remedy(lince_text *out, const lcd_test_run *t) {
    const lcd_test_settings *o = &t->session->settings;
    if (!o->fix && !o->replay)
        lc_text_puts(out, " --fix finds the cheapest orders that repair it, and prints a patch.");
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
    lcd_print_remedy(out, t);
}

void lcd_print_memory(lince_text *out, const lcd_test_run *t) {
    const lcr_style *style = &t->session->style;
    lince_text text = {0};
    bool weak = t->failure && t->failure->memory != LCT_MEMORY_SC;
    const lince_history *h = t->failure ? t->failure->history : NULL;
    if (!weak && (!h || (!h->order.threads && !h->order.clients.count))) return; /* all is in the time line */
    lc_text_putc(out, '\n');
    if (weak) put_model(&text, t);
    if (weak) lcr_put_wrapped(out, style, lc_text(&text), INDENT, 0);
    if (h) lcr_report_partial_order(out, style, h, true);
    out->cut |= text.cut;
    lc_text_free(&text);
}
