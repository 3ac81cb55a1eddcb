/* Names for the data that the steps of a trace touch: variables by the program's own names, members of objects behind
 * pointers by the types of the pointers, and all else by letters. */
#ifndef LC_TESTER_VIEW_ACCESS_NAMES_H
#define LC_TESTER_VIEW_ACCESS_NAMES_H

#include "tester/view/interleaving_view.h"
#include "tester/view/step_graph.h"

typedef struct lcd_names lcd_names;

/* The steps and `lines` (may be NULL) must outlive it.  NULL: out of memory. */
lcd_names *lcd_names_new(const lcd_trace_step *, size_t count, lcd_lines *);
void lcd_names_free(lcd_names *);

/* The data at the step's address: `queue.head`, `A.next`, `B+8`. */
void lcd_names_location(lcd_names *, lince_text *, size_t step);
/* A value of the step, before or after it. */
void lcd_names_value(lcd_names *, lince_text *, size_t step, uint64_t value);
/* The start of an object: `A`; of one that was freed, and whose place was used again, `A'`. */
void lcd_names_object(lcd_names *, lince_text *, size_t step, uint64_t address);
/* As in step_places.h, with the library's own lines where these are shown. */
bool lcd_names_place(lcd_names *, size_t step, const char **file, int *line);
lcd_step_graph *lcd_names_graph(lcd_names *); /* NULL: out of memory */
/* Was what lies at the step's address freed before the step? */
bool lcd_names_is_freed(const lcd_names *, size_t step);

/* Why one step does not happen before another: a read or write that would have to synchronize, in words, behind some
 * other accesses.  False: no reads lead from the one to the other, and nothing was written. */
bool lcd_weak_link_words(lince_text *, const char *before, lcd_names *, const lcd_trace_step *steps, size_t from,
                         size_t to);

/* A step in words: `CAS queue.head: A → B`.  A return is shown with the call, which the caller remembers. */
void lcd_step_words(lince_text *, lcd_names *, const lcd_trace_step *steps, size_t step, const char *call);
/* A step that is about to be taken: `CAS queue.head`. */
void lcd_step_intent(lince_text *, lcd_names *, const lcd_trace_step *steps, size_t step);
/* `load`, `compare-and-swap-failed`; for programs. */
const char *lcd_step_name(unsigned kind);
/* `acquire`, of `order` as in a step; NULL: it has none. */
const char *lcd_step_order(uint32_t order);

/* Its stack, as a member of a JSON object with this key. */
struct lcr_writer;
void lcd_frames_json(struct lcr_writer *, const char *key, const lcd_trace_step *, lcd_lines *);

#endif
