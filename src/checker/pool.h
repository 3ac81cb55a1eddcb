/* Several threads that read files and check the histories in them.
 *
 * The answers are handed out file by file, and in a file in the order of its histories, in any order of their
 * completion.  So that memory stays bounded, there are hardly more histories in it than threads, and while much waits
 * to be handed out no further files are read.
 */
#ifndef LC_CHECKER_POOL_H
#define LC_CHECKER_POOL_H

#include "checker/files.h"
#include "checker/run.h"

typedef struct lck_pool lck_pool;

/* NULL: out of memory.  Its arguments must outlive it. */
lck_pool *lck_pool_new(const lck_run *, const lck_files *, unsigned jobs);
/* Ends running work, whose answers are dropped. */
void lck_pool_free(lck_pool *);

/* Of the histories of each file this pool is to check only every `turns`-th, beginning with number `turn` + 1; other
 * ranks check the rest.  To be called before anything is started. */
void lck_pool_take_turns(lck_pool *, uint32_t turn, uint32_t turns);

/* Lets a file be read, from now on. */
void lck_pool_start(lck_pool *, uint32_t file);

typedef enum lck_pool_event {
    LCK_NO_EVENT,
    LCK_ANNOUNCED, /* a part of an answer; the rest is still to come, without that part */
    LCK_ANSWERED,  /* an answer */
    LCK_FILE_OVER  /* there is no further answer */
} lck_pool_event;

/* Waits for an event of a file, at most so many seconds (negative: any number).  The answer belongs to the caller from
 * now on. */
lck_pool_event lck_pool_wait(lck_pool *, uint32_t file, double seconds, lck_answer *);

/* How far it is. */
typedef struct lck_pool_view {
    uint32_t files; /* of which all histories are decided */
    uint64_t violations;
    /* The work that has taken longest; NULL: none. */
    const char *path;
    double since;
    size_t operations; /* of the history being checked; 0: the file is being read */
} lck_pool_view;
void lck_pool_look(lck_pool *, lck_pool_view *);

#endif
