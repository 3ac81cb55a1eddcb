/* Messages between the processes of a search.
 *
 * A state travels as its words, as far as they differ from those of the state before it in the same letter.  A set of
 * states of the specification travels as a number of the sender's; the first time with its origin, the set and the
 * label from which it was reached, and the receiver takes the same step in its own specification.  So numbers that
 * depend on timing (labels, states of objects, sets) mean nothing outside of their process, and sets are closed, judged
 * and kept by each process that has pairs with them.
 *
 * Each exchange begins with the data on which common decisions depend.
 */
#ifndef LC_MODEL_WIRE_WIRE_H
#define LC_MODEL_WIRE_WIRE_H

#include "model/search/search.h"

/* The subject of an exchange. */
enum {
    LCM_MEET_START = 16,
    LCM_MEET_LEVEL,
    LCM_MEET_ROUND,
    LCM_MEET_FIGURES,
    LCM_MEET_WAY,
    LCM_MEET_SPOT,
    LCM_MEET_TOLD
};

typedef struct lcm_remote_rank {
    lcm_bytes out;                /* the next parcel for it */
    lcm_reader in;                /* received bytes, behind the common data */
    LC_VEC(uint64_t) sets_sent;   /* bits: the remote rank has the meaning of these numbers of mine */
    LC_VEC(uint64_t) labels_sent; /* likewise */
    LC_VEC(uint32_t) sets;        /* by its numbers: mine */
    LC_VEC(lcm_label) labels;     /* likewise */
} lcm_remote_rank;

typedef struct lcm_wire {
    lcm_remote_rank *remotes;
    lcm_parcel *parcels; /* out, then in */
    LC_VEC(uint32_t) chain;
} lcm_wire;

void lcm_wire_open(lcm_search *);
void lcm_wire_close(lcm_search *);

/* All ranks meet: s->agreed is of all of them.  `halt`: why this one cannot go on; `spot`: its finding.  Alone it is of
 * this one. */
void lcm_search_meet(lcm_search *, uint64_t what, lcm_reason halt, lcm_spot spot);

/* The content of a parcel comes behind the common data.  False: out of memory. */
bool lcm_wire_begin(lcm_search *, lcm_remote_rank *);

/* ---- states ---- */

/* By a worker: the pairs of a shard for other ranks. */
void lcm_wire_write(lcm_worker *, uint32_t shard);
/* All of it into the parcels; and, after the exchange, out of them into the outboxes of others' shards.  An error halts
 * the search. */
void lcm_wire_send(lcm_search *);
void lcm_wire_receive(lcm_search *);

/* ---- sets ---- */

/* False: out of memory. */
bool lcm_wire_put_set(lcm_search *, lcm_remote_rank *, uint32_t set);
bool lcm_wire_end_sets(lcm_search *, lcm_remote_rank *);
/* Those that came.  False: memory or time is out. */
bool lcm_wire_get_sets(lcm_search *, lcm_remote_rank *);
/* Sets are sent anew from here on: the last messages were perhaps not read. */
void lcm_wire_forget_sets(lcm_search *);

#endif
