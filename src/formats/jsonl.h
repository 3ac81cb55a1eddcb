/* Shared by the two shapes of JSON lines. */
#ifndef LC_FORMATS_JSONL_H
#define LC_FORMATS_JSONL_H

#include <jansson.h>

#include "formats/feed.h"
#include "formats/reader.h"

typedef struct lc_json {
    const char *file;
    unsigned long line;
    lince_error *error;
    lince_values *values;
    lc_value_stack items;
    enum { LC_JSON_ANY, LC_JSON_JEPSEN, LC_JSON_PLAIN } style; /* of events */
    char process[24];                                          /* room for an integer's digits */
} lc_json;

/* The value a piece of JSON stands for. */
lince_status lc_json_value(lc_json *, const json_t *, lince_value *);
/* The items of an array as one payload; anything else is one value, and nothing or null is none. */
lince_status lc_json_payload(lc_json *, const json_t *, lince_value *);
/* Fields that hold names.  `*name` is empty where the field is absent or null. */
lince_status lc_json_name(lc_json *, const json_t *object, const char *field, lc_span *name);
lince_status lc_json_process(lc_json *, const json_t *object, lc_span *name);
lince_status lc_json_process_of(lc_json *, const json_t *process, const char *field, lc_span *name);

/* An event on its own. */
lince_status lc_jsonl_line(lc_json *, lince_history *, const lc_line *, lc_fed *);

/* Operations with time stamps: collected line by line, put in order at the end. */
typedef struct lc_timed lc_timed;
lc_timed *lc_timed_new(lince_history *); /* NULL: out of memory */
lince_status lc_timed_add(lc_timed *, lc_json *, const json_t *object);
lince_status lc_timed_finish(lc_timed *, lince_error *);
void lc_timed_free(lc_timed *);

#endif
