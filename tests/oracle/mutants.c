/* Specifications that are wrong in one way each.  Where the mistake is not met they do what the right one does. */
#include "models.h"

static void writes_of_2_are_lost(const state *s, int method, const value *arg, outcomes *o) {
    if (method == WRITE && arg[0] == 2) may(o, s, NOTHING);
    else oracle_register(s, method, arg, o);
}

static void cas_always_writes(const state *s, int method, const value *arg, outcomes *o) {
    oracle_register(s, method, arg, o);
    if (method == CAS) o->at[0].after.item[0] = arg[1];
}

static void cas_may_fail_spuriously(const state *s, int method, const value *arg, outcomes *o) {
    oracle_register(s, method, arg, o);
    if (method == CAS && s->item[0] == arg[0]) may(o, s, FALSE);
}

static void fetch_add_gives_new(const state *s, int method, const value *arg, outcomes *o) {
    oracle_counter(s, method, arg, o);
    if (method == FETCH_ADD) o->at[0].result += arg[0];
}

static void dec_stops_at_zero(const state *s, int method, const value *arg, outcomes *o) {
    oracle_counter(s, method, arg, o);
    if (method == DEC && s->count == 0) o->at[0].after.count = 0;
}

static void last_in_first_out(const state *s, int method, const value *arg, outcomes *o) {
    oracle_stack(s, method, arg, o);
}

static void first_in_first_out(const state *s, int method, const value *arg, outcomes *o) {
    oracle_queue(s, method, arg, o);
}

static void may_say_empty(const state *s, int method, const value *arg, outcomes *o) {
    oracle_queue(s, method, arg, o);
    if (method == TAKE_OUT && s->count) may(o, s, EMPTY);
}

static void equal_values_merge(const state *s, int method, const value *arg, outcomes *o) {
    if (method == PUT_IN && place_of(s, arg[0]) >= 0) may(o, s, s->limit ? TRUE : NOTHING);
    else oracle_queue(s, method, arg, o);
}

static void bag_is_a_set(const state *s, int method, const value *arg, outcomes *o) {
    if (method == PUT_IN && place_of(s, arg[0]) >= 0) may(o, s, NOTHING);
    else oracle_bag(s, method, arg, o);
}

static void one_more_fits(const state *s, int method, const value *arg, outcomes *o) {
    state roomier = *s;
    roomier.limit = 3;
    oracle_queue(&roomier, method, arg, o);
}

static void full_push_replaces_top(const state *s, int method, const value *arg, outcomes *o) {
    oracle_stack(s, method, arg, o);
    if (method == PUT_IN && s->count == s->limit) o->at[0].after.item[s->count - 1] = arg[0];
}

static void pop_back_takes_front(const state *s, int method, const value *arg, outcomes *o) {
    oracle_deque(s, method == POP_BACK ? POP_FRONT : method, arg, o);
}

static void push_front_goes_back(const state *s, int method, const value *arg, outcomes *o) {
    oracle_deque(s, method == PUSH_FRONT ? PUSH_BACK : method, arg, o);
}

static void priority_is_ignored(const state *s, int method, const value *arg, outcomes *o) {
    if (method == INSERT_WITH_PRIORITY) oracle_pqueue(s, INSERT, arg + 1, o);
    else oracle_pqueue(s, method, arg, o);
}

static void equal_priorities_in_order(const state *s, int method, const value *arg, outcomes *o) {
    oracle_pqueue(s, method, arg, o);
    if (method == DELMIN && o->count > 1) o->count = 1;
}

static void add_is_always_true(const state *s, int method, const value *arg, outcomes *o) {
    oracle_set(s, method, arg, o);
    if (method == SET_ADD) o->at[0].result = TRUE;
}

static void remove_leaves_it(const state *s, int method, const value *arg, outcomes *o) {
    oracle_set(s, method, arg, o);
    if (method == SET_REMOVE) o->at[0].after = *s;
}

static void append_replaces(const state *s, int method, const value *arg, outcomes *o) {
    oracle_map(s, method == MAP_APPEND ? MAP_PUT : method, arg, o);
}

static void del_is_always_true(const state *s, int method, const value *arg, outcomes *o) {
    oracle_map(s, method, arg, o);
    if (method == MAP_DEL) o->at[0].result = TRUE;
}

static void keys_are_confused(const state *s, int method, const value *arg, outcomes *o) {
    value same[] = {0, arg[1], arg[2]};
    oracle_map(s, method, same, o);
}

static void unlock_is_always_enabled(const state *s, int method, const value *arg, outcomes *o) {
    oracle_mutex(s, method, arg, o);
    if (method == UNLOCK && s->count == 0) may(o, s, NOTHING);
}

static void trylock_may_fail_spuriously(const state *s, int method, const value *arg, outcomes *o) {
    oracle_mutex(s, method, arg, o);
    if (method == TRYLOCK && s->count == 0) may(o, s, FALSE);
}

static void writer_beside_readers(const state *s, int method, const value *arg, outcomes *o) {
    oracle_rwlock(s, method, arg, o);
    if (method == WRLOCK && s->count && !s->writers) may(o, s, NOTHING)->writers = 1;
}

static void one_reader_only(const state *s, int method, const value *arg, outcomes *o) {
    if (method != RDLOCK || s->count == 0) oracle_rwlock(s, method, arg, o);
}

static void post_is_bounded(const state *s, int method, const value *arg, outcomes *o) {
    oracle_semaphore(s, method, arg, o);
    if (method == POST && s->count == 2) o->at[0].after.count = 2;
}

static void wait_is_always_enabled(const state *s, int method, const value *arg, outcomes *o) {
    oracle_semaphore(s, method, arg, o);
    if (method == WAIT && s->count == 0) may(o, s, NOTHING);
}

static void depart_at_zero(const state *s, int method, const value *arg, outcomes *o) {
    oracle_snzi(s, method, arg, o);
    if (method == DEPART && s->count == 0) may(o, s, NOTHING);
}

static void arrivals_do_not_add_up(const state *s, int method, const value *arg, outcomes *o) {
    oracle_snzi(s, method, arg, o);
    if (method == ARRIVE) o->at[0].after.count = 1;
}

const mutant oracle_mutants[] = {
    {"register", "writes of 2 are lost", writes_of_2_are_lost},
    {"cas-register", "cas writes even when it fails", cas_always_writes},
    {"cas-register", "cas may fail spuriously", cas_may_fail_spuriously},
    {"counter", "fetch_add gives the new number", fetch_add_gives_new},
    {"counter", "dec stops at zero", dec_stops_at_zero},
    {"queue", "last in, first out", last_in_first_out},
    {"queue", "deq may say EMPTY at any time", may_say_empty},
    {"queue", "equal values merge", equal_values_merge},
    {"stack", "first in, first out", first_in_first_out},
    {"queue:capacity=2", "three fit", one_more_fits},
    {"queue:capacity=2", "equal values merge", equal_values_merge},
    {"stack:capacity=2", "first in, first out", first_in_first_out},
    {"stack:capacity=2", "push on a full stack replaces the top", full_push_replaces_top},
    {"deque", "pop_back takes from the front", pop_back_takes_front},
    {"deque", "push_front adds at the back", push_front_goes_back},
    {"pqueue", "priorities are ignored", priority_is_ignored},
    {"pqueue", "equal priorities leave in the order they came", equal_priorities_in_order},
    {"set", "add is always true", add_is_always_true},
    {"set", "remove leaves the element", remove_leaves_it},
    {"bag", "first in, first out", first_in_first_out},
    {"bag", "equal values are one", bag_is_a_set},
    {"map", "append replaces", append_replaces},
    {"map", "del is always true", del_is_always_true},
    {"map", "all keys are one", keys_are_confused},
    {"mutex", "unlock is always enabled", unlock_is_always_enabled},
    {"mutex", "trylock may fail spuriously", trylock_may_fail_spuriously},
    {"rwlock", "a writer enters beside readers", writer_beside_readers},
    {"rwlock", "only one reader", one_reader_only},
    {"semaphore:n=2", "post is bounded", post_is_bounded},
    {"semaphore:n=2", "wait is always enabled", wait_is_always_enabled},
    {"snzi", "depart is enabled at zero", depart_at_zero},
    {"snzi", "arrivals do not add up", arrivals_do_not_add_up},
    {0},
};
