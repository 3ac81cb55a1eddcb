/* Data races of random small programs, compared with what the words of the C standard say about every interleaving.
 *
 * Here nothing is clever: the events of an interleaving are listed, each knows the set of those that happen before it,
 * and what an atomic read synchronizes with is looked up in the list by the definition of a release sequence. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sync_support.h"

/* Not restored between executions. */
#define KEPT __attribute__((section("lince_state")))

/* ---- programs ---- */

enum kind { READ, WRITE, LOAD, STORE, ADD, CAS, FENCE, LOCK, UNLOCK, IF, KINDS };
enum { THREADS = 3, MOST = 10, EVENTS = THREADS * MOST };

typedef struct op {
    uint8_t kind, order;
    uint8_t at, size; /* bytes of the memory: 0 to 7 are two variables, accessed whole or in part, 8 to 15 as well */
} op;

static struct {
    unsigned threads, count[THREADS];
    op ops[THREADS][MOST];
} program KEPT = {0};

static uint64_t random_state KEPT = 1;
static unsigned below(unsigned n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % n;
}

static uint8_t order_for(enum kind kind) {
    static const uint8_t loads[] = {__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, __ATOMIC_SEQ_CST};
    static const uint8_t stores[] = {__ATOMIC_RELAXED, __ATOMIC_RELEASE, __ATOMIC_SEQ_CST};
    static const uint8_t any[] = {__ATOMIC_RELAXED, __ATOMIC_ACQUIRE, __ATOMIC_RELEASE, __ATOMIC_ACQ_REL};
    if (kind == LOAD || kind == IF) return loads[below(3)];
    return kind == STORE ? stores[below(3)] : any[kind == FENCE ? 1 + below(3) : below(4)];
}

/* Flags are 4 bytes from 8 on, data the 4 bytes from 0 on; now and then they are mixed up. */
static op random_op(void) {
    static const enum kind likely[] = {READ, WRITE, READ,  WRITE, LOAD, STORE, STORE,
                                       ADD,  CAS,   FENCE, FENCE, IF,   IF,    IF};
    op o = {.kind = (uint8_t)likely[below(sizeof likely / sizeof *likely)]};
    bool plain = o.kind == READ || o.kind == WRITE, odd = !below(12);
    o.order = order_for(o.kind);
    o.at = plain == !odd ? 0 : (uint8_t)(8 + 4 * below(2));
    o.size = 4;
    if (plain && !odd && !below(2)) {
        o.size = (uint8_t)(1 + below(2));
        o.at = (uint8_t)(o.size * below(2));
    }
    return o;
}

static void random_program(unsigned threads, unsigned length) {
    memset(&program, 0, sizeof program);
    program.threads = threads;
    for (unsigned t = 0; t < threads; t++) {
        unsigned lock = below(3) ? MOST : below(length), unlock = lock + 1 + below(length);
        for (unsigned i = 0; i < length; i++) {
            if (i == lock) program.ops[t][program.count[t]++].kind = LOCK;
            program.ops[t][program.count[t]++] = random_op();
            if (lock < MOST && (i == unlock || i + 1 == length) && i >= lock) {
                program.ops[t][program.count[t]++].kind = UNLOCK;
                lock = MOST;
            }
        }
    }
}

static void add(unsigned t, op o) { program.ops[t][program.count[t]++] = o; }

static op flag_op(enum kind kind) { return (op){.kind = (uint8_t)kind, .order = order_for(kind), .at = 8, .size = 4}; }

/* What most programs mean: somebody writes and says so, somebody looks and reads; and somebody gets in the way. */
static void random_exchange(unsigned threads) {
    static const enum kind says[] = {STORE, STORE, ADD, CAS};
    memset(&program, 0, sizeof program);
    program.threads = threads;
    for (unsigned t = 0; t < threads; t++) {
        op data = {.kind = t == 0 || !below(8) ? WRITE : READ, .at = 0, .size = 4};
        if (t) add(t, flag_op(IF));
        if (t && !below(3)) add(t, flag_op(FENCE));
        if (t < 2) add(t, data);
        if (t == 0 && !below(3)) add(t, flag_op(FENCE));
        if (t != 1) add(t, flag_op(says[below(4)]));
        if (t == 0 && !below(2)) add(t, flag_op(says[below(4)]));
        if (!below(2 * threads)) add(t, random_op());
    }
}

/* ---- running them ---- */

static union {
    uint8_t bytes[16];
    uint16_t pairs[8];
    uint32_t words[4];
} memory;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void read_plain(const op *o) {
    unsigned value;
    if (o->size == 1) value = memory.bytes[o->at];
    else if (o->size == 2) value = memory.pairs[o->at / 2];
    else value = memory.words[o->at / 4];
    __asm__ volatile("" ::"r"(value));
}

static void write_plain(const op *o) {
    if (o->size == 1) memory.bytes[o->at] = 1;
    else if (o->size == 2) memory.pairs[o->at / 2] = 1;
    else memory.words[o->at / 4] = 1;
}

/* The order of an atomic operation must be a constant, or the compiler makes it the strongest. */
#define BY_ORDER(order, DO)                                                                                            \
    switch (order) {                                                                                                   \
    case __ATOMIC_RELAXED: DO(__ATOMIC_RELAXED); break;                                                                \
    case __ATOMIC_ACQUIRE: DO(__ATOMIC_ACQUIRE); break;                                                                \
    case __ATOMIC_RELEASE: DO(__ATOMIC_RELEASE); break;                                                                \
    case __ATOMIC_ACQ_REL: DO(__ATOMIC_ACQ_REL); break;                                                                \
    default: DO(__ATOMIC_SEQ_CST); break;                                                                              \
    }
#define BY_LOAD_ORDER(order, DO)                                                                                       \
    switch (order) {                                                                                                   \
    case __ATOMIC_RELAXED: DO(__ATOMIC_RELAXED); break;                                                                \
    case __ATOMIC_ACQUIRE: DO(__ATOMIC_ACQUIRE); break;                                                                \
    default: DO(__ATOMIC_SEQ_CST); break;                                                                              \
    }
#define BY_STORE_ORDER(order, DO)                                                                                      \
    switch (order) {                                                                                                   \
    case __ATOMIC_RELAXED: DO(__ATOMIC_RELAXED); break;                                                                \
    case __ATOMIC_RELEASE: DO(__ATOMIC_RELEASE); break;                                                                \
    default: DO(__ATOMIC_SEQ_CST); break;                                                                              \
    }

static void *run(void *number) {
    unsigned t = (unsigned)(uintptr_t)number;
    for (unsigned i = 0; i < program.count[t]; i++) {
        const op *o = &program.ops[t][i];
        uint32_t *word = &memory.words[o->at / 4], value = 0, expected = 0;
#define DO_LOAD(order)  value = __atomic_load_n(word, order)
#define DO_STORE(order) __atomic_store_n(word, 1, order)
#define DO_ADD(order)   __atomic_fetch_add(word, 1, order)
#define DO_CAS(order)   __atomic_compare_exchange_n(word, &expected, 3, false, order, __ATOMIC_RELAXED)
#define DO_FENCE(order) __atomic_thread_fence(order)
        switch ((enum kind)o->kind) {
        case READ: read_plain(o); break;
        case WRITE: write_plain(o); break;
        case LOAD:
        case IF:
            BY_LOAD_ORDER(o->order, DO_LOAD);
            if (o->kind == IF && !value) return NULL;
            break;
        case STORE: BY_STORE_ORDER(o->order, DO_STORE); break;
        case ADD: BY_ORDER(o->order, DO_ADD); break;
        case CAS: BY_ORDER(o->order, DO_CAS); break;
        case FENCE: BY_ORDER(o->order, DO_FENCE); break;
        case LOCK: pthread_mutex_lock(&mutex); break;
        default: pthread_mutex_unlock(&mutex);
        }
    }
    return NULL;
}

static void body(void) {
    pthread_t threads[THREADS];
    for (unsigned t = 0; t < program.threads; t++) pthread_create(&threads[t], NULL, run, (void *)(uintptr_t)t);
    for (unsigned t = 0; t < program.threads; t++) pthread_join(threads[t], NULL);
}

/* ---- by the book ---- */

typedef struct event {
    unsigned thread;
    op op;
    bool reads, writes, atomic; /* of bytes */
    bool acquires, releases;
    int from;        /* an atomic read: the event it reads from; -1: what was there at first */
    uint32_t before; /* events that happen before it */
} event;

static event events[EVENTS] KEPT = {{0}};
static int count KEPT = 0;

static uint32_t bit(int i) { return (uint32_t)1 << i; }
static bool overlap(const op *a, const op *b) { return a->at < b->at + b->size && b->at < a->at + a->size; }

/* Is w in the release sequence that x heads, or would head?  Both are atomic writes to the same word. */
static bool in_sequence(int x, int w) {
    for (int i = x + 1; i <= w; i++) {
        const event *e = &events[i];
        if (e->op.kind == FENCE || !e->writes || !overlap(&e->op, &events[x].op)) continue;
        if (!e->reads && e->thread != events[x].thread) return false;
    }
    return true;
}

/* Everything that a read from w synchronizes with, if it acquires. */
static uint32_t sources(int w) {
    uint32_t found = 0;
    for (int x = 0; x <= w; x++) {
        const event *e = &events[x];
        if (!e->writes || !e->atomic || !overlap(&e->op, &events[w].op) || !in_sequence(x, w)) continue;
        if (e->releases) found |= e->before | bit(x);
        for (int f = 0; f < x; f++)
            if (events[f].thread == e->thread && events[f].op.kind == FENCE && events[f].releases)
                found |= events[f].before | bit(f);
    }
    return found;
}

static bool takes_part(const event *e) { return e->reads || e->writes; }

static bool adds_race(int index) {
    const event *e = &events[index];
    for (int i = 0; i < index && takes_part(e); i++) {
        const event *f = &events[i];
        if (takes_part(f) && f->thread != e->thread && overlap(&f->op, &e->op) && (f->writes || e->writes) &&
            !(f->atomic && e->atomic) && !(e->before & bit(i)))
            return true;
    }
    return false;
}

typedef struct state {
    unsigned next[THREADS];
    uint32_t words[4];
    bool locked;
} state;

static int last_write(const op *o) {
    for (int i = count - 1; i >= 0; i--)
        if (events[i].writes && overlap(&events[i].op, o)) return i;
    return -1;
}

static void describe(event *e, const state *s) {
    int order = e->op.order;
    bool fails = e->op.kind == CAS && s->words[e->op.at / 4] != 0;
    e->atomic = e->op.kind != READ && e->op.kind != WRITE;
    e->reads = e->op.kind == READ || e->op.kind == LOAD || e->op.kind == IF || e->op.kind == ADD || e->op.kind == CAS;
    e->writes = e->op.kind == WRITE || e->op.kind == STORE || e->op.kind == ADD || (e->op.kind == CAS && !fails);
    if (fails) order = __ATOMIC_RELAXED;
    bool ordered = e->atomic && e->op.kind != LOCK && e->op.kind != UNLOCK;
    e->acquires =
        ordered && (e->reads || e->op.kind == FENCE) && order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
    e->releases = ordered && (e->writes || e->op.kind == FENCE) && order >= __ATOMIC_RELEASE;
    e->from = e->atomic && e->reads ? last_write(&e->op) : -1;
}

static void put_order(int index) {
    event *e = &events[index];
    e->before = 0;
    for (int i = 0; i < index; i++) {
        const event *f = &events[i];
        bool before = f->thread == e->thread || (e->op.kind == LOCK && f->op.kind == UNLOCK);
        if (before) e->before |= f->before | bit(i);
        /* What was read relaxed before an acquire fence. */
        if (e->op.kind == FENCE && e->acquires && f->thread == e->thread && f->from >= 0 && events[f->from].atomic)
            e->before |= sources(f->from);
    }
    if (e->acquires && e->from >= 0 && events[e->from].atomic) e->before |= sources(e->from);
}

/* False: the thread cannot go on. */
static bool step(state *s, unsigned t) {
    if (s->next[t] >= program.count[t]) return false;
    event *e = &events[count];
    *e = (event){.thread = t, .op = program.ops[t][s->next[t]]};
    if (e->op.kind == LOCK && s->locked) return false;
    describe(e, s);
    put_order(count);
    uint32_t *word = &s->words[e->op.at / 4];
    s->next[t]++;
    if (e->op.kind == LOCK) s->locked = true;
    if (e->op.kind == UNLOCK) s->locked = false;
    if (e->op.kind == IF && !*word) s->next[t] = program.count[t];
    if (e->op.kind == STORE || e->op.kind == WRITE) {
        uint8_t *byte = (uint8_t *)s->words + e->op.at;
        memset(byte, 0, e->op.size);
        byte[0] = 1;
    }
    if (e->op.kind == ADD) ++*word;
    if (e->op.kind == CAS && e->writes) *word = 3;
    count++;
    return true;
}

static bool has_race(const state *now) {
    for (unsigned t = 0; t < program.threads; t++) {
        state s = *now;
        if (!step(&s, t)) continue;
        if (adds_race(count - 1) || has_race(&s)) return true;
        count--;
    }
    return false;
}

static bool races(void) {
    count = 0;
    return has_race(&(state){0});
}

/* ---- comparing ---- */

static void print(void) {
    static const char *const names[KINDS] = {"read", "write", "load", "store",  "add",
                                             "cas",  "fence", "lock", "unlock", "if"};
    for (unsigned t = 0; t < program.threads; t++) {
        printf("#");
        for (unsigned i = 0; i < program.count[t]; i++) {
            const op *o = &program.ops[t][i];
            printf(" %s(%u..%u, %u)", names[o->kind], o->at, o->at + o->size, o->order);
        }
        printf("\n");
    }
}

/* A thread that leaves with the lock: others would wait for ever. */
static bool leaves_locked(void) {
    for (unsigned t = 0; t < program.threads; t++)
        for (unsigned i = 0, held = 0; i < program.count[t]; i++) {
            held = program.ops[t][i].kind == LOCK || (held && program.ops[t][i].kind != UNLOCK);
            if (held && program.ops[t][i].kind == IF) return true;
        }
    return false;
}

/* Length 0: an exchange.  With three threads not every schedule is tried. */
static void compare(unsigned threads, unsigned length, unsigned programs) {
    unsigned racing = 0, wrong = 0, bounded = 0, done = 0;
    while (done < programs && !wrong) {
        if (length) random_program(threads, length);
        else random_exchange(threads);
        if (leaves_locked()) continue;
        done++;
        bool expected = races();
        unsigned found = races_in(body, threads < 3), all = threads < 3 ? 19 : 18;
        racing += expected;
        bounded += found >> 2 & 1;
        /* Every race that is found is one, and what goes through everything finds it if there is one. */
        if ((found & 19) == (expected ? all : 0) && !(found & 8) && !((found & 4) && !expected)) continue;
        wrong++;
        printf("# %s, but found: %x\n", expected ? "there is a race" : "there is none", found);
        print();
    }
    char text[200];
    snprintf(text, sizeof text, "%u programs of %u threads, %u of them with races, %u found with two preemptions", done,
             threads, racing, bounded);
    fact(!wrong, text);
    fact(racing > programs / 20 && racing < programs, "some race, and some do not");
}

int main(int argc, char **argv) {
    random_state = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    unsigned programs = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 600;
    begin_tests();
    compare(2, 0, programs);
    compare(3, 0, 2 * programs);
    compare(2, 3, programs);
    compare(2, 4, programs / 2);
    compare(2, 5, programs / 4);
    compare(3, 3, programs / 2);
    return end_tests();
}
