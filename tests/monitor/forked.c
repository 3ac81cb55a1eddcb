/* A process forks while the checker makes something larger: it has the new piece of memory, and the old one is given
 * back, but what points to it does not know yet.  The child must not take that apart. */
#include <lince/monitor.h>

#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

static pthread_t program;
static atomic_bool armed, stands, forked;
static atomic_uintptr_t old; /* what was given back there */
static atomic_bool again;

extern void *__libc_realloc(void *, size_t);
extern void __libc_free(void *);

__attribute__((visibility("default"))) void *realloc(void *at, size_t size) {
    if (!at || !atomic_load(&armed) || pthread_equal(pthread_self(), program) || !atomic_exchange(&armed, false))
        return __libc_realloc(at, size);
    void *larger = malloc(size);
    size_t had = malloc_usable_size(at);
    if (!larger) return NULL;
    memcpy(larger, at, had < size ? had : size);
    atomic_store(&old, (uintptr_t)at);
    atomic_store(&stands, true);
    while (!atomic_load(&forked)) usleep(1000);
    return larger; /* and the old one is lost */
}

__attribute__((visibility("default"))) void free(void *at) {
    if (at && (uintptr_t)at == atomic_load(&old)) atomic_store(&again, true);
    else __libc_free(at);
}

int main(void) {
    program = pthread_self();
    lince_monitor *m = lince_monitor_new(&(lince_monitor_options){.spec = "queue", .quiet = true}, NULL);
    int enq = lince_monitor_method(m, "enq"), status = -1;
    atomic_store(&armed, true);
    for (long i = 0; i < 10000000 && !atomic_load(&stands); i++) {
        lince_call(m, enq, i);
        lince_return(m);
        if (i % 1000 == 999) usleep(100);
    }
    expect(atomic_load(&stands), "the checker makes something larger");
    pid_t child = fork();
    if (!child) {
        bool right = lince_monitor_free(m, NULL);
        _exit(!right || atomic_load(&again));
    }
    atomic_store(&forked, true);
    waitpid(child, &status, 0);
    expect(status == 0, "the child leaves alone what the checker was working on (%d)", status);
    expect(lince_monitor_free(m, NULL), "the parent's monitor goes on");
    return tap_end();
}
