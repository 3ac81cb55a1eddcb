/* A specification of your own: the ticket dispenser of a waiting room.
 *
 * It shows a parameter, results the specification makes, an operation that has to wait and one that changes nothing.
 * Build it as a shared object, and name it by its path:
 *
 *     cc -shared -fPIC -I include -o tickets.so examples/plugin/tickets.c
 *     lince check --spec ./tickets.so:first=7 examples/plugin/tickets.hist
 *
 * The history there is wrong: two visitors get the same ticket. */
#include <inttypes.h>

#include <lince/spec.h>

typedef struct room {
    int64_t next, serving; /* the ticket to be given out next, and the one to be called next */
} room;

enum { TAKE, CALL, WAITING }; /* rows of the table below */

static void init(lince_step *step) {
    room r = {step->params[0], step->params[0]};
    lince_emit(step, &r, sizeof r, NULL);
}

static void next(lince_step *step) {
    room r = *(const room *)step->state;
    lince_results results = {{LINCE_NO_VALUE}};
    switch (step->calls[0].method) {
    case TAKE: results.at[0] = lince_int(step->values, r.next++); break;
    case CALL:
        if (r.serving == r.next) return; /* emitting nothing means: not now */
        results.at[0] = lince_int(step->values, r.serving++);
        break;
    case WAITING: results.at[0] = lince_int(step->values, r.next - r.serving); break;
    }
    lince_emit(step, &r, sizeof r, &results);
}

static void print(lince_step *step, lince_text *out) {
    const room *r = step->state;
    lince_print(out, "%" PRId64 " waiting, the next ticket is %" PRId64, r->next - r->serving, r->next);
}

static const lince_method methods[] = {
    [TAKE] = {.name = "take", .results_min = 1, .results_max = 1},
    [CALL] = {.name = "call", .aliases = "serve", .results_min = 1, .results_max = 1},
    [WAITING] = {.name = "waiting", .results_min = 1, .results_max = 1, .pure = true},
};

static const lince_param params[] = {{.name = "first", .min = 0, .max = 999999, .otherwise = 1}};

LINCE_API const lince_spec lince_plugin = {.abi = LINCE_SPEC_ABI,
                                           .name = "tickets",
                                           .methods = methods,
                                           .method_count = 3,
                                           .params = params,
                                           .param_count = 1,
                                           .init = init,
                                           .next = next,
                                           .print = print};
