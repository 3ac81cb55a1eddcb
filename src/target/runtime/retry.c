#include "target/runtime/retry.h"

#include <string.h>

#include "target/runtime/journal.h"
#include "target/runtime/snapshot.h"

lc_user_state lc_user LC_STATE = {0};

enum { STARTS = 256, STEPS = 200, ROUNDS = 32 };

/* A thread that does not run, and what was on its stack. */
typedef struct image {
    void *sp; /* of the fiber */
    size_t size;
    char *bytes; /* room for a whole stack */
} image;

enum outcome { ARRIVED, ABANDONED };

static struct {
    uintptr_t starts[STARTS]; /* where loops begin */
    uint32_t start_count;
    image begun[LC_THREADS]; /* each thread after its last effect; size 0: not known */
    uintptr_t begun_at[LC_THREADS];
    lc_journal written[LC_THREADS]; /* by each since then, besides its stack: nobody else has seen it */
    image round, now;               /* where the current one came round; what is on its stack while it is tried */
    lc_fiber helper;                /* copies stacks and runs attempts: nothing can do that to the stack it stands on */
    char *helper_stack;
    enum { COPY, TRY } order;
    bool both, met; /* both questions; it was here before, in the same state */
    image *copy_to;
    struct {
        uintptr_t pc; /* 0: nowhere */
        uint64_t state;
    } was[LC_THREADS]; /* a state that a thread was in since its last effect */

    uintptr_t target_pc;
    lc_user_state here; /* of the thread that came round */
    enum outcome outcome;
    uint32_t steps, rounds; /* how many more times it may come by in another state: a loop may count its rounds */
    lc_spin_watch *watch;
    lc_access checked; /* a write that may turn out to change nothing */
    lc_journal undo;   /* of an attempt */
    enum lc_retry_result result;
} r LC_STATE = {0};

static char *stack_end(void) { return (char *)lc_m.stack_high; }

static void copy_stack(image *to, const lc_thread *t) {
    to->sp = t->fiber.sp;
    to->size = (size_t)(stack_end() - (char *)to->sp);
    memcpy(to->bytes, to->sp, to->size);
}

static void put_back(const image *from, lc_thread *t) {
    t->fiber.sp = from->sp;
    memcpy(from->sp, from->bytes, from->size);
}

/* ---- attempts ---- */

/* Did the last step that could write change anything? */
static bool has_effect(void) {
    if (r.checked != LC_WRITE) return false;
    r.checked = LC_LOCAL;
    return lc_journal_last_changed(&r.undo);
}

static void leave(enum outcome outcome) {
    r.outcome = outcome;
    lc_fiber lost;
    lc_fiber_switch(&lost, &r.helper);
    __builtin_unreachable();
}

void lc_retry_abandon(void) {
    leave(ABANDONED);
    __builtin_unreachable();
}

void lc_retry_write(uintptr_t address, uint64_t size) {
    if (has_effect()) lc_retry_abandon();
    if (!lc_journal_save(&r.undo, address, size)) lc_retry_abandon();
}

static void watch_piece(lc_spin_watch *w, uintptr_t address, uint32_t size) {
    for (uint32_t i = 0; i < w->count; i++)
        if (w->at[i].address == address && w->at[i].size == size) return;
    if (w->count == LC_WATCHED) lc_retry_abandon();
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

/* The stack above the frame of the code under test, and its registers: what is below belongs to the runtime. */
static bool knows_the_same(void) {
    size_t size = (size_t)(lc_m.stack_high - r.here.sp);
    const char *mine = r.now.bytes + ((char *)r.here.sp - (char *)r.now.sp);
    return memcmp(lc_user.registers, r.here.registers, sizeof lc_user.registers) == 0 &&
           memcmp((const void *)r.here.sp, mine, size) == 0;
}

static bool is_as_before(void) { return lc_journal_unchanged(&r.undo) && knows_the_same(); }

void lc_retry_point(lc_access access, uintptr_t address, uint32_t size, uintptr_t pc, bool noted) {
    if (has_effect() || ++r.steps > STEPS) lc_retry_abandon();
    if (noted && pc == r.target_pc && lc_user.sp == r.here.sp && (!r.rounds-- || is_as_before())) leave(ARRIVED);
    lc_retry_step(access, address, size);
}

void lc_retry_step(lc_access access, uintptr_t address, uint32_t size) {
    if (access == LC_LOCAL) return;
    if (access != LC_READ && access != LC_WRITE) lc_retry_abandon();
    watch(address, size);
    if (access == LC_WRITE) {
        if (size > LC_JOURNAL_BYTES || !lc_journal_save(&r.undo, address, size)) lc_retry_abandon();
        r.checked = LC_WRITE;
    }
}

bool lc_watch_changed(const lc_spin_watch *w) {
    for (uint32_t i = 0; i < w->count; i++)
        if (memcmp(w->at[i].value, (const void *)w->at[i].address, w->at[i].size) != 0) return true;
    return false;
}

/* Runs the current thread from `from`, with what it had written by then.  True: it came where it is now, in the state
 * it is in now. */
static bool attempt(const image *from, lc_spin_watch *w, uint32_t rounds) {
    lc_thread *t = lc_self(), before = *t;
    bool plain = lc_m.plain;
    put_back(from, t);
    r.watch = w;
    r.steps = 0;
    r.rounds = rounds;
    r.undo.count = 0;
    r.checked = LC_LOCAL;
    if (from != &r.round) lc_journal_undo_into(&r.undo, &r.written[lc_m.current]);
    lc_m.speculating = true;
    lc_m.plain = true; /* plain writes must be seen, to be undone */
    lc_fiber_switch(&r.helper, &t->fiber);
    lc_m.speculating = false;
    lc_m.plain = plain;
    bool same = r.outcome == ARRIVED && is_as_before();
    lc_journal_undo(&r.undo);
    *t = before;
    put_back(&r.now, t);
    return same;
}

/* One that spins was in this state before, or (if both questions are asked) would be if it came here for the first time
 * now.  (Where it stood after its last effect it has been, and is not brought there by an attempt that begins there.)
 */
static enum lc_retry_result judge(lc_spin_watch *w, const image *begun, uintptr_t begun_at) {
    bool spins = attempt(&r.round, w, ROUNDS);
    if (spins && r.met) return LC_SPINS;
    if (!r.both) return spins ? LC_WOULD_SPIN : LC_GOES_ON;
    bool afresh = begun->size && !(spins && begun_at == r.target_pc) && attempt(begun, NULL, 0);
    if (spins) return afresh ? LC_SPINS : LC_WOULD_SPIN;
    return afresh ? LC_STALE : LC_GOES_ON;
}

/* ---- the helper ---- */

static void help(void *unused) {
    (void)unused;
    for (;;) {
        lc_thread *t = lc_self();
        if (r.order == COPY) copy_stack(r.copy_to, t);
        else {
            copy_stack(&r.now, t);
            r.result = judge(r.watch, &r.begun[lc_m.current], r.begun_at[lc_m.current]);
            lc_user = r.here;
        }
        lc_fiber_switch(&r.helper, &t->fiber);
    }
}

static void ask(void) { lc_fiber_switch(&lc_self()->fiber, &r.helper); }

void lc_retry_init(void) {
    enum { STACK = 64 * 1024 };
    for (unsigned i = 0; i < LC_THREADS; i++) r.begun[i].bytes = lc_reserve(lc_m.stack_size);
    r.round.bytes = lc_reserve(lc_m.stack_size);
    r.now.bytes = lc_reserve(lc_m.stack_size);
    r.helper_stack = lc_reserve(STACK);
    lc_fiber_make(&r.helper, r.helper_stack, STACK, help, NULL);
}

void lc_retry_forget(void) {
    memset(r.starts, 0, sizeof r.starts);
    memset(r.was, 0, sizeof r.was);
    r.start_count = 0;
    lc_user.wanted = 0;
}

/* Of a thread that has taken an effect since, what it was like before is not asked for any more. */
static bool is_remembered(unsigned thread) { return lc_m.threads[thread].reading; }

void lc_retry_save(lc_tape *tape) {
    if (!lc_user.wanted) return; /* which holds for a whole tree */
    for (unsigned i = 0; i < lc_m.thread_count; i++) {
        if (!is_remembered(i)) continue;
        const lc_journal *j = &r.written[i];
        lc_tape_put(tape, &r.was[i], sizeof r.was[i]);
        lc_tape_put(tape, &j->count, sizeof j->count);
        lc_tape_put(tape, j->at, j->count * sizeof *j->at);
        lc_tape_put(tape, &r.begun_at[i], sizeof r.begun_at[i]);
        lc_tape_put(tape, &r.begun[i], sizeof r.begun[i]);
        lc_tape_put(tape, r.begun[i].bytes, r.begun[i].size);
    }
}

void lc_retry_load(lc_tape *tape) {
    memset(r.was, 0, sizeof r.was);
    if (!lc_user.wanted) return;
    for (unsigned i = 0; i < lc_m.thread_count; i++) {
        if (!is_remembered(i)) continue;
        lc_journal *j = &r.written[i];
        lc_tape_get(tape, &r.was[i], sizeof r.was[i]);
        lc_tape_get(tape, &j->count, sizeof j->count);
        lc_tape_get(tape, j->at, j->count * sizeof *j->at);
        lc_tape_get(tape, &r.begun_at[i], sizeof r.begun_at[i]);
        lc_tape_get(tape, &r.begun[i], sizeof r.begun[i]);
        lc_tape_get(tape, r.begun[i].bytes, r.begun[i].size);
    }
}

static uintptr_t *start_of(uintptr_t pc) {
    uint32_t i = (uint32_t)(pc * 0x9e3779b97f4a7c15u >> 40) % STARTS;
    while (r.starts[i] && r.starts[i] != pc) i = (i + 1) % STARTS;
    return &r.starts[i];
}

bool lc_retry_knows(uintptr_t pc) { return *start_of(pc) || r.start_count == STARTS / 2; }

void lc_retry_learn(uintptr_t pc) {
    if (lc_retry_knows(pc)) return;
    *start_of(pc) = pc;
    r.start_count++;
    lc_user.wanted = 1;
}

/* Not every entry point notes registers: what is there may be another thread's. */
static bool is_noted(void) { return lc_user.wanted && lc_user.sp >= lc_m.stack_low && lc_user.sp < lc_m.stack_high; }

static void lose_track(void) {
    r.written[lc_m.current].count = 0;
    r.begun[lc_m.current].size = 0;
    r.was[lc_m.current].pc = 0;
}

void lc_retry_note(uintptr_t address, uint64_t size) {
    enum { NULL_POINTER = 1 << 16 }; /* which is to crash where it is used */
    if (!lc_m.in_code || lc_m.speculating || !lc_self()->reading || address < NULL_POINTER) return;
    if (address - lc_m.stack_low < lc_m.stack_size) return;
    if (!lc_journal_save_once(&r.written[lc_m.current], address, size)) lose_track();
}

void lc_retry_effect(void) {
    if (lc_m.speculating) lc_retry_abandon();
    if (lc_m.in_code) lose_track();
}

/* What the current thread knows: its registers, its stack above the frame of the code under test, and what it has
 * changed elsewhere. */
static uint64_t state_now(void) {
    uint64_t hash = lc_journal_hash(&r.written[lc_m.current], lc_user.sp);
    for (size_t i = 0; i < sizeof lc_user.registers / sizeof *lc_user.registers; i++)
        hash = lc_mix(hash, lc_user.registers[i]);
    for (const char *at = (const char *)lc_user.sp; at + sizeof(uint64_t) <= stack_end(); at += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        hash = lc_mix(hash, word);
    }
    return hash;
}

static void been(uintptr_t pc, uint64_t state) {
    r.was[lc_m.current].pc = pc;
    r.was[lc_m.current].state = state;
}

void lc_retry_pass(uintptr_t pc) {
    uintptr_t was = r.was[lc_m.current].pc;
    if (is_noted() && (!was || was == pc)) been(pc, state_now());
}

bool lc_retry_met(uintptr_t pc) {
    return is_noted() && r.was[lc_m.current].pc == pc && r.was[lc_m.current].state == state_now();
}

void lc_retry_begin(uintptr_t pc) {
    lose_track();
    if (!*start_of(pc)) return;
    if (lc_self()->pending.sp && is_noted()) been(pc, state_now());
    if (!lc_m.remembers) return;
    r.begun_at[lc_m.current] = pc;
    r.order = COPY;
    r.copy_to = &r.begun[lc_m.current];
    ask();
}

enum lc_retry_result lc_retry_try(lc_spin_watch *w, uintptr_t pc, bool both_questions) {
    if (!is_noted()) return LC_GOES_ON;
    uint64_t state = state_now();
    r.both = both_questions;
    r.met = lc_retry_met(pc);
    r.here = lc_user;
    r.target_pc = pc;
    r.order = COPY;
    r.copy_to = &r.round;
    ask();
    if (lc_m.speculating) return LC_GOES_ON;
    w->count = 0;
    r.watch = w;
    r.order = TRY;
    ask();
    if (r.result != LC_WOULD_SPIN) return r.result;
    been(pc, state);
    return LC_GOES_ON;
}
