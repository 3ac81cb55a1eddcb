/* Messages between ranks. */
#ifndef LC_CLI_RANKS_MESSAGE_H
#define LC_CLI_RANKS_MESSAGE_H

#include "cli/check/pool.h"
#include "cli/ranks/ranks.h"

typedef enum lc_message_kind {
    LC_SAY_READY,     /* to rank 0: so many threads wait for work */
    LC_SAY_DECIDED,   /* to rank 0: so many of its files so far */
    LC_SAY_TAKE,      /* from rank 0: this file is yours */
    LC_SAY_TURNS,     /* to rank 0: so many ranks take turns with the histories of this file */
    LC_SAY_NEWS,      /* to rank 0: as lc_crew_wait gives them */
    LC_SAY_INTERRUPT, /* to and from rank 0: a request for a partial answer */
    LC_SAY_GO         /* from rank 0: all is done; and to rank 0: nothing more will come */
} lc_message_kind;

typedef struct lc_rank_message {
    struct lc_rank_message *next; /* for lists of messages */
    size_t size;                  /* of one that came */
    lc_message_kind kind;
    uint32_t file, count;
    lc_news news;
    lc_answer answer; /* if the news have one */
} lc_rank_message;

/* The answer stays the sender's. */
void lc_message_send(lc_ranks *, uint32_t to, const lc_rank_message *);
/* A message, to be freed; its answer belongs to the receiver.  NULL: nothing. */
lc_rank_message *lc_message_receive(lc_ranks *, uint32_t *from);
void lc_message_free(lc_rank_message *);

#endif
