/* A specification that the program brings along: a switch that is pressed and looked at. */
#include <lince/monitor.h>
#include <lince/spec.h>

#include "tap.h"

enum { PRESS, LOOK };

static const lince_method methods[] = {
    [PRESS] = {.name = "press"},
    [LOOK] = {.name = "look", .results_min = 1, .results_max = 1, .pure = true},
};

static void init(lince_step *s) {
    char on = 0;
    lince_emit(s, &on, sizeof on, NULL);
}

static void next(lince_step *s) {
    char on = *(const char *)s->state;
    if (s->calls[0].method == PRESS) {
        on = !on;
        lince_emit(s, &on, sizeof on, NULL);
    } else {
        lince_results r = {{lince_bool(on)}};
        lince_emit(s, &on, sizeof on, &r);
    }
}

static const lince_spec the_switch = {
    .abi = LINCE_SPEC_ABI, .name = "switch", .methods = methods, .method_count = 2, .init = init, .next = next};

static bool checked(bool seen) {
    lince_monitor_options options = {.own = &the_switch, .quiet = true};
    lince_monitor *m = lince_monitor_new(&options, NULL);
    for (int i = 0; i < 1001; i++) {
        lince_monitor_call(m, PRESS);
        lince_monitor_return(m);
    }
    lince_monitor_call(m, LOOK);
    lince_monitor_return(m, lince_truth(seen));
    return lince_monitor_free(m, NULL);
}

/* What can be told apart in the end: a violation, all exact, not all exact. */
static lince_monitor_verdict verdict_of(bool wrong, unsigned classes) {
    lince_monitor_figures figures;
    lince_monitor *m = lince_monitor_new(
        &(lince_monitor_options){.spec = "queue", .quiet = true, .no_thread = true, .classes = classes}, NULL);
    int enq = lince_monitor_method(m, "enq"), deq = lince_monitor_method(m, "deq");
    lince_monitor_call(m, enq, 1);
    lince_monitor_return(m);
    lince_monitor_call(m, deq);
    lince_monitor_return(m, wrong ? lince_empty : 1);
    bool right = lince_monitor_free(m, &figures);
    return right == !wrong ? (lince_monitor_verdict)figures.verdict : LINCE_MONITOR_UNKNOWN;
}

int main(void) {
    expect(checked(true), "it is on after an odd number of times");
    expect(!checked(false), "and not off");
    expect(verdict_of(false, 0) == LINCE_MONITOR_EXACT, "all is exact");
    expect(verdict_of(true, 0) == LINCE_MONITOR_VIOLATION, "a violation");
    expect(verdict_of(false, 3) == LINCE_MONITOR_UNKNOWN, "not all is exact");
    return tap_end();
}
