/* Writes a large history of an object that works, or of one that fails late:
 *
 *     generate [OPTION...] SPEC OPERATIONS THREADS [KEYS] [SEED]
 *
 * The same arguments give the same history on every machine.  Needs nothing but the C library.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "simulation.h"

#define MOST         (100 * 1000 * 1000)
#define MOST_RELAXED (1000 * 1000)

static const char usage[] =
    "usage: generate [OPTION...] SPEC OPERATIONS THREADS [KEYS] [SEED]\n"
    "SPEC is register, cas-register, counter, queue, stack, pqueue, bag, set, map, mutex or semaphore; only sets and\n"
    "maps have KEYS.\n"
    "  --values N           write N different values; 0: each only once, in a set: add and remove each only once\n"
    "                       (queue, stack, pqueue, bag: 0, others: 10)\n"
    "  --length N           a container of N elements is rather emptied than filled (default: no limit)\n"
    "  --observers PERCENT  so many operations are reads (register: 50), lookups (set: 40) or looks at what is next\n"
    "                       (queue, stack, pqueue that are not relaxed: 0)\n"
    "  --crashes PERCENT    so many operations end with `crash`\n"
    "  --pending N          N operations, evenly spread, never return, each by a thread of its own\n"
    "  --relaxed K          queue, stack, pqueue: a removal takes any of the K + 1 values of the segment that is "
    "next;\n"
    "                       in the end all are removed\n"
    "  --sliding            with --relaxed: any of the K + 1 values that are next, so that one may wait for ever\n"
    "  --moved K            each operation takes effect up to K places too early or too late (not locks)\n"
    "  --wrong              one late result is wrong, so that the history is a violation; in a queue, stack or\n"
    "                       pqueue of N values two late results change places, which mostly is one\n"
    "  --operations         JSON lines, one operation a line, instead of .hist\n";

static void put_value(value v, bool json) {
    switch (v) {
    case NIL: fputs(json ? "null" : "nil", stdout); break;
    case TRUE: fputs("true", stdout); break;
    case FALSE: fputs("false", stdout); break;
    case EMPTY: fputs(json ? "\"EMPTY\"" : "EMPTY", stdout); break;
    default: printf("%" PRId32, v); break;
    }
}

static void put_args(const operation *o, bool json) {
    bool key = method_has_key(o->method);
    if (key) printf("%u", o->key);
    for (unsigned i = 0; i < method_args(o->method); i++) {
        if (i || key) fputs(", ", stdout);
        put_value(o->args[i], json);
    }
}

static void write_hist(const simulation *s) {
    printf("spec %s%s\n", s->object->name, s->object->parameters ? s->object->parameters : "");
    for (uint32_t i = 0; i < s->event_count; i++) {
        const operation *o = &s->ops[s->events[i] / 2];
        printf("T%u ", o->thread);
        if (s->events[i] % 2 == 0) {
            printf("invoke %s(", method_name(o->method));
            put_args(o, false);
            puts(")");
        } else if (o->crashed) {
            puts("crash");
        } else {
            fputs(o->result == NOTHING ? "return" : "return ", stdout);
            if (o->result != NOTHING) put_value(o->result, false);
            putchar('\n');
        }
    }
}

static void write_operations(const simulation *s) {
    for (uint32_t i = 0; i < s->op_count; i++) {
        const operation *o = &s->ops[i];
        printf("{\"process\": %u, \"f\": \"%s\", \"args\": [", o->thread, method_name(o->method));
        put_args(o, true);
        printf("], \"call\": %u", o->call);
        if (!o->crashed && o->end != NEVER) {
            fputs(", \"ret\": [", stdout);
            if (o->result != NOTHING) put_value(o->result, true);
            printf("], \"return\": %u", o->end);
        }
        puts("}");
    }
}

/* The first result behind most of the history that can be made wrong. */
static bool spoil(simulation *s) {
    uint32_t late = s->op_count - s->op_count / 20;
    for (uint32_t i = late; i < s->op_count; i++)
        if (s->object->spoil(s, i)) return true;
    for (uint32_t i = late; i-- > 0;)
        if (s->object->spoil(s, i)) return true;
    return false;
}

/* A number within bounds; anything else ends the program. */
static uint32_t number(const char *text, const char *what, uint32_t least, uint32_t most) {
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    if (errno || *end || end == text || *text == '-' || n < least || n > most) {
        fprintf(stderr, "generate: %s should be a number from %u to %u, not '%s'\n", what, least, most, text);
        exit(2);
    }
    return (uint32_t)n;
}

typedef struct request {
    bool values_given, observers_given, wrong, as_operations;
} request;

/* False: not as it should be. */
static bool read_options(simulation *s, request *r, int argc, char **argv) {
    enum { VALUES = 1, LENGTH, OBSERVERS, CRASHES, PENDING, RELAXED, SLIDING, MOVED, WRONG, OPERATIONS };
    static const struct option options[] = {{"values", required_argument, NULL, VALUES},
                                            {"length", required_argument, NULL, LENGTH},
                                            {"observers", required_argument, NULL, OBSERVERS},
                                            {"crashes", required_argument, NULL, CRASHES},
                                            {"pending", required_argument, NULL, PENDING},
                                            {"relaxed", required_argument, NULL, RELAXED},
                                            {"sliding", no_argument, NULL, SLIDING},
                                            {"moved", required_argument, NULL, MOVED},
                                            {"wrong", no_argument, NULL, WRONG},
                                            {"operations", no_argument, NULL, OPERATIONS},
                                            {0}};
    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;) switch (c) {
        case VALUES:
            s->values = number(optarg, "--values", 0, MOST);
            r->values_given = true;
            break;
        case LENGTH: s->length = number(optarg, "--length", 0, MOST); break;
        case OBSERVERS:
            s->observers = number(optarg, "--observers", 0, 100);
            r->observers_given = true;
            break;
        case CRASHES: s->crashes = number(optarg, "--crashes", 0, 100); break;
        case PENDING: s->pending = number(optarg, "--pending", 0, MOST); break;
        case RELAXED: s->relaxed = number(optarg, "--relaxed", 0, MOST_RELAXED); break;
        case SLIDING: s->sliding = true; break;
        case MOVED: s->moved = number(optarg, "--moved", 0, MOST_RELAXED); break;
        case WRONG: r->wrong = true; break;
        case OPERATIONS: r->as_operations = true; break;
        default: return false;
        }
    return true;
}

static bool read_arguments(simulation *s, const request *r, int count, char **arguments) {
    if (count < 3 || !(s->object = find_object(arguments[0])) || count > 4 + s->object->keyed) return false;
    s->operations = number(arguments[1], "OPERATIONS", 1, MOST);
    s->threads = number(arguments[2], "THREADS", 1, 1000 * 1000);
    int next = 3;
    if (s->object->keyed) s->keys = next < count ? number(arguments[next++], "KEYS", 1, MOST) : 100;
    if (next < count) s->random = number(arguments[next], "SEED", 0, UINT32_MAX);
    if (s->relaxed && (!s->object->relaxes || s->observers)) return false;
    if (s->moved && s->object->capacity) return false;
    if (!r->values_given) s->values = s->object->distinct ? 0 : 10;
    if (!r->observers_given) s->observers = s->object->observers;
    return true;
}

int main(int argc, char **argv) {
    simulation s = {.keys = 1, .random = 1};
    request r = {0};
    if (!read_options(&s, &r, argc, argv) || !read_arguments(&s, &r, argc - optind, argv + optind)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!simulate(&s)) {
        fputs("generate: out of memory\n", stderr);
        return 1;
    }
    if (r.wrong && !spoil(&s)) {
        fputs("generate: no result could be made wrong for certain; more values, fewer threads or no crashes help\n",
              stderr);
        return 1;
    }
    if (r.as_operations) write_operations(&s);
    else write_hist(&s);
    simulation_free(&s);
    return fflush(stdout) || ferror(stdout);
}
