/* pthread_exit: the thread ends from within any function.
 *
 * As with glibc the stack is unwound, so that destructors of C++ objects and the functions given to
 * pthread_cleanup_push run on the way.  In C without -fexceptions the latter registers a jump buffer in its own frame;
 * when unwinding gets to that frame, it is jumped to, and the code there goes on unwinding by __pthread_unwind_next.
 *
 * Most threads have nothing that is to run on the way.  They end at once: unwinding takes locks, which would be steps,
 * and longer than many an execution goes on for.  A stack with the same contents as one that had nothing has nothing
 * either. */
#include <unwind.h>

#include "target/runtime/journal.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/stack.h"
#include "target/runtime/sync/thread.h"

/* The argument of __pthread_register_cancel, as far as it is ours: the four words that glibc keeps for itself. */
typedef struct buffer {
    __pthread_unwind_buf_t *next; /* registered before, in a frame further out */
} buffer;

typedef struct leaving {
    struct _Unwind_Exception exception;
    void *result;
    uintptr_t pc;
    __pthread_unwind_buf_t *buffers; /* the innermost one; also while the thread is not leaving */
    bool began;
} leaving;

static leaving threads[LCT_THREADS] LCT_STATE = {0};

/* Contents of stacks without anything to run. */
enum { BARE = 64, DEEP = 4096 };
static uint64_t bare[BARE] LCT_STATE = {0};

/* The buffer has no room for a signal mask, and none was saved. */
_Noreturn void jump(void *buffer, int value) __asm__("longjmp");

static buffer *ours(__pthread_unwind_buf_t *b) { return (buffer *)(void *)b->__pad; }
static leaving *mine(void) { return &threads[lct_m.current]; }

void lct_threads_begin(void) {}

void lct_threads_new(unsigned number) {
    threads[number].buffers = NULL;
    threads[number].began = false;
}

void lct_threads_save(lct_tape *tape) { lct_tape_put(tape, threads, lct_m.thread_count * sizeof *threads); }
void lct_threads_load(lct_tape *tape) { lct_tape_get(tape, threads, lct_m.thread_count * sizeof *threads); }

_Noreturn static void gone(leaving *l) {
    if (lct_m.current == 0) lct_thread_join_all(false, l->pc); /* other threads go on when main calls pthread_exit */
    lct_thread_exit(l->result);
}

static _Unwind_Reason_Code stop(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                struct _Unwind_Exception *exception, struct _Unwind_Context *context, void *argument) {
    (void)version, (void)class, (void)exception;
    leaving *l = argument;
    bool end = actions & _UA_END_OF_STACK;
    __pthread_unwind_buf_t *b = l->buffers;
    if (b && (end || _Unwind_GetCFA(context) > (uintptr_t)b)) {
        l->buffers = ours(b)->next;
        jump(b->__cancel_jmp_buf, 1);
    }
    if (end) gone(l);
    return _URC_NO_REASON;
}

static void swallowed(_Unwind_Reason_Code reason, struct _Unwind_Exception *exception) {
    (void)reason, (void)exception;
    lct_machine_fail(LCT_FAILS_MISUSE, mine()->pc, 0,
                     "pthread_exit: the thread's end was caught by catch (...) and not thrown on");
}

_Noreturn static void unwind(leaving *l) {
    _Unwind_ForcedUnwind(&l->exception, stop, l);
    gone(l); /* there is nothing to unwind by */
}

/* `frame`: of pthread_exit, which has the return address and the frame pointer of its caller. */
static bool is_bare(const char *frame) {
    const char *end = (const char *)lct_m.stack_high;
    if (frame >= end || end - frame > DEEP) return false;
    uint64_t contents = lct_mix_words(1, frame, end), *known = &bare[contents % BARE];
    if (*known == contents) return true;
    if (!lct_stack_is_bare()) return false;
    *known = contents;
    return true;
}

void lct_thread_leave(void *result, uintptr_t pc, const void *frame) {
    if (!lct_m.in_code) lct_give_up("pthread_exit is called before the test");
    lct_has_effect();
    leaving *l = mine();
    l->result = result;
    if (l->began) gone(l); /* again, by a destructor */
    l->began = true;
    l->pc = pc;
    if (!l->buffers && is_bare(frame)) gone(l);
    l->exception = (struct _Unwind_Exception){.exception_cleanup = swallowed};
    unwind(l);
}

/* ---- pthread_cleanup_push in C ---- */

/* Declared by pthread.h in just this kind of C. */
void __pthread_register_cancel(__pthread_unwind_buf_t *);
void __pthread_unregister_cancel(__pthread_unwind_buf_t *);
void __pthread_register_cancel_defer(__pthread_unwind_buf_t *);
void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *);
void __pthread_unwind_next(__pthread_unwind_buf_t *) __attribute__((noreturn));

LCT_REPLACES void __pthread_register_cancel(__pthread_unwind_buf_t *b) {
    lct_has_effect();
    ours(b)->next = mine()->buffers;
    mine()->buffers = b;
}

LCT_REPLACES void __pthread_unregister_cancel(__pthread_unwind_buf_t *b) {
    lct_has_effect();
    mine()->buffers = ours(b)->next;
}
LCT_REPLACES void __pthread_register_cancel_defer(__pthread_unwind_buf_t *b) { __pthread_register_cancel(b); }
LCT_REPLACES void __pthread_unregister_cancel_restore(__pthread_unwind_buf_t *b) { __pthread_unregister_cancel(b); }
LCT_REPLACES void __pthread_unwind_next(__pthread_unwind_buf_t *b) {
    (void)b;
    unwind(mine());
}
