/* A specification made of an object's results when its operations ran one after another.
 *
 * Where no specification is given the object is one itself (Burckhardt, Dern, Musuvathi and Tan's "Line-Up", and phase
 * 1 of Zhang, Chattopadhyay and Wang's "Round-up", section IV): its operations may return the results that they return
 * in some sequential order of the same calls.  Add every sequential history of a scenario, and take the specification.
 */
#ifndef LC_TESTER_ORACLE_GOLDEN_H
#define LC_TESTER_ORACLE_GOLDEN_H

#include <lince/check.h>

#include "base/intern.h"

typedef struct lcd_golden lcd_golden;

lcd_golden *lcd_golden_new(void); /* NULL: out of memory, as everywhere here */
void lcd_golden_free(lcd_golden *);

/* A history without overlapping operations.  Its last one may be open: it was blocked, so it has no step there.  False:
 * the history is not of this kind, or memory ran out. */
bool lcd_golden_add(lcd_golden *, const lince_history *serial);
/* An operation, `enq` or `q.enq`, that may occur in a history although it never came to run alone: an unexplained one
 * is a violation, an unknown one is an error. */
bool lcd_golden_know(lcd_golden *, const char *name);

/* Operations in their situations: a history that does not add to it was there already, or is the beginning of one that
 * was. */
size_t lcd_golden_size(const lcd_golden *);
/* Did the same calls in the same order return different things?  Then the object is not deterministic. */
bool lcd_golden_wavers(const lcd_golden *);

/* The specification of all histories added so far: each object gets their restrictions to it alone.  It is valid until
 * more is added, and several threads may use it. */
lince_status lcd_golden_specify(lcd_golden *, lince_specs *, lince_error *);

/* ---- orders that threads do not allow (golden_orders.c) ---- */

/* The same as a specification that also records queries that it cannot answer: calls where they never ran.  A check
 * that no step of it is missing from is not worse than one by the whole object.  One thread at a time. */
lince_status lcd_golden_specify_orders(lcd_golden *, lince_specs *, lince_error *);
/* How many questions the checks left since this was last called with `forget`. */
size_t lcd_golden_questions(lcd_golden *, bool forget);
/* Runs that answer the first of them, as scenarios of a single thread, each with its end; no more than there is `room`
 * for.  `fully`: with all calls of the history, which may answer the next queries.  Only `callable` operations can be
 * run.  `*count` is how many questions these are; out of memory if the text is cut. */
void lcd_golden_runs(lcd_golden *, const lince_history *, const lc_intern *callable, bool fully, size_t room,
                     lince_text *out, size_t *count);
/* All orders of the calls of the history, where these are few enough for the room: then most queries are unnecessary.
 * `*count` is how many; 0: it is not so. */
void lcd_golden_all_runs(lcd_golden *, const lince_history *, const lc_intern *callable, size_t room, lince_text *out,
                         size_t *count);
/* How many of the first `count` questions are still not answered, now that the runs were added.  These are put first.
 * `give_up`: nothing came of running them, so the calls have no step there. */
size_t lcd_golden_settle(lcd_golden *, size_t count, bool give_up);

#endif
