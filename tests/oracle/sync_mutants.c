/* Synchronization objects that are wrong in one way each.  Where the mistake is not met they do what the right one
 * does.
 */
#include "models.h"
#include "sync.h"

#define MUTANT(name) static bool name(const state *now, const op *const *ops, int count, state *after, value *results)
#define AS(right)    (right)(now, ops, count, after, results)

/* A send goes through alone. */
MUTANT(nobody_waits) {
    if (count != 1 || ops[0]->method != 0) return AS(sync_channel);
    *after = *now;
    results[0] = NOTHING;
    return true;
}

MUTANT(upper_end_is_excluded) { return AS(sync_filter_channel) && ops[0]->args[0] < ops[1]->args[1]; }

MUTANT(predicate_is_ignored) { return AS(sync_channel); }

MUTANT(men_meet_men) { return AS(sync_exchanger) && ops[0]->method == 0; }

MUTANT(one_gets_its_own) {
    if (!AS(sync_exchanger)) return false;
    results[1] = ops[1]->args[0];
    return true;
}

MUTANT(counter_is_read_before) {
    if (!AS(sync_counter_channel)) return false;
    results[0]--;
    return true;
}

MUTANT(counter_stays) {
    if (!AS(sync_counter_channel)) return false;
    after->count = 0;
    return true;
}

MUTANT(they_meet_again) { return AS(sync_men_women); }

MUTANT(pairs_have_an_order) {
    if (!AS(sync_one_family) && !AS(sync_exchanger)) return false;
    for (int i = 0; i < now->count; i++)
        if (now->item[i] == ops[0]->args[0] && now->rank[i] == ops[1]->args[0]) return false;
    if (ops[0]->args[0] == ops[1]->args[0]) return false;
    *after = *now;
    after->item[after->count] = ops[0]->args[0];
    after->rank[after->count++] = ops[1]->args[0];
    return true;
}

MUTANT(one_meets_itself) { return AS(sync_one_family) || (AS(sync_exchanger) && ops[0]->args[0] == ops[1]->args[0]); }

MUTANT(c_learns_them_in_reverse) {
    if (!AS(sync_abc)) return false;
    results[2] = oracle_pair(ops[1]->args[0], ops[0]->args[0]);
    return true;
}

MUTANT(one_is_enough) {
    state fewer = *now;
    fewer.limit--;
    bool stands = sync_barrier(&fewer, ops, count, after, results);
    after->limit = now->limit;
    return stands || AS(sync_barrier);
}

MUTANT(two_are_needed) {
    (void)ops;
    if (count != 2) return false;
    results[0] = results[1] = NOTHING;
    *after = *now;
    return true;
}

MUTANT(least_instead_of_greatest) { return AS(sync_min); }
MUTANT(greatest_instead_of_least) { return AS(sync_max); }

MUTANT(last_one_gets_its_own) {
    if (!AS(sync_sum)) return false;
    results[count - 1] = ops[count - 1]->args[0];
    return true;
}

MUTANT(enrolling_twice_is_enrolling) {
    if (AS(sync_enrollable_barrier)) return true;
    *after = *now;
    return count == 1 && ops[0]->method == 1;
}

MUTANT(resigning_is_forgotten) {
    if (!AS(sync_enrollable_barrier)) return false;
    if (ops[0]->method == 2) *after = *now;
    return true;
}

MUTANT(those_not_enrolled_may_come) {
    if (AS(sync_enrollable_barrier)) return true;
    *after = *now;
    return count == 1 && ops[0]->method == 0 && place_of(now, ops[0]->args[0]) < 0;
}

MUTANT(nobody_gives_up) { return count == 2 && AS(sync_timeout_channel); }

MUTANT(sender_does_not_know) {
    if (!AS(sync_timeout_channel)) return false;
    if (count == 2) results[0] = FALSE;
    return true;
}

MUTANT(first_gives_up) {
    if (!AS(sync_timeout_exchanger)) return false;
    if (count == 2) results[0] = NONE;
    return true;
}

MUTANT(never_closed) {
    if (!AS(sync_closeable_channel)) return false;
    after->count = 0;
    return true;
}

MUTANT(passes_when_closed) { return AS(sync_closeable_channel) || AS(sync_channel); }

MUTANT(gives_up_when_empty) {
    if (AS(sync_terminating_queue)) return true;
    *after = *now;
    results[0] = NONE;
    return count == 1 && ops[0]->method == 1 && now->count == 0;
}

MUTANT(gives_up_when_not_empty) {
    state empty = *now;
    empty.count = 0;
    if (count == 1 || !sync_terminating_queue(&empty, ops, count, after, results)) return AS(sync_terminating_queue);
    *after = *now;
    return true;
}

MUTANT(last_in_first_out) {
    if (count != 1 || ops[0]->method != 1 || !now->count) return AS(sync_terminating_queue);
    *after = *now;
    results[0] = now->item[now->count - 1];
    after->count--;
    return true;
}

MUTANT(never_gives_up) { return count == 1 && now->limit > 1 && AS(sync_terminating_queue); }

MUTANT(one_receiver_more) {
    state more = *now;
    more.limit++;
    bool stands = sync_broadcast(&more, ops, count, after, results);
    after->limit = now->limit;
    return stands;
}

MUTANT(a_receiver_may_be_missing) {
    state fewer = *now;
    fewer.limit--;
    bool stands = sync_broadcast(&fewer, ops, count, after, results);
    after->limit = now->limit;
    return stands || AS(sync_broadcast);
}

MUTANT(second_leaves_its_value) {
    if (!AS(sync_relay)) return false;
    after->count = ops[1]->args[0];
    return true;
}

const sync_mutant sync_mutants[] = {
    {"channel", "nobody waits", nobody_waits, 0},
    {"filter-channel", "the upper end is excluded", upper_end_is_excluded, 0},
    {"filter-channel", "the predicate is ignored", predicate_is_ignored, 0},
    {"men-women", "men meet men", men_meet_men, 0},
    {"exchanger", "one gets its own", one_gets_its_own, 0},
    {"counter-channel", "the counter is read before", counter_is_read_before, 0},
    {"counter-channel", "the counter stays", counter_stays, 0},
    {"two-families:n=3", "they meet again", they_meet_again, 0},
    {"one-family:n=4", "pairs have an order", pairs_have_an_order, 0},
    {"one-family:n=4", "one meets itself", one_meets_itself, 0},
    {"abc", "c learns them in reverse", c_learns_them_in_reverse, 0},
    {"barrier:n=1", "two are needed", two_are_needed, 2},
    {"barrier:n=2", "one is enough", one_is_enough, 0},
    {"barrier:n=3", "two are enough", one_is_enough, 0},
    {"combining-barrier:n=2,f=sum", "the last one gets its own", last_one_gets_its_own, 0},
    {"combining-barrier:n=3,f=sum", "the last one gets its own", last_one_gets_its_own, 0},
    {"combining-barrier:n=2,f=min", "it is the greatest", greatest_instead_of_least, 0},
    {"combining-barrier:n=3,f=max", "it is the least", least_instead_of_greatest, 0},
    {"enrollable-barrier", "enrolling twice is enrolling", enrolling_twice_is_enrolling, 0},
    {"enrollable-barrier", "resigning is forgotten", resigning_is_forgotten, 0},
    {"enrollable-barrier", "those not enrolled may come", those_not_enrolled_may_come, 0},
    {"timeout-channel", "nobody gives up", nobody_gives_up, 0},
    {"timeout-channel", "the sender does not know", sender_does_not_know, 0},
    {"timeout-exchanger", "the first gives up", first_gives_up, 0},
    {"closeable-channel", "it is never closed", never_closed, 0},
    {"closeable-channel", "it passes things when closed", passes_when_closed, 0},
    {"terminating-queue:n=1", "the last comes out first", last_in_first_out, 0},
    {"terminating-queue:n=2", "one gives up alone", gives_up_when_empty, 0},
    {"terminating-queue:n=2", "it is given up with something in it", gives_up_when_not_empty, 0},
    {"terminating-queue:n=3", "it is never given up", never_gives_up, 0},
    {"broadcast:n=1", "there is one receiver more", one_receiver_more, 3},
    {"broadcast:n=2", "a receiver may be missing", a_receiver_may_be_missing, 0},
    {"relay", "the second leaves its value", second_leaves_its_value, 0},
    {0},
};
