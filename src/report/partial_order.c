/* The partial order of a history in words, where a time line cannot show it: the events of the history are those of one
 * schedule, and not all that they order counts. */
#include <stdlib.h>

#include "history/partial_order.h"
#include "report/operation.h"
#include "report/report.h"
#include "report/words.h"

enum { INDENT = 2, PAIRS_MOST = 6, WIDTH = 30 /* of an operation */ };

typedef struct sentence {
    lince_text *out;
    const lcr_style *style;
    const lince_history *h;
    bool *apart; /* per operation: it runs before or after all threads */
    uint32_t pairs;
} sentence;

static bool is_main(const lince_history *h, uint32_t op) {
    return lc_span_is(lc_thread_name(h, &h->ops.at[op]), "main");
}

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

static void put_operation(const sentence *s, uint32_t op) {
    lcr_put_operation(s->out, s->style, s->h, op, LCR_OP_THREAD | LCR_OP_OBJECT | LCR_OP_RESULT | LCR_OP_GLUED, WIDTH);
}

static bool is_of_client(const lince_history *h, uint32_t first, uint32_t second) {
    for (uint32_t i = 0; i < h->order.clients.count; i++)
        if (h->order.clients.at[i].before == first && h->order.clients.at[i].op == second) return true;
    return false;
}

static bool put_pair(void *context, uint32_t first, uint32_t second) {
    sentence *s = context;
    if (s->apart[first] || s->apart[second] || is_of_client(s->h, first, second) || ++s->pairs > PAIRS_MOST)
        return true;
    lc_text_puts(s->out, s->pairs > 1 ? ", " : "");
    put_operation(s, first);
    lc_text_puts(s->out, " comes before ");
    put_operation(s, second);
    return true;
}

static void put_sentence(sentence *s) {
    bool apart = false;
    for (uint32_t i = 0; i < s->h->ops.count; i++) apart |= s->apart[i] = is_apart(s->h, i);
    if (apart) lc_text_puts(s->out, "main's operations come before or after all of the threads, ");
    if (!lc_history_edges(s->h, put_pair, s)) s->out->cut = true;
    if (s->pairs > PAIRS_MOST) lc_text_printf(s->out, ", and so on for %u more pairs", s->pairs - PAIRS_MOST);
    if (s->pairs) lc_text_puts(s->out, "; no other operations of different threads are ordered.");
    else {
        lc_text_puts(s->out, apart ? "and no operation" : "no operation");
        lc_text_puts(s->out, " of a thread comes before one of another thread.");
    }
}

/* A client orders operations by its own means; or no order of a lock is legal. */
static void report_client(lince_text *out, const lcr_style *style, const lince_history *h, bool executed) {
    lince_text text = {0};
    sentence s = {&text, style, h, NULL, 0};
    for (uint32_t i = 0; i < h->order.clients.count && h->order.locked; i++) {
        lc_text_puts(&text, i ? ", and " : "Missing synchronization: as ");
        put_operation(&s, h->order.clients.at[i].op);
        lc_text_puts(&text, " does not synchronize with ");
        put_operation(&s, h->order.clients.at[i].before);
    }
    if (text.length)
        lc_text_puts(&text,
                     ", no legal order of the operations is one in which each synchronizes with the later ones to "
                     "which it owes that.");
    for (uint32_t i = 0; i < h->order.clients.count && !h->order.locked; i++) {
        lc_text_puts(&text, i ? ", and for " : "A client that waits for ");
        put_operation(&s, h->order.clients.at[i].before);
        lc_text_puts(&text, " before it calls ");
        put_operation(&s, h->order.clients.at[i].op);
    }
    bool waits = h->order.clients.count && !h->order.locked;
    if (waits) lc_text_puts(&text, " gets this.");
    if (text.length) lcr_put_wrapped(out, style, lc_text(&text), INDENT, 0);
    if (waits && executed)
        lcr_put_wrapped(out, style, "The steps below were executed without that waiting, and no step rules it out.",
                        INDENT, 0);
    out->cut |= text.cut;
    lc_text_free(&text);
}

void lcr_report_partial_order(lince_text *out, const lcr_style *style, const lince_history *h, bool executed) {
    lince_text text = {0};
    report_client(out, style, h, executed);
    if (!h->order.threads) return;
    sentence s = {&text, style, h, calloc(h->ops.count + (size_t)1, sizeof(bool)), 0};
    lc_text_puts(&text, executed ? "The time line shows the schedule that was executed. "
                                 : "The time line shows one schedule. ");
    lc_text_puts(&text, "Clients can rely on less: ");
    if (s.apart) put_sentence(&s);
    lcr_put_wrapped(out, style, lc_text(&text), INDENT, 0);
    out->cut |= text.cut || !s.apart;
    free(s.apart);
    lc_text_free(&text);
}
