#include "runtime/image.h"

#include <string.h>

#include "runtime/heap.h"
#include "runtime/machine.h"
#include "runtime/modules.h"
#include "runtime/region.h"

/* Made by the linker. */
extern char __start_lince_state[] __attribute__((visibility("hidden")));
extern char __stop_lince_state[] __attribute__((visibility("hidden")));

enum { OBJECTS = LC_MODULES, PADDING = 256 };

static struct {
    uintptr_t instrumented[OBJECTS]; /* an address in each */
    unsigned instrumented_count;
    char *tls_initial; /* of a new thread */
    char *tls_marked;  /* of the first one, after the setup */
    bool tls_split;
    bool left_out; /* there are too many shared objects */
} image LC_STATE = {0};

void lc_image_add_object(const void *inside) {
    if (image.instrumented_count == OBJECTS) return;
    image.instrumented[image.instrumented_count++] = (uintptr_t)inside;
}

/* ---- thread-local variables ---- */

/* The blocks of the program and its libraries stand side by side; those of libc, which are not to be touched, beyond.
 */
typedef struct stretch {
    char *low, *high;
} stretch;

static bool has_tls(const lc_module *m) { return m->tls && m->tls_size; }

static bool can_join(const stretch *s, const lc_module *all, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (all[i].is_system && has_tls(&all[i]) && all[i].tls < s->high && all[i].tls + all[i].tls_size > s->low)
            return false;
    return true;
}

static bool join(stretch *s, const lc_module *m, const lc_module *all, unsigned count) {
    stretch wider = {m->tls, m->tls + m->tls_size};
    if (s->low) {
        if (m->tls > s->high + PADDING || m->tls + m->tls_size + PADDING < s->low) return false;
        if (s->low < wider.low) wider.low = s->low;
        if (s->high > wider.high) wider.high = s->high;
    }
    if (!can_join(&wider, all, count)) return false;
    *s = wider;
    return true;
}

static stretch find_tls(const lc_module *all, unsigned count) {
    stretch s = {0};
    bool joined[LC_MODULES] = {0};
    for (bool again = true; again;) {
        again = false;
        for (unsigned i = 0; i < count; i++)
            if (!all[i].is_system && has_tls(&all[i]) && !joined[i]) joined[i] = again |= join(&s, &all[i], all, count);
    }
    for (unsigned i = 0; i < count; i++)
        if (!all[i].is_system && has_tls(&all[i]) && !joined[i]) image.tls_split = true;
    return s;
}

void lc_image_init(void) {
    lc_module all[LC_MODULES];
    unsigned count = lc_modules(all);
    stretch s = find_tls(all, count);
    lc_m.tls_here = s.low;
    lc_m.tls_size = (size_t)(s.high - s.low);
    if (!lc_m.tls_size) return;
    image.tls_initial = lc_reserve(lc_m.tls_size);
    image.tls_marked = lc_reserve(lc_m.tls_size);
    memcpy(image.tls_initial, s.low, lc_m.tls_size);
    for (unsigned i = 0; i < count; i++) {
        if (!has_tls(&all[i]) || all[i].tls < s.low || all[i].tls >= s.high) continue;
        char *to = image.tls_initial + (all[i].tls - s.low);
        memset(to, 0, all[i].tls_size);
        memcpy(to, all[i].initial, all[i].initial_size);
    }
    memcpy(image.tls_marked, s.low, lc_m.tls_size);
    size_t room = (lc_m.tls_size + 63) & ~(size_t)63;
    char *images = lc_reserve(LC_THREADS * room);
    for (unsigned i = 0; i < LC_THREADS; i++) lc_m.threads[i].tls = images + i * room;
}

void lc_image_thread(lc_thread *t) {
    t->saved_errno = 0;
    if (lc_m.tls_size) memcpy(t->tls, t == lc_m.threads ? image.tls_marked : image.tls_initial, lc_m.tls_size);
}

const char *lc_image_warning(void) {
    if (image.left_out) return "there are too many shared objects: the variables of some are not restored";
    if (image.tls_split)
        return "thread-local variables of some shared objects are shared by all threads: link them statically";
    return NULL;
}

/* ---- globals ---- */

static bool is_instrumented(const lc_module *m) {
    if (m->is_program) return true;
    for (unsigned i = 0; i < image.instrumented_count; i++)
        if (image.instrumented[i] - m->low < m->high - m->low) return true;
    return false;
}

static void take_module(const lc_module *m) {
    enum lc_region_way way = is_instrumented(m) ? LC_REGION_OFTEN : LC_REGION_SELDOM;
    char *start = m->start, *end = m->end;
    if (m->is_program && start < __stop_lince_state && end > __start_lince_state) {
        lc_region_add(start, __start_lince_state, way);
        start = __stop_lince_state;
    }
    lc_region_add(start, end, way);
}

void lc_image_take(void) {
    lc_module all[LC_MODULES];
    unsigned count = lc_modules(all);
    image.left_out = count == LC_MODULES;
    lc_region_drop();
    if (lc_m.tls_size) memcpy(image.tls_marked, lc_m.tls_here, lc_m.tls_size);
    lc_heap_mark();
    for (unsigned i = 0; i < count; i++)
        if (!all[i].is_system) take_module(&all[i]);
}

void lc_image_restore(void) { lc_region_restore(); }

bool lc_image_fault(void *address) { return lc_region_fault(address); }
