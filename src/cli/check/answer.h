/* The output for a checked history: made by any thread, printed in order. */
#ifndef LC_CLI_CHECK_ANSWER_H
#define LC_CLI_CHECK_ANSWER_H

#include "base/text.h"
#include "checker/run.h"
#include "cli/check_options.h"
#include "cli/html.h"
#include "report/style.h"

/* The settings of a run of `lince check`: the same for all threads, and constant. */
typedef struct lcc_check_run {
    const lcc_check_settings *settings;
    lcr_style style;
    lcc_html_file *page; /* never NULL */
    lck_run work;        /* whose context this struct is */
} lcc_check_run;

typedef struct lcc_answer {
    lck_answer about;       /* first; the error is also the reason why there is no excerpt */
    lince_text line;        /* the verdict, or all of it as JSON */
    lince_text details;     /* further output: the order, the counters */
    lince_text explanation; /* of a violation */
    lince_text excerpt;     /* the violation as a history of its own, for --explain */
    lince_text plain;       /* line and explanation as they are without a terminal, for --junit */
    lince_text section;     /* of the page, and ... */
    lince_text brief;       /* ... the same without the history */
} lcc_answer;

/* Fills in `work` from the settings. */
void lcc_check_run_settle(lcc_check_run *, const lince_specs *, const volatile int *interrupt);
void lcc_answer_free(lcc_answer *);

#endif
