/* The output of `lince monitor`: for people, or one JSON object a line. */
#ifndef LC_CLI_MONITOR_SAY_H
#define LC_CLI_MONITOR_SAY_H

#include "check/result.h"
#include "cli/monitor/lookout.h"

void lcc_say_violation(lcc_lookout *, lcc_object *);
/* Events are missing from `line` of `file` on, and why. */
void lcc_say_gap(lcc_lookout *, const char *file, unsigned long line, const char *why);
/* A note without consequences. */
void lcc_say_note(lcc_lookout *, const char *file, const char *what);
void lcc_say_statistics(lcc_lookout *);
/* The end of it all; makes the exit status complete. */
void lcc_say_summary(lcc_lookout *);

/* The parts of these: `not linearizable as a queue`; `object q, 12 operations`; `linearizable as a queue`, or the
 * number of violations; how much was checked, and how long that took. */
void lcc_say_put_wrong(lince_text *, const lcr_style *, const lcc_lookout *, const lcc_object *,
                       const lco_online_violation *, const lince_result *);
void lcc_say_put_whose(lince_text *, const lcr_style *, const lcc_lookout *, const lcc_object *);
void lcc_say_put_outcome(lince_text *, const lcr_style *, const lcc_lookout *, lince_verdict verdict);
void lcc_say_put_effort(lince_text *, const lcc_lookout *, const lco_online_covered *, lince_verdict verdict);

/* The same on the page, if one is wanted.  It is written as soon as there is something wrong, and at the end. */
void lcc_say_page_violation(lcc_lookout *, const lcc_object *, unsigned long line, const lco_online_violation *,
                            const lince_result *);
void lcc_say_page_gap(lcc_lookout *, const char *file, unsigned long line, const char *why);
void lcc_say_page_summary(lcc_lookout *, const lco_online_covered *, lince_verdict verdict);
void lcc_say_page_end(lcc_lookout *);
/* Writes it if there is something new, so that it can be looked at while the monitor goes on; but writing takes a few
 * percent of the time at most.  To be called once in a while: changes that came too early are written then. */
void lcc_say_page_now(lcc_lookout *);

/* The same as JSON. */
void lcc_say_json_violation(lince_text *, const lcc_lookout *, const lcc_object *, unsigned long line,
                            const lco_online_violation *, const lince_result *);
void lcc_say_json_gap(lince_text *, const char *file, unsigned long line, const char *why);
void lcc_say_json_note(lince_text *, const char *file, const char *what);
void lcc_say_json_statistics(lince_text *, const lcc_lookout *, double rate);
void lcc_say_json_summary(lince_text *, const lcc_lookout *, const lco_online_covered *, lince_verdict verdict);

#endif
