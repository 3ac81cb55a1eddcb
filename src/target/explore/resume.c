#include "target/explore/resume.h"

#include "target/explore/progress.h"
#include "target/explore/tree.h"
#include "target/runtime/snapshot.h"

/* Measured with `bench/run schedules`: a snapshot of 4 KB costs about as much as four steps, and so does loading it. */
enum {
    FIRST_PROOFS = 16,
    LATER_PROOFS = 64,
    RUNS_A_PROOF = 64,   /* and one more execution for so many that there have been, */
    PROOFS_APART = 1024, /* so many at most */
    STEPS_A_PROOF = 16,  /* and one execution more for so many steps */
    DEEP = 256,          /* snapshots of one path */
    ROOM = 64 * 1024,    /* of one of them; an execution with more memory than this is run from the start */
    MEMORY = 64 * ROOM,  /* of all of them */
    WORTH_BELOW = 3,     /* steps from it to the end of the execution */
    WORTH_BETWEEN = 2,   /* steps from the last one */
    FAR = 4,             /* times that are a long way */
    KILOBYTES_A_STEP = 4 /* and one more for so many */
};

typedef struct snapshot {
    char *start;
    size_t size;
    uint32_t depth;
    uint32_t open; /* operations */
    bool returned;
} snapshot;

static struct {
    bool wanted;
    char *memory;
    uint64_t runs;   /* executions of this tree */
    uint64_t proven; /* how many there were when one was last run from the start */
    int32_t length;  /* of the last execution */
    uint32_t count;
    snapshot at[DEEP];
} s LCT_STATE = {0};

void lct_resume_init(bool wanted) {
    s.wanted = wanted;
    if (s.wanted) s.memory = lct_reserve(MEMORY);
}

void lct_resume_clear(void) { s.count = 0, s.runs = s.proven = 0; }

void lct_resume_cut(uint32_t depth) {
    while (s.count && s.at[s.count - 1].depth > depth) s.count--;
}

bool lct_resume_has_beginning(void) { return s.count && s.at[0].depth == 0; }

static const snapshot *last(void) { return s.count ? &s.at[s.count - 1] : NULL; }

static char *free_memory(void) { return last() ? last()->start + last()->size : s.memory; }

/* Where in the execution that is about to begin, or runs, the next snapshot is worth its cost; -1: nowhere.  A long way
 * to the step that is to differ is halved: later executions that differ before it have half of the way to go, and those
 * that differ before that half of the rest. */
static int32_t next_place(void) {
    if (!s.wanted || s.count == DEEP || free_memory() + ROOM > s.memory + MEMORY || !lct_snapshot_is_possible())
        return -1;
    if (lct_m.fresh < 0 || !last()) return 0;
    if (!lct_t.strategy->complete) return -1; /* no execution has more in common with the next than its beginning */
    int32_t apart = WORTH_BETWEEN + (int32_t)(last()->size / 1024 / KILOBYTES_A_STEP);
    int32_t way = lct_m.fresh - (int32_t)last()->depth;
    if (way >= FAR * apart) return (int32_t)last()->depth + way / 2;
    bool below = lct_t.strategy->compares_states || s.length - lct_m.fresh >= WORTH_BELOW; /* that goes on from there */
    return below && way >= apart ? lct_m.fresh : -1;
}

/* That the same schedule leads to the same steps is noticed only where they are taken again.  So some executions are
 * run from the start all the same. */
static bool is_proof(void) {
    uint64_t steps = lct_m.fresh > 0 ? (uint64_t)lct_m.fresh : 0;
    uint64_t more = s.runs / RUNS_A_PROOF < PROOFS_APART ? s.runs / RUNS_A_PROOF : PROOFS_APART;
    bool proof = ++s.runs <= FIRST_PROOFS || s.runs - s.proven >= LATER_PROOFS + more + steps / STEPS_A_PROOF;
    if (proof) s.proven = s.runs;
    return proof;
}

bool lct_resume_begin(int32_t length) {
    if (is_proof()) s.count = 0; /* the part kept of its steps fits it alone, see locks.c */
    s.length = length;
    lct_m.snapshot_at = next_place();
    const snapshot *from = last();
    if (!from) return false;
    lct_tape tape = {.at = from->start, .end = from->start + from->size};
    lct_snapshot_load(&tape);
    assert(tape.at == tape.end);
    lct_m.depth = (int32_t)from->depth;
    lct_r.open = from->open;
    lct_t.returned = from->returned;
    return true;
}

void lct_resume_take_snapshot(void) {
    if (lct_progress_look()) return;
    char *start = free_memory();
    lct_tape tape = {.at = start, .end = start + ROOM};
    if (!lct_snapshot_take(&tape)) {
        s.wanted = false; /* further ones would be as large */
        return;
    }
    s.at[s.count++] = (snapshot){.start = start,
                                 .size = (size_t)(tape.at - start),
                                 .depth = (uint32_t)lct_m.depth,
                                 .open = lct_r.open,
                                 .returned = lct_t.returned};
    if (lct_m.depth < lct_m.fresh) lct_m.snapshot_at = next_place();
}
