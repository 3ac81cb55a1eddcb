/* The model in a test file as a specification.
 *
 * A test file is compiled twice: instrumented, and linked with the runtime, as the program under test; and plain, as a
 * shared object, linked with the files of this folder.  That is a plug-in for the checker whose operations are those
 * given by lince_test_model_op.  It needs libc alone, and the few functions of <lince/spec.h> that its loader has.
 *
 * In an operation of a model, lince_choose tries every choice; lince_retry, a failed assert, lince_assert or
 * lince_assume means that the operation cannot happen in this state.
 *
 * Operations that take effect together have functions of their own (meet.c): lince_test_model_meet names the
 * participants, lince_test_model_group the number of one.
 */
#ifndef LC_TARGET_MODEL_PLUGIN_MODEL_H
#define LC_TARGET_MODEL_PLUGIN_MODEL_H

#include <lince/spec.h>
#include <lince/test.h>

#include "target/explore/call.h"

enum { LCT_MODEL_OPS = 64, LCT_MODEL_MEETS = 32, LCT_MODEL_PARTIES = 16, LCT_MODEL_RESULTS = 3 };

typedef struct lct_model_op {
    const char *name;       /* as in the test */
    const char *as;         /* which operation of its kind it is; NULL: that of its name */
    void (*function)(void); /* its effect alone; NULL, and no call either: none */
    lince_test_call *call;  /* instead of a function: with this object */
    void *object;
    lct_signature types;
    bool truth; /* the real one returns a bool */
} lct_model_op;

/* A way to meet. */
typedef struct lct_model_meet {
    void (*function)(lince_party *);
    bool alike;                       /* any number of one operation from `least` to `most`; else exactly `most` */
    unsigned least, most;             /* how many */
    unsigned rows[LCT_MODEL_PARTIES]; /* their operations, as they were named; of those alike, the first */
} lct_model_meet;

/* Declarations of the test for an operation, which a way to meet does not have. */
typedef struct lct_model_signature {
    const char *name;
    lct_signature types;
} lct_model_signature;

typedef struct lct_model {
    struct lct_model *next;
    const char *test, *file;
    int line;
    uint32_t is;     /* a lince_object_kind */
    int64_t is_size; /* its capacity, or the number with which it begins */
    void (*describe)(void);
    bool described, too_many;
    void *state; /* the user's variable; NULL: there is no model */
    void *first; /* its initial content */
    size_t size;
    unsigned count, meet_count, signature_count;
    lct_model_op ops[LCT_MODEL_OPS];
    lct_model_meet meets[LCT_MODEL_MEETS];
    lct_model_signature known[LCT_MODEL_OPS];
    lince_method methods[LCT_MODEL_OPS];
    lince_param self;
    lince_spec spec;
} lct_model;

/* Makes the specification from the description. */
void lct_model_specify(lct_model *);

/* ---- values ---- */

bool lct_model_to_long(const lince_step *, lince_value, bool wide, long *out);
lince_value lct_model_to_value(lince_step *, long number);
/* The next state is the present content of the variable. */
void lct_model_emit(lince_step *, const lct_model *, const lince_results *);

/* ---- operations that meet: meet.c ---- */

void lct_model_meet_all(lince_step *, const lct_model *); /* emits every way in which the calls meet */
void lct_model_arity(lct_model *);                        /* fills in the specification's */

/* ---- running the user's functions: run.c ---- */

/* Does one run in this thread?  Then these have the meaning of the annotations in a model. */
bool lct_model_runs(void);
int lct_model_choose(int n);
void lct_model_give_up(void) __attribute__((noreturn));
/* Further results of the operation. */
void lct_model_also(long value);
unsigned lct_model_more(long values[LCT_MODEL_RESULTS]); /* how many; more than there is room for: too many */

typedef struct lct_model_work {
    const char *name; /* of the operation, for messages */
    void *context;
    void (*begin)(void *context);                                    /* before each attempt */
    void (*body)(void *context);                                     /* calls the function */
    void (*outcome)(lince_step *, const lct_model *, void *context); /* it returned */
} lct_model_work;
/* Does the work under every choice it makes.  One thread does so at a time, because there is one variable. */
void lct_model_run(lince_step *, const lct_model *, const lct_model_work *);

#endif
