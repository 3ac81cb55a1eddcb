/* What monitoring costs: monitored [-p CPUS] [-c CPU] [-w NANOSECONDS] [-r ROUNDS] [-b EVENTS] [-f] [-s] OPERATIONS
 *
 * Two threads use a queue of M. M. Michael and M. L. Scott (1996), as published: nodes from a free list, pointers with
 * counters.  Each adds and removes in turn.  A round runs it as it is (`plain`), with a monitor that is off (`off`) and
 * with one that is on (`on`), and prints nanoseconds an operation: of processor time that the two threads used, and by
 * the clock.
 *
 *     -p 0,1   the threads run on these processors
 *     -c 1     the checker on this one
 *     -w 1000  each operation works so long besides
 *     -b N     a thread's buffer holds N events
 *     -f       the operations end with a locked instruction, and the monitor is told so
 *     -s       on only, one round, with figures in between: the memory must not grow
 */
#define _GNU_SOURCE
#include <inttypes.h>
#include <lince/monitor.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- the queue ---- */

enum { NODES = 1 << 12 };
#define NONE 0xffffffffu

/* A pointer is the number of a node, and in the upper half how many times it was changed. */
typedef struct node {
    _Atomic uint64_t next;
    long value;
} node;

static node nodes[NODES] __attribute__((aligned(64)));
static _Atomic uint64_t head __attribute__((aligned(64))), tail __attribute__((aligned(64)));
static _Atomic uint64_t unused __attribute__((aligned(64)));

static uint32_t index_of(uint64_t p) { return (uint32_t)p; }
static uint64_t pointer(uint64_t old, uint32_t to) { return ((old >> 32) + 1) << 32 | to; }
static bool swap(_Atomic uint64_t *at, uint64_t old, uint32_t to) {
    return atomic_compare_exchange_strong(at, &old, pointer(old, to));
}

static uint32_t take_node(void) {
    for (;;) {
        uint64_t top = atomic_load(&unused);
        if (index_of(top) == NONE) abort();
        uint64_t next = atomic_load(&nodes[index_of(top)].next);
        if (swap(&unused, top, index_of(next))) return index_of(top);
    }
}

static void give_node(uint32_t n) {
    for (;;) {
        uint64_t top = atomic_load(&unused);
        atomic_store_explicit(&nodes[n].next, pointer(nodes[n].next, index_of(top)), memory_order_relaxed);
        if (swap(&unused, top, n)) return;
    }
}

static void enq(long value) {
    uint32_t n = take_node();
    nodes[n].value = value;
    atomic_store(&nodes[n].next, pointer(nodes[n].next, NONE));
    for (;;) {
        uint64_t t = atomic_load(&tail), next = atomic_load(&nodes[index_of(t)].next);
        if (t != atomic_load(&tail)) continue;
        if (index_of(next) != NONE) {
            swap(&tail, t, index_of(next));
        } else if (swap(&nodes[index_of(t)].next, next, n)) {
            swap(&tail, t, n);
            return;
        }
    }
}

static bool deq(long *value) {
    for (;;) {
        uint64_t h = atomic_load(&head), t = atomic_load(&tail), next = atomic_load(&nodes[index_of(h)].next);
        if (h != atomic_load(&head)) continue;
        if (index_of(h) == index_of(t)) {
            if (index_of(next) == NONE) return false;
            swap(&tail, t, index_of(next));
        } else {
            *value = nodes[index_of(next)].value;
            if (!swap(&head, h, index_of(next))) continue;
            give_node(index_of(h));
            return true;
        }
    }
}

static void start_queue(void) {
    for (uint32_t i = 0; i < NODES; i++) nodes[i].next = i + 1 < NODES ? i + 1 : NONE;
    nodes[0].next = NONE;
    head = tail = 0;
    unused = 1;
}

/* ---- the threads ---- */

enum { THREADS = 2 };
static int cpu_of[THREADS] = {-1, -1}, checker_cpu = -1;
static unsigned long operations = 1000000, work_loops;
static lince_monitor *monitor;
static int enq_number, deq_number;
static pthread_barrier_t start;
static double spent[THREADS];                       /* seconds of processor time */
static double began_at[THREADS], ended_at[THREADS]; /* as the threads saw the clock: main may look late */

static void pin(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (cpu < 0) return;
    CPU_SET(cpu, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

static inline void work(void) {
    for (unsigned long i = 0; i < work_loops; i++) __asm__ volatile("" : "+r"(i));
}

static double seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static double now(void) { return seconds_of(CLOCK_MONOTONIC); }

static void begin(intptr_t thread) {
    pthread_barrier_wait(&start);
    began_at[thread] = now();
    spent[thread] = -seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

static void end(intptr_t thread) {
    spent[thread] += seconds_of(CLOCK_THREAD_CPUTIME_ID);
    ended_at[thread] = now();
}

static void *plain(void *number) {
    long base = (long)(intptr_t)number << 40, value;
    pin(cpu_of[(intptr_t)number]);
    begin((intptr_t)number);
    for (unsigned long i = 0; i < operations / THREADS / 2; i++) {
        work();
        enq(base + (long)i);
        work();
        deq(&value);
    }
    end((intptr_t)number);
    return NULL;
}

static void *monitored(void *number) {
    long base = (long)(intptr_t)number << 40, value;
    pin(cpu_of[(intptr_t)number]);
    begin((intptr_t)number);
    for (unsigned long i = 0; i < operations / THREADS / 2; i++) {
        lince_call(monitor, enq_number, base + (long)i);
        work();
        enq(base + (long)i);
        lince_return(monitor);
        lince_call(monitor, deq_number);
        work();
        bool there = deq(&value);
        lince_return(monitor, there ? value : lince_empty);
    }
    end((intptr_t)number);
    return NULL;
}

static long resident(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
    if (file) fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static double wall; /* of the last run, by the clock */

/* Nanoseconds of processor time an operation. */
static double run(void *(*body)(void *), bool tell) {
    pthread_t threads[THREADS];
    start_queue();
    pthread_barrier_init(&start, NULL, THREADS);
    for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, body, (void *)i);
    struct timespec second = {1, 0};
    for (int i = 0; i < THREADS; i++) {
        while (tell && pthread_tryjoin_np(threads[i], NULL)) {
            nanosleep(&second, NULL);
            lince_monitor_figures f;
            lince_monitor_read(monitor, &f);
            printf("events %" PRIu64 " lost %" PRIu64 " gaps %" PRIu64 " memory %zu resident %ld\n", f.events, f.lost,
                   f.gaps, f.memory, resident());
            fflush(stdout);
        }
        if (!tell) pthread_join(threads[i], NULL);
    }
    pthread_barrier_destroy(&start);
    double first = began_at[0] < began_at[1] ? began_at[0] : began_at[1];
    double last = ended_at[0] > ended_at[1] ? ended_at[0] : ended_at[1];
    wall = (last - first) * 1e9 / (double)operations;
    return (spent[0] + spent[1]) * 1e9 / (double)operations;
}

static void calibrate(double nanoseconds) {
    double best = 1e9;
    work_loops = 1000000;
    for (int i = 0; i < 5; i++) {
        double began = now();
        work();
        double time = now() - began;
        if (time < best) best = time;
    }
    work_loops = (unsigned long)(nanoseconds * 1e-9 / best * 1e6);
}

static void cry(void *context, const lince_monitor_violation *v) {
    (void)context;
    fprintf(stderr, "monitored: %s\n", v->reason);
}

static lince_monitor *new_monitor(unsigned buffer, bool fenced, bool off) {
    lince_error error;
    lince_monitor_options options = {.spec = "queue",
                                     .length = 2,
                                     .unique = true,
                                     .buffer = buffer,
                                     .fenced = fenced,
                                     .off = off,
                                     .quiet = true,
                                     .dump = getenv("DUMP"),
                                     .on_violation = cry};
    lince_monitor *m = lince_monitor_new(&options, &error);
    if (!m) {
        fprintf(stderr, "monitored: %s\n", error.message);
        exit(2);
    }
    enq_number = lince_monitor_method(m, "enq");
    deq_number = lince_monitor_method(m, "deq");
    return m;
}

int main(int argc, char **argv) {
    int option, rounds = 5;
    unsigned buffer = 0;
    double nanoseconds = 0;
    bool fenced = false, steady = false;
    while ((option = getopt(argc, argv, "p:c:w:r:b:fs")) != -1) switch (option) {
        case 'p': sscanf(optarg, "%d,%d", &cpu_of[0], &cpu_of[1]); break;
        case 'c': checker_cpu = atoi(optarg); break;
        case 'w': nanoseconds = atof(optarg); break;
        case 'r': rounds = atoi(optarg); break;
        case 'b': buffer = (unsigned)atoi(optarg); break;
        case 'f': fenced = true; break;
        case 's': steady = true; break;
        default: return 2;
        }
    if (optind < argc) operations = strtoul(argv[optind], NULL, 10);
    if (nanoseconds > 0) calibrate(nanoseconds);
    pin(checker_cpu); /* who is created from here runs there, too */
    for (int i = 0; i < (steady ? 1 : rounds); i++) {
        lince_monitor_figures f;
        if (!steady) {
            double took = run(plain, false);
            printf("plain %.2f wall %.2f ", took, wall);
            monitor = new_monitor(buffer, fenced, true);
            took = run(monitored, false);
            printf("off %.2f wall %.2f ", took, wall);
            lince_monitor_free(monitor, NULL);
        }
        monitor = new_monitor(buffer, fenced, false);
        double on = run(monitored, steady), on_wall = wall;
        bool right = lince_monitor_free(monitor, &f);
        printf("on %.2f wall %.2f events %" PRIu64 " lost %" PRIu64 " skipped %" PRIu64 " gaps %" PRIu64
               " exactly %" PRIu64 " by_length %" PRIu64 " not_at_all %" PRIu64 " memory %zu resident %ld%s\n",
               on, on_wall, f.events, f.lost, f.skipped, f.gaps, f.exactly, f.by_length, f.not_at_all, f.memory,
               resident(), right ? "" : " VIOLATION");
        fflush(stdout);
    }
    return 0;
}
