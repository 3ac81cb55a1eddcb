#include "model/wire/wire.h"

#include <assert.h>

enum { FRONT = 1024 }; /* bytes in front of a parcel, at whose end there is the data that all ranks need */

/* Memory that does not grow is no part of the budget: without it the report that memory is out could not even be
 * sent. */
static void *set_up(lcm_search *s, size_t size) {
    void *block = lc_allocate(NULL, size);
    if (!block) s->ranks->give_up(s->ranks->context, "out of memory");
    memset(block, 0, size);
    return block;
}

void lcm_wire_open(lcm_search *s) {
    uint32_t size = s->ranks->size;
    lcm_wire *p = s->wire = set_up(s, sizeof *p);
    p->remotes = set_up(s, size * sizeof *p->remotes);
    p->parcels = set_up(s, 2 * size * sizeof *p->parcels);
    for (uint32_t i = s->ranks->rank; i < LCM_SHARDS; i += size)
        s->shards[i].outbox.mail = set_up(s, size * sizeof *s->shards[i].outbox.mail);
}

void lcm_wire_close(lcm_search *s) {
    lcm_wire *p = s->wire;
    if (!p) return;
    uint32_t size = s->ranks->size;
    for (uint32_t i = 0; i < size; i++) {
        lcm_remote_rank *remote = &p->remotes[i];
        lc_vec_free(s->budget, &remote->out);
        lc_vec_free(s->budget, &remote->sets_sent);
        lc_vec_free(s->budget, &remote->labels_sent);
        lc_vec_free(s->budget, &remote->sets);
        lc_vec_free(s->budget, &remote->labels);
    }
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        lcm_bytes *mail = s->shards[i].outbox.mail;
        for (uint32_t r = 0; mail && r < size; r++) lc_vec_free(s->budget, &mail[r]);
        lc_release(NULL, mail, size * sizeof *mail);
    }
    lc_release(NULL, p->remotes, size * sizeof *p->remotes);
    lc_release(NULL, p->parcels, 2 * size * sizeof *p->parcels);
    lc_vec_free(s->budget, &p->chain);
    lc_release(NULL, p, sizeof *p);
    s->wire = NULL;
}

bool lcm_wire_begin(lcm_search *s, lcm_remote_rank *remote) {
    if (remote->out.count > 0) return true;
    if (!lc_reserve(s->budget, &remote->out, FRONT)) return false;
    remote->out.count = FRONT;
    return true;
}

/* ---- meeting ---- */

static void fill_own(const lcm_search *s, lcm_agreed *a) {
    lcm_figures *f = &a->figures;
    f->depth = s->depth;
    f->store_bytes = lcm_tree_bytes(s->tree) + s->runs.count * sizeof *s->runs.at;
    for (uint32_t i = 0; i < LCM_SHARDS; i++) {
        const lcm_shard *shard = &s->shards[i];
        if (!lcm_owns(s, i)) continue;
        a->counts[i] = shard->table.count;
        a->waiting += shard->table.count - shard->to;
        f->states += shard->states;
        f->pairs += shard->table.count;
        f->pruned += shard->pruned;
        f->store_bytes += lcm_table_bytes(&shard->table) + lcm_trail_bytes(&shard->trail);
    }
    for (uint32_t i = 0; i < s->worker_count; i++) f->transitions += s->workers[i].transitions;
    if (!s->specified) return;
    f->specification_states = lcm_store_count(&s->normal.store);
    f->normal_states = s->normal.sets.count;
}

/* As lcm_halt_reason puts them. */
static lcm_reason worse(lcm_reason a, lcm_reason b) {
    static const lcm_reason order[] = {LCM_R_MEMORY, LCM_R_INTERRUPTED, LCM_R_TIME};
    for (uint32_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i]) return order[i];
    return LCM_R_NONE;
}

/* The figures of the specification are not added up: ranks have the same sets. */
static void join(lcm_search *s, lcm_agreed *all, const lcm_agreed *one, uint32_t rank) {
    lcm_figures *f = &all->figures;
    const lcm_figures *g = &one->figures;
    all->halt = worse(all->halt, one->halt);
    if (lcm_spot_before(&one->spot, &all->spot)) all->spot = one->spot;
    all->waiting += one->waiting;
    f->depth = g->depth;
    f->states += g->states;
    f->transitions += g->transitions;
    f->pairs += g->pairs;
    f->pruned += g->pruned;
    f->store_bytes += g->store_bytes;
    if (g->specification_states > f->specification_states) f->specification_states = g->specification_states;
    if (g->normal_states > f->normal_states) f->normal_states = g->normal_states;
    for (uint32_t i = rank; i < LCM_SHARDS; i += s->ranks->size) all->counts[i] = one->counts[i];
}

/* ---- as bytes ---- */

#define SPOT_NUMBERS(X) X(rank) X(answer) X(reason) X(by_specification) X(shard) X(index) X(set) X(move) X(cost)

/* The subject of the message comes first and whole.  The number of pairs is exchanged once a level only. */
static uint32_t write_own(const lcm_search *s, const lcm_agreed *a, uint8_t room[FRONT]) {
    lcm_bytes out = {.at = room, .room = FRONT};
    lcm_put_bytes(NULL, &out, &a->what, sizeof a->what);
    lcm_put(NULL, &out, a->halt);
    lcm_put(NULL, &out, a->spot.found);
#define PUT(name) lcm_put(NULL, &out, a->spot.name);
    if (a->spot.found) {
        SPOT_NUMBERS(PUT)
    }
#undef PUT
    lcm_put(NULL, &out, a->waiting);
#define PUT(name, text) lcm_put(NULL, &out, a->figures.name);
    LCM_FIGURES(PUT)
#undef PUT
    for (uint32_t i = s->ranks->rank; a->what == LCM_MEET_LEVEL && i < LCM_SHARDS; i += s->ranks->size)
        lcm_put(NULL, &out, a->counts[i]);
    assert(out.at == room); /* it has not outgrown its room */
    return out.count;
}

static lcm_agreed read_other(const lcm_search *s, lcm_reader *in, uint32_t rank) {
    lcm_agreed a;
    memset(&a, 0, sizeof a);
    memcpy(&a.what, lcm_get_bytes(in, sizeof a.what), sizeof a.what);
    a.halt = (lcm_reason)lcm_get(in);
    a.spot.found = lcm_get(in);
#define GET(name) a.spot.name = (__typeof__(a.spot.name))lcm_get(in);
    if (a.spot.found) {
        SPOT_NUMBERS(GET)
    }
#undef GET
    a.waiting = lcm_get(in);
#define GET(name, text) a.figures.name = lcm_get(in);
    LCM_FIGURES(GET)
#undef GET
    for (uint32_t i = rank; a.what == LCM_MEET_LEVEL && i < LCM_SHARDS; i += s->ranks->size)
        a.counts[i] = (uint32_t)lcm_get(in);
    return a;
}

/* A parcel that had no room is sent without its contents: its sender reports that it halts. */
void lcm_search_meet(lcm_search *s, uint64_t what, lcm_reason halt, lcm_spot spot) {
    lcm_agreed own;
    memset(&own, 0, sizeof own);
    own.what = what, own.halt = halt, own.spot = spot;
    fill_own(s, &own);
    s->agreed = own;
    if (!s->ranks) return;
    lcm_wire *p = s->wire;
    lcm_parcel *out = p->parcels, *in = out + s->ranks->size;
    uint8_t front[FRONT];
    uint32_t size = write_own(s, &own, front);
    for (uint32_t i = 0; i < s->ranks->size; i++) {
        lcm_bytes *parcel = &p->remotes[i].out;
        uint32_t skipped = FRONT - size;
        bool filled = parcel->count > 0;
        if (filled) memcpy(parcel->at + skipped, front, size);
        out[i] = filled ? (lcm_parcel){parcel->at + skipped, parcel->count - skipped} : (lcm_parcel){front, size};
        parcel->count = 0;
    }
    lcm_ranks_exchange(s->ranks, out, in);
    memset(&s->agreed, 0, sizeof s->agreed);
    s->agreed.what = what;
    for (uint32_t i = 0; i < s->ranks->size; i++) {
        lcm_reader *reader = &p->remotes[i].in;
        *reader = (lcm_reader){in[i].bytes, (const uint8_t *)in[i].bytes + in[i].size};
        lcm_agreed theirs = read_other(s, reader, i);
        join(s, &s->agreed, &theirs, i);
    }
}
