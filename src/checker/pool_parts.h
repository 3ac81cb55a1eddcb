/* The inside of a pool: see pool.h. */
#ifndef LC_CHECKER_POOL_PARTS_H
#define LC_CHECKER_POOL_PARTS_H

#include <pthread.h>
#include <stddef.h>

#include "checker/pool.h"
#include "checker/reading.h"
#include "history/history.h"

typedef struct lck_source lck_source;

/* A history on its way, or the reason why a file ended before its time. */
typedef struct lck_unit {
    struct lck_unit *next;  /* in its file */
    struct lck_unit *after; /* among those to be checked */
    lck_pool *pool;
    lck_source *of;
    lince_history *history; /* until it has been checked */
    double seconds;         /* reading it took */
    bool announced, done;
    lck_answer *answer; /* in `room`: that of the front end */
    _Alignas(max_align_t) char room[];
} lck_unit;

/* A file. */
struct lck_source {
    const lck_file *file;
    lck_reading reading;
    lck_unit *ahead;         /* read; whether it is alone in its file will be known when more is read */
    lck_unit *first, **last; /* to be handed out */
    uint32_t count;          /* of histories read */
    uint32_t undone;         /* of units to be handed out */
    uint32_t refused;        /* the first refused history: later ones do not matter; LC_NEVER: none */
    bool busy, over;         /* a thread is working on it; no thread will any more */
    bool closed;             /* nothing more is handed out */
    bool starved;            /* there was no memory even for an error */
};

typedef struct lck_worker {
    lck_pool *pool;
    pthread_t thread;
    const char *path; /* the file it is working on; NULL: none */
    double since;
    size_t operations;
} lck_worker;

/* The lock is for everything but the unit or source that a thread is working on, which is that one's alone. */
struct lck_pool {
    const lck_run *run;
    unsigned jobs;
    uint32_t turn, turns; /* of the histories of a file, this pool checks every `turns`-th, beginning with this one */
    pthread_mutex_t lock;
    pthread_cond_t work, event;
    lck_source *sources;
    uint32_t source_count;
    LC_VEC(uint32_t) queue; /* files that were started; has room for all */
    uint32_t next;          /* place in the queue: those before it have been read */
    uint32_t head;          /* the file that is waited for */
    uint32_t unread;        /* files that were started and not read to their end */
    lck_unit *ready;        /* to be checked, by file and number */
    uint32_t alive;         /* histories in memory */
    uint32_t readers;       /* files being read */
    unsigned cores;         /* given to the checks under way */
    size_t waiting;         /* bytes of answers to be handed out */
    lck_worker *workers;    /* room for one a job */
    unsigned worker_count, idle;
    bool closing;
    lck_pool_view view;
};

/* All of these are called with the lock. */
void lck_unit_free(lck_unit *);
/* Ends a file that is not being read, with a message or because a limit was reached. */
void lck_source_end(lck_pool *, lck_source *, lince_status why, const lince_error *);
/* Wakes a thread for each piece of work. */
void lck_pool_wake(lck_pool *);
/* Does one piece of work, if there is one, without the lock.  NULL: not for a thread of the pool. */
bool lck_pool_work(lck_pool *, lck_worker *);

#endif
