/* Every state once.
 *
 * Reduction distinguishes executions, and loops whose rounds write have very many: two threads that offer something and
 * withdraw it again can do so in every order, any number of times.  Yet they come through few states.  Here all threads
 * are tried in each state, breadth first, and an execution that comes to a state another one has been in, with the same
 * history, is given up: the continuations are the same.  A state is all that the future depends on (progress.h), as a
 * digest of 128 bits; each remembers by which step of which state it was met first, which gives the shortest way to it.
 *
 * In the end the graph of all states is looked at for components that cannot be left and in which no execution ends.
 * No operation begins or ends in one, because histories only grow.  If nothing is written there, threads wait in loops,
 * and no thread can go on: that need not be found out before (retry.h).  Otherwise it is a livelock.
 *
 * Whether two accesses race depends on the whole past.  For data races that is part of the state
 * (target/runtime/order_save.c); for plain accesses that are to be steps it is not, so where that question arises all
 * of them must be steps (plan.c).  Neither is other information that is kept by path, or depends on whether any other
 * thread can go on: threads of the setup, time-outs and claims are left to other strategies.
 */
#include <string.h>

#include "target/explore/components.h"
#include "target/explore/progress.h"
#include "target/explore/worker.h"

enum { FIRST_STATES = 1 << 12, FIRST_EDGES = 1 << 14 };

typedef struct state {
    lct_digest key;
    uint32_t from;  /* the state in which it was met first, */
    uint32_t depth; /* by its last of so many steps */
    uint8_t thread, choice;
} state;

static struct {
    state *states; /* numbered from 1 in the order they were met, which is that of their depths */
    uint32_t count, room;
    uint32_t *slots; /* where they are, by their keys, twice as many; 0: nowhere */
    uint32_t *edges; /* the states that steps of a state led to, one state after another */
    uint32_t edge_count, edge_room;
    uint32_t *first;         /* edge of each state, and where those of the last one end */
    bool *ends;              /* an execution ended with a step of it */
    bool arrived;            /* the last one did not: it came to another state */
    uint32_t current;        /* the state that is dealt with, */
    uint8_t *path, *choices; /* the way to it, */
    uint32_t depth;          /* and how long that is */
    uint32_t *stuck;         /* once all are known: a state of each livelock */
    size_t stuck_room;
    uint32_t stuck_count, reported;
} s LCT_STATE = {0};

/* ---- known states ---- */

static void *enlarge(void *old, size_t old_size, size_t size) {
    void *larger = lct_reserve(size);
    if (!old) return larger;
    memcpy(larger, old, old_size);
    lct_unreserve(old, old_size);
    return larger;
}

static uint32_t *slot_of(lct_digest key) {
    uint32_t last = 2 * s.room - 1, i = (uint32_t)key.a & last;
    while (s.slots[i] && (s.states[s.slots[i]].key.a != key.a || s.states[s.slots[i]].key.b != key.b))
        i = (i + 1) & last;
    return &s.slots[i];
}

static void make_room(void) {
    uint32_t old = s.room;
    s.room = old ? 2 * old : FIRST_STATES;
    s.states = enlarge(s.states, old * sizeof *s.states, s.room * sizeof *s.states);
    s.first = enlarge(s.first, old * sizeof *s.first, s.room * sizeof *s.first);
    s.ends = enlarge(s.ends, old * sizeof *s.ends, s.room * sizeof *s.ends);
    if (old) lct_unreserve(s.slots, 2 * old * sizeof *s.slots);
    s.slots = lct_reserve(2 * s.room * sizeof *s.slots);
    for (uint32_t i = 2; i <= s.count; i++) *slot_of(s.states[i].key) = i;
}

static void add_edge(uint32_t to) {
    if (s.edge_count == s.edge_room) {
        uint32_t room = s.edge_room ? 2 * s.edge_room : FIRST_EDGES;
        s.edges = enlarge(s.edges, s.edge_room * sizeof *s.edges, room * sizeof *s.edges);
        s.edge_room = room;
    }
    s.edges[s.edge_count++] = to;
}

static void deal_with(uint32_t number) {
    s.current = number;
    s.first[number] = s.edge_count;
    s.ends[number] = false;
}

static void start(void) {
    if (!s.room) {
        make_room();
        s.path = lct_reserve((size_t)lct_m.max_depth + 1);
        s.choices = lct_reserve((size_t)lct_m.max_depth + 1);
    } else memset(s.slots, 0, 2 * s.room * sizeof *s.slots);
    s.edge_count = s.depth = s.stuck_count = s.reported = 0;
    s.arrived = false;
    s.states[1] = (state){0}; /* before the first step there is one only */
    s.count = 1;
    deal_with(1);
    lct_t.gave_up |= lct_w.claim != LCT_CLAIM_NONE;
}

/* ---- a step ---- */

static bool has_residents(void) {
    for (unsigned i = 0; i < lct_m.thread_count; i++)
        if (lct_m.threads[i].resident) return true;
    return false;
}

/* The last step led to the state before step `depth`.  False: that is not known, or there are too many. */
static bool arrive(uint32_t depth) {
    lct_digest key, history = lct_record_digest();
    if (!lct_progress_state(depth, &key) || lct_patience_ends() || has_residents()) return false;
    key.a = lct_digest_mix(key.a, history.a);
    key.b = lct_digest_mix(key.b, history.b);
    uint32_t *slot = slot_of(key), number = *slot;
    if (!number && s.count == lct_t.bound) return false;
    if (!number && s.count + 2 == s.room) {
        make_room();
        slot = slot_of(key);
    }
    if (!number) {
        number = *slot = ++s.count;
        s.states[s.count] = (state){.key = key,
                                    .from = s.current,
                                    .depth = depth,
                                    .thread = lct_m.path[depth - 1],
                                    .choice = lct_m.choices[depth - 1]};
    }
    const lct_step_event *e = &lct_t.events[depth - 1];
    add_edge(number | (e->access == LCT_READ || e->access == LCT_LOCAL ? 0 : LCT_EDGE_MARK));
    return true;
}

static int choose(uint32_t depth, lct_node *node) {
    s.arrived = depth > s.depth;
    if (s.arrived && lct_execution_is_dropped()) s.ends[s.current] = true; /* the steps that follow are no livelock */
    if (s.arrived && !s.stuck_count && !arrive(depth)) lct_t.gave_up = true;
    if (s.arrived || lct_t.gave_up) return -1;
    if (depth < s.depth) {
        lct_m.choices[depth] = s.choices[depth];
        return s.path[depth];
    }
    if (s.stuck_count && (lct_waits_round(LCT_THREADS, "") || !(s.stuck[s.reported - 1] & LCT_EDGE_MARK))) {
        lct_t.spinning |= lct_m.free;
        lct_stop(LCT_STUCK);
    }
    lct_progress_want_state(depth);
    node->todo = node->enabled;
    return (int)lct_first(node->enabled);
}

/* ---- the next one ---- */

/* Another choice, or another thread, in the same state. */
static bool next_step(void) {
    lct_node *node = &lct_t.nodes[s.depth];
    const lct_step_event *e = &lct_t.events[s.depth];
    if (lct_m.choices[s.depth] + 1u < e->values) {
        lct_tree_branch(s.depth, e->thread, lct_m.choices[s.depth] + 1u);
        return true;
    }
    node->done |= lct_bit(e->thread);
    lct_mask left = node->todo & (lct_mask)~node->done;
    if (left) lct_tree_branch(s.depth, lct_first(left), 0);
    return left;
}

/* The next execution comes through this state.  As far as the last one went the same way, that is known. */
static void go_to(uint32_t number) {
    s.depth = s.states[number].depth;
    for (uint32_t i = number; i > 1; i = s.states[i].from) {
        s.path[s.states[i].depth - 1] = s.states[i].thread;
        s.choices[s.states[i].depth - 1] = s.states[i].choice;
    }
    if (!s.depth) {
        lct_tree_restart();
        return;
    }
    uint32_t same = 0;
    while (same + 1 < s.depth && same + 1 < (uint32_t)lct_m.depth && lct_m.path[same] == s.path[same] &&
           lct_m.choices[same] == s.choices[same])
        same++;
    lct_tree_branch(same, s.path[same], s.choices[same]);
}

static void find_livelocks(void) {
    lct_state_graph graph = {.count = s.count, .first = s.first, .edges = s.edges, .ends = s.ends};
    s.first[s.count + 1] = s.edge_count;
    if (s.stuck) lct_unreserve(s.stuck, s.stuck_room);
    s.stuck = lct_reserve(s.stuck_room = (s.count + 1) * sizeof *s.stuck);
    uint64_t size = lct_components_room(s.count);
    void *memory = lct_reserve(size);
    s.stuck_count = lct_components_without_end(&graph, s.stuck, memory);
    lct_unreserve(memory, size);
}

static bool next_livelock(void) {
    if (s.reported == s.stuck_count) return false;
    go_to(s.stuck[s.reported++] & ~LCT_EDGE_MARK);
    return true;
}

static bool next(void) {
    if (s.stuck_count) {
        if (lct_m.outcome != LCT_STUCK) lct_progress_livelock((int32_t)s.depth);
        return next_livelock();
    }
    s.ends[s.current] |= !s.arrived;
    s.arrived = false; /* the function that chooses the next step may not be called */
    if (next_step()) return true;
    if (s.current < s.count) {
        deal_with(s.current + 1);
        go_to(s.current);
        return true;
    }
    find_livelocks();
    return next_livelock();
}

const lct_strategy lct_states = {.kind = LCT_DOES_STATES,
                                 .clocks = true,
                                 .complete = true,
                                 .compares_states = true,
                                 .start = start,
                                 .choose = choose,
                                 .next = next};
