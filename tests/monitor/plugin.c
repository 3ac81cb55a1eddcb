/* A plug-in that monitors something, for unload.c. */
#include <lince/monitor.h>

#include <stddef.h>

static lince_monitor *queue;
static int enq;

LINCE_MONITOR_API void begin(void);
LINCE_MONITOR_API void use(int);
LINCE_MONITOR_API bool end(void);

void begin(void) {
    queue = lince_monitor_new(&(lince_monitor_options){.spec = "queue", .quiet = true}, NULL);
    enq = lince_monitor_method(queue, "enq");
}

void use(int value) {
    lince_call(queue, enq, value);
    lince_return(queue);
}

bool end(void) {
    lince_monitor_figures f;
    return lince_monitor_free(queue, &f) && f.operations == 2;
}
