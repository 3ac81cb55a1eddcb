/* Explaining why the operations of an object cannot have synchronized as they should. */
#ifndef LC_CHECK_SYNC_EXPLAIN_H
#define LC_CHECK_SYNC_EXPLAIN_H

#include "check/driver/job.h"
#include "check/sync/judge.h"

/* After how many events of the history a part already fails that is violated, progress aside; LC_NEVER: a limit was
 * reached before that was found. */
uint32_t lc_sync_fails_at(lc_job *, lc_sync_judge *, uint32_t part);
/* Fills in the result's violation, for the part of this number. */
void lc_sync_explain(lc_job *, lc_sync_judge *, uint32_t part);

#endif
