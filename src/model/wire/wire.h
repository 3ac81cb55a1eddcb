/* What the processes of a search tell each other.
 *
 * A state travels as its words, as far as they differ from those of the state before it in the same letter.  A set of
 * states of the specification travels as a number of the sender's; the first time it is told how the set was come by,
 * from which other set by which label, and the receiver goes the same way in the specification of its own.  So numbers
 * that depend on who came first (labels, states of objects, sets) mean nothing outside of their process, and sets are
 * closed, judged and kept by whoever has pairs with them.
 *
 * Each exchange begins with what all must know to decide alike.
 */
#ifndef LC_MODEL_WIRE_WIRE_H
#define LC_MODEL_WIRE_WIRE_H

#include "model/search/search.h"

/* What an exchange is about. */
enum {
    LCM_MEET_START = 16,
    LCM_MEET_LEVEL,
    LCM_MEET_ROUND,
    LCM_MEET_FIGURES,
    LCM_MEET_WAY,
    LCM_MEET_SPOT,
    LCM_MEET_TOLD
};

typedef struct lcm_peer {
    lcm_bytes out;                /* the next parcel for it */
    lcm_reader in;                /* what came from it, behind what all must know */
    LC_VEC(uint64_t) sets_told;   /* bits: it knows what these numbers of mine mean */
    LC_VEC(uint64_t) labels_told; /* likewise */
    LC_VEC(uint32_t) sets;        /* by its numbers: mine */
    LC_VEC(lcm_label) labels;     /* likewise */
} lcm_peer;

typedef struct lcm_post {
    lcm_peer *peers;
    lcm_parcel *parcels; /* out, then in */
    LC_VEC(uint32_t) chain;
} lcm_post;

void lcm_post_open(lcm_search *);
void lcm_post_close(lcm_search *);

/* All ranks meet: s->agreed is of all of them.  `halt`: why this one cannot go on; `spot`: what it has found.  Alone it
 * is of this one. */
void lcm_search_meet(lcm_search *, uint64_t what, lcm_reason halt, lcm_spot spot);

/* What goes into a parcel comes behind what all must know.  False: out of memory. */
bool lcm_post_begin(lcm_search *, lcm_peer *);

/* ---- states ---- */

/* By a worker: what a shard has for others. */
void lcm_post_write(lcm_worker *, uint32_t shard);
/* All of it into the parcels; and, after the exchange, out of them into the outboxes of others' shards.  What goes
 * wrong halts the search. */
void lcm_post_send(lcm_search *);
void lcm_post_receive(lcm_search *);

/* ---- sets ---- */

/* False: out of memory. */
bool lcm_post_put_set(lcm_search *, lcm_peer *, uint32_t set);
bool lcm_post_end_sets(lcm_search *, lcm_peer *);
/* Those that came.  False: memory or time is out. */
bool lcm_post_get_sets(lcm_search *, lcm_peer *);
/* Sets are told anew from here on: what was sent last was perhaps not read. */
void lcm_post_forget_sets(lcm_search *);

#endif
