/* Writes a large history of an object whose operations wait for each other:
 *
 *     meet [OPTION...] SPEC OPERATIONS THREADS [SEED]
 *
 * Threads call all the time; a group synchronizes when its last member is called, or later.  The same arguments give
 * the same history on every machine.  Needs nothing but the C library.
 */
#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: meet [OPTION...] SPEC OPERATIONS THREADS [SEED]\n"
    "SPEC is channel, exchanger, men-women, filter-channel, counter-channel, abc, barrier:n=4, "
    "combining-barrier:n=4,f=sum\n"
    "or broadcast:n=3.\n"
    "  --values N         give N different values (0: each only once)\n"
    "  --crashes PERCENT  so many operations end with `crash`\n"
    "  --pending N        N operations, evenly spread, never return, each by a thread of its own\n"
    "  --wrong            two late results have changed places; at a barrier, one returns that met nobody\n";

enum { METHODS = 3, MOST_IN_GROUP = 4, WIDE = 1000 * 1000 * 1000, NO_RESULT = -1, ROOM = 1 << 16 };

typedef enum rule { PASSES, FILTERS, COUNTS, CHANGES, THREE, SILENT, ADDS } rule;

typedef struct object {
    const char *spec;
    rule rule;
    struct {
        const char *name;
        unsigned in_group; /* how many of them meet */
        bool gives;
    } methods[METHODS];
} object;

static const object objects[] = {
    {"channel", PASSES, {{"send", 1, true}, {"receive", 1, false}}},
    {"filter-channel", FILTERS, {{"send", 1, true}, {"receive", 1, false}}},
    {"counter-channel", COUNTS, {{"send", 1, true}, {"receive", 1, false}}},
    {"men-women", CHANGES, {{"man", 1, true}, {"woman", 1, true}}},
    {"exchanger", CHANGES, {{"exchange", 2, true}}},
    {"abc", THREE, {{"a", 1, true}, {"b", 1, true}, {"c", 1, true}}},
    {"barrier:n=4", SILENT, {{"sync", 4, false}}},
    {"combining-barrier:n=4,f=sum", ADDS, {{"sync", 4, true}}},
    {"broadcast:n=3", PASSES, {{"send", 1, true}, {"receive", 3, false}}},
};

typedef struct operation {
    uint32_t thread, call, end; /* end 0: never */
    int64_t arg, other_arg, results[2];
    uint8_t method;
    bool met, crashed;
} operation;

typedef struct world {
    const object *object;
    uint32_t operations, threads, pending;
    uint32_t values, crashes;
    uint64_t random;
    operation *ops;
    uint32_t count;
    uint32_t *events; /* operation * 2, + 1: its end */
    uint32_t event_count;
    uint32_t *current; /* per thread: its operation + 1, 0: none */
    uint32_t *waiting[METHODS], waiting_count[METHODS];
    uint8_t bag[MOST_IN_GROUP]; /* methods still to be called, so that there are enough of each */
    unsigned bag_count;
    int64_t fresh, meetings;
} world;

static uint32_t below(world *w, uint32_t bound) {
    w->random = w->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((w->random >> 33) % bound);
}

static void *room_for(size_t count, size_t size) {
    void *room = calloc(count, size);
    if (room) return room;
    fputs("meet: out of memory\n", stderr);
    exit(1);
}

static uint8_t draw_method(world *w) {
    if (!w->bag_count)
        for (uint8_t m = 0; m < METHODS && w->object->methods[m].name; m++)
            for (unsigned i = 0; i < w->object->methods[m].in_group; i++) w->bag[w->bag_count++] = m;
    uint32_t at = below(w, w->bag_count);
    uint8_t method = w->bag[at];
    w->bag[at] = w->bag[--w->bag_count];
    return method;
}

static int64_t draw_value(world *w) { return w->values ? below(w, w->values) : w->fresh++; }

/* ---- meeting ---- */

static void give_results(world *w, operation **g, unsigned count) {
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++) sum += g[i]->arg;
    w->meetings++;
    for (unsigned i = 0; i < count; i++) {
        int64_t *r = g[i]->results;
        g[i]->met = true;
        switch (w->object->rule) {
        case PASSES:
        case FILTERS:
            if (i) r[0] = g[0]->arg;
            break;
        case COUNTS:
            r[i] = w->meetings;
            if (i) r[0] = g[0]->arg;
            break;
        case CHANGES: r[0] = g[1 - i]->arg; break;
        case THREE:
            r[0] = g[i == 0]->arg;
            r[1] = g[i == 2 ? 1 : 2]->arg;
            break;
        case SILENT: break;
        case ADDS: r[0] = sum; break;
        }
    }
}

/* If there are enough that wait, some of them meet. */
static void let_some_meet(world *w) {
    operation *group[MOST_IN_GROUP];
    unsigned count = 0;
    for (unsigned m = 0; m < METHODS && w->object->methods[m].name; m++)
        if (w->waiting_count[m] < w->object->methods[m].in_group) return;
    for (unsigned m = 0; m < METHODS && w->object->methods[m].name; m++)
        for (unsigned i = 0; i < w->object->methods[m].in_group; i++) {
            uint32_t at = below(w, w->waiting_count[m]);
            group[count++] = &w->ops[w->waiting[m][at]];
            w->waiting[m][at] = w->waiting[m][--w->waiting_count[m]];
        }
    give_results(w, group, count);
}

/* A receiver that finds a sender takes it, and wants something close to that; else it wants whatever comes. */
static void choose_range(world *w, operation *o) {
    o->arg = -WIDE;
    o->other_arg = WIDE;
    if (!w->waiting_count[0]) return;
    uint32_t at = below(w, w->waiting_count[0]);
    operation *sender = &w->ops[w->waiting[0][at]];
    w->waiting[0][at] = w->waiting[0][--w->waiting_count[0]];
    o->arg = sender->arg - below(w, 5);
    o->other_arg = sender->arg + below(w, 5);
    w->waiting_count[1]--; /* itself */
    operation *pair[MOST_IN_GROUP] = {sender, o};
    give_results(w, pair, 2);
}

/* ---- what happens ---- */

static void call(world *w, uint32_t thread) {
    uint32_t number = w->count++;
    operation *o = &w->ops[number];
    *o = (operation){
        .thread = thread, .call = w->event_count, .method = draw_method(w), .results = {NO_RESULT, NO_RESULT}};
    if (w->object->methods[o->method].gives) o->arg = draw_value(w);
    w->events[w->event_count++] = number * 2;
    w->waiting[o->method][w->waiting_count[o->method]++] = number;
    if (w->object->rule == FILTERS && o->method == 1) choose_range(w, o);
    if (thread < w->threads) w->current[thread] = number + 1;
}

static void end(world *w, uint32_t thread) {
    uint32_t number = w->current[thread] - 1;
    w->ops[number].end = w->event_count;
    w->ops[number].crashed = below(w, 100) < w->crashes;
    w->events[w->event_count++] = number * 2 + 1;
    w->current[thread] = 0;
}

static void run(world *w) {
    uint32_t left = 0, step = w->pending ? w->operations / w->pending : 0, sleepers = 0;
    do {
        uint32_t thread = below(w, w->threads);
        if (sleepers < w->pending && w->count >= (uint64_t)sleepers * step) call(w, w->threads + sleepers++);
        if (w->current[thread] && w->ops[w->current[thread] - 1].met) end(w, thread);
        else if (!w->current[thread] && w->count < w->operations) call(w, thread);
        else if (w->current[thread]) let_some_meet(w);
        left = 0;
        if (w->count >= w->operations)
            for (uint32_t t = 0; t < w->threads; t++) left += w->current[t] && w->ops[w->current[t] - 1].met;
    } while (w->count < w->operations || left || below(w, 64));
}

/* ---- writing ---- */

static void write_event(const world *w, uint32_t event) {
    const operation *o = &w->ops[event / 2];
    const char *name = w->object->methods[o->method].name;
    if (event % 2 == 0) {
        if (w->object->rule == FILTERS && o->method == 1)
            printf("T%u invoke %s(%lld, %lld)\n", o->thread, name, (long long)o->arg, (long long)o->other_arg);
        else if (w->object->methods[o->method].gives)
            printf("T%u invoke %s(%lld)\n", o->thread, name, (long long)o->arg);
        else printf("T%u invoke %s()\n", o->thread, name);
    } else if (o->crashed) {
        printf("T%u crash\n", o->thread);
    } else {
        printf("T%u return", o->thread);
        for (int i = 0; i < 2 && o->results[i] != NO_RESULT; i++)
            printf("%s%lld", i ? ", " : " ", (long long)o->results[i]);
        putchar('\n');
    }
}

/* An operation from here on that returned something, and does not overlap this one. */
static operation *another(world *w, uint32_t from, const operation *not_with) {
    for (uint32_t i = from; i < w->count; i++) {
        operation *o = &w->ops[i];
        if (!o->end || o->crashed || o->results[0] == NO_RESULT) continue;
        if (!not_with) return o;
        if (o->method == not_with->method && o->call > not_with->end && o->results[0] != not_with->results[0]) return o;
    }
    fputs("meet: there are not enough results for a wrong one\n", stderr);
    exit(1);
}

static void spoil(world *w) {
    if (w->object->rule == SILENT) return; /* see below */
    operation *first = another(w, w->count - w->count / 20, NULL),
              *second = another(w, w->count - w->count / 20, first);
    int64_t result = first->results[0];
    first->results[0] = second->results[0];
    second->results[0] = result;
}

static void write_all(const world *w, bool wrong) {
    printf("spec %s\n", w->object->spec);
    uint32_t late = w->event_count - w->event_count / 20;
    for (uint32_t i = 0; i < w->event_count; i++) {
        if (wrong && w->object->rule == SILENT && i == late) puts("X invoke sync()\nX return");
        write_event(w, w->events[i]);
    }
}

static uint32_t number(const char *text, uint32_t most) {
    char *rest;
    unsigned long n = strtoul(text, &rest, 10);
    if (*text >= '0' && *text <= '9' && !*rest && n <= most) return (uint32_t)n;
    fprintf(stderr, "meet: '%s' should be a number up to %u\n", text, most);
    exit(2);
}

int main(int argc, char **argv) {
    enum { VALUES = 1, CRASHES, PENDING, WRONG, MOST = 100 * 1000 * 1000 };
    static const struct option options[] = {{"values", required_argument, NULL, VALUES},
                                            {"crashes", required_argument, NULL, CRASHES},
                                            {"pending", required_argument, NULL, PENDING},
                                            {"wrong", no_argument, NULL, WRONG},
                                            {0}};
    world w = {.random = 1};
    bool wrong = false, fine = true;
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) switch (c) {
        case VALUES: w.values = number(optarg, WIDE); break;
        case CRASHES: w.crashes = number(optarg, 100); break;
        case PENDING: w.pending = number(optarg, MOST); break;
        case WRONG: wrong = true; break;
        default: fine = false;
        }
    for (size_t i = 0; optind < argc && i < sizeof objects / sizeof *objects; i++)
        if (!strcmp(objects[i].spec, argv[optind])) w.object = &objects[i];
    if (!fine || !w.object || argc - optind < 3 || argc - optind > 4) {
        fputs(usage, stderr);
        return 2;
    }
    w.operations = number(argv[optind + 1], MOST);
    w.threads = number(argv[optind + 2], ROOM);
    if (w.threads < 2 * MOST_IN_GROUP) w.threads = 2 * MOST_IN_GROUP; /* or they might wait for ever */
    if (argc - optind > 3) w.random = number(argv[optind + 3], UINT32_MAX);
    size_t most = (size_t)w.operations + w.pending + 1;
    w.ops = room_for(most, sizeof *w.ops);
    w.events = room_for(2 * most, sizeof *w.events);
    w.current = room_for(w.threads, sizeof *w.current);
    for (int m = 0; m < METHODS; m++) w.waiting[m] = room_for(w.threads + w.pending + 1, sizeof **w.waiting);
    run(&w);
    if (wrong) spoil(&w);
    write_all(&w, wrong);
    for (int m = 0; m < METHODS; m++) free(w.waiting[m]);
    free(w.current);
    free(w.events);
    free(w.ops);
    return fflush(stdout) || ferror(stdout);
}
