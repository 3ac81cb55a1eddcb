/* Several threads that read files and check the histories in them.
 *
 * The answers are handed out file by file, and in a file in the order of its histories, in any order of their
 * completion.  So that memory stays bounded, there are hardly more histories in it than threads, and while much waits
 * to be handed out no further files are read.
 */
#ifndef LC_CLI_CHECK_POOL_H
#define LC_CLI_CHECK_POOL_H

#include "cli/check/answer.h"
#include "cli/check/files.h"

typedef struct lcc_crew lcc_crew;

/* NULL: out of memory.  Its arguments must outlive it. */
lcc_crew *lcc_crew_new(const lcc_check_run *, const lcc_files *, unsigned jobs);
/* Ends running work, whose answers are dropped. */
void lcc_crew_free(lcc_crew *);

/* Of the histories of each file this pool is to check only every `turns`-th, beginning with number `turn` + 1; other
 * ranks check the rest.  To be called before anything is started. */
void lcc_crew_take_turns(lcc_crew *, uint32_t turn, uint32_t turns);

/* Lets a file be read, from now on. */
void lcc_crew_start(lcc_crew *, uint32_t file);

typedef enum lcc_news {
    LCC_NO_NEWS,
    LCC_TOLD,     /* the line of an answer, of which the rest is still to come, without that line */
    LCC_ANSWERED, /* an answer */
    LCC_FILE_OVER /* there is no further answer */
} lcc_news;

/* Waits for news of a file, at most so many seconds (negative: any number).  The answer belongs to the caller from now
 * on. */
lcc_news lcc_crew_wait(lcc_crew *, uint32_t file, double seconds, lcc_answer *);

/* How far it is. */
typedef struct lcc_crew_view {
    uint32_t files; /* of which all histories are decided */
    uint64_t violations;
    /* The work that has taken longest; NULL: none. */
    const char *path;
    double since;
    size_t operations; /* of the history being checked; 0: the file is being read */
} lcc_crew_view;
void lcc_crew_look(lcc_crew *, lcc_crew_view *);

#endif
