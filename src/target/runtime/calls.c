#define _GNU_SOURCE
#include "target/runtime/calls.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#include "target/explore/control.h"
#include "target/runtime/annotations.h"
#include "target/runtime/cxx.h"
#include "target/runtime/random.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/sync/keys.h"
#include "target/runtime/sync/sync.h"
#include "target/runtime/sync/thread.h"
#include "target/runtime/sync/wire.h"
#include "target/runtime/tls.h"
#include "target/runtime/world/files.h"
#include "target/runtime/world/ipc.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/signals.h"

struct lct_calls lct_calls LCT_STATE = {0};

static const char *const names[LCT_REAL_COUNT] = {
#define NAME(name) #name,
    LCT_REAL_FUNCTIONS(NAME)
#undef NAME
};

/* Constructors of shared libraries call replaced functions before anything of the runtime has run, so each is looked up
 * when it is first needed. */
void *lct_real(enum lct_real_function which) {
    void *found = lct_calls.real[which];
    if (!found) {
        found = lct_calls.real[which] = dlsym(RTLD_NEXT, names[which]);
        if (!found) lct_give_up("this system's libc has no function %s", names[which]);
    }
    return found;
}

void lct_calls_init(void) {
    /* Looked up now: the code under test must not cause memory to be allocated by it. */
    for (int i = 0; i < LCT_REAL_COUNT; i++) lct_calls.real[i] = dlsym(RTLD_NEXT, names[i]);
    lct_calls.early = LCT_EARLY;
    /* glibc sets it when the first thread starts, which it never sees; std::shared_ptr counts without atomics by it. */
    __libc_single_threaded = 0;
    lct_keys_init();
    lct_cxx_init();
    /* Constructors may have made these; keys also the function that was just called. */
    lct_keys_mark();
    lct_wire_mark();
    lct_ipc_mark();
}

void lct_calls_mark(void) {
    lct_keys_mark();
    lct_cxx_mark();
    lct_wire_mark();
    lct_files_mark();
    lct_ipc_mark();
    lct_signals_mark();
}

void lct_calls_begin(void) {
    lct_sync_begin();
    lct_annotations_clear();
    lct_threads_begin();
    lct_keys_begin();
    lct_cxx_begin();
    lct_wire_begin();
    lct_files_begin();
    lct_ipc_begin();
    lct_signals_begin();
}

void lct_calls_thread(lct_thread *t, unsigned number) {
    t->clock = number ? lct_self()->clock : 0;
    t->random = lct_random_first(number);
    lct_sync_thread(number);
    lct_threads_new(number);
    lct_signals_thread(number);
    if (number) { /* the first one goes on with the values that the test's setup left */
        lct_keys_thread(number);
        lct_cxx_thread(number);
    }
}

void lct_calls_thread_end(void) {
    lct_has_effect();
    lct_cxx_thread_end(); /* glibc, too, destroys thread_local objects first */
    lct_keys_thread_end();
    lct_robust_thread_end();
    lct_thread_ends();
    lct_tls_ends();
    if (lct_m.tracing) lct_trace(LCT_STEP_EXIT, lct_m.current, 0, 0, 0, 0, "");
}

static void save_rest(lct_tape *tape) {
    lct_annotations_save(tape);
    lct_threads_save(tape);
    lct_keys_save(tape);
    lct_cxx_save_all(tape);
    lct_ipc_save(tape);
    lct_signals_save(tape);
}

void lct_calls_save(lct_tape *tape) {
    lct_tape_put(tape, &lct_sync, sizeof lct_sync);
    save_rest(tape);
}

void lct_calls_describe(lct_tape *tape) {
    lct_sync_state sync;
    memcpy(&sync, &lct_sync, sizeof sync);
    memset(sync.woken_by, 0, sizeof sync.woken_by); /* steps have other numbers on other ways */
    lct_tape_put(tape, &sync, sizeof sync);
    save_rest(tape);
}

void lct_calls_load(lct_tape *tape) {
    lct_tape_get(tape, &lct_sync, sizeof lct_sync);
    lct_annotations_load(tape);
    lct_threads_load(tape);
    lct_keys_load(tape);
    lct_cxx_load_all(tape);
    lct_ipc_load(tape);
    lct_signals_load(tape);
}

void lct_unsupported(const char *function, const char *reason, uintptr_t pc) {
    lct_machine_fail(LCT_FAILS_UNSUPPORTED, pc, 0, "%s was called: %s", function, reason);
}

void lct_give_up(const char *format, ...) {
    char text[512];
    va_list args;
    lct_m.in_code = false; /* the runtime ends the process, not the code under test */
    va_start(args, format);
    int length = vsnprintf(text, sizeof text - 1, format, args);
    va_end(args);
    if (length > (int)sizeof text - 2) length = (int)sizeof text - 2;
    if (length < 0) length = 0;
    text[length++] = '\n';
    if (write(STDERR_FILENO, "lince: ", 7) < 0 || write(STDERR_FILENO, text, (size_t)length) < 0) {}
    LCT_REAL(_exit)(70);
    __builtin_unreachable();
}

/* The text goes to the command by way of the control block, and there as a file: an assertion may fail before the block
 * is mapped. */
void lct_bug(const char *condition, const char *file, unsigned line) {
    char text[LCT_BUG_TEXT] = {0};
    lct_m.in_code = false;
    snprintf(text, sizeof text, "%s:%u: assertion `%s` does not hold", file, line, condition);
    if (LCT_SYSTEM(pwrite64, LCT_CONTROL_FD, text, sizeof text, offsetof(lct_control, bug)) < 0)
        lct_give_up("BUG: %s", text);
    LCT_REAL(_exit)(LCT_EXIT_BUG);
    __builtin_unreachable();
}
