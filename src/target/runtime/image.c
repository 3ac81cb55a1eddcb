#include "target/runtime/image.h"

#include "target/runtime/heap.h"
#include "target/runtime/machine.h"
#include "target/runtime/mapped.h"
#include "target/runtime/modules.h"
#include "target/runtime/region.h"
#include "target/runtime/tls.h"

/* Made by the linker. */
extern char __start_lince_state[] __attribute__((visibility("hidden")));
extern char __stop_lince_state[] __attribute__((visibility("hidden")));

enum { OBJECTS = LC_MODULES };

static struct {
    uintptr_t instrumented[OBJECTS]; /* an address in each */
    unsigned instrumented_count;
    bool left_out; /* there are too many shared objects */
} image LC_STATE = {0};

void lc_image_add_object(const void *inside) {
    if (image.instrumented_count == OBJECTS) return;
    image.instrumented[image.instrumented_count++] = (uintptr_t)inside;
}

void lc_image_init(void) { lc_own_init(); }

const char *lc_image_warning(void) {
    if (image.left_out) return "there are too many shared objects: the variables of some are not restored";
    if (lc_m.swaps && lc_own.program)
        return "a thread-local variable has the same address in all threads: where each has its own is not known here";
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
    enum lc_region_way way = is_instrumented(m) ? LC_REGION_OFTEN : LC_REGION_LIBRARY;
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
    lc_own_take();
    lc_heap_mark();
    for (unsigned i = 0; i < count; i++)
        if (!all[i].is_system) take_module(&all[i]);
    lc_mapped_take();
}

void lc_image_take_once(void) {
    enum { LARGE = 16 << 20 }; /* too much to copy for a mere possibility */
    lc_region_copy_up_to(LARGE);
    lc_image_take();
    lc_mapped_reopen();
    lc_region_copy_up_to(0);
}

void lc_image_restore(void) {
    lc_mapped_restore();
    lc_region_restore();
}

bool lc_image_fault(void *address) { return lc_region_fault(address); }
