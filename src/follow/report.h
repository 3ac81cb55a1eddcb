/* From findings to the events of <lince/follow.h>. */
#ifndef LC_FOLLOW_REPORT_H
#define LC_FOLLOW_REPORT_H

#include "follow/run.h"

void lcf_report(lcf_run *, lince_follow_event_kind, const char *file); /* without anything else */
void lcf_report_violation(lcf_run *, const lcf_object *);
/* Events are missing from `line` of `file` on, and why. */
void lcf_report_gap(lcf_run *, const char *file, unsigned long line, const char *why);
/* A note without consequences. */
void lcf_report_note(lcf_run *, const char *file, const char *note);
/* The run is over.  The error may be empty if memory is out. */
void lcf_report_failure(lcf_run *, lince_status, const lince_error *);
void lcf_report_out_of_memory(lcf_run *);
/* The counts so far: LINCE_FOLLOW_PROGRESS or LINCE_FOLLOW_STATISTICS. */
void lcf_report_totals(lcf_run *, lince_follow_event_kind);

#endif
