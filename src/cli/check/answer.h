/* A checked history, and its output: made by any thread, printed in order. */
#ifndef LC_CLI_CHECK_ANSWER_H
#define LC_CLI_CHECK_ANSWER_H

#include <lince/lince.h>

#include "base/text.h"
#include "check/driver/ranks.h"
#include "check/result.h"
#include "cli/check_options.h"
#include "cli/html.h"
#include "report/style.h"

/* Standard input, where it was read for several processes. */
typedef struct lcc_input_text {
    char *bytes;
    size_t size;
    bool stopped; /* by an interrupt, before it ended */
} lcc_input_text;

/* The settings of a run of `lince check`: the same for all threads, and constant. */
typedef struct lcc_check_run {
    const lcc_check_settings *settings;
    const lince_specs *specs;
    const volatile int *interrupt;
    lcr_style style;
    const lcc_input_text *input; /* NULL: read on demand */
    lcc_html_file *page;         /* never NULL */
} lcc_check_run;

typedef struct lcc_answer {
    uint32_t number; /* of the history in its file */
    bool several;    /* the file holds further histories */
    bool refused;    /* there is no verdict: the reason is in the error, and the rest of the file is skipped */
    lince_verdict verdict;
    lince_text line;        /* the verdict, or all of it as JSON */
    lince_text details;     /* further output: the order, the counters */
    lince_text explanation; /* of a violation */
    lince_text excerpt;     /* the violation as a history of its own, for --explain */
    lince_text plain;       /* line and explanation as they are without a terminal, for --junit */
    lince_text section;     /* of the page, and ... */
    lince_text brief;       /* ... the same without the history */
    double seconds;
    lince_error error; /* why it was refused, or why there is no excerpt */
} lcc_answer;

/* The limits of checking a history, besides those of the run. */
typedef struct lcc_effort {
    double started; /* when its reading began, so to speak: its time-out counts reading, too */
    unsigned jobs;
    void (*told)(void *context); /* the answer's line is complete although the violation is not explained yet */
    void (*tick)(void *context); /* called now and then, by the calling thread */
    void *context;
    const lc_ranks *team; /* NULL: this process does it alone */
} lcc_effort;

/* The answer has the number of the history in its file already. */
void lcc_answer_history(lcc_answer *, const lcc_check_run *, lince_history *, const lcc_effort *);
/* A history that could not be read to its end: within the limits, or at all. */
void lcc_answer_unread(lcc_answer *, const lcc_check_run *, const char *path, lince_status why, double seconds);
void lcc_answer_free(lcc_answer *);
size_t lcc_answer_size(const lcc_answer *); /* bytes it takes */

#endif
