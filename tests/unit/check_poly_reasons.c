/* What the deciders for registers, sets, locks, counters and semaphores say is wrong, and who they blame. */
#include "check/poly/poly.h"
#include "formats_support.h"
#include "short_history.h"
#include "spec/specs.h"

static const struct {
    const char *spec;
    const char *events; /* `invoke` is left out, `->` stands for `return` */
    const char *pattern, *reason;
    uint32_t blamed;
} cases[] = {
    {"register", "A write(1); A ->; B read(); B -> 2", "a value from nowhere",
     "read() → 2 by B: no operation had begun to write 2 by then", 1},
    {"register", "A read(); A -> 1; B write(1); B ->", "read before it was written",
     "read() → 1 by A returned before write(1) by B was called", 2},
    {"register", "A write(1); A ->; B read(); B -> nil", "a value that came back",
     "write(1) by A returned before read() → nil by B was called, but nil was only there at the beginning", 2},
    {"register", "A write(1); A ->; B write(2); B ->; C read(); C -> 1", "a value that came back",
     "write(1) by A returned before write(2) by B was called, and write(2) by B returned before read() → 1 by C was "
     "called, but 1 was written only once and cannot come back",
     3},
    {"register", "A write(1); B write(2); C read(); C -> 1; D read(); D -> 2; C read(); C -> 1; D read(); D -> 2; A ->",
     "a value that came back",
     "read() → 1 by C returned before read() → 2 by D was called, and read() → 2 by D returned before read() → 1 by C "
     "was called, but 1 was written only once and cannot come back",
     6},
    {"cas-register", "A cas(nil, 1); B cas(nil, 2); A -> true; B -> true", "a value taken twice",
     "cas(nil, 1) → true by A and cas(nil, 2) → true by B both found nil, which was only there at the beginning", 2},
    {"cas-register", "A cas(1, 2); A -> true", "a value from nowhere", "cas(1, 2) → true by A: no operation writes 1",
     1},
    {"cas-register", "A cas(1, 2); B cas(2, 1); A -> true; B -> true", "cas operations in a circle",
     "cas(2, 1) → true by B: cas operations lead from 1 back to it, and nothing else writes one of these values", 2},
    {"cas-register", "A write(1); A ->; A cas(1, 2); A -> true; B read(); B -> 1", "a value that came back",
     "cas(1, 2) → true by A returned before read() → 1 by B was called, and that value was written only once and "
     "cannot "
     "come back",
     3},
    {"cas-register", "A write(1); A ->; A cas(1, 2); A -> true; B read(); B -> nil; C cas(nil, 3); C -> false",
     "a value that came back",
     "write(1) by A returned before read() → nil by B was called, though its value goes back to the beginning", 2},
    {"cas-register", "A write(1); A ->; B cas(1, 2); B -> false; C read(); C -> 1", "refused although it matched",
     "cas(1, 2) → false by B, but its value was there throughout: write(1) by A returned before cas(1, 2) → false by B "
     "was called, and cas(1, 2) → false by B returned before read() → 1 by C was called",
     3},
    {"cas-register", "B cas(nil, 2); B -> false; C cas(nil, 1); C -> true", "refused although it matched",
     "cas(nil, 2) → false by B, but the initial value was there until later: cas(nil, 2) → false by B returned before "
     "cas(nil, 1) → true by C was called",
     2},
    {"mutex", "A lock(); A ->; B lock(); B ->", "taken while held",
     "lock() by B returned although the lock was held: lock() by A came before, and no release can have happened since",
     2},
    {"mutex", "A lock(); A ->; A unlock(); A ->; B lock(); B ->; A lock(); A ->", "taken while held",
     "lock() by A returned although the lock was held: lock() by B came before, and no release can have happened since",
     2},
    {"mutex", "A lock(); A ->; A unlock(); B lock(); B ->; C lock(); C ->; A ->", "taken while held",
     "lock() by C returned although the lock was held: by then 3 acquisitions must have happened, and no more than 1 "
     "release",
     4},
    {"mutex", "A lock(); A ->; A unlock(); A ->; B unlock(); B ->", "released while free",
     "unlock() by B returned although the lock was free: no acquisition can have happened since the last release", 1},
    {"mutex", "B unlock(); A lock(); A ->; A unlock(); A ->; B ->", "released while free",
     "unlock() by B returned although the lock was free: no acquisition can have happened since the last release", 1},
    {"mutex", "A lock(); A ->; B lock(); A unlock(); A ->; C unlock(); C ->; D unlock(); D ->", "released while free",
     "unlock() by D returned although the lock was free: by then 3 releases must have happened, and no more than 2 "
     "acquisitions",
     5},
    {"mutex", "A trylock(); A -> false", "refused while free",
     "trylock() → false by A returned although the lock was free: no acquisition can have happened by then that was "
     "not undone",
     1},
    {"set", "A add(5); B contains(5); B -> true; C remove(5); C -> true; B contains(5); B -> true; A -> true",
     "found while absent",
     "contains(5) → true by B returned although 5 was absent: add(5) → true by A had already been undone by remove(5) "
     "→ "
     "true by C",
     4},
    {"set", "A add(5); A -> true; B contains(5); B -> true; B remove(5); B -> false", "missed while present",
     "remove(5) → false by B returned although 5 was present: add(5) → true by A came before, and no removal can have "
     "happened since",
     2},
    {"set", "A add(5); A -> maybe", "neither true nor false", "add(5) → maybe by A, which is neither true nor false",
     1},
    {"counter", "A get(); A -> -1", "out of range",
     "get() → -1 by A, but the counter starts at 0 and there are only increments", 1},
    {"counter", "A fetch_add(1); B fetch_add(1); A -> 0; B -> 0", "a lost update",
     "fetch_add(1) → 0 by A and fetch_add(1) → 0 by B found the same value, so one increment was lost", 2},
    {"counter", "A inc(); B get(); B -> 1; B get(); B -> 0; A ->", "going back",
     "get() → 1 by B returned before get() → 0 by B was called, but there are only increments", 2},
    {"counter", "A fetch_add(1); A -> 0; B get(); B -> 0", "going back",
     "fetch_add(1) → 0 by A returned before get() → 0 by B was called, but there are only increments", 2},
    {"counter", "A get(); A -> 0; A dec(); A ->; B dec(); B ->; A get(); A -> -1", "counted too few",
     "get() → -1 by A was called when at least 2 decrements must have happened", 3},
    {"counter", "A inc(); A ->; B fetch_add(1); B -> 0", "counted too few",
     "fetch_add(1) → 0 by B was called when at least 1 increment must have happened", 2},
    {"counter", "A inc(); A ->; B get(); B -> 2; A inc(); A ->", "counted too many",
     "get() → 2 by B, but fewer than 2 increments can have happened by then", 2},
    {"counter", "A inc(); A ->; B dec(); C get(); C -> 2; B ->", "counted too many",
     "get() → 2 by C, but the counter cannot have been so high by then, whichever open operations had taken effect", 3},
    {"counter", "A add(3); A ->; B dec(); C fetch_add(2); C -> 1; B ->", "counted too few",
     "fetch_add(2) → 1 by C, but the counter cannot have been so low then, whichever open operations had taken effect",
     3},
    {"counter", "C get(); A inc(); A ->; B dec(); B ->; C -> -1", "counted too few",
     "get() → -1 by C, but the counter cannot have been so low then, whichever open operations had taken effect", 3},
    {"semaphore:n=1", "A wait(); A ->; B post(); C wait(); C ->; B ->; A wait(); A ->",
     "more waits than there was to take",
     "wait() by A returned although nothing was left: it starts at 1, 3 waits returned and only 1 post was called", 4},
    {"semaphore:n=1", "A wait(); A ->; A post(); A ->; A wait(); A ->; B trywait(); B -> true",
     "more waits than there was to take",
     "trywait() → true by B returned although nothing was left: since it was back at 1, 2 waits returned and no post "
     "was called",
     2},
};
enum { CASES = sizeof cases / sizeof *cases };

static const lc_instance *the_instance(const void *specs, lc_span name) { return lc_specs_find(specs, name); }

static void judge(unsigned i) {
    lc_budget budget;
    lc_limits limits = {0};
    lince_specs *specs = lince_specs_new();
    lc_bind_options options = {.lookup = the_instance, .context = specs, .limits = &limits};
    lc_binding binding;
    lc_parts parts;
    lc_poly p;
    char *lines = lines_of(cases[i].events);
    lince_history *h = read_one(LINCE_FORMAT_HIST, lines);
    lc_budget_init(&budget, 0);
    if (!h || lince_specs_add(specs, cases[i].spec, &problem) != LINCE_DONE ||
        lc_bind(&binding, h, &options, &budget, &problem) != LINCE_DONE || !lc_split(&parts, &binding, true, &budget))
        abort();
    lc_poly_init(&p, &binding, &limits, &budget);
    lc_outcome outcome = lc_poly_decide(&p, &parts.parts.at[0]);
    const char *reason = lc_text(&p.reason), *pattern = p.pattern ? p.pattern : "none";
    if (!expect(outcome == LC_VIOLATED && !strcmp(reason, cases[i].reason) && !strcmp(pattern, cases[i].pattern) &&
                    p.core.count == cases[i].blamed,
                "%s: %s", cases[i].spec, cases[i].pattern))
        printf("# %s\n# outcome %d, %u blamed, %s: %s\n", cases[i].events, (int)outcome, p.core.count, pattern, reason);
    lc_poly_free(&p);
    lc_parts_free(&parts);
    lc_binding_free(&binding);
    lince_specs_free(specs);
    lince_history_free(h);
    free(lines);
}

int main(void) {
    for (unsigned i = 0; i < CASES; i++) judge(i);
    return tap_end();
}
