/* Pairs that belong to another process: letters, one for each shard they come from and each process. */
#include <assert.h>

#include "model/post.h"

/* ---- writing ---- */

static bool put_state(lc_budget *budget, lcm_bytes *out, const uint32_t *state, const uint32_t *last, uint32_t words) {
    uint32_t changed = 0;
    for (uint32_t i = 0; i < words; i++) changed += state[i] != (last ? last[i] : 0);
    bool well = lcm_put(budget, out, changed);
    for (uint32_t i = 0, from = 0; i < words && well; i++) {
        uint32_t difference = state[i] ^ (last ? last[i] : 0);
        if (!difference) continue;
        well = lcm_put(budget, out, i - from) && lcm_put(budget, out, difference);
        from = i + 1;
    }
    return well;
}

static bool is_anything_for(const lcm_search *s, const lcm_outbox *box, uint32_t rank) {
    for (uint32_t d = rank; d < LCM_SHARDS; d += s->team->size)
        if (box->for_shard[d + 1] > box->for_shard[d]) return true;
    return false;
}

static bool write_letter(lcm_worker *w, lcm_outbox *box, uint32_t rank) {
    lcm_search *s = w->search;
    lcm_bytes *out = &box->mail[rank];
    const uint32_t *last = NULL;
    bool well = true;
    out->count = 0;
    if (!is_anything_for(s, box, rank)) return true;
    for (uint32_t d = rank; d < LCM_SHARDS && well; d += s->team->size) {
        uint32_t origin = 0, end = box->for_shard[d + 1];
        well = lcm_put(s->budget, out, end - box->for_shard[d]);
        for (uint32_t i = box->for_shard[d]; i < end && well; i++) {
            lcm_candidate c = box->at.at[i];
            const uint32_t *state = w->words.at + c.key;
            well = lcm_put(s->budget, out, c.origin - origin) && lcm_put(s->budget, out, c.set) &&
                   put_state(s->budget, out, state, last, s->lts->words);
            origin = c.origin;
            last = state;
        }
    }
    return well;
}

void lcm_post_write(lcm_worker *w, uint32_t shard) {
    lcm_search *s = w->search;
    for (uint32_t r = 0; r < s->team->size; r++)
        if (r != s->team->rank && !write_letter(w, &s->shards[shard].outbox, r)) return; /* memory is out */
}

static bool put_sets_of(lcm_search *s, lcm_peer *peer, const lcm_outbox *box, uint32_t rank) {
    bool well = true;
    for (uint32_t d = rank; d < LCM_SHARDS; d += s->team->size)
        for (uint32_t i = box->for_shard[d]; i < box->for_shard[d + 1] && well; i++)
            well = lcm_post_put_set(s, peer, box->at.at[i].set);
    return well;
}

static bool fill_parcel(lcm_search *s, uint32_t rank) {
    lcm_peer *peer = &s->post->peers[rank];
    bool well = true;
    for (uint32_t i = s->team->rank; s->specified && well && i < LCM_SHARDS; i += s->team->size)
        well = put_sets_of(s, peer, &s->shards[i].outbox, rank);
    well = well && lcm_post_end_sets(s, peer);
    for (uint32_t i = s->team->rank; well && i < LCM_SHARDS; i += s->team->size) {
        const lcm_bytes *letter = &s->shards[i].outbox.mail[rank];
        if (letter->count == 0) continue;
        well = lcm_put(s->budget, &peer->out, i + 1) && lcm_put(s->budget, &peer->out, letter->count) &&
               lcm_put_bytes(s->budget, &peer->out, letter->at, letter->count);
    }
    return well && lcm_put(s->budget, &peer->out, 0);
}

void lcm_post_send(lcm_search *s) {
    for (uint32_t r = 0; r < s->team->size; r++) {
        if (r == s->team->rank || (!lc_exhausted(s->budget) && fill_parcel(s, r))) continue;
        s->post->peers[r].out.count = 0;
        atomic_store(&s->halted, true);
    }
}

/* ---- reading ---- */

static void get_state(lcm_reader *in, uint32_t *state) {
    for (uint32_t left = (uint32_t)lcm_get(in), i = 0; left > 0; left--, i++) {
        i += (uint32_t)lcm_get(in);
        state[i] ^= (uint32_t)lcm_get(in);
    }
}

static bool read_pair(lcm_worker *w, lcm_outbox *box, const lcm_peer *from, uint32_t *origin, bool first) {
    lcm_search *s = w->search;
    *origin += (uint32_t)lcm_get(&box->came);
    uint32_t set = (uint32_t)lcm_get(&box->came);
    uint64_t key;
    memcpy(w->next_values, w->values, s->lts->words * sizeof *w->values);
    get_state(&box->came, w->next_values);
    if (!lcm_tree_fold(s->tree, w->next_values, first ? NULL : w->values, &key)) {
        lcm_search_lost(s);
        return false;
    }
    uint32_t *values = w->values;
    w->values = w->next_values;
    w->next_values = values;
    w->widest_left |= (uint32_t)(key >> 32);
    w->widest_right |= (uint32_t)key;
    return lc_push(s->budget, &box->at, (lcm_candidate){key, s->specified ? from->sets.at[set] : set, *origin});
}

/* Into the outbox, as if the shard it comes from were of this process. */
static void read_letter(lcm_worker *w, uint32_t shard) {
    lcm_search *s = w->search;
    lcm_outbox *box = &s->shards[shard].outbox;
    if (lcm_owns(s, shard)) return;
    const lcm_peer *from = &s->post->peers[lcm_owner(s, shard)];
    bool well = true, first = true;
    box->at.count = 0;
    memset(w->values, 0, s->lts->words * sizeof *w->values);
    lcm_tree_enter(s->tree);
    for (uint32_t d = 0; d < LCM_SHARDS; d++) {
        uint32_t count = well && box->came.at < box->came.end && lcm_owns(s, d) ? (uint32_t)lcm_get(&box->came) : 0;
        box->for_shard[d] = box->at.count;
        for (uint32_t i = 0, origin = 0; i < count && well; i++, first = false)
            well = read_pair(w, box, from, &origin, first);
    }
    box->for_shard[LCM_SHARDS] = box->at.count;
    lcm_tree_leave(s->tree);
}

void lcm_post_receive(lcm_search *s) {
    bool well = true;
    for (uint32_t i = 0; i < LCM_SHARDS; i++) s->shards[i].outbox.came = (lcm_reader){0};
    for (uint32_t r = 0; r < s->team->size && well; r++) {
        lcm_peer *peer = &s->post->peers[r];
        if (r == s->team->rank) continue;
        well = lcm_post_get_sets(s, peer);
        for (uint64_t shard; well && (shard = lcm_get(&peer->in)) != 0;) {
            size_t size = lcm_get(&peer->in);
            const uint8_t *at = lcm_get_bytes(&peer->in, size);
            s->shards[shard - 1].outbox.came = (lcm_reader){at, at + size};
        }
    }
    if (!well) { /* nothing is taken in that is not complete */
        for (uint32_t i = 0; i < LCM_SHARDS; i++) s->shards[i].outbox.came = (lcm_reader){0};
        atomic_store(&s->halted, true);
    }
    lcm_pool_run(s, read_letter, false);
}
