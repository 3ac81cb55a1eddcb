/* Temporal formulas for automata: in negation normal form, simplified, and each only once.
 *
 * A formula is a number.  Its atoms are bits of a letter: first the distinct conditions of the formula, then its
 * distinct events.  A letter describes a point of a run: the conditions that hold in the state, and the event of the
 * step that led there.
 */
#ifndef LC_MODEL_LTL_LTL_FORMS_H
#define LC_MODEL_LTL_LTL_FORMS_H

#include "base/map64.h"
#include "lang/syntax.h"
#include "model/lts.h"

typedef enum lcm_form_kind {
    LCM_F_FALSE,
    LCM_F_TRUE,
    LCM_F_YES, /* atom a holds */
    LCM_F_NO,  /* atom a does not */
    LCM_F_AND,
    LCM_F_OR,
    LCM_F_NEXT,
    LCM_F_UNTIL,
    LCM_F_RELEASE /* b holds up to and including the first a, or forever */
} lcm_form_kind;

typedef struct lcm_form {
    uint32_t kind, a, b;
} lcm_form;

enum { LCM_FORM_FALSE, LCM_FORM_TRUE, LCM_ATOMS_MAX = 64 };

typedef struct lcm_forms {
    lc_budget *budget;
    lc_intern at;
    LC_VEC(bool) timeless; /* of each: does it hold at one point of a run if and only if it holds at every other? */
    lc_map64 memo;         /* the normal form of each part of the formula and its negation */
    uint32_t condition_count, event_count;     /* atoms: conditions, then events */
    const lcm_expr *conditions[LCM_ATOMS_MAX]; /* any one of those that are alike */
    uint32_t condition_numbers[LCM_ATOMS_MAX]; /* of the system */
    lcm_label events[LCM_ATOMS_MAX];
    bool too_large; /* more atoms than there is room for */
} lcm_forms;

void lcm_forms_init(lcm_forms *, lc_budget *);
void lcm_forms_free(lcm_forms *);
static inline lcm_form lcm_form_get(const lcm_forms *f, uint32_t form) {
    return *(const lcm_form *)lc_intern_get(&f->at, form)->bytes;
}

/* The negation of a formula.  `conditions`: those the system was made with, among them all of the formula; the names of
 * events are the model's.  Memory out: the budget is exhausted, and the form means nothing. */
uint32_t lcm_forms_deny(lcm_forms *, const lcm_ltl *, const lcm_model *, lcm_alphabet *,
                        const lcm_expr *const *conditions, uint32_t condition_count);

#endif
