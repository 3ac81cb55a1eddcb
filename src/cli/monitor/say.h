/* What `lince monitor` says: for people, or one JSON object a line. */
#ifndef LC_CLI_MONITOR_SAY_H
#define LC_CLI_MONITOR_SAY_H

#include "check/result.h"
#include "cli/monitor/lookout.h"

void lc_say_violation(lc_lookout *, lc_object *);
/* Events are missing from `line` of `file` on, and why. */
void lc_say_gap(lc_lookout *, const char *file, unsigned long line, const char *why);
/* Something to know that changes nothing. */
void lc_say_note(lc_lookout *, const char *file, const char *what);
void lc_say_statistics(lc_lookout *);
/* The end of it all; makes the exit status complete. */
void lc_say_summary(lc_lookout *);

/* The same as JSON. */
void lc_say_json_violation(lince_text *, const lc_lookout *, const lc_object *, unsigned long line,
                           const lc_online_violation *, const lince_result *);
void lc_say_json_gap(lince_text *, const char *file, unsigned long line, const char *why);
void lc_say_json_note(lince_text *, const char *file, const char *what);
void lc_say_json_statistics(lince_text *, const lc_lookout *, double rate);
void lc_say_json_summary(lince_text *, const lc_lookout *, const lc_online_covered *, const char *verdict);

#endif
