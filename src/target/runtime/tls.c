#define _GNU_SOURCE
#include "target/runtime/tls.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "target/explore/control.h"
#include "target/runtime/explorer.h"
#include "target/runtime/snapshot.h"

lc_own_state lc_own LC_STATE = {0};

/* ---- blocks ---- */

/* What glibc makes the blocks of its threads with.  Its other half, libpthread, was a library of its own once, so these
 * can be found by name. */
typedef struct linker {
    void (*sizes)(size_t *size, size_t *alignment); /* of a block, the descriptor included where it stands behind */
    void *(*prepare)(void *pointer);                /* what variables of libraries loaded later are found by */
    const uint32_t *descriptor;                     /* bytes that libc has for a thread */
} linker;

static bool find_linker(linker *l) {
    l->sizes = (void (*)(size_t *, size_t *))(uintptr_t)dlsym(RTLD_DEFAULT, "_dl_get_tls_static_info");
    l->prepare = (void *(*)(void *))(uintptr_t)dlsym(RTLD_DEFAULT, "_dl_allocate_tls");
    l->descriptor = dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread");
    lc_own.find = (void *(*)(void *))(uintptr_t)dlsym(RTLD_DEFAULT, "__tls_get_addr");
    return l->sizes && l->prepare && l->descriptor && lc_own.find;
}

/* How things stand around the thread pointer: the offset of the variables, of the descriptor, and their sizes. */
typedef struct layout {
    ptrdiff_t variables, descriptor;
    size_t size, descriptor_size, alignment;
} layout;

static layout find_layout(const linker *l) {
    enum { HEAD = 2 * sizeof(void *) }; /* where the descriptor stands before the pointer, these come after it */
    size_t whole, alignment, descriptor = *l->descriptor;
    l->sizes(&whole, &alignment);
#ifdef __x86_64__
    size_t size = whole - descriptor;
    return (layout){-(ptrdiff_t)size, 0, size, descriptor, alignment};
#else
    return (layout){HEAD, -(ptrdiff_t)descriptor, whole - HEAD, descriptor, alignment};
#endif
}

/* To libc all threads are the real one: its locks, say, are owned by that.  A block is a copy with these differences:
 * the pointer to itself, and what `prepare` puts in. */
static void make_block(char *pointer, const char *real, const layout *at, const linker *l) {
    memcpy(pointer + at->descriptor, real + at->descriptor, at->descriptor_size);
#ifdef __x86_64__
    *(void **)(void *)pointer = pointer;
#endif
    l->prepare(pointer);
    memcpy(pointer + at->variables, real + at->variables, at->size);
}

static bool make_blocks(void) {
    linker l;
    if (!LC_FIBER_HAS_POINTER || !find_linker(&l)) return false;
    layout at = find_layout(&l);
    size_t below = at.variables < at.descriptor ? (size_t)-at.variables : (size_t)-at.descriptor;
    size_t size = at.size + at.descriptor_size + 2 * at.alignment + 64;
    lc_fiber_init();
    char *real = lc_fiber_pointer();
    lc_own.block_size = size - size % at.alignment;
    lc_own.blocks = lc_reserve(LC_THREADS * lc_own.block_size + at.alignment);
    for (unsigned i = 0; i < LC_THREADS; i++) {
        uintptr_t least = (uintptr_t)lc_own.blocks + i * lc_own.block_size + below;
        char *pointer = (char *)((least + at.alignment - 1) / at.alignment * at.alignment);
        if (i == 0) pointer = real;
        else make_block(pointer, real, &at, &l);
        lc_m.threads[i].fiber.pointer = pointer;
        lc_own.low[i] = pointer + at.variables;
    }
    lc_m.home.pointer = real;
    lc_m.own_size = at.size;
    return true;
}

/* ---- pieces ---- */

/* The variables of a library that was loaded later need not be in the blocks. */
static char *found_by_linker(const lc_module *m, unsigned thread) {
    struct {
        unsigned long module, offset;
    } index = {m->tls_module, 0};
    lc_fiber_set_pointer(lc_m.threads[thread].fiber.pointer);
    char *found = lc_own.find(&index);
    lc_fiber_set_pointer(lc_m.threads[0].fiber.pointer);
    return found;
}

static void place(lc_own_piece *p, const lc_module *m) {
    bool outside = !lc_own_has(0, (uintptr_t)p->here);
    for (unsigned i = 0; i < LC_THREADS; i++)
        if (lc_m.swaps) p->of[i] = lc_reserve(p->size);
        else p->of[i] = outside ? found_by_linker(m, i) : lc_own.low[i] + (p->here - lc_own.low[0]);
}

/* From the lowest of the pieces in a block to the highest.  What else is between them is used by nobody else. */
static void note_used(const lc_own_piece *p) {
    ptrdiff_t low = p->here - lc_own.low[0], high = low + (ptrdiff_t)p->size;
    if (lc_own.used_size) {
        ptrdiff_t end = lc_own.used + (ptrdiff_t)lc_own.used_size;
        if (low > lc_own.used) low = lc_own.used;
        if (high < end) high = end;
    }
    lc_own.used = low;
    lc_own.used_size = (size_t)(high - low);
}

static void add_piece(char *here, const lc_module *m) {
    for (unsigned i = 0; i < lc_own.count; i++)
        if (lc_own.pieces[i].here == here) return;
    if (lc_own.count == sizeof lc_own.pieces / sizeof *lc_own.pieces) return;
    lc_own_piece *p = &lc_own.pieces[lc_own.count++];
    *p = (lc_own_piece){.here = here, .size = m->tls_size, .initial_size = m->initial_size};
    if (m->is_program) lc_own.program = p;
    p->marked = lc_reserve(p->size);
    p->initial = lc_reserve(p->size);
    if (m->initial_size) memcpy(p->initial, m->initial, m->initial_size);
    place(p, m);
    if (m->initial && lc_own_has(0, (uintptr_t)here)) note_used(p);
}

static void add_pieces(void) {
    assert(!lc_m.in_code);
    lc_module all[LC_MODULES];
    unsigned count = lc_modules(all);
    for (unsigned i = 0; i < count; i++) {
        if (all[i].is_system || !all[i].tls_size) continue;
        char *here = all[i].tls;
        if (!here && !lc_m.swaps) here = found_by_linker(&all[i], 0);
        if (here) add_piece(here, &all[i]);
    }
}

/* Setting the thread pointer takes a while.  Where nobody has thread-local variables but libc, whose errno is all that
 * is to be seen of them, there is no need for blocks. */
static bool is_needed(void) {
    lc_module all[LC_MODULES];
    unsigned count = lc_modules(all);
    for (unsigned i = 0; i < count; i++)
        if (!all[i].is_system && all[i].tls_size) return true;
    return false;
}

static void begin_with_blocks(void) {
    lc_own.untried = false;
    if (!make_blocks()) return;
    lc_m.swaps = false;
    lc_own.count = 0; /* errno has another place now */
}

void lc_own_init(void) {
    lc_own.untried = !lc_m.swaps;
    lc_m.swaps = true;
    lc_own_take();
}

void lc_own_take(void) {
    if (lc_own.untried && is_needed()) begin_with_blocks();
    if (!lc_own.count) add_piece((char *)&errno, &(lc_module){.tls_size = sizeof errno});
    add_pieces();
    for (lc_own_piece *p = lc_own.pieces, *end = p + lc_own.count; p < end; p++) memcpy(p->marked, p->here, p->size);
    memset(lc_own.pieces[0].marked, 0, sizeof errno);
}

void lc_own_thread(unsigned number) {
    for (lc_own_piece *p = lc_own.pieces, *end = p + lc_own.count; p < end; p++) {
        char *to = p->of[number];
        if (!number) memcpy(to, p->marked, p->size);
        else {
            memcpy(to, p->initial, p->initial_size);
            memset(to + p->initial_size, 0, p->size - p->initial_size);
        }
    }
}

/* Where no code is, see lc_racy. */
enum { AT_THE_END = 2 };

/* As if all of them were written to: what others do with them comes before that, or they use what is gone.  Mostly they
 * do nothing. */
void lc_own_ends(void) {
    if (!lc_m.stacks_shared || !lc_m.watching || !lc_m.plain || lc_m.frozen || !lc_own.used_size) return;
    uintptr_t low = lc_m.own_low + (uintptr_t)lc_own.used;
    uint32_t size = (uint32_t)lc_own.used_size;
    lc_explorer.shadows_matter(); /* C11 does not call it a race */
    if (lc_m.all_plain || lc_explorer.is_promoted(AT_THE_END))
        lc_point(LC_WRITE, LC_STEP_EXIT, low, size, false, AT_THE_END);
    else lc_explorer.shadow(low, size, true, AT_THE_END);
}

/* ---- in the middle of an execution ---- */

void lc_own_save(lc_tape *tape, unsigned thread) {
    for (lc_own_piece *p = lc_own.pieces, *end = p + lc_own.count; p < end; p++)
        lc_tape_put(tape, p->of[thread], p->size);
}

void lc_own_load(lc_tape *tape, unsigned thread) {
    for (lc_own_piece *p = lc_own.pieces, *end = p + lc_own.count; p < end; p++)
        lc_tape_get(tape, p->of[thread], p->size);
}

/* errno is the first of them, and mostly the only one. */
void lc_own_put_away(unsigned thread) {
    memcpy(lc_own.pieces[0].of[thread], lc_own.pieces[0].here, sizeof errno);
    for (unsigned i = 1; i < lc_own.count; i++)
        memcpy(lc_own.pieces[i].of[thread], lc_own.pieces[i].here, lc_own.pieces[i].size);
}

void lc_own_get_out(unsigned thread) {
    memcpy(lc_own.pieces[0].here, lc_own.pieces[0].of[thread], sizeof errno);
    for (unsigned i = 1; i < lc_own.count; i++)
        memcpy(lc_own.pieces[i].here, lc_own.pieces[i].of[thread], lc_own.pieces[i].size);
}

bool lc_own_is_exchanged(uintptr_t address) {
    for (unsigned i = 0; i < lc_own.count; i++)
        if (address - (uintptr_t)lc_own.pieces[i].here < lc_own.pieces[i].size) return lc_m.swaps;
    return false;
}

/* ---- whose ---- */

int lc_own_thread_of(uintptr_t address) {
    unsigned number = 0;
    if (lc_own_may_be_gone(address)) number = (unsigned)((address - (uintptr_t)lc_own.blocks) / lc_own.block_size);
    return lc_own_has(number, address) ? (int)number : -1;
}

bool lc_own_is_gone(uintptr_t address) {
    int owner = lc_own_thread_of(address);
    return owner > 0 && lc_m.threads[owner].life == LC_FINISHED;
}

void lc_own_complain(uintptr_t address, uint64_t size, bool is_write, uintptr_t pc) {
    if (lc_is_allowed(LC_FAILS_USE_AFTER_FREE)) return;
    lc_machine_fail(LC_FAILS_USE_AFTER_FREE, pc, address,
                    "%s %s %llu byte%s of a thread-local variable of %s, which has ended", lc_thread_name(lc_m.current),
                    is_write ? "writes" : "reads", (unsigned long long)size, size == 1 ? "" : "s",
                    lc_thread_name((unsigned)lc_own_thread_of(address)));
}
