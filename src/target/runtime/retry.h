/* Loops that wait: a thread that goes round without any effect until something it reads changes.
 *
 * Since the last step of a thread that had an effect (a write, a lock, the call of an operation) it has only read.  If
 * it then comes to the same place of the program again, it is going round a loop.  The meaning follows from two
 * questions, and both are answered by trying: the thread is run on by itself, its memory changes are undone, and then
 * it is put back.
 *
 *  - From here, does it come back here in exactly the same state (registers, stack, memory)?  Then it will go on like
 *    this until something it reads changes: it *spins*, and need not run until then.
 *  - If not: from where it was after its last effect, would it now come here, for the first time, in exactly the state
 * it is in?  Then all it read on the way could as well have been read now, and its steps were one round of a retry loop
 * (a failed compare-and-swap, a failed re-check) without effect: an execution in which it had waited instead goes on in
 * the same way.  It is *stale*.
 *
 * Under reduction a stale thread, and a spinning one once something has changed, is not run any more: the execution in
 * which it read later is explored as well, because the read and the write that changed something race.  Other
 * strategies let it go on.
 *
 * That holds if it has really gone round from the state it spins in, or would be in it if it came for the first time
 * now: `for (odd = 0; !ready; odd = !odd)` comes back with odd = 1 after two rounds, but a thread that reads later has
 * odd =
 * 0. A thread for which neither holds goes on until it is in this state again.
 *
 * Without reduction only the first question is tried, and a thread spins where it has really gone round: it has stood
 * before every step of the cycle then, where it can be made to wait.
 *
 * The state is complete: a thread's state is in its registers, on its stack and in memory.  Of memory its writes since
 * its last effect are noted: `if (!waited) waited = 1` on the way round makes a difference to a late reader.  All its
 * other actions on the way besides reading and writing memory (allocate, lock, call an operation, read a random number)
 * end the attempt without a result.  The time that it reads in an attempt is later than all deadlines (time.c): one
 * that comes back all the same does not wait for the time.
 */
/* Under weak memory a store is no effect either if the thread allocated the memory and no other thread can see that it
 * was there: `node->next = top`, before a compare-and-swap that publishes the node.  A round with such a store is left
 * out of a graph as one without; the next round stores again, or else the thread comes back in another state.  That is
 * so if no other thread reads what the round left out has stored.  Coherence forbids this if the last of these stores
 * happens before the reader's access, so that it is checked at each access: where the store is not in the past of a
 * thread that accesses the location, it is an effect from then on, and the tree is started again.  The check misses
 * none: if a store of a round that is left out is read, so it is in the part of the graph up to the reader, from which
 * the rounds before that one can be left out, and which therefore is explored. */
#ifndef LC_TARGET_RUNTIME_RETRY_H
#define LC_TARGET_RUNTIME_RETRY_H

#include "target/runtime/machine.h"

/* Known to note.inc: the flags at 0 and 1, registers from 8 on, the stack pointer at 104. */
typedef struct lct_user_state {
    uint8_t wanted; /* registers are to be noted */
    uint8_t noted;  /* they were, for the access that is about to happen; not every entry point does */
    uintptr_t registers[12];
    uintptr_t sp;
} lct_user_state;
enum { LCT_NOTED_ARGUMENTS = 6 }; /* of registers: where those of the call begin, on x86-64; there are three */
_Static_assert(offsetof(lct_user_state, registers) == 8 && offsetof(lct_user_state, sp) == 104, "see note.inc");
extern lct_user_state lct_user __attribute__((visibility("hidden")));

#if defined __x86_64__ || defined __aarch64__
#define LCT_ENTRY(name) lct_tsan_##name
enum { LCT_RETRY_POSSIBLE = 1 };
#else
#define LCT_ENTRY(name) __tsan_##name
enum { LCT_RETRY_POSSIBLE = 0 };
#endif

enum { LCT_WATCHED = 16 };

/* The wake-up condition of a spinning thread: one of these differs. */
typedef struct lct_spin_watch {
    uint32_t count;
    struct {
        uintptr_t address;
        uint64_t size, value[2];
    } at[LCT_WATCHED];
} lct_spin_watch;
bool lct_watch_changed(const lct_spin_watch *);

/* Forgets the registers that are no arguments of a call of this kind: what they contain makes no state. */
static inline void lct_retry_keep_arguments(unsigned count) {
#if defined __x86_64__
    for (unsigned i = count; i < 3; i++) lct_user.registers[LCT_NOTED_ARGUMENTS + i] = 0;
#else
    (void)count;
#endif
}

void lct_retry_init(void);
void lct_retry_forget(void); /* all loops seen so far */
/* In the middle of an execution, see snapshot.h. */
struct lct_tape;
void lct_retry_save(struct lct_tape *);
void lct_retry_load(struct lct_tape *);

/* The current thread is about to take a first step after its last effect: remembers its state if a loop may begin here.
 * May return twice: the second time lct_m.speculating is set. */
void lct_retry_begin(uintptr_t pc);
/* A loop was seen that begins at `pc`: from now on states are remembered there. */
void lct_retry_learn(uintptr_t pc);
bool lct_retry_has_start(uintptr_t pc);

enum lct_retry_result { LCT_GOES_ON, LCT_SPINS, LCT_STALE, LCT_WOULD_SPIN /* within retry.c */ };
/* The current thread has come round: what does it do?  May return twice, like lct_retry_begin. */
enum lct_retry_result lct_retry_try(lct_spin_watch *, uintptr_t pc, bool both_questions);

/* It comes by `pc`, for the first time since it began there: should it be in this state again, it will have gone round.
 */
void lct_retry_pass(uintptr_t pc);
/* Has it been at `pc` before in this state, when it went on although it would come back?  Then it is worth trying. */
bool lct_retry_met(uintptr_t pc);

/* For execution graphs, where a round is not tried out: how many visits of `pc` ago was it there in this state, since
 * its last effect?  0: it was not.  Then this is noted, and whether it was is not known any more if there is no room.
 */
unsigned lct_retry_came_round(uintptr_t pc);
bool lct_retry_knows_all(void);

/* Would it have come to `pc` in this state in fewer than `steps` steps after its last effect, if all it has read since
 * had had these values?  Then some of its rounds were without effect.  It may come by in other states before: in the
 * first round there may still be something in a register that the loop does not read. */
typedef struct lct_retry_value {
    uintptr_t address;
    uint32_t size;
    unsigned char value[16];
} lct_retry_value;
bool lct_retry_would_come(uintptr_t pc, const lct_retry_value *, unsigned count, unsigned steps);

/* The current thread is about to write memory that other threads do not read. */
void lct_retry_note(uintptr_t address, uint64_t size);
static inline void lct_retry_writes(uintptr_t address, uint64_t size) {
    if (__builtin_expect(lct_user.wanted, false)) lct_retry_note(address, size);
}
/* It is about to do something other than reading and writing memory.  A speculative run ends there; the former states
 * of other threads do not count any more. */
void lct_retry_effect(void);

/* While it is tried. */
void lct_retry_point(lct_access, uintptr_t address, uint32_t size, uintptr_t pc, bool noted);
void lct_retry_step(lct_access, uintptr_t address, uint32_t size); /* the first one: the thread stood before it */
void lct_retry_write(uintptr_t address, uint64_t size);            /* a plain write is about to happen */
void lct_retry_own_store(uintptr_t address, uint64_t size);        /* a store that is no effect */
_Noreturn void lct_retry_abandon(void); /* something that cannot be undone is about to happen */

#endif
