/* The reason why a queue is wrong, in words. */
#include "monitor/fifo.h"

void lco_fifo_accuse(lco_fifo *q, const lco_watched *x, const char *pattern, const char *what,
                     const lco_watched_list *about) {
    lince_text reason = {0};
    lc_text_printf(&reason, "%s: ", pattern);
    lco_watched_print(&reason, q->watch, x);
    lc_text_printf(&reason, " %s", what);
    lco_watch_violated(q->watch, true, q->watch->events - 1, lc_text(&reason), about, about);
    lc_text_free(&reason);
}

void lco_fifo_accuse_overtaker(lco_fifo *q, const lco_inside *a, const lco_watched *remove) {
    const lco_overtaking *b = &q->overtakings.at[a->overtaker];
    lco_watched_list about = {0};
    lince_text reason = {0};
    (void)(lc_push(NULL, &about, a->add) && lc_push(NULL, &about, b->add) && lc_push(NULL, &about, b->remove));
    if (remove) (void)lc_push(NULL, &about, *remove);
    lc_text_puts(&reason, "not first in, first out: ");
    lco_watched_print(&reason, q->watch, &a->add);
    lc_text_puts(&reason, " returned before ");
    lco_watched_print(&reason, q->watch, &b->add);
    lc_text_puts(&reason, " was called, yet ");
    lco_watched_print(&reason, q->watch, &b->remove);
    lc_text_puts(&reason, remove ? " returned before " : " returned while the former was still inside");
    if (remove) {
        lco_watched_print(&reason, q->watch, remove);
        lc_text_puts(&reason, " was called");
    }
    lco_watch_violated(q->watch, true, q->watch->events - 1, lc_text(&reason), &about, &about);
    lc_text_free(&reason);
    lc_vec_free(NULL, &about);
}

void lco_fifo_accuse_missing(lco_fifo *q, const lco_watched *x) {
    lco_watched_list about = {0};
    lince_text reason = {0};
    lco_watched_missing(&reason, q->watch, x, &about);
    lco_watched_list alone = {0}; /* as often as it came before it was removed: the queue does without all of these */
    (void)lc_push(NULL, &alone, *x);
    lco_watch_violated(q->watch, true, q->watch->events - 1, lc_text(&reason), &about, &alone);
    lc_vec_free(NULL, &alone);
    lc_text_free(&reason);
    lc_vec_free(NULL, &about);
}

/* Its addition was not seen.  For the excerpt it is inserted: by then it was over. */
void lco_fifo_accuse_stranger(lco_fifo *q, const lco_watched *x) {
    lco_watched_list about = {0};
    lince_text reason = {0};
    lco_watched add = q->known_by.add;
    add.slot = x->slot;
    add.args = x->results;
    add.call = q->watch->gap - 2;
    add.end = q->watch->gap - 1;
    if (q->watch->gap >= 2) (void)lc_push(NULL, &about, add);
    (void)(lc_push(NULL, &about, q->known_by.add) && lc_push(NULL, &about, q->known_by.remove) &&
           lc_push(NULL, &about, *x));
    lc_text_puts(&reason, "not first in, first out: ");
    lco_watched_print(&reason, q->watch, x);
    lc_text_puts(&reason, " removed a value that was inside since before the gap, but was called after ");
    lco_watched_print(&reason, q->watch, &q->known_by.remove);
    lc_text_puts(&reason, " had removed a value that was added behind the gap");
    lco_watch_violated(q->watch, true, q->watch->events - 1, lc_text(&reason), &about, &about);
    lc_text_free(&reason);
    lc_vec_free(NULL, &about);
}

void lco_fifo_accuse_empty(lco_fifo *q, const lco_watched *x) {
    lco_watched_list about = {0};
    for (uint32_t i = 0, n = q->inside.first; n != LCO_NO_LINK && i < q->watch->options.recent; i++) {
        (void)lc_push(NULL, &about, lco_inside_at(q, n)->add);
        n = lco_inside_at(q, n)->after;
    }
    (void)lc_push(NULL, &about, *x);
    lco_fifo_accuse(q, x, "nothing found though something was inside",
                    "found nothing, although at every moment something was inside", &about);
    lc_vec_free(NULL, &about);
}
