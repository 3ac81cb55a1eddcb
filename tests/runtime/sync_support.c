#define _GNU_SOURCE
#include "sync_support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "target/explore/tree.h"
#include "target/runtime/calls.h"
#include "target/runtime/crash.h"
#include "target/runtime/explorer.h"
#include "target/runtime/heap.h"
#include "target/runtime/image.h"
#include "target/runtime/machine.h"
#include "target/runtime/stack.h"
#define TAP_STATE LCT_STATE
#include "../tap.h"

enum { RESULTS = 4096, LIMIT = 400000, STEPS = 2000 };

typedef struct results {
    long values[RESULTS];
    unsigned count, failures;
    bool stuck, too_long, silent;
    unsigned executions;
    long value; /* of the current execution */
    bool has_value;
    char message[512];
    uintptr_t pc;
} results;

static results seen LCT_STATE = {0}, other LCT_STATE = {0};
static long (*state_of)(void) LCT_STATE = NULL;
static unsigned limit LCT_STATE = LIMIT;
static bool stops LCT_STATE = false; /* at the first failure */

void outcome(long value) {
    seen.value = value;
    seen.has_value = true;
}

static void report_failure(int kind, uintptr_t pc, uintptr_t address, const char *message) {
    (void)address;
    seen.pc = pc;
    seen.failures |= 1u << kind;
    snprintf(seen.message, sizeof seen.message, "%s", message);
}

static void note(long value) {
    unsigned i = 0;
    while (i < seen.count && seen.values[i] < value) i++;
    if (i < seen.count && seen.values[i] == value) return;
    if (seen.count == RESULTS) return;
    memmove(&seen.values[i + 1], &seen.values[i], (seen.count - i) * sizeof *seen.values);
    seen.values[i] = value;
    seen.count++;
}

static void account(void) {
    switch (lct_m.outcome) {
    case LCT_COMPLETE:
        if (state_of) note(seen.value + (long)lct_record_digest().a);
        else if (seen.has_value) note(seen.value);
        else seen.silent = true;
        break;
    case LCT_STUCK:
        seen.stuck = true;
        if (state_of) note(state_of() + (long)lct_record_digest().a);
        break;
    case LCT_TOO_LONG: seen.too_long = true; break;
    case LCT_REDUNDANT: return;
    default: break;
    }
    seen.executions++;
}

static void explore(const lct_strategy *strategy, void (*body)(void)) {
    lct_promoted_forget();
    do {
        lct_promoted_apply();
        memset(&seen, 0, sizeof seen);
        bool more = true;
        for (lct_tree_begin(strategy); more && !lct_t.new_races; more = strategy->next()) {
            seen.has_value = false;
            lct_tree_run(body);
            if ((stops && seen.failures) || lct_t.gave_up) return;
            if (!lct_t.new_races) account();
            if (seen.executions >= limit) break;
        }
    } while (lct_t.new_races);
}

/* By states; false: that is not for this one. */
static bool explore_states(void (*body)(void)) {
    bool all_plain = lct_m.all_plain;
    lct_m.all_plain = !lct_t.races;
    explore(&lct_states, body);
    lct_m.all_plain = all_plain;
    return !lct_t.gave_up;
}

static const char *in_words(char *text, size_t size) {
    static const char *const kinds[] = {"crash",
                                        "assertion",
                                        "invariant",
                                        "deadlock",
                                        "endless",
                                        "spinning",
                                        "exit",
                                        "exception",
                                        "use-after-free",
                                        "double-free",
                                        "bad-free",
                                        "misuse",
                                        "nondeterminism",
                                        "limit",
                                        [LCT_FAILS_RACE] = "data-race",
                                        [LCT_FAILS_UNSUPPORTED] = "unsupported"};
    size_t length = 0;
    text[0] = '\0';
#define ADD(...) length += (size_t)snprintf(text + length, size - length, __VA_ARGS__)
    for (unsigned i = 0; i < seen.count; i++) ADD("%s%ld", length ? " " : "", seen.values[i]);
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i] && seen.failures >> i & 1) ADD("%s%s", length ? " " : "", kinds[i]);
    if (seen.stuck) ADD("%sstuck", length ? " " : "");
    if (seen.too_long) ADD("%stoo-long", length ? " " : "");
    if (seen.silent) ADD("%ssilent", length ? " " : "");
    return text;
}

/* A failure ends an execution before all that could happen in it was seen: reduction then need not find the rest. */
static bool as_expected(const lct_strategy *strategy, const char *expected) {
    char text[512];
    if (strcmp(in_words(text, sizeof text), expected) == 0) return true;
    if (!strategy->race || !seen.failures || seen.stuck || seen.too_long || seen.silent) return false;
    const char *word = strpbrk(expected, "abcdefghijklmnopqrstuvwxyz"),
               *found = strpbrk(text, "abcdefghijklmnopqrstuvwxyz");
    return word && found && strcmp(word, found) == 0;
}

static void compare(const char *name, const lct_strategy *strategy, void (*body)(void), const char *expected) {
    if (strategy != &lct_states) explore(strategy, body);
    else if (!explore_states(body)) return;
    char text[512];
    bool good = as_expected(strategy, expected);
    expect(good, "%s: %s after %u executions (stage kind %d)", name, expected, seen.executions, (int)strategy->kind);
    if (!good) printf("# came out: %s\n# last failure: %s\n", in_words(text, sizeof text), seen.message);
    if (seen.executions >= LIMIT) printf("# stopped after %d executions\n", LIMIT);
}

static void nothing(void) {}

static void prepare(void (*setup)(void)) {
    lct_image_restore();
    lct_heap_reset();
    lct_tree_begin(&lct_serial);
    lct_machine_run(setup);
    lct_calls_mark();
    lct_heap_mark();
    lct_image_take();
}

void prepared_comes_out(const char *name, void (*setup)(void), void (*body)(void), const char *expected) {
    prepare(setup);
    compare(name, &lct_exhaustive, body, expected);
    compare(name, &lct_states, body, expected);
    compare(name, &lct_dpor, body, expected);
}

void comes_out(const char *name, void (*body)(void), const char *expected) {
    prepared_comes_out(name, nothing, body, expected);
}

void reduced_comes_out(const char *name, void (*body)(void), const char *expected) {
    prepare(nothing);
    compare(name, &lct_dpor, body, expected);
}

static bool is_same(const char *how) {
    bool same = seen.count == other.count && seen.failures == other.failures && seen.stuck == other.stuck &&
                memcmp(seen.values, other.values, seen.count * sizeof *seen.values) == 0;
    if (!same)
        printf("# %u results of %u executions, failures %x; %s %u of %u, failures %x\n", other.count, other.executions,
               other.failures, how, seen.count, seen.executions, seen.failures);
    return same;
}

/* All there is; false: that is too much. */
static bool explore_all(void (*body)(void)) {
    explore(&lct_exhaustive, body);
    other = seen;
    return seen.executions < limit && seen.count < RESULTS && !seen.too_long;
}

bool agrees(void (*body)(void), long (*state)(void), unsigned most) {
    bool same = true;
    state_of = state;
    limit = most;
    prepare(nothing);
    if (explore_all(body)) {
        explore(&lct_dpor, body);
        same = is_same("with reduction");
        lct_m.all_plain = true; /* with which there are more histories */
        if (explore_all(body) && explore_states(body)) same = is_same("by states") && same;
        lct_m.all_plain = false;
    }
    state_of = NULL;
    limit = LIMIT;
    return same;
}

unsigned races_in(void (*body)(void), bool all) {
    static const lct_strategy *const strategies[] = {&lct_exhaustive, &lct_dpor, &lct_bounded};
    unsigned found = 0;
    lct_t.races = true;
    lct_t.bound = 2;
    prepare(nothing);
    for (unsigned i = all ? 0 : 1; i < 3; i++) {
        stops = true;
        explore(strategies[i], body);
        stops = false;
        if (seen.failures >> LCT_FAILS_RACE & 1) found |= 1u << i;
        if (seen.failures & ~(1u << LCT_FAILS_RACE) || seen.stuck || seen.too_long) found |= 8;
    }
    stops = true;
    bool known = explore_states(body);
    stops = false;
    if (known ? seen.failures >> LCT_FAILS_RACE & 1 : found & 2) found |= 16;
    lct_t.races = false;
    return found;
}

static bool has_seen(long value) {
    for (unsigned i = 0; i < seen.count; i++)
        if (seen.values[i] == value) return true;
    return false;
}

/* At each step anybody. */
static int choose_any(uint32_t depth, lct_node *node) {
    static uint64_t state LCT_STATE = 1;
    (void)depth;
    state = state * 6364136223846793005u + 1442695040888963407u;
    lct_mask among = node->enabled;
    for (unsigned skip = (unsigned)(state >> 33) % (unsigned)__builtin_popcount(among); skip; skip--)
        among &= (lct_mask)(among - 1);
    return __builtin_ctz(among);
}

static bool next_any(void) {
    lct_tree_restart();
    return true;
}

static const lct_strategy sampling = {.kind = LCT_DOES_RANDOM, .clocks = true, .choose = choose_any, .next = next_any};

bool covers(void (*body)(void), unsigned samples) {
    prepare(nothing);
    limit = samples;
    explore(&sampling, body);
    other = seen;
    limit = LIMIT;
    explore(&lct_dpor, body);
    bool all = !seen.too_long && seen.executions < LIMIT && seen.stuck >= other.stuck &&
               (seen.failures | other.failures) == seen.failures;
    /* So many results that not all were kept say nothing. */
    for (unsigned i = 0; i < other.count && seen.count < RESULTS; i++) all = all && has_seen(other.values[i]);
    if (!all)
        printf("# %u results of %u executions%s; with reduction %u of %u%s\n", other.count, other.executions,
               other.stuck ? ", stuck" : "", seen.count, seen.executions, seen.too_long ? ", too long" : "");
    return all;
}

void fact(bool holds, const char *name) { expect(holds, "%s", name); }

void message_has(const char *part) {
    if (!expect(strstr(seen.message, part) != NULL, "it says: %s", part)) printf("# but: %s\n", seen.message);
}

void happened_in(void (*function)(void)) {
    bool near = seen.pc - (uintptr_t)function < 100;
    if (!expect(near, "it says where"))
        printf("# at %#zx, not in %#zx\n", (size_t)seen.pc, (size_t)(uintptr_t)function);
}

void allow_spurious(unsigned count) { lct_calls.spurious = count; }
void allow_random(unsigned choices) { lct_calls.random_choices = choices; }
void allow_early(unsigned count) { lct_calls.early = count; }

/* In place of the command, which watches executions from outside: a timer of this program's own, which no code under
 * test here can notice. */
static unsigned given_up(void) {
    enum { TICKS = 8 };
    static uint64_t epoch LCT_STATE = 0;
    static int32_t depth LCT_STATE = 0;
    static unsigned ticks LCT_STATE = 0;
    if (epoch != lct_m.epoch || depth != lct_m.depth) ticks = 0;
    epoch = lct_m.epoch;
    depth = lct_m.depth;
    return ++ticks >= TICKS ? LCT_GIVEN_UP_ENDLESS : LCT_GIVEN_UP_NOT;
}

static void watch(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = LCT_WATCH_SIGNAL};
    struct itimerspec tick = {{0, 100000000}, {0, 100000000}};
    timer_t timer;
    if (timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0) timer_settime(timer, 0, &tick, NULL);
}

void begin_tests(void) {
    lct_explorer.report_failure = report_failure;
    lct_explorer.given_up = given_up;
    lct_calls_init();
    lct_heap_init(LCT_HEAP_LIFO);
    lct_machine_init(128 * 1024, STEPS);
    lct_image_init();
    lct_tree_init(STEPS);
    lct_record_init();
    lct_retry_init();
    lct_crash_init();
    lct_stack_init();
    watch();
    lct_m.plain = true;
    lct_t.loops = true;
    lct_t.history_edges = true;
    lct_heap_mark();
    lct_image_take();
}

int end_tests(void) { return tap_end(); }
