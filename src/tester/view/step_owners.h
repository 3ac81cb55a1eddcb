/* Which operations of a history the steps of its execution belong to. */
#ifndef LC_TESTER_VIEW_STEP_OWNERS_H
#define LC_TESTER_VIEW_STEP_OWNERS_H

#include "history/history.h"
#include "tester/view/interleaving_view.h"

typedef struct lcd_step_owners lcd_step_owners;

lcd_step_owners *lcd_step_owners_new(const lince_history *); /* the history may be NULL; NULL: out of memory */
void lcd_step_owners_free(lcd_step_owners *);
/* To be called once for each step, in their order.  LC_NEVER: it is none's, or not known. */
uint32_t lcd_step_owner(lcd_step_owners *, const lcd_trace_step *);

#endif
