/* A set of specifications: which object has which. */
#ifndef LC_SPEC_SPECS_H
#define LC_SPEC_SPECS_H

#include <lince/check.h>

#include "history/history.h"
#include "spec/spec.h"

typedef struct lc_assignment {
    char *object; /* NULL: every object that has none of its own */
    lc_instance instance;
    bool lent; /* it is not owned */
} lc_assignment;

struct lince_specs {
    LC_VEC(lc_assignment) list;
    lc_intern objects; /* their names, numbered as in the list; "": every object that has none of its own */
    LC_VEC(const lc_resolver *) resolvers;
};

/* Let another room's specifications be named, too. */
bool lc_specs_add_resolver(lince_specs *, const lc_resolver *);

/* Every object that has none of its own has this one, which stays the caller's and must live longer; there is none yet.
 * False: out of memory. */
bool lc_specs_lend(lince_specs *, const lc_instance *);

/* The specification of an object in this set; NULL: none. */
const lc_instance *lc_specs_find(const lince_specs *, lc_span object);

/* The set that the `spec` lines of a history name.  These come with the data, so they may name built-in ones only:
 * checking a history never runs code that it brought along. */
lince_status lc_specs_of_history(lince_specs **, const lince_history *, lince_error *);

/* Notes in a history with Jepsen's habits which of its methods return nothing, so that no result of theirs is shown. */
void lc_note_mute(lince_history *, const lince_specs *given);

#endif
