/* A scanner for EDN, the notation of Clojure's data.
 *
 * Values come out as far as Lince has them: integers, symbols (keywords too, without their colon), strings, and lists
 * for vectors and lists alike.  A tag is dropped and its value is kept; but the tag of a tuple of Jepsen's independent
 * keys is noted.
 */
#ifndef LC_FORMATS_EDN_H
#define LC_FORMATS_EDN_H

#include "formats/input.h"
#include "history/value_text.h"

typedef enum lc_edn_kind {
    LC_EDN_ATOM, /* number, symbol or keyword: see `text` */
    LC_EDN_STRING,
    LC_EDN_CHARACTER,
    LC_EDN_OPEN,  /* ( [ { or #{, see `open` */
    LC_EDN_CLOSE, /* ) ] or } */
    LC_EDN_END
} lc_edn_kind;

typedef struct lc_edn {
    lc_input *input;
    lince_values *values;
    lince_error *error;
    size_t longest; /* token; 0: any */
    /* The token read last. */
    lc_edn_kind kind;
    char bracket; /* of an opening or closing token; `#` for a set */
    unsigned long line;
    lince_text text; /* of an atom, string or character, escapes decoded */

    bool tuple; /* there was `#jepsen.independent/tuple` since this was set to false */

    lince_text *record; /* where the tokens of a form are written down; NULL: nowhere */

    lc_value_stack items;
    int depth;
    /* Why the value read last is none of Lince's: "" if it is one. */
    char not_a_value[160];
    unsigned long not_a_value_line;
} lc_edn;

void lc_edn_free(lc_edn *);

lince_status lc_edn_next(lc_edn *); /* the next token, past discarded forms and tags */
/* From now on, the token that was read last included, tokens are also written down. */
void lc_edn_record(lc_edn *, lince_text *);
lince_status lc_edn_skip(lc_edn *);                 /* the rest of the form that the token begins */
lince_status lc_edn_value(lc_edn *, lince_value *); /* the form that the token begins; see `not_a_value` */

#endif
