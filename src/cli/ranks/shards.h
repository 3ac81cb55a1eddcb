/* One run of `lince check` in several processes, each of which has a shard of the histories.
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

typedef struct lcc_shards lcc_shards;

/* Is it so for all ranks?  Called by all of them. */
bool lcc_shards_agree(lcc_ranks *, bool);
/* Makes known to all which files rank 0 has found. */
void lcc_shards_files(lcc_ranks *, lck_files *);
/* If standard input is the only file, rank 0 reads it for all; to be freed.  NULL: it did not. */
lck_input_text *lcc_shards_input(lcc_ranks *, lck_files *, const volatile int *interrupt);
void lcc_input_text_free(lck_input_text *);

/* NULL: out of memory.  The pool is this rank's own. */
lcc_shards *lcc_shards_new(lcc_ranks *, const lck_run *, const lck_files *, lck_pool *, unsigned jobs);
/* To be called by all ranks before anything else. */
void lcc_shards_begin(lcc_shards *);
/* Rank 0 releases the other ranks. */
void lcc_shards_free(lcc_shards *);

/* Rank 0: as lck_pool_wait and lck_pool_look. */
lck_pool_event lcc_shards_wait(lcc_shards *, uint32_t file, double seconds, lcc_answer *);
void lcc_shards_look(lcc_shards *, lck_pool_view *);
/* All other ranks: works until rank 0 has all answers. */
void lcc_shards_serve(lcc_shards *);

#endif
