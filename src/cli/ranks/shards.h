/* One run of `lince check` spread over several processes.
 *
 * Many files are dealt out one by one, as ranks become free.  With fewer files than ranks, each file has several ranks:
 * they read it all, and take its histories in turn; where there is just one history, they take its parts in turn.
 *
 * Rank 0 deals because it has to collect the answers anyway, in the order of the files, so it always has the idle
 * ranks.  A counter that the ranks fetch and add to would take a message each way, too: over TCP the target has to be
 * there to answer.
 */
#ifndef LC_CLI_RANKS_SHARDS_H
#define LC_CLI_RANKS_SHARDS_H

#include "cli/check/pool.h"
#include "cli/ranks/ranks.h"

typedef struct lc_spread lc_spread;

/* Is it so for all ranks?  Called by all of them. */
bool lc_spread_agree(lc_ranks *, bool);
/* Makes known to all which files rank 0 has found. */
void lc_spread_files(lc_ranks *, lc_files *);
/* If standard input is the only file, rank 0 reads it for all; to be freed.  NULL: it did not. */
lc_input_text *lc_spread_input(lc_ranks *, lc_files *, const volatile int *interrupt);
void lc_input_text_free(lc_input_text *);

/* NULL: out of memory.  The crew is this rank's own. */
lc_spread *lc_spread_new(lc_ranks *, const lc_check_run *, const lc_files *, lc_crew *, unsigned jobs);
/* To be called by all ranks before anything else. */
void lc_spread_begin(lc_spread *);
/* Rank 0 releases the other ranks. */
void lc_spread_free(lc_spread *);

/* Rank 0: as lc_crew_wait and lc_crew_look. */
lc_news lc_spread_wait(lc_spread *, uint32_t file, double seconds, lc_answer *);
void lc_spread_look(lc_spread *, lc_crew_view *);
/* All other ranks: works until rank 0 has all answers. */
void lc_spread_serve(lc_spread *);

#endif
