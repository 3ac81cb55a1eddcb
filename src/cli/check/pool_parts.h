/* The inside of a crew: see pool.h. */
#ifndef LC_CLI_CHECK_POOL_PARTS_H
#define LC_CLI_CHECK_POOL_PARTS_H

#include <pthread.h>

#include "cli/check/pool.h"
#include "cli/check/reading.h"

typedef struct lcc_source lcc_source;

/* A history on its way, or the reason why a file ended before its time. */
typedef struct lcc_unit {
    struct lcc_unit *next;  /* in its file */
    struct lcc_unit *after; /* among those to be checked */
    lcc_crew *crew;
    lcc_source *of;
    lince_history *history; /* until it has been checked */
    double seconds;         /* reading it took */
    bool told, done;
    lcc_answer answer;
} lcc_unit;

/* A file. */
struct lcc_source {
    const lcc_file *file;
    lcc_reading reading;
    lcc_unit *ahead;         /* read; whether it is alone in its file will be known when more is read */
    lcc_unit *first, **last; /* to be handed out */
    uint32_t count;          /* of histories read */
    uint32_t undone;         /* of units to be handed out */
    uint32_t refused;        /* the first refused history: later ones do not matter; LC_NEVER: none */
    bool busy, over;         /* a thread is working on it; no thread will any more */
    bool closed;             /* nothing more is handed out */
    bool starved;            /* there was no memory even for an error */
};

typedef struct lcc_pool_worker {
    lcc_crew *crew;
    pthread_t thread;
    const char *path; /* the file it is working on; NULL: none */
    double since;
    size_t operations;
} lcc_pool_worker;

/* The lock is for everything but the unit or source that a thread is working on, which is that one's alone. */
struct lcc_crew {
    const lcc_check_run *run;
    unsigned jobs;
    uint32_t turn, turns; /* of the histories of a file, this crew checks every `turns`-th, beginning with this one */
    pthread_mutex_t lock;
    pthread_cond_t work, news;
    lcc_source *sources;
    uint32_t source_count;
    LC_VEC(uint32_t) queue;   /* files that were started; has room for all */
    uint32_t next;            /* place in the queue: those before it have been read */
    uint32_t head;            /* the file that is waited for */
    uint32_t unread;          /* files that were started and not read to their end */
    lcc_unit *ready;          /* to be checked, by file and number */
    uint32_t alive;           /* histories in memory */
    uint32_t readers;         /* files being read */
    unsigned cores;           /* given to the checks under way */
    size_t waiting;           /* bytes of answers to be handed out */
    lcc_pool_worker *workers; /* room for one a job */
    unsigned worker_count, idle;
    bool closing;
    lcc_crew_view view;
};

/* All of these are called with the lock. */
void lcc_free_unit(lcc_unit *);
/* Ends a file that is not being read, with a message or because a limit was reached. */
void lcc_end_source(lcc_crew *, lcc_source *, lince_status why, const lince_error *);
/* Wakes a thread for each piece of work. */
void lcc_wake_crew(lcc_crew *);
/* Does one piece of work, if there is one, without the lock.  NULL: not for a thread of the crew. */
bool lcc_work(lcc_crew *, lcc_pool_worker *);

#endif
