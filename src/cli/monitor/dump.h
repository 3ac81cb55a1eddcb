/* The recent history at a violation, as a `.hist` file. */
#ifndef LC_CLI_MONITOR_DUMP_H
#define LC_CLI_MONITOR_DUMP_H

#include "cli/monitor/print.h"

lince_status lcc_dump(const lcc_monitor *, const lince_follow_violation *, lince_error *);
/* The command line, beginning with this word, that checks it or, if that would give no verdict, shows it. */
void lcc_dump_command(lince_text *, const char *word, const lcc_monitor *, const lince_follow_violation *);

#endif
