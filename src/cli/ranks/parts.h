/* The inside of lcc_shards: see shards.h. */
#ifndef LC_CLI_RANKS_PARTS_H
#define LC_CLI_RANKS_PARTS_H

#include "cli/ranks/message.h"
#include "cli/ranks/shards.h"

#define LCC_NO_OWNER UINT32_MAX

/* Rank 0's state of a rank. */
typedef struct lcc_remote_rank {
    lcc_rank_message *first, **last; /* events that came before their time */
    uint32_t threads;                /* 0: it is not ready */
    uint32_t given, decided;         /* files */
} lcc_remote_rank;

struct lcc_shards {
    lcc_ranks *ranks;
    const lck_run *run;
    const lck_files *files;
    lck_pool *pool;
    unsigned jobs;
    bool dealt;     /* file by file; else every rank has one from the beginning */
    bool reported;  /* an interrupt */
    bool dismissed; /* rank 0 wants nothing more */

    /* Not rank 0: the files this rank has, of which those before `done` have been reported. */
    LC_VEC(uint32_t) mine;
    uint32_t done;
    uint32_t decided; /* rank 0's last value */

    /* Rank 0. */
    lcc_remote_rank *remotes; /* a rank each, itself included */
    uint32_t *owners;         /* a file each; LCC_NO_OWNER: it was not dealt */
    uint32_t next;            /* file to be dealt */
    uint32_t waited;          /* the file that is waited for */
    uint32_t turns;           /* so many ranks take turns with its histories; 0: not received yet */
    uint32_t turn;            /* how many it had so far */
    bool refused;             /* one of them */
    size_t waiting;           /* bytes of events */
    uint64_t violations;      /* reported by other ranks */

    /* If files are not dealt. */
    lc_ranks group;     /* of those that have the same file */
    uint32_t own_turns; /* so many of them take turns with its histories */
    bool has_answer;    /* it has one history, which all of them checked */
    lcc_answer answer;
};

void lcc_shards_pause(void);
void lcc_shards_send(lcc_shards *, uint32_t to, lcc_message_kind, uint32_t file, uint32_t count);
void lcc_shards_send_event(lcc_shards *, uint32_t file, lck_pool_event, lcc_answer *); /* takes the answer over */
/* Receives messages, from one rank or from any, and passes interrupts on. */
void lcc_shards_receive(lcc_shards *, uint32_t from);
void lcc_shards_receive_idly(void *shards);
/* All ranks begin with a file, shared by several. */
void lcc_shards_together(lcc_shards *);

#endif
