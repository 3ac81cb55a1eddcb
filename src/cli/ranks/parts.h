/* The inside of a spread: see shards.h. */
#ifndef LC_CLI_RANKS_PARTS_H
#define LC_CLI_RANKS_PARTS_H

#include "cli/ranks/message.h"
#include "cli/ranks/shards.h"

#define LC_NOBODY_YET UINT32_MAX

/* Rank 0's state of a rank. */
typedef struct lc_peer {
    lc_rank_message *first, **last; /* news that came before their time */
    uint32_t threads;               /* 0: it is not ready */
    uint32_t given, decided;        /* files */
} lc_peer;

struct lc_spread {
    lc_ranks *ranks;
    const lc_check_run *run;
    const lc_files *files;
    lc_crew *crew;
    unsigned jobs;
    bool dealt;     /* file by file; else every rank has one from the beginning */
    bool reported;  /* an interrupt */
    bool dismissed; /* rank 0 wants nothing more */

    /* Not rank 0: the files this rank has, of which those before `done` have been reported. */
    LC_VEC(uint32_t) mine;
    uint32_t done;
    uint32_t decided; /* rank 0's last value */

    /* Rank 0. */
    lc_peer *peers;      /* a rank each, itself included */
    uint32_t *owners;    /* a file each; LC_NOBODY_YET: it was not dealt */
    uint32_t next;       /* file to be dealt */
    uint32_t waited;     /* the file that is waited for */
    uint32_t turns;      /* so many ranks take turns with its histories; 0: not received yet */
    uint32_t turn;       /* how many it had so far */
    bool refused;        /* one of them */
    size_t waiting;      /* bytes of news */
    uint64_t violations; /* reported by other ranks */

    /* If files are not dealt. */
    lc_team team;       /* of those that have the same file */
    uint32_t own_turns; /* so many of them take turns with its histories */
    bool has_answer;    /* it has one history, which all of them checked */
    lc_answer answer;
};

void lc_spread_nap(void);
void lc_spread_say(lc_spread *, uint32_t to, lc_message_kind, uint32_t file, uint32_t count);
void lc_spread_send_news(lc_spread *, uint32_t file, lc_news, lc_answer *); /* takes the answer over */
/* Receives messages, from one rank or from any, and passes interrupts on. */
void lc_spread_listen(lc_spread *, uint32_t from);
void lc_spread_listen_idly(void *spread);
/* All ranks begin with a file, shared by several. */
void lc_spread_together(lc_spread *);

#endif
