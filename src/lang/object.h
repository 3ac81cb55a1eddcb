/* Objects of models as specifications.
 *
 * An `object` declares a sequential object, or one whose operations wait for each other: variables, and the effect of
 * each operation on them.  Here it becomes a lince_spec like those that are built in, so that every command takes it.
 *
 * Values are those of histories: integers of 64 bits, symbols, strings, lists.  Variables hold one value, an array of a
 * fixed number of them, or a sequence.  A sequence that is an element of another, or is returned, is a list.
 *     length(s)  first(s)  last(s)  s[i]                parts of a sequence; i from 0
 *     butfirst(s)  butlast(s)  append(s, v)  prepend(s, v)
 *     contains(s, v)  remove(s, v)                      remove: the first that is equal, if there is one
 *     insert(s, v)                                      behind all that are not greater: keeps a sequence sorted, so
 *                                                       that bags and sets that hold the same are the same
 * Comparisons give `true` or `false`; these two and numbers can be conditions.
 *
 * An expression without a value (the first of an empty sequence, a sum with a symbol) is an error of the model.  A
 * specification cannot report errors while it runs, so the first one is stored: from then on no conclusion is drawn
 * from the object's steps, and lc_instance_failed returns the message.
 */
#ifndef LC_LANG_OBJECT_H
#define LC_LANG_OBJECT_H

#include "lang/syntax.h"
#include "spec/spec.h"

/* The model must outlive the instance, which is to be freed. */
lince_status lcm_object_instance(lc_instance *, const lcm_model *, const lcm_object *, lince_error *);

/* The object of this name; NULL: there is none. */
const lcm_object *lcm_model_object(const lcm_model *, const char *name);

/* The object that this is the instance of; NULL: it is something else. */
const lcm_object *lcm_object_of(const lc_instance *);
/* A state of it with other values: `renamed` is called for each that a variable holds.  Equally long. */
typedef lince_value lcm_rename(void *context, uint32_t field, lince_value);
void lcm_object_rename(const lcm_object *, const lince_value *state, lince_value *to, lcm_rename *renamed,
                       void *context);

/* `FILE.lin#Name`, or `FILE.lin` where the file has one object. */
extern const lc_resolver lcm_object_resolver;
/* A set of specifications that can also be named as objects of models, FILE.lin#Name; NULL: out of memory. */
struct lince_specs *lcm_specs_new(void);

#endif
