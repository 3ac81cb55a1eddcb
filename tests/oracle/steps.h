/* Random histories of objects whose operations wait for each other, made by running their specification: what comes of
 * it is right, unless somebody lies. */
#ifndef ORACLE_STEPS_H
#define ORACLE_STEPS_H

#include <lince/lince.h>

#include "history/history.h"
#include "spec/spec.h"

typedef struct steps_options {
    int threads, calls;
    int lies;     /* percent of the returns that are made up */
    int crashes;  /* percent of the steps of a thread */
    int values;   /* arguments are numbers below this */
    bool settled; /* in the end all who can return do */
} steps_options;

unsigned steps_below(unsigned bound); /* random */
void steps_seed(uint64_t seed);

/* To be freed. */
lince_history *steps_history(const lc_instance *, const steps_options *);

typedef struct steps_question {
    const lince_spec *own; /* or */
    const char *spec;
    lince_criterion criterion;
    lince_algorithm algorithm;
    bool progress, no_symmetry;
} steps_question;
/* The verdict; and if it is ok, whether the witness is one. */
lince_verdict steps_ask(const lince_history *, const steps_question *, bool *witness_is_right);
bool steps_witness_is_right(const lince_history *, const steps_question *, const lince_result *);

void steps_show(const lince_history *, const char *what);

#endif
