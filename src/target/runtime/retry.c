#include "target/runtime/retry.h"

#include <string.h>

#include "target/runtime/journal.h"
#include "target/runtime/snapshot.h"

lct_user_state lct_user LCT_STATE = {0};

enum { STARTS = 256, STEPS = 200, ROUNDS = 32, VISITS = 256 };

/* A thread that does not run, and the content of its stack. */
typedef struct image {
    void *sp; /* of the fiber */
    size_t size;
    char *bytes; /* room for a whole stack */
} image;

enum outcome { ARRIVED, ABANDONED };

static struct {
    uintptr_t starts[STARTS]; /* where loops begin */
    uint32_t start_count;
    image begun[LCT_THREADS]; /* each thread after its last effect; size 0: not known */
    uintptr_t begun_at[LCT_THREADS];
    lct_journal written[LCT_THREADS]; /* by each since then, besides its stack: no other thread has seen it */
    image round, now;                 /* where the current one came round; the content of its stack while it is tried */
    lct_fiber helper; /* copies stacks and runs attempts: nothing can do that to the stack it stands on */
    char *helper_stack;
    enum { COPY, TRY, TRY_AFRESH } order;
    bool both, met; /* both questions; it was here before, in the same state */
    image *copy_to;
    struct {
        uintptr_t pc; /* 0: nowhere */
        uint64_t state;
    } was[LCT_THREADS]; /* a state that a thread was in since its last effect */

    /* For execution graphs: the states of each thread since its last effect, in order. */
    struct lct_visits {
        uint32_t count;
        bool lost; /* there was no room for some */
        struct {
            uintptr_t pc;
            uint64_t state;
        } at[VISITS];
    } visits[LCT_THREADS];

    uintptr_t target_pc, target_address; /* where the current one came round, and what it is about to access there */
    lct_user_state here;                 /* of the thread that came round */
    enum outcome outcome;
    uint32_t steps, most_steps;
    uint32_t fewer;  /* the steps of an attempt that is to be shorter than what the thread has done */
    uint32_t rounds; /* how many more times it may come by in another state: a loop may count its rounds */
    lct_spin_watch *watch;
    lct_access checked; /* a write that may turn out to change nothing */
    lct_journal undo;   /* of an attempt */
    enum lct_retry_result result;
} r LCT_STATE = {0};

static char *stack_end(void) { return (char *)lct_m.stack_high; }

static void copy_stack(image *to, const lct_thread *t) {
    to->sp = t->fiber.sp;
    to->size = (size_t)(stack_end() - (char *)to->sp);
    memcpy(to->bytes, to->sp, to->size);
}

static void put_back(const image *from, lct_thread *t) {
    t->fiber.sp = from->sp;
    memcpy(from->sp, from->bytes, from->size);
}

/* ---- attempts ---- */

/* Did the last step that could write change anything? */
static bool has_effect(void) {
    if (r.checked != LCT_WRITE) return false;
    r.checked = LCT_LOCAL;
    return lct_journal_last_changed(&r.undo);
}

static void leave(enum outcome outcome) {
    r.outcome = outcome;
    lct_fiber lost;
    lct_fiber_switch(&lost, &r.helper);
    __builtin_unreachable();
}

void lct_retry_abandon(void) {
    leave(ABANDONED);
    __builtin_unreachable();
}

void lct_retry_write(uintptr_t address, uint64_t size) {
    if (has_effect()) lct_retry_abandon();
    if (!lct_journal_save(&r.undo, address, size)) lct_retry_abandon();
}

void lct_retry_own_store(uintptr_t address, uint64_t size) {
    if (!lct_journal_save(&r.undo, address, size)) lct_retry_abandon();
}

static void watch_piece(lct_spin_watch *w, uintptr_t address, uint32_t size) {
    for (uint32_t i = 0; i < w->count; i++)
        if (w->at[i].address == address && w->at[i].size == size) return;
    if (w->count == LCT_WATCHED) lct_retry_abandon();
    w->at[w->count].address = address;
    w->at[w->count].size = size;
    memcpy(w->at[w->count].value, (const void *)address, size);
    w->count++;
}

static void watch(uintptr_t address, uint32_t size) {
    enum { PIECE = sizeof r.watch->at->value };
    if (!r.watch) return;
    for (; size > PIECE; size -= PIECE, address += PIECE) watch_piece(r.watch, address, PIECE);
    watch_piece(r.watch, address, size);
}

/* The stack above the frame of the code under test, and its registers: the part below belongs to the runtime. */
static bool has_same_stack(void) {
    size_t size = (size_t)(lct_m.stack_high - r.here.sp);
    const char *mine = r.now.bytes + ((char *)r.here.sp - (char *)r.now.sp);
    return memcmp(lct_user.registers, r.here.registers, sizeof lct_user.registers) == 0 &&
           memcmp((const void *)r.here.sp, mine, size) == 0;
}

static bool is_as_before(void) { return lct_journal_unchanged(&r.undo) && has_same_stack(); }

void lct_retry_point(lct_access access, uintptr_t address, uint32_t size, uintptr_t pc, bool noted) {
    if (has_effect() || ++r.steps > r.most_steps) lct_retry_abandon();
    bool there = noted && pc == r.target_pc && address == r.target_address && lct_user.sp == r.here.sp;
    if (there && (!r.rounds-- || is_as_before())) leave(ARRIVED);
    lct_retry_step(access, address, size);
}

void lct_retry_step(lct_access access, uintptr_t address, uint32_t size) {
    if (access == LCT_LOCAL) return;
    if (access != LCT_READ && access != LCT_WRITE) lct_retry_abandon();
    watch(address, size);
    if (access == LCT_WRITE) {
        if (size > LCT_JOURNAL_BYTES || !lct_journal_save(&r.undo, address, size)) lct_retry_abandon();
        r.checked = LCT_WRITE;
    }
}

bool lct_watch_changed(const lct_spin_watch *w) {
    for (uint32_t i = 0; i < w->count; i++)
        if (memcmp(w->at[i].value, (const void *)w->at[i].address, w->at[i].size) != 0) return true;
    return false;
}

/* Runs the current thread from `from`, with the values it had written by then, for at most so many steps.  True: it
 * came where it is now, in the state it is in now. */
static bool attempt(const image *from, lct_spin_watch *w, uint32_t rounds, uint32_t steps) {
    lct_thread *t = lct_self(), before = *t;
    bool plain = lct_m.plain;
    put_back(from, t);
    r.watch = w;
    r.steps = 0;
    r.most_steps = steps;
    r.rounds = rounds;
    r.undo.count = 0;
    r.checked = LCT_LOCAL;
    if (from != &r.round) lct_journal_undo_into(&r.undo, &r.written[lct_m.current]);
    lct_m.speculating = true;
    lct_m.plain = true; /* plain writes must be seen, to be undone */
    lct_fiber_switch(&r.helper, &t->fiber);
    lct_m.speculating = false;
    lct_m.plain = plain;
    bool same = r.outcome == ARRIVED && is_as_before();
    lct_journal_undo(&r.undo);
    *t = before;
    put_back(&r.now, t);
    return same;
}

/* One that spins was in this state before, or (if both conditions are tested) would be if it came here for the first
 * time now.  (Where it stood after its last effect it has been, and is not brought there by an attempt that begins
 * there.)
 */
static enum lct_retry_result judge(lct_spin_watch *w, const image *begun, uintptr_t begun_at) {
    bool spins = attempt(&r.round, w, ROUNDS, STEPS);
    if (spins && r.met) return LCT_SPINS;
    if (!r.both) return spins ? LCT_WOULD_SPIN : LCT_GOES_ON;
    bool afresh = begun->size && !(spins && begun_at == r.target_pc) && attempt(begun, NULL, 0, STEPS);
    if (spins) return afresh ? LCT_SPINS : LCT_WOULD_SPIN;
    return afresh ? LCT_STALE : LCT_GOES_ON;
}

/* ---- the helper ---- */

static void help(void *unused) {
    (void)unused;
    for (;;) {
        lct_thread *t = lct_self();
        if (r.order == COPY) copy_stack(r.copy_to, t);
        else if (r.order == TRY_AFRESH) {
            copy_stack(&r.now, t);
            r.result = attempt(&r.begun[lct_m.current], NULL, ROUNDS, r.fewer) ? LCT_STALE : LCT_GOES_ON;
            lct_user = r.here;
        } else {
            copy_stack(&r.now, t);
            r.result = judge(r.watch, &r.begun[lct_m.current], r.begun_at[lct_m.current]);
            lct_user = r.here;
        }
        lct_fiber_switch(&r.helper, &t->fiber);
    }
}

static void run_helper(void) { lct_fiber_switch(&lct_self()->fiber, &r.helper); }

void lct_retry_init(void) {
    enum { STACK = 64 * 1024 };
    for (unsigned i = 0; i < LCT_THREADS; i++) r.begun[i].bytes = lct_reserve(lct_m.stack_size);
    r.round.bytes = lct_reserve(lct_m.stack_size);
    r.now.bytes = lct_reserve(lct_m.stack_size);
    r.helper_stack = lct_reserve(STACK);
    lct_fiber_make(&r.helper, r.helper_stack, STACK, help, NULL);
}

static void forget_visits(void) {
    for (unsigned i = 0; i < LCT_THREADS; i++) r.visits[i].count = r.visits[i].lost = 0;
}

void lct_retry_forget(void) {
    memset(r.starts, 0, sizeof r.starts);
    memset(r.was, 0, sizeof r.was);
    forget_visits();
    r.start_count = 0;
    lct_user.wanted = 0;
}

/* Of a thread that has taken an effect since, the earlier state is not needed any more. */
static bool is_remembered(unsigned thread) { return lct_m.threads[thread].reading; }

void lct_retry_save(lct_tape *tape) {
    if (!lct_user.wanted) return; /* which holds for a whole tree */
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        if (!is_remembered(i)) continue;
        const lct_journal *j = &r.written[i];
        lct_tape_put(tape, &r.was[i], sizeof r.was[i]);
        if (lct_m.weak) {
            lct_tape_put(tape, &r.visits[i], offsetof(struct lct_visits, at));
            lct_tape_put(tape, r.visits[i].at, r.visits[i].count * sizeof *r.visits[i].at);
        }
        lct_tape_put(tape, &j->count, sizeof j->count);
        lct_tape_put(tape, j->at, j->count * sizeof *j->at);
        lct_tape_put(tape, &r.begun_at[i], sizeof r.begun_at[i]);
        lct_tape_put(tape, &r.begun[i], sizeof r.begun[i]);
        lct_tape_put(tape, r.begun[i].bytes, r.begun[i].size);
    }
}

void lct_retry_load(lct_tape *tape) {
    if (!lct_user.wanted) return; /* no state has been noted either, in this tree */
    memset(r.was, 0, sizeof r.was);
    forget_visits();
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        if (!is_remembered(i)) continue;
        lct_journal *j = &r.written[i];
        lct_tape_get(tape, &r.was[i], sizeof r.was[i]);
        if (lct_m.weak) {
            lct_tape_get(tape, &r.visits[i], offsetof(struct lct_visits, at));
            lct_tape_get(tape, r.visits[i].at, r.visits[i].count * sizeof *r.visits[i].at);
        }
        lct_tape_get(tape, &j->count, sizeof j->count);
        lct_tape_get(tape, j->at, j->count * sizeof *j->at);
        lct_tape_get(tape, &r.begun_at[i], sizeof r.begun_at[i]);
        lct_tape_get(tape, &r.begun[i], sizeof r.begun[i]);
        lct_tape_get(tape, r.begun[i].bytes, r.begun[i].size);
    }
}

static uintptr_t *start_of(uintptr_t pc) {
    uint32_t i = (uint32_t)(pc * 0x9e3779b97f4a7c15u >> 40) % STARTS;
    while (r.starts[i] && r.starts[i] != pc) i = (i + 1) % STARTS;
    return &r.starts[i];
}

bool lct_retry_has_start(uintptr_t pc) { return *start_of(pc) || r.start_count == STARTS / 2; }

void lct_retry_learn(uintptr_t pc) {
    if (lct_retry_has_start(pc)) return;
    *start_of(pc) = pc;
    r.start_count++;
    lct_user.wanted = 1;
}

/* Not every entry point notes registers: the registers there may be another thread's. */
static bool is_noted(void) {
    return lct_user.wanted && lct_user.sp >= lct_m.stack_low && lct_user.sp < lct_m.stack_high;
}

static void lose_track(void) {
    r.written[lct_m.current].count = 0;
    r.begun[lct_m.current].size = 0;
    r.was[lct_m.current].pc = 0;
    r.visits[lct_m.current].count = r.visits[lct_m.current].lost = 0;
}

void lct_retry_note(uintptr_t address, uint64_t size) {
    enum { NULL_POINTER = 1 << 16 }; /* which is to crash where it is used */
    if (!lct_m.in_code || lct_m.speculating || !lct_self()->reading || address < NULL_POINTER) return;
    if (address - lct_m.stack_low < lct_m.stack_size) return;
    if (!lct_journal_save_once(&r.written[lct_m.current], address, size)) lose_track();
}

void lct_retry_effect(void) {
    if (lct_m.speculating) lct_retry_abandon();
    if (lct_m.in_code) lose_track();
}

/* The state of the current thread: its registers, its stack above the frame of the code under test, its changes
 * elsewhere, and the address that it is about to access: a register that is not read any more need not have it. */
static uint64_t state_now(void) {
    const char *registers = (const char *)lct_user.registers;
    uint64_t hash = lct_journal_hash(&r.written[lct_m.current], lct_user.sp);
    hash = lct_mix(hash, lct_self()->pending.address);
    hash = lct_mix_words(hash, registers, registers + sizeof lct_user.registers);
    return lct_mix_words(hash, (const char *)lct_user.sp, stack_end());
}

static void been(uintptr_t pc, uint64_t state) {
    r.was[lct_m.current].pc = pc;
    r.was[lct_m.current].state = state;
}

void lct_retry_pass(uintptr_t pc) {
    uintptr_t was = r.was[lct_m.current].pc;
    if (is_noted() && (!was || was == pc)) been(pc, state_now());
}

bool lct_retry_met(uintptr_t pc) {
    return is_noted() && r.was[lct_m.current].pc == pc && r.was[lct_m.current].state == state_now();
}

unsigned lct_retry_came_round(uintptr_t pc) {
    if (!is_noted()) return 0;
    uint64_t state = state_now();
    struct lct_visits *visits = &r.visits[lct_m.current];
    unsigned ago = 0;
    for (uint32_t i = visits->count; i-- > 0;) {
        if (visits->at[i].pc != pc) continue;
        ago++;
        if (visits->at[i].state == state) return ago;
    }
    if (visits->count == VISITS) visits->lost = true;
    else {
        visits->at[visits->count].pc = pc;
        visits->at[visits->count++].state = state;
    }
    return 0;
}

bool lct_retry_knows_all(void) { return !r.visits[lct_m.current].lost; }

static void exchange(lct_retry_value *with, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        unsigned char there[sizeof with->value];
        memcpy(there, (const void *)with[i].address, with[i].size);
        memcpy((void *)with[i].address, with[i].value, with[i].size);
        memcpy(with[i].value, there, with[i].size);
    }
}

bool lct_retry_would_come(uintptr_t pc, const lct_retry_value *values, unsigned count, unsigned steps) {
    lct_retry_value lent[LCT_WATCHED];
    const lct_journal *written = &r.written[lct_m.current];
    unsigned n = 0;
    if (!is_noted() || !r.begun[lct_m.current].size || count > LCT_WATCHED || !steps) return false;
    for (const lct_retry_value *v = values; v < values + count; v++) {
        /* What the thread itself has written since is put back by the attempt, and compared at its end. */
        if (!lct_journal_has_some(written, v->address, v->size)) lent[n++] = *v;
        else if (!lct_journal_was(written, v->address, v->size, v->value)) return false;
    }
    r.here = lct_user;
    r.target_pc = pc;
    r.target_address = lct_self()->pending.address;
    r.order = TRY_AFRESH;
    r.fewer = steps - 1 < STEPS ? steps - 1 : STEPS;
    exchange(lent, n);
    run_helper();
    while (n--) exchange(&lent[n], 1);
    return r.result == LCT_STALE;
}

void lct_retry_begin(uintptr_t pc) {
    lose_track();
    if (lct_m.weak) lct_retry_came_round(pc);
    if (!*start_of(pc)) return;
    if (lct_self()->pending.sp && is_noted()) been(pc, state_now());
    if (!lct_m.remembers) return;
    r.begun_at[lct_m.current] = pc;
    r.order = COPY;
    r.copy_to = &r.begun[lct_m.current];
    run_helper();
}

enum lct_retry_result lct_retry_try(lct_spin_watch *w, uintptr_t pc, bool both_questions) {
    if (!is_noted()) return LCT_GOES_ON;
    uint64_t state = state_now();
    r.both = both_questions;
    r.met = lct_retry_met(pc);
    r.here = lct_user;
    r.target_pc = pc;
    r.target_address = lct_self()->pending.address;
    r.order = COPY;
    r.copy_to = &r.round;
    run_helper();
    if (lct_m.speculating) return LCT_GOES_ON;
    w->count = 0;
    r.watch = w;
    r.order = TRY;
    run_helper();
    if (r.result != LCT_WOULD_SPIN) return r.result;
    been(pc, state);
    return LCT_GOES_ON;
}
