/* Clients see more than values: are the writes of a thread before it called one operation visible to another thread
 * behind the return of another one?  As if each operation had a plain cell of its own, which is written before its call
 * and read behind the return of another operation: operation `a` *reaches* `b` if the write at a's call happens before
 * the read at b's return, so that the two are no data race.
 *
 * An operation that returns a value is to be reached by one that added it.  Beyond that operations can owe each other
 * synchronization in the order in which they take effect: insertions all later insertions, removals all later removals,
 * or all operations all later ones, as by a lock around each.  (RELINCHE has the first three, as locked programs that
 * update a counter; POPL 2025.)  An operation that changed nothing owes nothing.
 *
 * Where `b` would owe it to `a`, and does not reach it, `a` takes effect before `b`.  These edges must have no cycle
 * (here), and some order that has them must be legal (the checker, by LCT_LINK_LOCK).  A client that orders operations
 * by means of its own changes nothing where all operations owe each other: an edge from the end of `b` to the beginning
 * of `a` that contradicts such an order makes a cycle with a's write, which reaches b.
 *
 * Operations are compared object by object: those of one object have names with the same prefix.
 */
#include "target/explore/record_sync.h"

#include <stdio.h>
#include <string.h>

#include <lince/test.h>

#include "target/explore/symbol.h"
#include "target/explore/tree.h"
#include "target/explore/value.h"
#include "target/explore/worker.h"
#include "target/runtime/order_parts.h"

enum { ADDS = 1, REMOVES = 2, PEEKS = 4, PURE = 8, KNOWN = 16, OPERATIONS = 64, TEXT = 128 };

typedef struct operation {
    const lct_log_entry *call, *end; /* NULL: it has not returned */
} operation;

static struct {
    uint8_t role[LCT_NAMES];
    uint8_t idle[LCT_NAMES]; /* the symbol with which an operation returns that changed nothing; 0: none */
    operation at[OPERATIONS];
    uint32_t count;
    uint64_t before[OPERATIONS]; /* of each: those that take effect earlier */
} s LCT_STATE = {0};

static uint32_t sync(void) { return lct_w.control->config.sync; }

/* On x86, and in sequential consistency, all that was written before a value is seen with it. */
static bool is_judged(void) {
    bool orders = lct_m.weak == LCT_WEAK_RC11 || lct_m.weak == LCT_WEAK_C11;
    return orders && lct_w.control && sync() != LCT_SYNC_NONE;
}

/* ---- roles ---- */

/* A word begins with two letters. */
static void take_word(uint16_t name, const char *word) {
    static const uint8_t meaning[] = {['+'] = ADDS, ['-'] = REMOVES, ['?'] = PEEKS, ['*'] = ADDS | REMOVES, ['0'] = 0};
    s.role[name] = KNOWN | meaning[(unsigned char)word[0]] | (word[1] == 'p' ? PURE : 0);
    s.idle[name] = word[1] >= '0' && word[1] <= '9' ? (uint8_t)(word[1] - '0') : 0;
}

/* By a word with its own name, else by that of its method. */
static void find_role(uint16_t number) {
    const char *name = lct_r.names[number], *dot = strrchr(name, '.'), *method = dot ? dot + 1 : name;
    s.role[number] = KNOWN;
    for (const char *at = lct_w.control->config.sync_roles; *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ") - 2;
        bool own = length == strlen(name) && !strncmp(at + 2, name, length);
        if (*at != '=' && (own || (length == strlen(method) && !strncmp(at + 2, method, length))))
            take_word(number, at);
        if (*at != '=' && own) return;
        at += length + 2;
    }
}

static uint8_t role_of(const operation *op) {
    uint16_t name = op->call->name;
    if (!s.role[name]) find_role(name);
    return s.role[name];
}

/* Perhaps: it may not have returned yet. */
static bool changes(const operation *op) {
    uint8_t role = role_of(op), idle = s.idle[op->call->name];
    if (role & PURE) return false;
    return !idle || !op->end || !op->end->count || op->end->values[0] != lince_symbol_value(idle);
}

/* A symbol such as EMPTY, or the initial value of a register. */
static bool was_never_added(int64_t value) {
    char word[32];
    const char *at = lct_w.control->config.sync_roles;
    size_t length = (size_t)snprintf(word, sizeof word, "==%lld ", (long long)value);
    while ((at = strstr(at, word)) && at != lct_w.control->config.sync_roles && at[-1] != ' ') at += length;
    return at || lct_symbol_name(value);
}

/* If they take effect in this order. */
static bool owes(const operation *from, const operation *to) {
    uint8_t both = role_of(from) & role_of(to);
    if (!changes(from)) return false;
    switch (sync()) {
    case LCT_SYNC_INSERTIONS: return both & ADDS && changes(to);
    case LCT_SYNC_REMOVALS: return both & REMOVES && changes(to);
    case LCT_SYNC_BOTH: return both & (ADDS | REMOVES) && changes(to);
    default: return sync() == LCT_SYNC_ALL;
    }
}

static bool same_object(uint16_t a, uint16_t b) {
    const char *x = lct_r.names[a], *y = lct_r.names[b], *dot = strrchr(x, '.'), *other = strrchr(y, '.');
    if (!dot || !other) return !dot && !other;
    return dot - x == other - y && !strncmp(x, y, (size_t)(dot - x));
}

/* ---- failures ---- */

static void print(char *text, const operation *op) {
    size_t length = (size_t)snprintf(text, TEXT, "%s(", lct_r.names[op->call->name]);
    if (length < TEXT) length += lct_values_print(text + length, TEXT - length, op->call->count, op->call->values);
    if (length < TEXT) length += (size_t)snprintf(text + length, TEXT - length, ")");
    if (length >= TEXT || !op->end || !op->end->count) return;
    length += (size_t)snprintf(text + length, TEXT - length, " → ");
    if (length < TEXT) lct_values_print(text + length, TEXT - length, op->end->count, op->end->values);
}

/* The two that are not ordered are the call of the one and the return of the other. */
static void put_sides(const operation *from, const operation *to) {
    lct_race[0] = (lct_race_side){
        .thread = from->call->thread, .touch = LCT_TOUCH_CALL, .trace_length = from->call->reported + 1};
    lct_race[1] =
        (lct_race_side){.thread = to->end->thread, .touch = LCT_TOUCH_RETURN, .trace_length = to->end->reported + 1};
}

static void fail_of_value(const operation *added, const operation *taken) {
    char a[TEXT], b[TEXT];
    print(a, added);
    print(b, taken);
    put_sides(added, taken);
    lct_machine_fail(LCT_FAILS_SYNC, 0, 0,
                     "missing synchronization: what %s wrote before it called %s is not visible to %s after %s",
                     lct_thread_name(added->call->thread), a, lct_thread_name(taken->call->thread), b);
}

static void fail_of_pair(const operation *from, const operation *to, bool neither) {
    char a[TEXT], b[TEXT];
    const char *first = lct_thread_name(from->call->thread), *second = lct_thread_name(to->call->thread);
    print(a, from);
    print(b, to);
    put_sides(from, to);
    if (neither)
        lct_machine_fail(LCT_FAILS_SYNC, 0, 0,
                         "missing synchronization: nothing synchronizes %s of %s and %s of %s, in either direction", a,
                         first, b, second);
    lct_machine_fail(LCT_FAILS_SYNC, 0, 0,
                     "missing synchronization: operations have no order in which each synchronizes with later ones; "
                     "what %s wrote before it called %s is not visible to %s after %s",
                     first, a, second, b);
}

/* ---- operations ---- */

/* The operations of one object so far, in the order of their calls.  False: there are too many. */
static bool collect(uint16_t name) {
    int32_t open[LCT_THREADS];
    memset(open, -1, sizeof open);
    s.count = 0;
    for (uint32_t i = 0; i < lct_r.length; i++) {
        const lct_log_entry *e = &lct_r.log[i];
        if (e->returns) {
            if (open[e->thread] >= 0) s.at[open[e->thread]].end = e;
            continue;
        }
        open[e->thread] = -1;
        if (!same_object(e->name, name)) continue;
        if (s.count == OPERATIONS) return false;
        open[e->thread] = (int32_t)s.count;
        s.at[s.count++] = (operation){.call = e};
    }
    return true;
}

bool lct_reaches(const lct_log_entry *call, const lct_log_entry *end) {
    return call->thread == end->thread || end->seen[call->thread] >= call->tick;
}

static bool adds_value(const operation *op, int64_t value) {
    const lct_log_entry *call = op->call;
    return role_of(op) & ADDS && call->count && call->values[call->count - 1] == value;
}

static void check_value(const operation *taken) {
    const lct_log_entry *end = taken->end;
    const operation *added = NULL;
    if (!(role_of(taken) & (REMOVES | PEEKS)) || end->count != 1 || was_never_added(end->values[0])) return;
    for (uint32_t i = 0; i < s.count; i++) {
        const operation *op = &s.at[i];
        if (op == taken || !adds_value(op, end->values[0])) continue;
        if (lct_reaches(op->call, end)) return;
        added = op;
    }
    if (added) fail_of_value(added, taken);
}

/* ---- in the order in which they take effect ---- */

static bool comes_before(const operation *a, const operation *b) {
    if (a->call->thread == b->call->thread) return a->call < b->call;
    return a->end && owes(b, a) && !lct_reaches(b->call, a->end);
}

static void order(void) {
    for (uint32_t b = 0; b < s.count; b++) {
        s.before[b] = 0;
        for (uint32_t a = 0; a < s.count; a++)
            if (a != b && comes_before(&s.at[a], &s.at[b])) s.before[b] |= (uint64_t)1 << a;
    }
}

static void check_pairs(uint32_t own) {
    for (uint32_t i = 0; i < s.count; i++)
        if (s.before[own] >> i & 1 && s.before[i] >> own & 1) fail_of_pair(&s.at[i], &s.at[own], true);
}

/* One link of the cycle does as an example. */
static void check_cycles(void) {
    uint64_t all[OPERATIONS];
    memcpy(all, s.before, sizeof all);
    for (uint32_t k = 0; k < s.count; k++)
        for (uint32_t b = 0; b < s.count; b++)
            if (all[b] >> k & 1) all[b] |= all[k];
    for (uint32_t b = 0; b < s.count; b++)
        for (uint32_t a = 0; a < s.count && all[b] >> b & 1; a++)
            if (s.before[b] >> a & 1 && all[a] >> b & 1 && s.at[a].call->thread != s.at[b].call->thread)
                fail_of_pair(&s.at[b], &s.at[a], false);
}

void lct_record_check_sync(uint16_t name) {
    const lct_log_entry *end = &lct_r.log[lct_r.length - 1];
    uint32_t own = 0;
    if (!is_judged() || !collect(name))
        return; /* more operations are not judged for any client, as the verdict states */
    while (own < s.count && s.at[own].end != end) own++;
    assert(own < s.count);
    check_value(&s.at[own]);
    if (sync() == LCT_SYNC_VALUES) return;
    order();
    check_pairs(own);
    check_cycles();
}

bool lct_sync_orders(const lct_log_entry *first_call, const lct_log_entry *first_end, const lct_log_entry *second_call,
                     const lct_log_entry *second_end) {
    const operation first = {first_call, first_end}, second = {second_call, second_end};
    return is_judged() && sync() > LCT_SYNC_VALUES && same_object(first_call->name, second_call->name) &&
           first_call->thread != second_call->thread && comes_before(&first, &second);
}
