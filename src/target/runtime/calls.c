#define _GNU_SOURCE
#include "target/runtime/calls.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#include "target/explore/control.h"
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

struct lc_calls lc_calls LC_STATE = {0};

static const char *const names[LC_REAL_COUNT] = {
#define NAME(name) #name,
    LC_REAL_FUNCTIONS(NAME)
#undef NAME
};

/* Constructors of shared libraries call replaced functions before anything of the runtime has run, so each is looked up
 * when it is first needed. */
void *lc_real(enum lc_real_function which) {
    void *found = lc_calls.real[which];
    if (!found) {
        found = lc_calls.real[which] = dlsym(RTLD_NEXT, names[which]);
        if (!found) lc_give_up("this system's libc has no function %s", names[which]);
    }
    return found;
}

void lc_calls_init(void) {
    /* Looked up now: the code under test must not cause memory to be allocated by it. */
    for (int i = 0; i < LC_REAL_COUNT; i++) lc_calls.real[i] = dlsym(RTLD_NEXT, names[i]);
    lc_calls.early = LC_EARLY;
    /* glibc sets it when the first thread starts, which it never sees; std::shared_ptr counts without atomics by it. */
    __libc_single_threaded = 0;
    lc_keys_init();
    lc_cxx_init();
    lc_keys_mark(); /* constructors may have made keys, and so may what was just called */
}

void lc_calls_mark(void) {
    lc_keys_mark();
    lc_cxx_mark();
    lc_wire_mark();
    lc_files_mark();
    lc_ipc_mark();
    lc_signals_mark();
}

void lc_calls_begin(void) {
    lc_sync_begin();
    lc_threads_begin();
    lc_keys_begin();
    lc_cxx_begin();
    lc_wire_begin();
    lc_files_begin();
    lc_ipc_begin();
    lc_signals_begin();
}

void lc_calls_thread(lc_thread *t, unsigned number) {
    t->clock = number ? lc_self()->clock : 0;
    t->random = lc_random_first(number);
    lc_sync_thread(number);
    lc_threads_new(number);
    lc_signals_thread(number);
    if (number) { /* the first one goes on with what the test's setup left */
        lc_keys_thread(number);
        lc_cxx_thread(number);
    }
}

void lc_calls_thread_end(void) {
    lc_has_effect();
    lc_cxx_thread_end(); /* glibc, too, destroys thread_local objects first */
    lc_keys_thread_end();
    lc_robust_thread_end();
    lc_thread_ends();
    lc_own_ends();
    if (lc_m.tracing) lc_tell(LC_STEP_EXIT, lc_m.current, 0, 0, 0, 0, "");
}

static void save_others(lc_tape *tape) {
    lc_threads_save(tape);
    lc_keys_save(tape);
    lc_cxx_save_all(tape);
    lc_ipc_save(tape);
    lc_signals_save(tape);
}

void lc_calls_save(lc_tape *tape) {
    lc_tape_put(tape, &lc_sync, sizeof lc_sync);
    save_others(tape);
}

void lc_calls_describe(lc_tape *tape) {
    lc_sync_state sync;
    memcpy(&sync, &lc_sync, sizeof sync);
    memset(sync.woken_by, 0, sizeof sync.woken_by); /* steps have other numbers on other ways */
    lc_tape_put(tape, &sync, sizeof sync);
    save_others(tape);
}

void lc_calls_load(lc_tape *tape) {
    lc_tape_get(tape, &lc_sync, sizeof lc_sync);
    lc_threads_load(tape);
    lc_keys_load(tape);
    lc_cxx_load_all(tape);
    lc_ipc_load(tape);
    lc_signals_load(tape);
}

void lc_unsupported(const char *function, const char *reason, uintptr_t pc) {
    lc_machine_fail(LC_FAILS_UNSUPPORTED, pc, 0, "%s was called: %s", function, reason);
}

void lc_give_up(const char *format, ...) {
    char text[512];
    va_list args;
    lc_m.in_code = false; /* the runtime ends the process, not the code under test */
    va_start(args, format);
    int length = vsnprintf(text, sizeof text - 1, format, args);
    va_end(args);
    if (length > (int)sizeof text - 2) length = (int)sizeof text - 2;
    if (length < 0) length = 0;
    text[length++] = '\n';
    if (write(STDERR_FILENO, "lince: ", 7) < 0 || write(STDERR_FILENO, text, (size_t)length) < 0) {}
    LC_REAL(_exit)(70);
    __builtin_unreachable();
}

/* The text goes to the command by way of the control block, and there as a file: an assertion may fail before the block
 * is mapped. */
void lc_bug(const char *condition, const char *file, unsigned line) {
    char text[LC_BUG_TEXT] = {0};
    lc_m.in_code = false;
    snprintf(text, sizeof text, "%s:%u: assertion `%s` does not hold", file, line, condition);
    if (LC_SYSTEM(pwrite64, LC_CONTROL_FD, text, sizeof text, offsetof(lc_control, bug)) < 0)
        lc_give_up("BUG: %s", text);
    LC_REAL(_exit)(LC_EXIT_BUG);
    __builtin_unreachable();
}
