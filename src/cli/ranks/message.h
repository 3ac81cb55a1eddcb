/* Messages between ranks. */
#ifndef LC_CLI_RANKS_MESSAGE_H
#define LC_CLI_RANKS_MESSAGE_H

#include "checker/pool.h"
#include "cli/check/answer.h"
#include "cli/ranks/ranks.h"

typedef enum lcc_message_kind {
    LCC_MSG_READY,     /* to rank 0: so many threads wait for work */
    LCC_MSG_DECIDED,   /* to rank 0: so many of its files so far */
    LCC_MSG_TAKE,      /* from rank 0: this file is yours */
    LCC_MSG_TURNS,     /* to rank 0: so many ranks take turns with the histories of this file */
    LCC_MSG_EVENT,     /* to rank 0: as lck_pool_wait returns it */
    LCC_MSG_INTERRUPT, /* to and from rank 0: a request for a partial answer */
    LCC_MSG_END        /* from rank 0: all is done; and to rank 0: nothing more will come */
} lcc_message_kind;

typedef struct lcc_rank_message {
    struct lcc_rank_message *next; /* for lists of messages */
    size_t size;                   /* of one that came */
    lcc_message_kind kind;
    uint32_t file, count;
    lck_pool_event event;
    lcc_answer answer; /* if the event has one */
} lcc_rank_message;

/* The answer stays the sender's. */
void lcc_message_send(lcc_ranks *, uint32_t to, const lcc_rank_message *);
/* A message, to be freed; its answer belongs to the receiver.  NULL: nothing. */
lcc_rank_message *lcc_message_receive(lcc_ranks *, uint32_t *from);
void lcc_message_free(lcc_rank_message *);

#endif
