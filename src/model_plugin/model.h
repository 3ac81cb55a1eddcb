/* The model in a test file as a specification.
 *
 * A test file is compiled twice: instrumented, and linked with the runtime, as the program under test; and plain, as a
 * shared object, linked with what is in this folder.  That is a plug-in for the checker whose operations are those
 * given by lince_test_model_op.  It needs libc alone, and the few functions of <lince/spec.h> that whoever loads it
 * has.
 *
 * In an operation of a model, lince_choose tries every choice; lince_retry, a failed assert or a failed lince_assert
 * says that the operation cannot happen in this state.
 */
#ifndef LC_MODEL_PLUGIN_MODEL_H
#define LC_MODEL_PLUGIN_MODEL_H

#include <lince/spec.h>
#include <lince/test.h>

enum { LC_MODEL_OPS = 64 };

typedef struct lc_model_op {
    const char *name; /* as in the test */
    void (*function)(void);
    lince_test_call *call; /* instead of a function: with this object */
    void *object;
    unsigned result; /* a LINCE_SHAPE_... */
    bool wide;       /* arguments are long, not int */
    unsigned count;  /* of arguments */
} lc_model_op;

typedef struct lc_model {
    struct lc_model *next;
    const char *test, *file;
    int line;
    void (*describe)(void);
    bool described, too_many;
    void *state; /* the user's variable; NULL: there is no model */
    void *first; /* what it holds at first */
    size_t size;
    unsigned count;
    lc_model_op ops[LC_MODEL_OPS];
    lince_method methods[LC_MODEL_OPS];
    lince_param self;
    lince_spec spec;
} lc_model;

/* Makes the specification of what was described. */
void lc_model_specify(lc_model *);

/* ---- running an operation ---- */

long lc_model_call(const lc_model_op *, const long *arguments);
/* Does it run in this thread?  Then these do what the annotations mean in a model. */
bool lc_model_runs(void);
int lc_model_choose(int n);
void lc_model_give_up(void) __attribute__((noreturn));

/* Runs an operation under every choice it makes; `outcome` is called, with its value, for each after which it returned.
 * One thread does so at a time, because there is one variable. */
typedef void lc_model_outcome(lince_step *, const lc_model *, const lc_model_op *, long value);
void lc_model_run(lince_step *, const lc_model *, const lc_model_op *, const long *arguments, lc_model_outcome *);

#endif
