#define _GNU_SOURCE
#include "target/runtime/tls.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#include "target/explore/control.h"
#include "target/runtime/explorer.h"
#include "target/runtime/snapshot.h"

lct_tls_state lct_tls LCT_STATE = {0};

/* ---- blocks ---- */

/* The functions with which glibc makes the blocks of its threads.  Its other half, libpthread, was a library of its own
 * once, so these can be found by name. */
typedef struct linker {
    void (*sizes)(size_t *size, size_t *alignment); /* of a block, the descriptor included where it stands behind */
    void *(*prepare)(void *pointer); /* the part by which variables of libraries loaded later are found */
    const uint32_t *descriptor;      /* bytes that libc has for a thread */
} linker;

static bool find_linker(linker *l) {
    l->sizes = (void (*)(size_t *, size_t *))(uintptr_t)dlsym(RTLD_DEFAULT, "_dl_get_tls_static_info");
    l->prepare = (void *(*)(void *))(uintptr_t)dlsym(RTLD_DEFAULT, "_dl_allocate_tls");
    l->descriptor = dlsym(RTLD_DEFAULT, "_thread_db_sizeof_pthread");
    lct_tls.find = (void *(*)(void *))(uintptr_t)dlsym(RTLD_DEFAULT, "__tls_get_addr");
    return l->sizes && l->prepare && l->descriptor && lct_tls.find;
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

/* To libc all threads are the real one: its locks, for example, are owned by that.  A block is a copy with these
 * differences: the pointer to itself, and the part that `prepare` puts in. */
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
    if (!LCT_FIBER_HAS_POINTER || !find_linker(&l)) return false;
    layout at = find_layout(&l);
    size_t below = at.variables < at.descriptor ? (size_t)-at.variables : (size_t)-at.descriptor;
    size_t size = at.size + at.descriptor_size + 2 * at.alignment + 64;
    lct_fiber_init();
    char *real = lct_fiber_pointer();
    lct_tls.block_size = size - size % at.alignment;
    lct_tls.blocks = lct_reserve(LCT_THREADS * lct_tls.block_size + at.alignment);
    for (unsigned i = 0; i < LCT_THREADS; i++) {
        uintptr_t least = (uintptr_t)lct_tls.blocks + i * lct_tls.block_size + below;
        char *pointer = (char *)((least + at.alignment - 1) / at.alignment * at.alignment);
        if (i == 0) pointer = real;
        else make_block(pointer, real, &at, &l);
        lct_m.threads[i].fiber.pointer = pointer;
        lct_tls.low[i] = pointer + at.variables;
    }
    lct_m.home.pointer = real;
    lct_m.tls_size = at.size;
    return true;
}

/* ---- pieces ---- */

/* The variables of a library that was loaded later need not be in the blocks. */
static char *found_by_linker(const lct_module *m, unsigned thread) {
    struct {
        unsigned long module, offset;
    } index = {m->tls_module, 0};
    lct_fiber_set_pointer(lct_m.threads[thread].fiber.pointer);
    char *found = lct_tls.find(&index);
    lct_fiber_set_pointer(lct_m.threads[0].fiber.pointer);
    return found;
}

static void place(lct_tls_piece *p, const lct_module *m) {
    bool outside = !lct_tls_has(0, (uintptr_t)p->here);
    for (unsigned i = 0; i < LCT_THREADS; i++)
        if (lct_m.swaps) p->of[i] = lct_reserve(p->size);
        else p->of[i] = outside ? found_by_linker(m, i) : lct_tls.low[i] + (p->here - lct_tls.low[0]);
}

/* From the lowest of the pieces in a block to the highest.  The space between them has no other user. */
static void note_used(const lct_tls_piece *p) {
    ptrdiff_t low = p->here - lct_tls.low[0], high = low + (ptrdiff_t)p->size;
    if (lct_tls.used_size) {
        ptrdiff_t end = lct_tls.used + (ptrdiff_t)lct_tls.used_size;
        if (low > lct_tls.used) low = lct_tls.used;
        if (high < end) high = end;
    }
    lct_tls.used = low;
    lct_tls.used_size = (size_t)(high - low);
}

static void add_piece(char *here, const lct_module *m) {
    for (unsigned i = 0; i < lct_tls.count; i++)
        if (lct_tls.pieces[i].here == here) return;
    if (lct_tls.count == sizeof lct_tls.pieces / sizeof *lct_tls.pieces) return;
    lct_tls_piece *p = &lct_tls.pieces[lct_tls.count++];
    *p = (lct_tls_piece){.here = here, .size = m->tls_size, .initial_size = m->initial_size};
    if (m->is_program) lct_tls.program = p;
    p->marked = lct_reserve(p->size);
    p->initial = lct_reserve(p->size);
    if (m->initial_size) memcpy(p->initial, m->initial, m->initial_size);
    place(p, m);
    if (m->initial && lct_tls_has(0, (uintptr_t)here)) note_used(p);
}

static void add_pieces(void) {
    assert(!lct_m.in_code);
    lct_module all[LCT_MODULES];
    unsigned count = lct_modules(all);
    for (unsigned i = 0; i < count; i++) {
        if (all[i].is_system || !all[i].tls_size) continue;
        char *here = all[i].tls;
        if (!here && !lct_m.swaps) here = found_by_linker(&all[i], 0);
        if (here) add_piece(here, &all[i]);
    }
}

/* Setting the thread pointer takes a while.  Where only libc has thread-local variables, whose errno is all that is to
 * be seen of them, there is no need for blocks. */
static bool is_needed(void) {
    lct_module all[LCT_MODULES];
    unsigned count = lct_modules(all);
    for (unsigned i = 0; i < count; i++)
        if (!all[i].is_system && all[i].tls_size) return true;
    return false;
}

static void begin_with_blocks(void) {
    lct_tls.untried = false;
    if (!make_blocks()) return;
    lct_m.swaps = false;
    lct_tls.count = 0; /* errno has another place now */
}

void lct_tls_init(void) {
    lct_tls.untried = !lct_m.swaps;
    lct_m.swaps = true;
    lct_tls_take();
}

void lct_tls_take(void) {
    if (lct_tls.untried && is_needed()) begin_with_blocks();
    if (!lct_tls.count) add_piece((char *)&errno, &(lct_module){.tls_size = sizeof errno});
    add_pieces();
    for (lct_tls_piece *p = lct_tls.pieces, *end = p + lct_tls.count; p < end; p++) memcpy(p->marked, p->here, p->size);
    memset(lct_tls.pieces[0].marked, 0, sizeof errno);
}

void lct_tls_thread(unsigned number) {
    for (lct_tls_piece *p = lct_tls.pieces, *end = p + lct_tls.count; p < end; p++) {
        char *to = p->of[number];
        if (!number) memcpy(to, p->marked, p->size);
        else {
            memcpy(to, p->initial, p->initial_size);
            memset(to + p->initial_size, 0, p->size - p->initial_size);
        }
    }
}

/* Where no code is, see lct_is_promoted. */
enum { AT_THE_END = 2 };

/* As if all of them were written to: accesses of other threads come before that, or are to memory that is gone.  Mostly
 * there are none. */
void lct_tls_ends(void) {
    if (!lct_m.stacks_shared || !lct_m.watching || !lct_m.plain || lct_m.frozen || !lct_tls.used_size) return;
    uintptr_t low = lct_m.tls_low + (uintptr_t)lct_tls.used;
    uint32_t size = (uint32_t)lct_tls.used_size;
    lct_explorer.shadows_matter(); /* C11 does not call it a race */
    if (lct_m.all_plain || lct_explorer.is_promoted(AT_THE_END))
        lct_point(LCT_WRITE, LCT_STEP_EXIT, low, size, false, AT_THE_END);
    else lct_explorer.shadow(low, size, true, AT_THE_END);
}

/* ---- in the middle of an execution ---- */

void lct_tls_save(lct_tape *tape, unsigned thread) {
    for (lct_tls_piece *p = lct_tls.pieces, *end = p + lct_tls.count; p < end; p++)
        lct_tape_put(tape, p->of[thread], p->size);
}

void lct_tls_load(lct_tape *tape, unsigned thread) {
    for (lct_tls_piece *p = lct_tls.pieces, *end = p + lct_tls.count; p < end; p++)
        lct_tape_get(tape, p->of[thread], p->size);
}

/* errno is the first of them, and mostly the only one. */
void lct_tls_put_away(unsigned thread) {
    memcpy(lct_tls.pieces[0].of[thread], lct_tls.pieces[0].here, sizeof errno);
    for (unsigned i = 1; i < lct_tls.count; i++)
        memcpy(lct_tls.pieces[i].of[thread], lct_tls.pieces[i].here, lct_tls.pieces[i].size);
}

void lct_tls_get_out(unsigned thread) {
    memcpy(lct_tls.pieces[0].here, lct_tls.pieces[0].of[thread], sizeof errno);
    for (unsigned i = 1; i < lct_tls.count; i++)
        memcpy(lct_tls.pieces[i].here, lct_tls.pieces[i].of[thread], lct_tls.pieces[i].size);
}

bool lct_tls_is_exchanged(uintptr_t address) {
    for (unsigned i = 0; i < lct_tls.count; i++)
        if (address - (uintptr_t)lct_tls.pieces[i].here < lct_tls.pieces[i].size) return lct_m.swaps;
    return false;
}

/* ---- whose ---- */

int lct_tls_thread_of(uintptr_t address) {
    unsigned number = 0;
    if (lct_tls_may_be_gone(address)) number = (unsigned)((address - (uintptr_t)lct_tls.blocks) / lct_tls.block_size);
    return lct_tls_has(number, address) ? (int)number : -1;
}

bool lct_tls_is_gone(uintptr_t address) {
    int owner = lct_tls_thread_of(address);
    return owner > 0 && lct_m.threads[owner].life == LCT_FINISHED;
}

void lct_tls_complain(uintptr_t address, uint64_t size, bool is_write, uintptr_t pc) {
    if (lct_is_allowed(LCT_FAILS_USE_AFTER_FREE)) return;
    lct_machine_fail(LCT_FAILS_USE_AFTER_FREE, pc, address,
                     "%s %s %llu byte%s of a thread-local variable of %s, which has ended",
                     lct_thread_name(lct_m.current), is_write ? "writes" : "reads", (unsigned long long)size,
                     size == 1 ? "" : "s", lct_thread_name((unsigned)lct_tls_thread_of(address)));
}
