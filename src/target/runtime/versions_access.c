/* Accesses to versions: by entry points that do them, and by instructions that run natively.
 *
 * An instruction that runs natively finds its value in memory.  So memory is *lent*: just before the instruction runs,
 * the value that the thread is to read is put there, and when the thread next enters the runtime the loan is *settled*:
 * memory gets the value of the newest version again.  Likewise a store whose version takes its place before other ones
 * writes to memory that is put back, and the value that was found there is that of its version.  Meanwhile only this
 * thread runs, and each of its accesses announces itself first, which settles.
 */
#include <string.h>

#include "target/runtime/explorer.h"
#include "target/runtime/order_parts.h"
#include "target/runtime/versions_parts.h"

static uint32_t this_step(void) { return (uint32_t)lct_m.depth - 1; }

/* ---- lending ---- */

static struct {
    uintptr_t address;
    uint32_t size;
    uint32_t version; /* whose value the instruction writes; 0: none, or it is known */
    lct_word newest;
} loan LCT_STATE = {0};

static lct_word in_memory(uintptr_t address, uint32_t size) {
    lct_word value = 0;
    memcpy(&value, (const void *)address, size);
    return value;
}

static void lend(uintptr_t address, uint32_t size, uint32_t version) {
    assert(!lct_m.lent);
    loan.address = address;
    loan.size = size;
    loan.version = version;
    loan.newest = in_memory(address, size);
    lct_m.lent = true;
}

/* The instruction is to find this value. */
static void lend_value(uintptr_t address, uint32_t size, lct_word value) {
    if (in_memory(address, size) == value) return;
    lend(address, size, 0);
    memcpy((void *)address, &value, size);
}

static void set_value(uint32_t version, uintptr_t address, uint32_t size, lct_word value) {
    lct_version *n = &lct_versions.at[version];
    assert(n->newer);
    const lct_atomic_location *l = &lct_versions.locations[n->location];
    n->value = lct_version_replaced(lct_versions.at[n->older].value, l, address, size, value);
}

void lct_settle_loan(void) {
    assert(lct_m.lent);
    lct_m.lent = false;
    if (loan.version) set_value(loan.version, loan.address, loan.size, in_memory(loan.address, loan.size));
    memcpy((void *)loan.address, &loan.newest, loan.size);
}

/* ---- accesses ---- */

/* `value`: the one that it writes; NULL: an instruction that runs natively does. */
typedef struct access {
    uintptr_t address, pc;
    const lct_word *value;
    uint32_t size;
    int order;
    lct_raced raced;
} access;

static access of_native(const lct_native *n) {
    return (access){.address = n->address, .pc = n->pc, .size = n->size, .order = n->order, .raced = n->raced};
}

/* The explorer chooses among the versions, and may end the execution instead. */
static uint32_t choose(lct_weak_access *a, uint64_t *rank) {
    lct_version_candidates(a);
    assert(a->count);
    lct_versions.source[this_step()] = lct_versions.result[this_step()] = 0;
    unsigned age = lct_explorer.choose_version(a, rank);
    assert(age < a->count);
    return a->candidates[age];
}

static lct_order_published order_version(lct_atomic what, const access *x, int order, int32_t learnt, int32_t head) {
    return lct_order_version(what, x->address, x->size, order, learnt, head, x->raced, x->pc);
}

/* The candidates stay as they are: there are many of them, and none yet. */
static LCT_INLINE void describe(lct_weak_access *a, enum lct_weak_kind kind, const access *x) {
    a->kind = (uint8_t)kind;
    a->order = (uint8_t)x->order;
    a->failure = 0;
    a->locked = false;
    a->count = 0;
    a->low = x->address;
    a->size = x->size;
    a->expected = 0;
    a->location = lct_version_location(x->address, x->size, x->pc);
}

/* ---- loads ---- */

static lct_word load(const access *x) {
    if (lct_is_prefix()) return lct_version_bytes(lct_versions.source[this_step()], x->address, x->size);
    lct_weak_access a;
    describe(&a, LCT_WEAK_LOAD, x);
    uint32_t version = choose(&a, NULL);
    lct_version_is_read(version);
    order_version(LCT_ATOMIC_LOAD, x, x->order, lct_versions.at[version].sync, -1);
    lct_explorer.version_accessed(&a);
    return lct_version_bytes(version, x->address, x->size);
}

lct_word lct_weak_load(uintptr_t address, uint32_t size, int order, uintptr_t pc) {
    return load(&(access){.address = address, .size = size, .order = order, .pc = pc});
}

lct_word lct_lend_load(const lct_native *n) {
    access x = of_native(n);
    lct_word value = load(&x);
    lend_value(n->address, n->size, value);
    return value;
}

/* ---- stores ---- */

/* In modification order a thread's own writes stand in program order, so its last one is the first one found. */
static int32_t own_head(uint32_t location) {
    for (uint32_t i = lct_versions.locations[location].newest; i; i = lct_versions.at[i].older)
        if (lct_versions.at[i].thread == lct_m.current && lct_versions.at[i].step >= 0) return lct_versions.at[i].head;
    return -1;
}

static void write_value(uint32_t version, const access *x) {
    bool newest = !lct_versions.at[version].newer;
    if (newest && x->value) memcpy((void *)x->address, x->value, x->size);
    else if (x->value) set_value(version, x->address, x->size, *x->value);
    else if (!newest) lend(x->address, x->size, version);
}

/* The same in the part of an execution that is known. */
static void write_again(const access *x) {
    bool newest = !lct_m.choices[this_step()];
    if (newest && x->value) memcpy((void *)x->address, x->value, x->size);
    else if (!newest && !x->value) lend(x->address, x->size, 0);
}

static void store(const access *x) {
    if (lct_is_prefix()) {
        write_again(x);
        return;
    }
    lct_weak_access a;
    uint64_t rank = 0;
    describe(&a, LCT_WEAK_STORE, x);
    uint32_t older = choose(&a, &rank);
    int32_t head = own_head(a.location);
    uint32_t version = lct_version_append(a.location, older, rank, lct_self()->own_store ? LCT_VERSION_OWN : 0);
    lct_versions.result[this_step()] = version;
    write_value(version, x);
    lct_order_published p = order_version(LCT_ATOMIC_STORE, x, x->order, -1, head);
    lct_versions.at[version].sync = p.sync;
    lct_versions.at[version].head = p.head;
    lct_explorer.version_accessed(&a);
}

void lct_weak_store(uintptr_t address, uint32_t size, lct_word value, int order, uintptr_t pc) {
    store(&(access){.address = address, .size = size, .value = &value, .order = order, .pc = pc});
}

void lct_lend_store(const lct_native *n, const lct_word *found) {
    access x = of_native(n);
    store(&x);
    if (found) memcpy((void *)n->address, found, n->size);
}

/* ---- read-modify-writes ---- */

static lct_weak_access update LCT_STATE = {0};
static uint64_t update_rank LCT_STATE = 0;
static uint32_t update_source LCT_STATE = 0;

/* `expected`: NULL, or of a compare-and-swap. */
static LCT_INLINE lct_word read_to_update(const access *x, const lct_word *expected, int failure) {
    if (lct_is_prefix()) return lct_version_bytes(lct_versions.source[this_step()], x->address, x->size);
    describe(&update, expected ? LCT_WEAK_COMPARE : LCT_WEAK_UPDATE, x);
    update.failure = (uint8_t)failure;
    update.locked = true;
    if (expected) update.expected = *expected;
    update_rank = 0;
    update_source = choose(&update, &update_rank);
    return lct_version_bytes(update_source, x->address, x->size);
}

lct_word lct_weak_update(uintptr_t address, uint32_t size, int order) {
    return read_to_update(&(access){.address = address, .size = size, .order = order}, NULL, 0);
}

lct_word lct_weak_compare(uintptr_t address, uint32_t size, lct_word expected, int order, int failure) {
    return read_to_update(&(access){.address = address, .size = size, .order = order}, &expected, failure);
}

static void updated(const access *x) {
    if (lct_is_prefix()) {
        write_again(x);
        return;
    }
    int32_t head = own_head(update.location);
    lct_version_is_read(update_source);
    uint32_t version = lct_version_append(update.location, update_source, update_rank, LCT_VERSION_UPDATE);
    lct_versions.result[this_step()] = version;
    write_value(version, x);
    lct_order_published p = order_version(LCT_ATOMIC_RMW, x, x->order, lct_versions.at[update_source].sync, head);
    lct_versions.at[version].sync = p.sync;
    lct_versions.at[version].head = p.head;
    update.kind = LCT_WEAK_UPDATE;
    lct_explorer.version_accessed(&update);
}

void lct_weak_updated(uintptr_t address, uint32_t size, lct_word value, int order, uintptr_t pc) {
    updated(&(access){.address = address, .size = size, .value = &value, .order = order, .pc = pc});
}

static void compared(const access *x) {
    if (lct_is_prefix()) return;
    lct_version_is_read(update_source);
    order_version(LCT_ATOMIC_LOAD, x, x->order, lct_versions.at[update_source].sync, -1);
    update.kind = LCT_WEAK_LOAD;
    update.order = update.failure;
    lct_explorer.version_accessed(&update);
}

void lct_weak_compared(uintptr_t address, uint32_t size, int failure, uintptr_t pc) {
    compared(&(access){.address = address, .size = size, .order = failure, .pc = pc});
}

lct_word lct_lend_update(const lct_native *n, const lct_word *expected) {
    lct_word old = expected ? lct_weak_compare(n->address, n->size, *expected, n->order, n->order)
                            : lct_weak_update(n->address, n->size, n->order);
    access x = of_native(n);
    if (!expected || old == *expected) updated(&x);
    else compared(&x);
    if (lct_m.lent) memcpy((void *)n->address, &old, n->size);
    else lend_value(n->address, n->size, old);
    return old;
}
