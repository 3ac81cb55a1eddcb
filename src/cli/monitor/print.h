/* The output of `lince monitor`: for people, or one JSON object a line. */
#ifndef LC_CLI_MONITOR_PRINT_H
#define LC_CLI_MONITOR_PRINT_H

#include <lince/follow.h>

#include "cli/cli.h"
#include "cli/html.h"
#include "cli/monitor/pace.h"
#include "cli/monitor_options.h"
#include "report/html.h"

/* A run of the command. */
typedef struct lcc_monitor {
    lcc_monitor_settings settings;
    const char *name; /* of the input */
    lince_specs *given;
    bool refine;     /* that is all that must hold */
    uint32_t length; /* k */
    lcr_style style;
    bool has_line; /* there is a terminal for a progress line */
    double started, stats_printed;
    uint64_t events_before; /* at the last statistics */
    uint64_t violations;
    lcc_html_file page;
    lcr_notes page_gaps; /* gaps, as far as they are on the page */
    lcc_pace page_pace;
    bool failed; /* the failure was reported */
    int status;
} lcc_monitor;

void lcc_monitor_print_violation(lcc_monitor *, const lince_follow_violation *);
/* Events are missing from `line` of `file` on, and why. */
void lcc_monitor_print_gap(lcc_monitor *, const char *file, unsigned long line, const char *why);
/* A note without consequences. */
void lcc_monitor_print_note(lcc_monitor *, const char *file, const char *what);
void lcc_monitor_print_statistics(lcc_monitor *, const lince_follow_result *);
/* The end of it all; makes the exit status complete. */
void lcc_monitor_print_summary(lcc_monitor *, const lince_follow_result *);

/* The parts of these: `not linearizable as a queue`; `object q, 12 operations`; `linearizable as a queue`, or the
 * number of violations; how much was checked, and how long that took. */
void lcc_monitor_put_wrong(lince_text *, const lcr_style *, const lince_follow_violation *);
void lcc_monitor_put_whose(lince_text *, const lcr_style *, const lince_follow_violation *);
void lcc_monitor_put_outcome(lince_text *, const lcr_style *, const lince_follow_result *);
void lcc_monitor_put_effort(lince_text *, const lcc_monitor *, const lince_follow_result *);

/* The same on the page, if one is wanted.  It is written as soon as there is something wrong, and at the end. */
void lcc_monitor_page_violation(lcc_monitor *, const lince_follow_violation *);
void lcc_monitor_page_gap(lcc_monitor *, const char *file, unsigned long line, const char *why);
void lcc_monitor_page_summary(lcc_monitor *, const lince_follow_result *);
void lcc_monitor_page_end(lcc_monitor *);
/* Writes it if there is something new, so that it can be looked at while the monitor goes on; but writing takes a few
 * percent of the time at most.  To be called once in a while: changes that came too early are written then. */
void lcc_monitor_page_now(lcc_monitor *);

/* The same as JSON. */
void lcc_monitor_json_violation(lince_text *, const lcc_monitor *, const lince_follow_violation *);
void lcc_monitor_json_gap(lince_text *, const char *file, unsigned long line, const char *why);
void lcc_monitor_json_note(lince_text *, const char *file, const char *what);
void lcc_monitor_json_statistics(lince_text *, const lcc_monitor *, const lince_follow_result *, double rate);
void lcc_monitor_json_summary(lince_text *, const lcc_monitor *, const lince_follow_result *);

#endif
