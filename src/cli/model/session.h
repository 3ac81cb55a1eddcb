/* Shared by the parts of `lince model`. */
#ifndef LC_CLI_MODEL_SESSION_H
#define LC_CLI_MODEL_SESSION_H

#include "cli/cli.h"
#include "cli/html.h"
#include "cli/model_options.h"
#include "report/junit.h"
#include "report/report.h"
#include "verifier/print/print.h"
#include "verifier/session.h"

typedef struct lcc_model_session {
    struct lcc_ranks *ranks; /* NULL: this process is all there is */
    lcc_model_settings settings;
    lcv_session run;
    lcr_style style;
    lcr_tally tally;
    lcr_junit junit;
    lcc_html_file page;
    uint32_t surprises; /* with --expect */
    int status;
} lcc_model_session;

void lcc_session_worsen(lcc_model_session *, int status);
bool lcc_session_fail(lcc_model_session *, int status);  /* the same; false */
void lcc_session_put(lcc_model_session *, lince_text *); /* on standard output, and frees it */

void lcc_session_list(lcc_model_session *);  /* --list */
void lcc_session_check(lcc_model_session *); /* all that are chosen */
void lcc_session_look(lcc_model_session *);  /* --simulate and --dot */

/* For lcv_listener, with the session as its context. */
void lcc_session_begins(void *session, const lcm_assertion *, uint32_t number);
void lcc_session_progress(void *session, const lcm_assertion *, const lcm_figures *, uint64_t waiting);
void lcc_session_answered(void *session, lcv_answer *);
void lcc_session_failed(void *session, const lince_error *);

#endif
