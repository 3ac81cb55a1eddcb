/* Specifications inside Lince: finding them, setting their parameters, running their steps. */
#ifndef LC_SPEC_SPEC_H
#define LC_SPEC_SPEC_H

#include <lince/error.h>
#include <lince/spec.h>

#include "base/intern.h"

#define LC_SPEC_ABI_LEAST 2u /* the oldest version of the interface that is still taken */
#define LC_PARAMS_MAX     8
#define LC_METHODS_MAX    256 /* rows of an operation table */
#define LC_ARITY_MAX      256 /* operations that take one step together */

/* Functions for an object that a resolver made for an instance. */
typedef struct lc_made {
    void (*free)(void *);
    bool (*failed)(const void *, lince_error *); /* see lc_instance_failed */
} lc_made;

/* A specification with its parameters set, as named by `semaphore:n=2`. */
typedef struct lc_instance {
    const lince_spec *spec;
    int64_t params[LC_PARAMS_MAX];
    char *name;          /* as it was written */
    char *init;          /* the value of `init=`, or NULL */
    void *plugin;        /* the handle of dlopen, or NULL */
    void *made;          /* the resolver's object, or NULL, */
    const lc_made *kind; /* and its kind */
    /* The declared kind, once it is checked.  Every algorithm for objects of one kind is chosen by it and by the roles
     * of the methods, never by the address or the name of a specification. */
    lince_object_kind is;
    int64_t size;           /* of a queue or stack its capacity, 0: none; of a semaphore its initial value */
    struct lc_table *table; /* the table of `spec` if it is not the one that was given, or NULL */
    /* Where the specification has operations besides those of its kind, `is` is LINCE_IS_OTHER, and this is the same
     * object for histories that call none of them, with its kind and the facts that follow from that.  Such facts need
     * not hold elsewhere: an operation that returned EMPTY may have changed a number that only `size` shows.  Else
     * NULL. */
    struct lc_instance *of_kind;
    /* It is such an `of_kind`: an operation that changes nothing by its kind may change the part of the state that no
     * operation of the kind observes. */
    bool partial;
} lc_instance;

/* The built-in specifications, ordered by name. */
extern const lince_spec *const lc_builtin_specs[];
extern const size_t lc_builtin_spec_count;
bool lc_names_builtin(const char *text); /* `NAME[:...]`, with any text behind it */
/* The table to use with these parameters: a queue with a capacity has another one than a queue without. */
const lince_spec *lc_builtin_variant(const lince_spec *, const int64_t *params);
/* The built-in specification that has all operations of a kind; of a queue or stack the one with a capacity, if `size`
 * is not 0.  NULL: there is none. */
const lince_spec *lc_builtin_of_kind(lince_object_kind, int64_t size);
/* The name of a kind, such as `queue`. */
const char *lc_kind_name(lince_object_kind);
lince_object_kind lc_kind_named(const char *name); /* LINCE_IS_OTHER: there is none of this name */
/* The built-in specifications for people: name, parameters and operations of each on a line. */
void lc_specs_list(lince_text *);
/* All of them, or those that must be given, with `before` in front; false: there are none. */
bool lc_params_print(lince_text *, const lince_spec *, bool with_optional, const char *before);

/* A way to find specifications that are not built in; higher rooms register theirs (FILE.lin#Name). */
typedef struct lc_resolver {
    bool (*claims)(const char *name);
    lince_status (*resolve)(const char *name, lc_instance *, lince_error *);
} lc_resolver;
extern const lc_resolver lc_plugin_resolver; /* paths of shared objects */
void lc_plugin_close(void *plugin);

/* `NAME[:param=value,...]`.  The instance is to be freed. */
lince_status lc_instance_parse(lc_instance *, const char *text, const lc_resolver *const *resolvers,
                               size_t resolver_count, lince_error *);
lince_status lc_instance_of(lc_instance *, const lince_spec *, lince_error *); /* all parameters by default */
void lc_instance_free(lc_instance *);
/* Resolves the declarations of the specification: its kind, and for each method the facts that follow from its role.  A
 * specification that is not built in is compared with the built-in one of its kind; the error of LINCE_BAD_INPUT shows
 * a sequence of operations in which they differ.  Does nothing if no kind is declared, or if that is done already. */
lince_status lc_instance_declare(lc_instance *, bool builtin, lince_error *);
/* Did running it show that the specification itself is wrong?  Its runners then report that memory ran out, so that
 * no verdict results; this error is to be reported instead. */
bool lc_instance_failed(const lc_instance *, lince_error *);
/* Is the method, a row of `spec`, one besides those of the declared kind? */
bool lc_is_beside_kind(const lc_instance *, uint32_t method);
/* Its initial content, if its parameters set it, else the value for all objects (LINCE_NO_VALUE: none).  `values` has
 * run out of memory if it is LINCE_NO_VALUE though there is an `init`. */
lince_value lc_instance_initial(const lc_instance *, lince_values *, lince_value for_all);
/* May an operation of this method wait though it could take effect, as long as one of method `to` waits? */
bool lc_gives_way(const lc_instance *, uint32_t method, uint32_t to);
/* Is it for the caller to see to it that an operation of this method has a step: `unlock` only a lock that is held?  An
 * operation of any other method waits where it has none, or the object is wrong if it returns. */
bool lc_is_duty(const lc_instance *, uint32_t method);
/* Does it declare that operations of a thread wait where they have no step? */
bool lc_lets_wait(const lc_instance *);
/* Is it known that no operation waits for a later one of its own thread? */
bool lc_is_total(const lc_instance *);
/* Is it a queue or stack with a capacity? */
static inline bool lc_is_bounded(const lc_instance *instance) {
    return instance->size > 0 && (instance->is == LINCE_IS_QUEUE || instance->is == LINCE_IS_STACK);
}
/* Is a role about an element that enters, leaves or is seen? */
static inline bool lc_role_moves(unsigned role) {
    return role == LINCE_ROLE_ADD || role == LINCE_ROLE_REMOVE || role == LINCE_ROLE_PEEK;
}
/* How many operations take a step together, with the parameters as they are. */
void lc_instance_arity(const lc_instance *, uint32_t *least, uint32_t *most);
/* Do its operations take effect together, or in several steps? */
bool lc_spec_is_sync(const lince_spec *);
/* Is the table of a specification sound (a plug-in may be anything)? */
lince_status lc_spec_validate(const lince_spec *, lince_error *);

/* The row of a method by name or alias; LC_NO_METHOD if there is none. */
#define LC_NO_METHOD UINT32_MAX
uint32_t lc_spec_method(const lince_spec *, const char *name, size_t length);

/* The first row that has this role; LC_NO_METHOD if there is none. */
uint32_t lc_spec_role(const lince_spec *, lince_role);

/* Running steps.  Each outcome is given to `emit`, already compared with the results that are known. */
typedef struct lc_runner {
    const lc_instance *instance;
    lince_value init;
    lince_values *values;
    void *scratch;
    size_t scratch_size;
    bool out_of_memory; /* sticky: from then on nothing is emitted, and nothing may be concluded from that */
    bool running;
} lc_runner;

/* `results` is never NULL: one for each call, all of it LINCE_NO_VALUE after the last.  State and results are valid
 * until it returns; it must not run steps with the same runner. */
typedef void lc_emit(void *context, const void *state, size_t size, const lince_results *results);

void lc_runner_init(lc_runner *, const lc_instance *, lince_values *, lince_value init);
void lc_runner_free(lc_runner *);
void lc_run_init(lc_runner *, lc_emit *, void *context);
void lc_run_next(lc_runner *, const void *state, size_t size, const lince_call *calls, size_t count, lc_emit *,
                 void *context);
/* May these calls be among those that take a step together? */
bool lc_run_joins(lc_runner *, const void *state, size_t size, const lince_call *calls, size_t count);
void lc_run_print(lc_runner *, const void *state, size_t size, lince_text *);
/* For a callback whose allocation elsewhere failed. */
void lc_step_out_of_memory(lince_step *);

#endif
