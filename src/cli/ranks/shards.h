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

#include "checker/pool.h"
#include "cli/check/answer.h"
#include "cli/ranks/ranks.h"

typedef struct lcc_spread lcc_spread;

/* Is it so for all ranks?  Called by all of them. */
bool lcc_spread_agree(lcc_ranks *, bool);
/* Makes known to all which files rank 0 has found. */
void lcc_spread_files(lcc_ranks *, lck_files *);
/* If standard input is the only file, rank 0 reads it for all; to be freed.  NULL: it did not. */
lck_input_text *lcc_spread_input(lcc_ranks *, lck_files *, const volatile int *interrupt);
void lcc_input_text_free(lck_input_text *);

/* NULL: out of memory.  The pool is this rank's own. */
lcc_spread *lcc_spread_new(lcc_ranks *, const lck_run *, const lck_files *, lck_pool *, unsigned jobs);
/* To be called by all ranks before anything else. */
void lcc_spread_begin(lcc_spread *);
/* Rank 0 releases the other ranks. */
void lcc_spread_free(lcc_spread *);

/* Rank 0: as lck_pool_wait and lck_pool_look. */
lck_news lcc_spread_wait(lcc_spread *, uint32_t file, double seconds, lcc_answer *);
void lcc_spread_look(lcc_spread *, lck_pool_view *);
/* All other ranks: works until rank 0 has all answers. */
void lcc_spread_serve(lcc_spread *);

#endif
