/* Remarks of the file for people, each with the event that it is about. */
#include <string.h>

#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

enum { OPERATION_MOST = 40, TEXT_MOST = 240 };

/* `before the call of T1 enq(5): ` */
static void put_event(lince_text *out, const lc_style *style, const lince_history *h, const lc_remark *r) {
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
    unsigned result = lc_event_what(e) == LC_RETURN ? LC_OP_RESULT : 0;
    lc_put_operation(out, style, h, lc_event_op(e), LC_OP_THREAD | LC_OP_OBJECT | result | LC_OP_GLUED, OPERATION_MOST);
    lc_text_puts(out, ": ");
}

void lc_put_remark(lince_text *out, const lc_style *style, const lince_history *h, const lc_remark *r) {
    lc_span span = lc_remark_text(h, r);
    lince_text line = {0};
    put_event(out, style, h, r);
    lc_text_add(&line, span.at, span.length);
    for (size_t i = 0; i < line.length; i++)
        if (line.at[i] == '\n') line.at[i] = ' ';
    lc_put_short(out, style, lc_text(&line), line.length, TEXT_MOST);
    out->cut |= line.cut;
    lc_text_free(&line);
}
