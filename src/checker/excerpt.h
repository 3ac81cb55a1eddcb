/* The operations that conflict, as a history that is a violation by itself. */
#ifndef LC_CHECKER_EXCERPT_H
#define LC_CHECKER_EXCERPT_H

#include "base/text.h"
#include "base/vec.h"
#include "check/result.h"
#include "spec/spec.h"

/* A thread, an object or a symbol that has another name in the excerpt. */
typedef struct lck_renamed {
    const char *kind; /* `thread`, `object` or `symbol` */
    lince_text before, now;
} lck_renamed;

typedef struct lck_excerpt {
    lince_history *history;
    LC_VEC(lck_renamed) renamed; /* each once, by first use */
} lck_excerpt;

/* Cuts it out of a history that is a violation; `specs` may be NULL.  Also after a failure the excerpt is to be freed.
 * The error of LINCE_BAD_INPUT has the part that cannot be written. */
lince_status lck_excerpt_cut(lck_excerpt *, const lince_specs *, const lince_history *, const lince_result *,
                             lince_error *);
void lck_excerpt_free(lck_excerpt *);

/* Can a history name this specification itself, or does a command have to? */
bool lck_is_built_in(const lc_instance *);

#endif
