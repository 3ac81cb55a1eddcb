/* Pairs that belong to another process: letters, one for each shard they come from and each process. */
#include <assert.h>

#include "model/wire/wire.h"

/* ---- writing ---- */

/* Fields are packed into words, so it is bytes that differ or not.  For eight words at a time: a mask of the words that
 * differ, and for each of those a mask of the bytes that differ, and the differences of these bytes. */
static bool put_state(lc_budget *budget, lcm_bytes *out, const uint32_t *state, const uint32_t *last, uint32_t words) {
    if (!lc_reserve(budget, out, out->count + words / 8 + 1 + 5 * words)) return false;
    uint8_t *at = out->at + out->count;
    for (uint32_t i = 0; i < words; i += 8) {
        uint8_t *changed = at++;
        *changed = 0;
        for (uint32_t k = i; k < words && k < i + 8; k++) {
            uint32_t difference = state[k] ^ (last ? last[k] : 0);
            if (!difference) continue;
            *changed |= (uint8_t)(1 << (k - i));
            uint8_t *bytes = at++;
            *bytes = 0;
            for (uint32_t n = 0; n < 4; n++) {
                uint8_t byte = (uint8_t)(difference >> 8 * n);
                if (byte) *bytes |= (uint8_t)(1 << n), *at++ = byte;
            }
        }
    }
    out->count = (uint32_t)(at - out->at);
    return true;
}

/* In the order in which they were found: those of one origin are much alike. */
static bool write_letter(lcm_worker *w, lcm_bytes *out, uint32_t rank) {
    lcm_search *s = w->search;
    const uint32_t *last = NULL;
    uint32_t origin = 0;
    out->count = 0;
    for (uint32_t i = 0; i < w->found.count; i++) {
        lcm_candidate c = w->found.at[i];
        if (lcm_owner(s, w->shards.at[i]) != rank) continue;
        const uint32_t *state = w->words.at + c.key;
        if (!lcm_put(s->budget, out, c.origin - origin) || !lcm_put(s->budget, out, c.set) ||
            !put_state(s->budget, out, state, last, s->lts->words))
            return false;
        origin = c.origin;
        last = state;
    }
    return true;
}

void lcm_wire_write(lcm_worker *w, uint32_t shard) {
    lcm_search *s = w->search;
    for (uint32_t r = 0; r < s->ranks->size; r++)
        if (r != s->ranks->rank && !write_letter(w, &s->shards[shard].outbox.mail[r], r)) return; /* memory is out */
}

static bool put_sets_of(lcm_search *s, lcm_remote_rank *remote, const lcm_outbox *box, uint32_t rank) {
    bool well = true;
    for (uint32_t d = rank; d < LCM_SHARDS; d += s->ranks->size)
        for (uint32_t i = box->for_shard[d]; i < box->for_shard[d + 1] && well; i++)
            well = lcm_wire_put_set(s, remote, box->at.at[i].set);
    return well;
}

static bool fill_parcel(lcm_search *s, uint32_t rank) {
    lcm_remote_rank *remote = &s->wire->remotes[rank];
    bool well = true;
    for (uint32_t i = s->ranks->rank; s->specified && well && i < LCM_SHARDS; i += s->ranks->size)
        well = put_sets_of(s, remote, &s->shards[i].outbox, rank);
    well = well && lcm_wire_end_sets(s, remote);
    for (uint32_t i = s->ranks->rank; well && i < LCM_SHARDS; i += s->ranks->size) {
        const lcm_bytes *letter = &s->shards[i].outbox.mail[rank];
        if (letter->count == 0) continue;
        well = lcm_put(s->budget, &remote->out, i + 1) && lcm_put(s->budget, &remote->out, letter->count) &&
               lcm_put_bytes(s->budget, &remote->out, letter->at, letter->count);
    }
    return well && lcm_put(s->budget, &remote->out, 0);
}

void lcm_wire_send(lcm_search *s) {
    for (uint32_t r = 0; r < s->ranks->size; r++) {
        if (r == s->ranks->rank || (!lc_exhausted(s->budget) && fill_parcel(s, r))) continue;
        s->wire->remotes[r].out.count = 0;
        atomic_store(&s->halted, true);
    }
}

/* ---- reading ---- */

static void get_state(lcm_reader *in, uint32_t *state, uint32_t words) {
    for (uint32_t i = 0; i < words; i += 8)
        for (uint32_t changed = *in->at++; changed; changed &= changed - 1) {
            uint32_t *word = &state[i + (uint32_t)__builtin_ctz(changed)];
            for (uint32_t bytes = *in->at++; bytes; bytes &= bytes - 1)
                *word ^= (uint32_t)*in->at++ << 8 * __builtin_ctz(bytes);
        }
}

static bool read_pair(lcm_worker *w, lcm_reader *in, const lcm_remote_rank *from, uint32_t *origin, bool first) {
    lcm_search *s = w->search;
    *origin += (uint32_t)lcm_get(in);
    uint32_t set = (uint32_t)lcm_get(in);
    uint64_t key;
    memcpy(w->next_values, w->values, s->lts->words * sizeof *w->values);
    get_state(in, w->next_values, s->lts->words);
    if (!lcm_tree_fold(s->tree, w->next_values, first ? NULL : w->values, &w->memo, &key)) {
        lcm_search_lost(s);
        return false;
    }
    uint32_t *values = w->values;
    w->values = w->next_values;
    w->next_values = values;
    w->widest_left |= (uint32_t)(key >> 32);
    w->widest_right |= (uint32_t)key;
    uint32_t shard = lcm_shard_of(w->values, s->lts->words);
    assert(lcm_owns(s, shard));
    return lc_push(s->budget, &w->shards, (uint8_t)shard) &&
           lc_push(s->budget, &w->found, (lcm_candidate){key, s->specified ? from->sets.at[set] : set, *origin});
}

/* Into the outbox, as if the shard it comes from were of this process. */
static void read_letter(lcm_worker *w, uint32_t shard) {
    lcm_search *s = w->search;
    if (lcm_owns(s, shard)) return;
    lcm_outbox *box = &s->shards[shard].outbox;
    const lcm_remote_rank *from = &s->wire->remotes[lcm_owner(s, shard)];
    uint32_t origin = 0;
    w->found.count = w->shards.count = 0;
    memset(w->values, 0, s->lts->words * sizeof *w->values);
    lcm_tree_enter(s->tree);
    for (bool first = true; box->came.at < box->came.end; first = false)
        if (!read_pair(w, &box->came, from, &origin, first)) break;
    lcm_tree_leave(s->tree);
    lcm_search_sort_out(w, box);
}

void lcm_wire_receive(lcm_search *s) {
    bool well = true;
    for (uint32_t i = 0; i < LCM_SHARDS; i++) s->shards[i].outbox.came = (lcm_reader){0};
    for (uint32_t r = 0; r < s->ranks->size && well; r++) {
        lcm_remote_rank *remote = &s->wire->remotes[r];
        if (r == s->ranks->rank) continue;
        well = lcm_wire_get_sets(s, remote);
        for (uint64_t shard; well && (shard = lcm_get(&remote->in)) != 0;) {
            size_t size = lcm_get(&remote->in);
            const uint8_t *at = lcm_get_bytes(&remote->in, size);
            s->shards[shard - 1].outbox.came = (lcm_reader){at, at + size};
        }
    }
    if (!well) { /* nothing is taken in that is not complete */
        for (uint32_t i = 0; i < LCM_SHARDS; i++) s->shards[i].outbox.came = (lcm_reader){0};
        atomic_store(&s->halted, true);
    }
    lcm_pool_run(s, read_letter, false);
}
