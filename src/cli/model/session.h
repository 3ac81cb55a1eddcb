/* Shared by the parts of `lince model`. */
#ifndef LC_CLI_MODEL_SESSION_H
#define LC_CLI_MODEL_SESSION_H

#include "cli/html.h"
#include "cli/model/answer.h"
#include "cli/model/compile.h"
#include "report/junit.h"
#include "report/report.h"

typedef struct lc_model_session {
    struct lc_ranks *ranks; /* NULL: this process is all there is */
    lc_model_settings settings;
    lcm_model model;
    bool *chosen; /* of the assertions */
    uint32_t chosen_count;
    const lcm_assertion *now; /* the one being checked, for the progress line */
    double now_started;
    lc_style style;
    const volatile int *interrupt;
    lc_model_compiler compiler;
    lcm_native_maker native;
    lc_tally tally;
    lc_junit junit;
    lc_html_file page;
    uint32_t surprises; /* with --expect */
    int status;
} lc_model_session;

void lc_session_worsen(lc_model_session *, int status);
bool lc_session_fail(lc_model_session *, int status);  /* the same; false */
void lc_session_put(lc_model_session *, lince_text *); /* on standard output, and frees it */

/* Which assertions are meant; false: it was reported that there are none. */
bool lc_session_choose(lc_model_session *);
void lc_session_list(lc_model_session *);
void lc_session_check(lc_model_session *); /* all that are chosen */
void lc_session_serve(lc_model_session *); /* the same by a rank other than 0, which prints nothing */
void lc_session_look(lc_model_session *);  /* --simulate and --dot */

#endif
