/* The output of `lince monitor`: for people, or one JSON object a line. */
#ifndef LC_CLI_MONITOR_SAY_H
#define LC_CLI_MONITOR_SAY_H

#include "check/result.h"
#include "cli/monitor/lookout.h"

void lc_say_violation(lc_lookout *, lc_object *);
/* Events are missing from `line` of `file` on, and why. */
void lc_say_gap(lc_lookout *, const char *file, unsigned long line, const char *why);
/* A note without consequences. */
void lc_say_note(lc_lookout *, const char *file, const char *what);
void lc_say_statistics(lc_lookout *);
/* The end of it all; makes the exit status complete. */
void lc_say_summary(lc_lookout *);

/* The parts of these: `not linearizable as a queue`; `object q, 12 operations`; `linearizable as a queue`, or the
 * number of violations; how much was checked, and how long that took. */
void lc_say_put_wrong(lince_text *, const lc_style *, const lc_lookout *, const lc_object *,
                      const lc_online_violation *, const lince_result *);
void lc_say_put_whose(lince_text *, const lc_style *, const lc_lookout *, const lc_object *);
void lc_say_put_outcome(lince_text *, const lc_style *, const lc_lookout *, lince_verdict verdict);
void lc_say_put_effort(lince_text *, const lc_lookout *, const lc_online_covered *, lince_verdict verdict);

/* The same on the page, if one is wanted.  It is written as soon as there is something wrong, and at the end. */
void lc_say_page_violation(lc_lookout *, const lc_object *, unsigned long line, const lc_online_violation *,
                           const lince_result *);
void lc_say_page_gap(lc_lookout *, const char *file, unsigned long line, const char *why);
void lc_say_page_summary(lc_lookout *, const lc_online_covered *, lince_verdict verdict);
void lc_say_page_end(lc_lookout *);
/* Writes it if there is something new, so that it can be looked at while the monitor goes on; but writing takes a few
 * percent of the time at most.  To be called once in a while: changes that came too early are written then. */
void lc_say_page_now(lc_lookout *);

/* The same as JSON. */
void lc_say_json_violation(lince_text *, const lc_lookout *, const lc_object *, unsigned long line,
                           const lc_online_violation *, const lince_result *);
void lc_say_json_gap(lince_text *, const char *file, unsigned long line, const char *why);
void lc_say_json_note(lince_text *, const char *file, const char *what);
void lc_say_json_statistics(lince_text *, const lc_lookout *, double rate);
void lc_say_json_summary(lince_text *, const lc_lookout *, const lc_online_covered *, lince_verdict verdict);

#endif
