/* Sets of states of the specification, between processes: by the way that leads to them. */
#include <assert.h>

#include "base/bits.h"
#include "model/wire/wire.h"

enum { NO_MORE, LABEL, SET, TURNED_SET };

#define IS_TOLD(bits, number) ((number) / 64 < (bits)->count && lc_bit((bits)->at, number))

static bool mark(lcm_search *s, uint64_t **at, uint32_t *count, uint32_t *room, uint32_t number) {
    LC_VEC(uint64_t) bits = {*at, *count, *room};
    bool well = true;
    while (well && number / 64 >= bits.count) well = lc_push(s->budget, &bits, 0);
    if (well) lc_set_bit(bits.at, number);
    *at = bits.at, *count = bits.count, *room = bits.room;
    return well;
}
#define MARK(s, bits, number) mark(s, &(bits)->at, &(bits)->count, &(bits)->room, number)

static uint64_t unsigned_of(int32_t n) { return (uint32_t)n << 1 ^ (uint32_t)(n >> 31); }
static int32_t signed_of(uint64_t n) { return (int32_t)((uint32_t)n >> 1 ^ -((uint32_t)n & 1)); }

static bool put_label(lcm_search *s, lcm_remote_rank *remote, lcm_label label) {
    lcm_bytes *out = &remote->out;
    if (IS_TOLD(&remote->labels_sent, label)) return true;
    uint32_t name;
    int32_t numbers[LCM_LABEL_MAX];
    uint32_t count = lcm_label_parts(s->lts->alphabet, label, &name, numbers);
    const char *text = lcm_alphabet_name_text(s->lts->alphabet, name);
    uint32_t length = (uint32_t)strlen(text) + 1;
    bool well = lcm_put(s->budget, out, LABEL) && lcm_put(s->budget, out, label) && lcm_put(s->budget, out, length) &&
                lcm_put_bytes(s->budget, out, text, length) && lcm_put(s->budget, out, count);
    for (uint32_t i = 0; i < count && well; i++) well = lcm_put(s->budget, out, unsigned_of(numbers[i]));
    return well && MARK(s, &remote->labels_sent, label);
}

static bool put_one(lcm_search *s, lcm_remote_rank *remote, uint32_t set) {
    lcm_set_origin origin = s->normal.origins.at[set - 1];
    bool turned = origin.label & LCM_TURN;
    if (!turned && !put_label(s, remote, origin.label)) return false;
    return lcm_put(s->budget, &remote->out, turned ? TURNED_SET : SET) && lcm_put(s->budget, &remote->out, set) &&
           lcm_put(s->budget, &remote->out, origin.set) && lcm_put(s->budget, &remote->out, origin.label & ~LCM_TURN) &&
           MARK(s, &remote->sets_sent, set);
}

bool lcm_wire_put_set(lcm_search *s, lcm_remote_rank *remote, uint32_t set) {
    lcm_wire *p = s->wire;
    p->chain.count = 0;
    if (!lcm_wire_begin(s, remote)) return false;
    for (; set != 0 && !IS_TOLD(&remote->sets_sent, set); set = s->normal.origins.at[set - 1].set)
        if (!lc_push(s->budget, &p->chain, set)) return false;
    bool well = true;
    while (p->chain.count > 0 && well) well = put_one(s, remote, p->chain.at[--p->chain.count]);
    return well;
}

bool lcm_wire_end_sets(lcm_search *s, lcm_remote_rank *remote) {
    return lcm_wire_begin(s, remote) && lcm_put(s->budget, &remote->out, NO_MORE);
}

static bool keep(lcm_search *s, uint32_t **at, uint32_t *count, uint32_t *room, uint32_t number, uint32_t mine) {
    LC_VEC(uint32_t) list = {*at, *count, *room};
    bool well = true;
    while (well && number >= list.count) well = lc_push(s->budget, &list, LCM_NO_SET);
    if (well) list.at[number] = mine;
    *at = list.at, *count = list.count, *room = list.room;
    return well;
}
#define KEEP(s, list, number, mine) keep(s, &(list)->at, &(list)->count, &(list)->room, number, mine)

static bool get_label(lcm_search *s, lcm_remote_rank *remote) {
    uint32_t number = (uint32_t)lcm_get(&remote->in);
    size_t length = lcm_get(&remote->in);
    uint32_t name = lcm_alphabet_name(s->lts->alphabet, (const char *)lcm_get_bytes(&remote->in, length));
    uint32_t count = (uint32_t)lcm_get(&remote->in);
    int32_t numbers[LCM_LABEL_MAX];
    assert(count <= LCM_LABEL_MAX);
    for (uint32_t i = 0; i < count; i++) numbers[i] = signed_of(lcm_get(&remote->in));
    if (name == LC_NOT_INTERNED) return false;
    lcm_label label = lcm_alphabet_label(s->lts->alphabet, name, numbers, count);
    return label != LC_NOT_INTERNED && KEEP(s, &remote->labels, number, label);
}

static bool get_set(lcm_search *s, lcm_remote_rank *remote, bool turned) {
    uint32_t number = (uint32_t)lcm_get(&remote->in), from = (uint32_t)lcm_get(&remote->in);
    lcm_label label = (lcm_label)lcm_get(&remote->in);
    assert(from < number && (from == 0 || from < remote->sets.count));
    uint32_t set = from == 0 ? lcm_normal_first(&s->normal)
                             : lcm_normal_after(&s->normal, remote->sets.at[from],
                                                turned ? LCM_TURN | label : remote->labels.at[label]);
    assert(set != LCM_NOTHING);
    return set != LCM_NO_SET && KEEP(s, &remote->sets, number, set);
}

bool lcm_wire_get_sets(lcm_search *s, lcm_remote_rank *remote) {
    for (;;) {
        uint64_t what = lcm_get(&remote->in);
        if (what == NO_MORE) return true;
        if (!(what == LABEL ? get_label(s, remote) : get_set(s, remote, what == TURNED_SET))) return false;
    }
}

void lcm_wire_forget_sets(lcm_search *s) {
    for (uint32_t i = 0; i < s->ranks->size; i++) {
        lcm_remote_rank *remote = &s->wire->remotes[i];
        remote->out.count = remote->sets_sent.count = remote->labels_sent.count = remote->sets.count =
            remote->labels.count = 0;
    }
}
