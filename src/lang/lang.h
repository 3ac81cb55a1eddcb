/* Reading models. */
#ifndef LC_LANG_LANG_H
#define LC_LANG_LANG_H

#include <lince/error.h>

#include "base/text.h"
#include "lang/syntax.h"

/* Reads and checks a model.  `file` is only for messages.  The error names the line and begins with the column; what it
 * is about is shown by lc_model_show_place.  In any case lc_model_free is to be called. */
lince_status lc_model_parse(lc_model *, const char *file, const char *text, size_t length, lince_error *);
lince_status lc_model_read(lc_model *, const char *path, lince_error *); /* the same from a file */
void lc_model_free(lc_model *);

/* The line of a place with a caret below it. */
void lc_model_show_place(lince_text *, const char *text, size_t length, lc_place);

/* Back to text. */
void lc_expr_print(lince_text *, const lc_model *, const lc_definition *, const lc_expr *);
void lc_process_print(lince_text *, const lc_model *, const lc_definition *, const lc_process *);
void lc_model_print(lince_text *, const lc_model *); /* can be read again, and then means the same */

#endif
