/* The second half of a round: a shard takes in the pairs that were found for it.
 *
 * With antichains, after Laveaux, Groote and Willemse, Correct and efficient antichain algorithms for refinement
 * checking (LMCS 2021): the behaviours that a set of states of the specification allows are also allowed by its
 * supersets, so a pair is left out when there is one of the same state whose set is contained in its set.  As there, a
 * pair counts from when it is found, not from when it is expanded.  The pair that is there was found no later, so that
 * a counterexample found with its help is no longer.  The other way round, a pair that is there and whose set contains
 * that of a new one is left out if it belongs to the same level, and expanded all the same if it belongs to the level
 * before: leaving it out could make the way longer.
 */

#include "model/search/search.h"

static bool is_within(const lcm_search *s, uint32_t a, uint32_t b) {
    return lcm_set_within(lcm_sets_get(&s->normal.sets, a), lcm_sets_get(&s->normal.sets, b));
}

#define NO_SLOT UINT64_MAX

/* Is the pair covered?  Otherwise `known` receives whether the state is stored, and the pairs that the new one covers
 * are left out; the slot of one of them is free then. */
static bool covered(const lcm_search *s, lcm_shard *shard, lcm_record pair, uint64_t hash, bool *known,
                    uint64_t *free_slot) {
    lcm_table *t = &shard->table;
    uint32_t set = pair.number >> 1;
    bool covers = false;
    lcm_probe probe = lcm_table_look(t, hash);
    for (uint32_t i; (i = lcm_table_next(t, &probe)) != LCM_NO_RECORD;) {
        lcm_record old = lcm_table_get(t, i);
        if (old.key != pair.key) continue;
        *known = true;
        if (old.number == 0) continue;
        if (old.number == pair.number) return true;
        if (is_within(s, old.number >> 1, set)) {
            shard->pruned++;
            return true;
        }
        covers = covers || is_within(s, set, old.number >> 1);
    }
    if (!covers) return false;
    probe = lcm_table_look(t, hash);
    for (uint32_t i; (i = lcm_table_next(t, &probe)) != LCM_NO_RECORD;) {
        lcm_record old = lcm_table_get(t, i);
        if (old.key != pair.key || old.number == 0 || !is_within(s, set, old.number >> 1)) continue;
        bool same_level = i >= shard->level_end;
        if (same_level) shard->pruned++;
        if (!same_level && i >= shard->to) continue; /* still to be expanded */
        lcm_table_set(t, i, 0);
        *free_slot = probe.found_by;
    }
    return false;
}

static bool find_state(const lcm_table *t, uint64_t key, uint64_t hash, uint32_t *number) {
    lcm_probe probe = lcm_table_look(t, hash);
    for (uint32_t i; (i = lcm_table_next(t, &probe)) != LCM_NO_RECORD;) {
        lcm_record old = lcm_table_get(t, i);
        if (old.key != key || (old.number & 1)) continue;
        *number = old.number;
        return true;
    }
    return false;
}

static bool find_pair(const lcm_table *t, lcm_record pair, uint64_t hash) {
    lcm_probe probe = lcm_table_look(t, hash);
    for (uint32_t i; (i = lcm_table_next(t, &probe)) != LCM_NO_RECORD;) {
        lcm_record old = lcm_table_get(t, i);
        if (old.key == pair.key && old.number == pair.number) return true;
    }
    return false;
}

void lcm_search_insert(lcm_search *s, lcm_shard *shard, lcm_record pair, uint64_t ordinal) {
    lcm_table *t = &shard->table;
    uint64_t hash = lcm_table_hash(pair);
    uint32_t first;
    uint64_t slot = NO_SLOT;
    bool known = false;
    if (s->antichain) {
        if (covered(s, shard, pair, hash, &known, &slot)) return;
    } else if (find_state(t, pair.key, hash, &first)) {
        if (first == pair.number) return;
        known = true;
        pair.number |= 1;
        if (find_pair(t, pair, lcm_table_hash(pair))) return;
    }
    uint32_t added = slot == NO_SLOT ? lcm_table_add(t, pair) : lcm_table_add_instead(t, pair, slot);
    if (added == LCM_NO_RECORD || !lcm_trail_add(&shard->trail, ordinal, s->budget)) lcm_search_lost(s);
    else if (!known) shard->states++;
}

void lcm_search_insert_shard(lcm_search *s, uint32_t number) {
    enum { AHEAD = 8 };
    lcm_shard *shard = &s->shards[number];
    lcm_table *t = &shard->table;
    lcm_widths w = s->widths;
    if ((w.left > t->widths.left || w.right > t->widths.right || w.number > t->widths.number) && !lcm_table_widen(t, w))
        return;
    for (uint32_t sender = 0; sender < s->sender_count; sender++) {
        const lcm_shard *from = &s->shards[s->senders[sender]];
        const lcm_candidate *at = from->outbox.at.at;
        uint32_t end = from->outbox.for_shard[number + 1];
        for (uint32_t i = from->outbox.for_shard[number]; i < end && !lc_exhausted(s->budget); i++) {
            if (i + AHEAD < end && t->slots)
                __builtin_prefetch(t->slots +
                                   lcm_table_slot(t, lcm_table_hash((lcm_record){at[i + AHEAD].key, 0})) / 8);
            lcm_search_insert(s, shard, (lcm_record){at[i].key, at[i].set << 1}, from->first_ordinal + at[i].origin);
        }
    }
}
