/* What is wrong with a queue, in words. */
#include "monitor/fifo.h"

void lc_fifo_accuse(lc_fifo *q, const lc_watched *x, const char *pattern, const char *what,
                    const lc_watched_list *about) {
    lince_text reason = {0};
    lc_text_printf(&reason, "%s: ", pattern);
    lc_watched_print(&reason, q->watch, x);
    lc_text_printf(&reason, " %s", what);
    lc_watch_violated(q->watch, true, q->watch->events - 1, lc_text(&reason), about, about);
    lc_text_free(&reason);
}

void lc_fifo_accuse_overtaker(lc_fifo *q, const lc_inside *a, const lc_watched *remove) {
    const lc_overtaking *b = &q->overtakings.at[a->overtaker];
    lc_watched_list about = {0};
    lince_text reason = {0};
    (void)(lc_push(NULL, &about, a->add) && lc_push(NULL, &about, b->add) && lc_push(NULL, &about, b->remove));
    if (remove) (void)lc_push(NULL, &about, *remove);
    lc_text_puts(&reason, "not first in, first out: ");
    lc_watched_print(&reason, q->watch, &a->add);
    lc_text_puts(&reason, " returned before ");
    lc_watched_print(&reason, q->watch, &b->add);
    lc_text_puts(&reason, " was called, yet ");
    lc_watched_print(&reason, q->watch, &b->remove);
    lc_text_puts(&reason, remove ? " returned before " : " returned while nobody had removed the former");
    if (remove) {
        lc_watched_print(&reason, q->watch, remove);
        lc_text_puts(&reason, " was called");
    }
    lc_watch_violated(q->watch, true, q->watch->events - 1, lc_text(&reason), &about, &about);
    lc_text_free(&reason);
    lc_vec_free(NULL, &about);
}

void lc_fifo_accuse_missing(lc_fifo *q, const lc_watched *x) {
    lc_watched_list about = {0};
    lince_text reason = {0};
    lc_watched_missing(&reason, q->watch, x, &about);
    lc_watched_list alone = {0}; /* as often as it came before it was removed: the queue does without all of these */
    (void)lc_push(NULL, &alone, *x);
    lc_watch_violated(q->watch, true, q->watch->events - 1, lc_text(&reason), &about, &alone);
    lc_vec_free(NULL, &alone);
    lc_text_free(&reason);
    lc_vec_free(NULL, &about);
}

/* Its addition was not seen.  For the excerpt it is made up: by then it was over. */
void lc_fifo_accuse_stranger(lc_fifo *q, const lc_watched *x) {
    lc_watched_list about = {0};
    lince_text reason = {0};
    lc_watched add = q->known_by.add;
    add.slot = x->slot;
    add.args = x->results;
    add.call = q->watch->gap - 2;
    add.end = q->watch->gap - 1;
    if (q->watch->gap >= 2) (void)lc_push(NULL, &about, add);
    (void)(lc_push(NULL, &about, q->known_by.add) && lc_push(NULL, &about, q->known_by.remove) &&
           lc_push(NULL, &about, *x));
    lc_text_puts(&reason, "not first in, first out: ");
    lc_watched_print(&reason, q->watch, x);
    lc_text_puts(&reason, " removed what was inside since before the gap, but was called after ");
    lc_watched_print(&reason, q->watch, &q->known_by.remove);
    lc_text_puts(&reason, " had removed what was added behind the gap");
    lc_watch_violated(q->watch, true, q->watch->events - 1, lc_text(&reason), &about, &about);
    lc_text_free(&reason);
    lc_vec_free(NULL, &about);
}

void lc_fifo_accuse_empty(lc_fifo *q, const lc_watched *x) {
    lc_watched_list about = {0};
    for (uint32_t i = 0, n = q->inside.first; n != LC_NO_LINK && i < q->watch->options.recent; i++) {
        (void)lc_push(NULL, &about, lc_inside_at(q, n)->add);
        n = lc_inside_at(q, n)->after;
    }
    (void)lc_push(NULL, &about, *x);
    lc_fifo_accuse(q, x, "nothing found though something was inside",
                   "found nothing, although at every moment something was inside", &about);
    lc_vec_free(NULL, &about);
}
