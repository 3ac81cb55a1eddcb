/* Shared by the parts of `lince model`. */
#ifndef LC_CLI_MODEL_SESSION_H
#define LC_CLI_MODEL_SESSION_H

#include "cli/html.h"
#include "cli/model/answer.h"
#include "cli/model/compile.h"
#include "report/junit.h"
#include "report/report.h"

typedef struct lcc_model_session {
    struct lcc_ranks *ranks; /* NULL: this process is all there is */
    lcc_model_settings settings;
    lcm_model model;
    bool *chosen; /* of the assertions */
    uint32_t chosen_count;
    const lcm_assertion *now; /* the one being checked, for the progress line */
    double now_started;
    lcr_style style;
    const volatile int *interrupt;
    lcc_model_compiler compiler;
    lcm_native_maker native;
    lcr_tally tally;
    lcr_junit junit;
    lcc_html_file page;
    uint32_t surprises; /* with --expect */
    int status;
} lcc_model_session;

void lcc_session_worsen(lcc_model_session *, int status);
bool lcc_session_fail(lcc_model_session *, int status);  /* the same; false */
void lcc_session_put(lcc_model_session *, lince_text *); /* on standard output, and frees it */

/* Which assertions are meant; false: it was reported that there are none. */
bool lcc_session_choose(lcc_model_session *);
void lcc_session_list(lcc_model_session *);
void lcc_session_check(lcc_model_session *); /* all that are chosen */
void lcc_session_serve(lcc_model_session *); /* the same by a rank other than 0, which prints nothing */
void lcc_session_look(lcc_model_session *);  /* --simulate and --dot */

#endif
