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

enum { OBJECTS = LCT_MODULES };

static struct {
    uintptr_t instrumented[OBJECTS]; /* an address in each */
    unsigned instrumented_count;
    bool left_out; /* there are too many shared objects */
} image LCT_STATE = {0};

void lct_image_add_object(const void *inside) {
    if (image.instrumented_count == OBJECTS) return;
    image.instrumented[image.instrumented_count++] = (uintptr_t)inside;
}

void lct_image_init(void) { lct_tls_init(); }

const char *lct_image_warning(void) {
    if (image.left_out) return "there are too many shared objects: the variables of some are not restored";
    if (lct_m.swaps && lct_tls.program)
        return "a thread-local variable has the same address in all threads: where each has its own is not known here";
    return NULL;
}

/* ---- globals ---- */

static bool is_instrumented(const lct_module *m) {
    if (m->is_program) return true;
    for (unsigned i = 0; i < image.instrumented_count; i++)
        if (image.instrumented[i] - m->low < m->high - m->low) return true;
    return false;
}

static void take_module(const lct_module *m) {
    enum lct_region_way way = is_instrumented(m) ? LCT_REGION_OFTEN : LCT_REGION_LIBRARY;
    char *start = m->start, *end = m->end;
    if (m->is_program && start < __stop_lince_state && end > __start_lince_state) {
        lct_region_add(start, __start_lince_state, way);
        start = __stop_lince_state;
    }
    lct_region_add(start, end, way);
}

void lct_image_take(void) {
    lct_module all[LCT_MODULES];
    unsigned count = lct_modules(all);
    image.left_out = count == LCT_MODULES;
    lct_region_drop();
    lct_tls_take();
    lct_heap_mark();
    for (unsigned i = 0; i < count; i++)
        if (!all[i].is_system) take_module(&all[i]);
    lct_mapped_take();
}

void lct_image_take_once(void) {
    enum { LARGE = 16 << 20 }; /* too much to copy for a mere possibility */
    lct_region_copy_up_to(LARGE);
    lct_image_take();
    lct_mapped_reopen();
    lct_region_copy_up_to(0);
}

void lct_image_restore(void) {
    lct_mapped_restore();
    lct_region_restore();
}

bool lct_image_fault(void *address) { return lct_region_fault(address); }
