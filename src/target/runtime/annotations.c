/* Annotations for race detectors: those of ThreadSanitizer and the dynamic annotations of
 * Valgrind and Abseil, by which code states an order that a detector cannot see.
 *
 * "Happens before" and "happens after", releasing and acquiring, locking and unlocking are steps at the object that
 * they name, so that every order of them is tried, and each execution has the order that they state.  As in
 * ThreadSanitizer an acquire comes after all releases of the object so far.  Reads and writes between Begin and End of
 * "ignore" are part of no data race, nor are accesses to the memory of a "benign race".  A fiber of the program is a
 * place at which a thread goes on: switching to it acquires what it released when it was left.  The other annotations
 * have no meaning here.  All are weak: a program may have its own.
 */
#include "target/runtime/annotations.h"

#include "target/explore/control.h"
#include "target/runtime/heap.h"
#include "target/runtime/heap_calls.h"
#include "target/runtime/order.h"
#include "target/runtime/retry.h"
#include "target/runtime/snapshot.h"

#define ENTRY __attribute__((visibility("default"), weak))

enum { READS, WRITES, RANGES = 256 };

bool lct_annotated LCT_STATE = false;

static struct {
    uint32_t count;
    struct {
        uintptr_t start;
        uint64_t size;
        bool by_thread; /* while several threads ran: of this execution alone */
    } at[RANGES];
} benign LCT_STATE = {0};

/* ---- order ---- */

static void step(lct_access access, const volatile void *object, uintptr_t pc, const char *what) {
    if (lct_m.speculating) lct_retry_abandon();
    if (lct_m.frozen) return;
    lct_point(access, LCT_STEP_NOTE, (uintptr_t)object, 1, true, pc);
    if (lct_m.tracing) lct_trace(LCT_STEP_NOTE, 0, 0, 0, 0, pc, what);
}

static void acquire(const volatile void *object, uintptr_t pc) {
    if (!lct_m.in_code) return;
    step(LCT_READ, object, pc, "comes after what was announced before");
    lct_acquires(object, 1);
}

static void release(const volatile void *object, uintptr_t pc) {
    if (!lct_m.in_code) return;
    step(LCT_WRITE, object, pc, "announces that it comes before");
    lct_contributes(object, 1);
}

/* ---- accesses that are ignored ---- */

static void ignore(unsigned what, int change) {
    if (!lct_m.in_code) return;
    lct_annotated = true;
    uint8_t *count = &lct_self()->ignores[what];
    if (change > 0 || *count) *count = (uint8_t)(*count + change);
}

static void add_benign(uintptr_t start, uint64_t size) {
    if (!size) return;
    lct_annotated = true;
    for (uint32_t i = 0; i < benign.count; i++)
        if (benign.at[i].start == start && benign.at[i].size == size) return;
    if (benign.count == RANGES)
        lct_machine_fail(LCT_FAILS_LIMIT, 0, 0, "more than %d annotations of benign races", RANGES);
    benign.at[benign.count].start = start;
    benign.at[benign.count].size = size;
    benign.at[benign.count++].by_thread = lct_m.watching;
}

bool lct_race_is_ignored(bool writes, uintptr_t address, uint64_t size) {
    if (lct_self()->ignores[writes ? WRITES : READS]) return true;
    for (uint32_t i = 0; i < benign.count; i++)
        if (address < benign.at[i].start + benign.at[i].size && benign.at[i].start < address + size) return true;
    return false;
}

void lct_annotations_clear(void) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < benign.count; i++)
        if (!benign.at[i].by_thread) benign.at[kept++] = benign.at[i];
    benign.count = kept;
}

void lct_annotations_save(lct_tape *tape) {
    lct_tape_put(tape, &benign.count, sizeof benign.count);
    lct_tape_put(tape, benign.at, benign.count * sizeof *benign.at);
}

void lct_annotations_load(lct_tape *tape) {
    lct_tape_get(tape, &benign.count, sizeof benign.count);
    lct_tape_get(tape, benign.at, benign.count * sizeof *benign.at);
}

/* ---- ThreadSanitizer ---- */

enum { TRY_FAILED = 1 << 5 }; /* a flag of a mutex */

void __tsan_acquire(void *object);
void __tsan_release(void *object);
void __tsan_mutex_create(void *mutex, unsigned flags);
void __tsan_mutex_destroy(void *mutex, unsigned flags);
void __tsan_mutex_pre_lock(void *mutex, unsigned flags);
void __tsan_mutex_post_lock(void *mutex, unsigned flags, int recursion);
int __tsan_mutex_pre_unlock(void *mutex, unsigned flags);
void __tsan_mutex_post_unlock(void *mutex, unsigned flags);
void __tsan_mutex_pre_signal(void *mutex, unsigned flags);
void __tsan_mutex_post_signal(void *mutex, unsigned flags);
void __tsan_mutex_pre_divert(void *mutex, unsigned flags);
void __tsan_mutex_post_divert(void *mutex, unsigned flags);
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
void __tsan_set_fiber_name(void *fiber, const char *name);

ENTRY void __tsan_acquire(void *object) { acquire(object, LCT_CALLER); }
ENTRY void __tsan_release(void *object) { release(object, LCT_CALLER); }

ENTRY void __tsan_mutex_create(void *mutex, unsigned flags) { (void)mutex, (void)flags; }
ENTRY void __tsan_mutex_destroy(void *mutex, unsigned flags) { (void)mutex, (void)flags; }
ENTRY void __tsan_mutex_pre_lock(void *mutex, unsigned flags) { (void)mutex, (void)flags; }
ENTRY void __tsan_mutex_post_lock(void *mutex, unsigned flags, int recursion) {
    (void)recursion;
    if (!(flags & TRY_FAILED)) acquire(mutex, LCT_CALLER);
}
/* Its result: how many levels of the lock are given back. */
ENTRY int __tsan_mutex_pre_unlock(void *mutex, unsigned flags) {
    (void)flags;
    release(mutex, LCT_CALLER);
    return 1;
}
ENTRY void __tsan_mutex_post_unlock(void *mutex, unsigned flags) { (void)mutex, (void)flags; }
ENTRY void __tsan_mutex_pre_signal(void *mutex, unsigned flags) { (void)mutex, (void)flags; }
ENTRY void __tsan_mutex_post_signal(void *mutex, unsigned flags) { (void)mutex, (void)flags; }
ENTRY void __tsan_mutex_pre_divert(void *mutex, unsigned flags) { (void)mutex, (void)flags; }
ENTRY void __tsan_mutex_post_divert(void *mutex, unsigned flags) { (void)mutex, (void)flags; }

/* A thread has a fiber of its own, which is no address of anything. */
static void *current_fiber(void) {
    enum { APART = 16 };
    lct_thread *t = lct_self();
    return t->fiber_now ? t->fiber_now : (void *)(uintptr_t)(APART * (lct_m.current + 1u));
}

ENTRY void *__tsan_get_current_fiber(void) { return current_fiber(); }
ENTRY void *__tsan_create_fiber(unsigned flags) {
    (void)flags;
    void *fiber = lct_malloc(1, 0, LCT_CALLER, "__tsan_create_fiber");
    if (fiber) lct_heap_is_argument((uintptr_t)fiber);
    return fiber;
}
ENTRY void __tsan_destroy_fiber(void *fiber) { lct_free(fiber, LCT_CALLER, "__tsan_destroy_fiber"); }
ENTRY void __tsan_switch_to_fiber(void *fiber, unsigned flags) {
    const unsigned unordered = 1;
    if (!lct_m.in_code) return;
    if (!(flags & unordered)) release(current_fiber(), LCT_CALLER);
    lct_self()->fiber_now = fiber;
    if (!(flags & unordered)) acquire(fiber, LCT_CALLER);
}
ENTRY void __tsan_set_fiber_name(void *fiber, const char *name) { (void)fiber, (void)name; }

/* ---- dynamic annotations ---- */

#define FILE_LINE const char *file, int line
#define UNUSED    (void)file, (void)line
#define NAME(name, ...)                                                                                                \
    void name(FILE_LINE, ##__VA_ARGS__);                                                                               \
    ENTRY void name(FILE_LINE, ##__VA_ARGS__)

NAME(AnnotateHappensBefore, const volatile void *object) { UNUSED, release(object, LCT_CALLER); }
NAME(AnnotateHappensAfter, const volatile void *object) { UNUSED, acquire(object, LCT_CALLER); }
NAME(WTFAnnotateHappensBefore, const volatile void *object) { UNUSED, release(object, LCT_CALLER); }
NAME(WTFAnnotateHappensAfter, const volatile void *object) { UNUSED, acquire(object, LCT_CALLER); }
NAME(AnnotateCondVarSignal, const volatile void *cond) { UNUSED, release(cond, LCT_CALLER); }
NAME(AnnotateCondVarSignalAll, const volatile void *cond) { UNUSED, release(cond, LCT_CALLER); }
NAME(AnnotateCondVarWait, const volatile void *cond, const volatile void *lock) {
    UNUSED, (void)lock;
    acquire(cond, LCT_CALLER);
}
NAME(AnnotateRWLockCreate, const volatile void *lock) { UNUSED, (void)lock; }
NAME(AnnotateRWLockCreateStatic, const volatile void *lock) { UNUSED, (void)lock; }
NAME(AnnotateRWLockDestroy, const volatile void *lock) { UNUSED, (void)lock; }
NAME(AnnotateRWLockAcquired, const volatile void *lock, long writes) {
    UNUSED, (void)writes;
    acquire(lock, LCT_CALLER);
}
NAME(AnnotateRWLockReleased, const volatile void *lock, long writes) {
    UNUSED, (void)writes;
    release(lock, LCT_CALLER);
}
NAME(AnnotateIgnoreReadsBegin) { UNUSED, ignore(READS, 1); }
NAME(AnnotateIgnoreReadsEnd) { UNUSED, ignore(READS, -1); }
NAME(AnnotateIgnoreWritesBegin) { UNUSED, ignore(WRITES, 1); }
NAME(AnnotateIgnoreWritesEnd) { UNUSED, ignore(WRITES, -1); }
NAME(AnnotateBenignRace, const volatile void *at, const char *why) { UNUSED, (void)why, add_benign((uintptr_t)at, 8); }
NAME(AnnotateBenignRaceSized, const volatile void *at, size_t size, const char *why) {
    UNUSED, (void)why;
    add_benign((uintptr_t)at, size);
}
NAME(WTFAnnotateBenignRaceSized, const volatile void *at, size_t size, const char *why) {
    UNUSED, (void)why;
    add_benign((uintptr_t)at, size);
}

/* Without a meaning here. */
NAME(AnnotateIgnoreSyncBegin) { UNUSED; }
NAME(AnnotateIgnoreSyncEnd) { UNUSED; }
NAME(AnnotateFlushState) { UNUSED; }
NAME(AnnotateNoOp, const volatile void *at) { UNUSED, (void)at; }
NAME(AnnotateThreadName, const char *name) { UNUSED, (void)name; }
NAME(AnnotateTraceMemory, const volatile void *at) { UNUSED, (void)at; }
NAME(AnnotateEnableRaceDetection, int on) { UNUSED, (void)on; }
NAME(AnnotateMutexIsUsedAsCondVar, const volatile void *mutex) { UNUSED, (void)mutex; }
NAME(AnnotateMutexIsNotPHB, const volatile void *mutex) { UNUSED, (void)mutex; }
NAME(AnnotateNewMemory, const volatile void *at, size_t size) { UNUSED, (void)at, (void)size; }
NAME(AnnotateMemoryIsInitialized, const volatile void *at, size_t size) { UNUSED, (void)at, (void)size; }
NAME(AnnotateMemoryIsUninitialized, const volatile void *at, size_t size) { UNUSED, (void)at, (void)size; }
NAME(AnnotatePublishMemoryRange, const volatile void *at, size_t size) { UNUSED, (void)at, (void)size; }
NAME(AnnotateUnpublishMemoryRange, const volatile void *at, size_t size) { UNUSED, (void)at, (void)size; }
NAME(AnnotatePCQCreate, const volatile void *queue) { UNUSED, (void)queue; }
NAME(AnnotatePCQDestroy, const volatile void *queue) { UNUSED, (void)queue; }
NAME(AnnotatePCQPut, const volatile void *queue) { UNUSED, release(queue, LCT_CALLER); }
NAME(AnnotatePCQGet, const volatile void *queue) { UNUSED, acquire(queue, LCT_CALLER); }
int RunningOnValgrind(void);
double ValgrindSlowdown(void);
ENTRY int RunningOnValgrind(void) { return 0; }
ENTRY double ValgrindSlowdown(void) { return 1; }
