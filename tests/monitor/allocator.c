/* What is monitored is the memory allocator that the library itself uses. */
#include <lince/monitor.h>
#include <stdlib.h>
#include <unistd.h>

#include "tap.h"

extern void *__libc_malloc(size_t);
extern void *__libc_memalign(size_t, size_t);

static lince_monitor *volatile m;
static int inc;

__attribute__((visibility("default"))) void *malloc(size_t size) {
    lince_monitor *there = m;
    if (!there) return __libc_malloc(size);
    lince_call(there, inc);
    void *block = __libc_malloc(size);
    lince_return(there);
    return block;
}

__attribute__((visibility("default"))) void *aligned_alloc(size_t alignment, size_t size) {
    lince_monitor *there = m;
    if (!there) return __libc_memalign(alignment, size);
    lince_call(there, inc);
    void *block = __libc_memalign(alignment, size);
    lince_return(there);
    return block;
}

int main(void) {
    lince_monitor *made = lince_monitor_new(&(lince_monitor_options){.spec = "counter", .quiet = true}, NULL);
    lince_monitor_figures figures;
    inc = lince_monitor_method(made, "inc");
    alarm(20);
    m = made;
    for (int i = 0; i < 10000; i++) {
        void *volatile block = malloc(10);
        free(block);
    }
    m = NULL;
    bool right = lince_monitor_free(made, &figures);
    expect(right && figures.operations >= 10000, "%ld allocations are recorded, and nobody waits for himself",
           (long)figures.operations);
    return tap_end();
}
