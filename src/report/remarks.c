/* Remarks of the file for people, each with the event that it is about. */
#include <string.h>

#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

enum { OPERATION_MOST = 40, TEXT_MOST = 240 };

/* `before the call of T1 enq(5): ` */
static void put_event(lince_text *out, const lcr_style *style, const lince_history *h, const lc_remark *r) {
    static const char *const names[] = {
        [LC_INVOKE] = "call", [LC_RETURN] = "return", [LC_CRASH] = "crash", [LC_FAIL] = "failure"};
    if (r->at >= h->events.count) {
        lc_text_puts(out, "at the end: ");
        return;
    }
    if (r->thread == LC_NEVER && !r->at) {
        lc_text_puts(out, "at the beginning: ");
        return;
    }
    lc_event e = h->events.at[r->at];
    lc_text_printf(out, "%sthe %s of ", r->thread == LC_NEVER ? "before " : "", names[lc_event_what(e)]);
    unsigned result = lc_event_what(e) == LC_RETURN ? LCR_OP_RESULT : 0;
    lcr_put_operation(out, style, h, lc_event_op(e), LCR_OP_THREAD | LCR_OP_OBJECT | result | LCR_OP_GLUED,
                      OPERATION_MOST);
    lc_text_puts(out, ": ");
}

void lcr_report_remark(lince_text *out, const lcr_style *style, const lince_history *h, const lc_remark *r,
                       const char *mark) {
    lc_span rest = lc_remark_text(h, r);
    for (bool first = true; rest.length; first = false) {
        const char *end = memchr(rest.at, '\n', rest.length);
        size_t length = end ? (size_t)(end - rest.at) : rest.length, used = length + (end != NULL);
        lince_text line = {0};
        lc_text_puts(&line, mark);
        lcr_glue(&line, 0);
        if (first) put_event(&line, style, h, r);
        else lc_text_printf(&line, "%c%c", LCR_GLUE, LCR_GLUE); /* below the first line */
        lcr_put_short(&line, style, rest.at, length, TEXT_MOST);
        if (length) lcr_put_wrapped(out, style, lc_text(&line), 0, (unsigned)strlen(mark) + 2);
        out->cut |= line.cut;
        lc_text_free(&line);
        rest = (lc_span){rest.at + used, rest.length - used};
    }
}
