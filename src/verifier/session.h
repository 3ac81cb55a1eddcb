/* One run of the verifier: a model, the assertions of it that are chosen, and the settings of their searches.
 *
 * A listener receives the answers; the command and lince_model_run are two of them. */
#ifndef LC_VERIFIER_SESSION_H
#define LC_VERIFIER_SESSION_H

#include "model/wire/ranks.h"
#include "verifier/answer.h"
#include "verifier/compile.h"

typedef enum lcv_native_use { LCV_NATIVE_AUTO, LCV_NATIVE_NEVER, LCV_NATIVE_ALWAYS } lcv_native_use;

typedef struct lcv_options {
    const char *const *asserts; /* numbers, or parts of the text; none: all assertions */
    size_t assert_count;
    const char *const *defines; /* `NAME=NUMBER` */
    size_t define_count;
    uint32_t fairness; /* lcm_fairness */
    lcv_native_use native;
    bool no_antichain;
    lcm_choices choices;
    double timeout;    /* seconds, of each assertion; 0: none */
    size_t max_memory; /* 0: as much as there is */
    uint32_t jobs;     /* threads; 0: one a core */
    const volatile int *interrupt;
    const lcm_ranks *ranks; /* the ranks that search together; NULL: this process alone */
    uint32_t neighbours;    /* of them, the ranks on this machine */
} lcv_options;

/* Everything but `context` may be NULL. */
typedef struct lcv_listener {
    void (*remark)(void *context, const lcm_model *, const lcm_remark *); /* about a model that is no error */
    void (*begins)(void *context, const lcm_assertion *, uint32_t number);
    void (*progress)(void *context, const lcm_assertion *, const lcm_figures *, uint64_t waiting);
    void (*answered)(void *context, lcv_answer *);      /* which is freed afterwards */
    void (*failed)(void *context, const lince_error *); /* there is no memory even for an answer */
    void *context;
} lcv_listener;

typedef struct lcv_session {
    lcv_options options;
    lcv_listener listener;
    lcm_model model;
    bool *chosen; /* of the assertions */
    uint32_t chosen_count;
    const lcm_assertion *now; /* the one being checked */
    double now_started;
    lcv_compiler compiler;
    lcm_native_maker native;
} lcv_session;

/* Reads the model and chooses its assertions; options and listener are set before.  The path - is standard input.  In
 * any case it is to be closed. */
lince_status lcv_session_open(lcv_session *, const char *path, lince_error *);
void lcv_session_close(lcv_session *);
/* LINCE_BAD_INPUT: the model has no assertions. */
lince_status lcv_session_has_work(const lcv_session *, lince_error *);
/* Checks all that are chosen. */
void lcv_session_run(lcv_session *);
/* The same by a rank other than 0, which calls no function of its listener. */
void lcv_session_serve(lcv_session *);

/* The assertions that the options mean; called by lcv_session_open. */
lince_status lcv_session_choose(lcv_session *, lince_error *);

#endif
