/* Names for the data that the steps of a trace touch: variables by the program's own names, members of objects behind
 * pointers by the types of the pointers, and all else by letters. */
#ifndef LC_TESTER_VIEW_ACCESS_NAMES_H
#define LC_TESTER_VIEW_ACCESS_NAMES_H

#include "tester/view/interleaving_view.h"

typedef struct lc_names lc_names;

/* The steps and `lines` (may be NULL) must outlive it.  NULL: out of memory. */
lc_names *lc_names_new(const lc_trace_step *, size_t count, lc_lines *);
void lc_names_free(lc_names *);

/* The data at the step's address: `queue.head`, `A.next`, `B+8`. */
void lc_names_location(lc_names *, lince_text *, size_t step);
/* A value of the step, before or after it. */
void lc_names_value(lc_names *, lince_text *, size_t step, uint64_t value);
/* The start of an object: `A`; of one that was freed, and whose place was used again, `A'`. */
void lc_names_object(lc_names *, lince_text *, size_t step, uint64_t address);
/* Was what lies at the step's address freed before the step? */
bool lc_names_is_freed(const lc_names *, size_t step);

/* A step in words: `CAS queue.head: A → B`.  A return is shown with the call, which the caller remembers. */
void lc_step_words(lince_text *, lc_names *, const lc_trace_step *steps, size_t step, const char *call);
/* A step that is about to be taken: `CAS queue.head`. */
void lc_step_intent(lince_text *, lc_names *, const lc_trace_step *steps, size_t step);
/* `load`, `compare-and-swap-failed`; for programs. */
const char *lc_step_name(unsigned kind);

/* Its stack, as a member of a JSON object with this key. */
struct lc_writer;
void lc_frames_json(struct lc_writer *, const char *key, const lc_trace_step *, lc_lines *);

#endif
