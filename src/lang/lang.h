/* Reading models. */
#ifndef LC_LANG_LANG_H
#define LC_LANG_LANG_H

#include <lince/error.h>

#include "base/text.h"
#include "lang/syntax.h"

/* Reads and checks a model.  `file` is only for messages.  The error names the line and begins with the column;
 * lcm_model_show_place shows that place.  In any case lcm_model_free is to be called. */
lince_status lcm_model_parse(lcm_model *, const char *file, const char *text, size_t length, lince_error *);
lince_status lcm_model_read(lcm_model *, const char *path, lince_error *); /* the same from a file */
void lcm_model_free(lcm_model *);

/* A `#define` whose value replaces that of the model. */
typedef struct lcm_override {
    const char *name;
    int32_t number;
    bool used; /* the model has a `#define` of this name */
} lcm_override;
/* With overridden constants; the path - is standard input. */
lince_status lcm_model_read_with(lcm_model *, const char *path, lcm_override *, uint32_t count, lince_error *);

/* Which place the error is about; false: none. */
bool lcm_error_place(const lince_error *, lcm_place *);

/* The line of a place with a caret below it. */
void lcm_model_show_place(lince_text *, const char *text, size_t length, lcm_place);

/* Back to text. */
void lcm_process_print(lince_text *, const lcm_model *, const lcm_process *);

#endif
