/* C++: uncaught exceptions, and thread_local objects with destructors.
 *
 * The runtime is C and must not need libstdc++, so everything of it is looked up by name; where there is none, nothing
 * of this does anything. */
#define _GNU_SOURCE
#include "target/runtime/cxx.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unwind.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/snapshot.h"

/* ---- thread_local objects ---- */

enum { DESTRUCTORS = 256 };

typedef struct destructor {
    void (*function)(void *);
    void *object;
} destructor;

typedef struct destructors {
    uint32_t count;
    destructor at[DESTRUCTORS];
} destructors;

static struct {
    destructors *threads;
    destructors *marked; /* of the first thread after the test's setup */
    bool changed;
    bool used; /* by any thread, ever */
} ends LCT_STATE = {0};

int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *module);
LCT_REPLACES int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *module) {
    if (!lct_m.in_code) return LCT_REAL(__cxa_thread_atexit_impl)(function, object, module);
    lct_has_effect();
    destructors *d = &ends.threads[lct_m.current];
    if (d->count == DESTRUCTORS)
        lct_machine_fail(LCT_FAILS_LIMIT, LCT_CALLER, 0, "more than %d thread_local objects with destructors",
                         DESTRUCTORS);
    if (lct_m.current == 0) ends.changed = true;
    ends.used = true;
    d->at[d->count++] = (destructor){function, object};
    return 0;
}

void lct_cxx_thread_end(void) {
    destructors *d = &ends.threads[lct_m.current];
    if (lct_m.current == 0) ends.changed = true;
    while (d->count) {
        destructor last = d->at[--d->count];
        last.function(last.object);
    }
}

/* ---- uncaught exceptions ---- */

/* Parts of the C++ ABI (Itanium), as libstdc++ has them. */
typedef struct type_info {
    void *const *table;
    const char *name;
} type_info;

typedef struct thrown {
    void *type; /* or, of one that std::rethrow_exception threw, the object */
    void (*destructor)(void *);
    void (*unexpected)(void);
    void (*terminate)(void);
    struct thrown *next;
    int handlers, choice;
    const unsigned char *action, *data;
    uintptr_t landing;
    void *adjusted;
    struct _Unwind_Exception unwinding;
    /* The object follows. */
} thrown;
static const uint64_t own_kind = 0x474e5543432b2b00, copied_kind = 0x474e5543432b2b01; /* `GNUCC++`, with 1: again */

enum { DO_CATCH = 4, WHAT = 2 }; /* places in the tables of virtual functions of std::type_info and std::exception */

static struct {
    void **(*globals)(void); /* __cxa_get_globals: of the current thread, the chain of caught exceptions first */
    type_info *(*current_type)(void);
    char *(*demangle)(const char *, char *, size_t *, int *);
    const type_info *exception_type; /* of std::exception */
} abi LCT_STATE = {0};

/* The message of std::exception::what(), if it is one. */
static const char *what(const type_info *type) {
    thrown *last = abi.globals()[0];
    if (!abi.exception_type || !last) return NULL;
    uint64_t kind = last->unwinding.exception_class;
    if (kind != own_kind && kind != copied_kind) return NULL;
    void *object = kind == own_kind ? last + 1 : last->type;
    bool (*catches)(const type_info *, const type_info *, void **, unsigned) = (bool (*)(
        const type_info *, const type_info *, void **, unsigned))(uintptr_t)abi.exception_type->table[DO_CATCH];
    if (!catches(abi.exception_type, type, &object, 1)) return NULL;
    void *const *table = *(void *const **)object;
    return ((const char *(*)(const void *))(uintptr_t)table[WHAT])(object);
}

_Noreturn static void uncaught(void) {
    uintptr_t pc = LCT_CALLER;
    if (!lct_m.in_code) {
        const type_info *type = abi.current_type ? abi.current_type() : NULL;
        lct_give_up("an exception outside the test was not caught: %s", type ? type->name : "of unknown type");
    }
    const type_info *type = abi.current_type ? abi.current_type() : NULL;
    if (!type)
        lct_machine_fail(LCT_FAILS_EXCEPTION, pc, 0, "std::terminate was called (a std::thread not joined, perhaps)");
    char name[256];
    snprintf(name, sizeof name, "%s", type->name);
    const char *text = what(type);
    char copy[256] = "";
    if (text) snprintf(copy, sizeof copy, ": %s", text);
    lct_m.in_code = false; /* memory that demangling allocates is not the test's */
    char *pretty = abi.demangle ? abi.demangle(name, NULL, NULL, NULL) : NULL;
    lct_m.in_code = true;
    lct_machine_fail(LCT_FAILS_EXCEPTION, pc, 0, "an exception was not caught: %s%s", pretty ? pretty : name, copy);
}

/* ---- per thread ---- */

static void *find(const char *name) { return dlsym(RTLD_DEFAULT, name); }

void lct_cxx_init(void) {
    ends.threads = lct_reserve(LCT_THREADS * sizeof *ends.threads);
    ends.marked = lct_reserve(sizeof *ends.marked);
    abi.globals = (void **(*)(void))(uintptr_t)find("__cxa_get_globals");
    if (!abi.globals) return;
    abi.current_type = (type_info * (*)(void))(uintptr_t)find("__cxa_current_exception_type");
    abi.demangle = (char *(*)(const char *, char *, size_t *, int *))(uintptr_t)find("__cxa_demangle");
    abi.exception_type = find("_ZTISt9exception");
    void (*(*set_terminate)(void (*)(void)))(void) =
        (void (*(*)(void (*)(void)))(void))(uintptr_t)find("_ZSt13set_terminatePFvvE");
    if (set_terminate) set_terminate(uncaught);
}

void lct_cxx_mark(void) {
    memcpy(ends.marked, &ends.threads[0], sizeof *ends.marked);
    ends.changed = false;
}

void lct_cxx_begin(void) {
    if (!ends.changed) return;
    ends.threads[0].count = ends.marked->count;
    memcpy(ends.threads[0].at, ends.marked->at, ends.marked->count * sizeof *ends.marked->at);
    ends.changed = false;
}

void lct_cxx_thread(unsigned number) { ends.threads[number].count = 0; }

/* ---- in the middle of an execution ---- */

void lct_cxx_save_all(lct_tape *tape) {
    uint64_t used = ends.used;
    lct_tape_put(tape, &used, sizeof used);
    if (!used) return;
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        const destructors *d = &ends.threads[i];
        lct_tape_put(tape, &d->count, sizeof d->count);
        if (d->count) lct_tape_put(tape, d->at, d->count * sizeof *d->at);
    }
}

void lct_cxx_load_all(lct_tape *tape) {
    uint64_t used;
    lct_tape_get(tape, &used, sizeof used);
    if (!used && !ends.used) return;
    for (unsigned i = 0; i < lct_m.thread_count; i++) {
        destructors *d = &ends.threads[i];
        d->count = 0;
        if (!used) continue;
        lct_tape_get(tape, &d->count, sizeof d->count);
        if (d->count) lct_tape_get(tape, d->at, d->count * sizeof *d->at);
    }
}
