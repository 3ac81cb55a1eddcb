/* Programs as tests of Lince, in C11 and C++11.  The atomic variables of all programs are one array, `mem`, so that a
 * graph names them by address; so are the mutexes, `lock`. */
#include "program.h"

bool emit_counted_rounds;

static const char *const order_words[ORDERS] = {"", "relaxed", "acquire", "release", "acq_rel", "seq_cst", ""};

static const char head_of_c[] =
    "#include <assert.h>\n#include <lince/test.h>\n#include <pthread.h>\n"
    "#include <semaphore.h>\n#include <stdatomic.h>\n\n#define mem lince_graph_memory\natomic_int mem[%d];\n";
static const char head_of_cxx[] =
    "#include <atomic>\n#include <cassert>\n#include <lince/test.h>\n"
    "#include <pthread.h>\n#include <semaphore.h>\n\n#define mem lince_graph_memory\nstd::atomic<int> mem[%d];\n";

void emit_head(FILE *f, bool cxx) {
    fprintf(f, cxx ? head_of_cxx : head_of_c, ATOMICS);
    fprintf(f, "int plain[%d];\nstatic int result[%d][%d]; /* registers at the end */\n", PLAINS, MOST_THREADS + 1,
            REGISTERS);
    fprintf(f,
            "#define lock lince_graph_locks\npthread_mutex_t lock[%d] = {PTHREAD_MUTEX_INITIALIZER, "
            "PTHREAD_MUTEX_INITIALIZER};\n",
            MUTEXES);
    fprintf(f,
            "pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;\nsem_t semaphore; /* all zero: 0 */\n"
            "pthread_once_t once = PTHREAD_ONCE_INIT;\n");
}

static void emit_order(FILE *f, bool cxx, ordering o) {
    fprintf(f, "%smemory_order_%s", cxx ? "std::" : "", order_words[o]);
}

/* A call of a function of <atomic> or <stdatomic.h>, up to its arguments. */
static void emit_call(FILE *f, bool cxx, const char *function, int place) {
    if (cxx) fprintf(f, "mem[%d].%s(", place, function);
    else fprintf(f, "atomic_%s_explicit(&mem[%d], ", function, place);
}

static void emit_atomic(const instruction *i, FILE *f, bool cxx) {
    static const char *const functions[] = {
        "load", "store", "fetch_add", "exchange", "compare_exchange_strong", "compare_exchange_weak"};
    const char *function = i->code == SPIN ? "compare_exchange_strong" : functions[i->code];
    bool compares = i->code == COMPARE || i->code == WEAK || i->code == SPIN;
    if (i->code == SPIN) fprintf(f, "while (");
    if (compares) fprintf(f, "e = %d, ", i->expected);
    else if (i->code != STORE) fprintf(f, "r%d = ", i->target);
    if (i->code == SPIN) fprintf(f, "!");
    emit_call(f, cxx, function, i->place);
    if (compares) fprintf(f, "%se, ", cxx ? "" : "&");
    if (i->source >= 0) fprintf(f, "r%d + ", i->source);
    if (i->code != LOAD) fprintf(f, "%d, ", i->value);
    emit_order(f, cxx, i->order);
    if (compares) {
        fprintf(f, ", ");
        emit_order(f, cxx, i->failure);
    }
    fprintf(f, i->code == SPIN ? "))\n        ;\n" : ");\n");
    if (compares) fprintf(f, "    r%d = e;\n", i->target);
}

/* Of an atomic variable, through a pointer to a volatile int. */
static void emit_volatile(const instruction *i, FILE *f) {
    const char *name = "*(volatile int *)&mem";
    if (i->code == LOAD) fprintf(f, "r%d = %s[%d];\n", i->target, name, i->place);
    else if (i->source >= 0) fprintf(f, "%s[%d] = r%d + %d;\n", name, i->place, i->source, i->value);
    else fprintf(f, "%s[%d] = %d;\n", name, i->place, i->value);
}

/* A loop that waits is a function, where no register is left of a round: so graphs contain its last round alone. */
static void emit_loop(const instruction *i, const char *name, int t, int at, FILE *f, bool cxx) {
    fprintf(f, "static __attribute__((noinline)) int %s_%d_%d(void) {\n    int r, rounds = 0;\n    while ((r = ", name,
            t + 1, at);
    if (i->order == VOLATILE) fprintf(f, "*(volatile int *)&mem[%d]", i->place);
    else {
        emit_call(f, cxx, "load", i->place);
        emit_order(f, cxx, i->order);
        fprintf(f, ")");
    }
    fprintf(f, ") %s %d) ", i->code == AWAIT ? "!=" : "==", i->value);
    if (emit_counted_rounds)
        fprintf(f, "{ if (++rounds == %d) rounds = 0; __asm__(\"\" : \"+r\"(rounds)); }", 2 + at % 4);
    fprintf(f, ";\n    (void)rounds;\n    return r;\n}\n");
}

/* A function, for the same reason. */
static void emit_bump(const instruction *i, const char *name, int t, int at, FILE *f, bool cxx) {
    fprintf(f, "static __attribute__((noinline)) int %s_%d_%d(void) {\n    int r = ", name, t + 1, at);
    emit_call(f, cxx, "load", i->place);
    emit_order(f, cxx, i->failure);
    fprintf(f, ");\n    while (!");
    emit_call(f, cxx, "compare_exchange_strong", i->place);
    fprintf(f, "%sr, r + %d, ", cxx ? "" : "&", i->value);
    emit_order(f, cxx, i->order);
    fprintf(f, ", ");
    emit_order(f, cxx, i->failure);
    fprintf(f, "))\n        ;\n    return r;\n}\n");
}

/* The empty assembly keeps the compiler from leaving out the access. */
static void emit_plain(const instruction *i, FILE *f) {
    int place = i->place - FIRST_PLAIN;
    if (i->code == LOAD)
        fprintf(f, "r%d = plain[%d]; __asm__ volatile(\"\" : : \"r\"(r%d) : \"memory\");\n", i->target, place,
                i->target);
    else {
        fprintf(f, "plain[%d] = ", place);
        if (i->source >= 0) fprintf(f, "r%d + ", i->source);
        fprintf(f, "%d; __asm__ volatile(\"\" : : : \"memory\");\n", i->value);
    }
}

static void emit_instruction(const instruction *i, const char *name, int t, int at, FILE *f, bool cxx) {
    fprintf(f, "    ");
    switch (i->code) {
    case AWAIT:
    case LEAVE:
    case BUMP: fprintf(f, "r%d = %s_%d_%d();\n", i->target, name, t + 1, at); break;
    case SKIP:
    case UNLESS:
        fprintf(f, "if (r%d %s %d) goto at%d;\n", i->target, i->code == SKIP ? "==" : "!=", i->value,
                at + 1 + i->count);
        break;
    case LOOP: fprintf(f, "for (int round = 0; round < %d; round++) {\n", i->count); break;
    case END: fprintf(f, "}\n"); break;
    case LOCK: fprintf(f, "pthread_mutex_lock(&lock[%d]);\n", i->place - FIRST_MUTEX); break;
    case UNLOCK: fprintf(f, "pthread_mutex_unlock(&lock[%d]);\n", i->place - FIRST_MUTEX); break;
    case TRY:
        fprintf(f, "if (pthread_mutex_trylock(&lock[%d])) goto at%d;\n", i->place - FIRST_MUTEX, at + 1 + i->count);
        break;
    case RDLOCK: fprintf(f, "pthread_rwlock_rdlock(&rwlock);\n"); break;
    case WRLOCK: fprintf(f, "pthread_rwlock_wrlock(&rwlock);\n"); break;
    case RDUNLOCK:
    case WRUNLOCK: fprintf(f, "pthread_rwlock_unlock(&rwlock);\n"); break;
    case ONCE: fprintf(f, "pthread_once(&once, %s_%d_%d);\n", name, t + 1, at); break;
    case DONE:
    case BEGIN:
    case EXIT: fprintf(f, ";\n"); break;
    case GO: fprintf(f, "pthread_create(&child, NULL, %s_child, NULL);\n", name); break;
    case JOIN: fprintf(f, "pthread_join(child, NULL);\n"); break;
    case POST: fprintf(f, "sem_post(&semaphore);\n"); break;
    case WAIT: fprintf(f, "sem_wait(&semaphore);\n"); break;
    case FENCE:
        fprintf(f, "%satomic_thread_fence(", cxx ? "std::" : "");
        emit_order(f, cxx, i->order);
        fprintf(f, ");\n");
        break;
    default:
        if (i->order == NON_ATOMIC) emit_plain(i, f);
        else if (i->order == VOLATILE) emit_volatile(i, f);
        else emit_atomic(i, f, cxx);
    }
}

/* The instructions up to `end`, with the labels of branches to them. */
static void emit_range(const thread_code *c, const char *name, int t, int at, int end, FILE *f, bool cxx) {
    bool aimed[MOST_INSTRUCTIONS + 1] = {false};
    for (int i = at; i < end; i++)
        if (program_branches(&c->at[i]) && c->at[i].code != ONCE) aimed[i + 1 + c->at[i].count] = true;
    for (int i = at; i <= end; i++) {
        if (aimed[i]) fprintf(f, "at%d:;\n", i);
        if (i == end) break;
        emit_instruction(&c->at[i], name, t, i, f, cxx);
        if (c->at[i].code == ONCE) i += c->at[i].count;
    }
}

/* Threads that call once share their registers with the functions that are called so: these are macros then. */
static bool emit_called_once(const thread_code *c, const char *name, int t, FILE *f, bool cxx) {
    bool calls = false;
    for (int i = 0; i < c->count; i++) calls = calls || c->at[i].code == ONCE;
    if (!calls) return false;
    fprintf(f, "static int %s_%d_r[%d];\n", name, t + 1, REGISTERS);
    for (int i = 0; i < REGISTERS; i++) fprintf(f, "#define r%d %s_%d_r[%d]\n", i, name, t + 1, i);
    for (int i = 0; i < c->count; i++) {
        if (c->at[i].code != ONCE) continue;
        fprintf(f, "static void %s_%d_%d(void) {\n    int e = 0;\n    (void)e;\n", name, t + 1, i);
        emit_range(c, name, t, i + 1, i + c->at[i].count, f, cxx);
        fprintf(f, "}\n");
    }
    return true;
}

static void emit_registers(FILE *f) {
    fprintf(f, "    int ");
    for (int i = 0; i < REGISTERS; i++) fprintf(f, "r%d = 0%s", i, i + 1 < REGISTERS ? ", " : ";\n   ");
    for (int i = 0; i < REGISTERS; i++) fprintf(f, " (void)r%d;", i);
    fprintf(f, "\n");
}

static void emit_thread(const program *p, const char *name, int t, FILE *f, bool cxx) {
    const thread_code *c = &p->thread[t];
    for (int i = 0; i < c->count; i++)
        if (c->at[i].code == AWAIT || c->at[i].code == LEAVE) emit_loop(&c->at[i], name, t, i, f, cxx);
        else if (c->at[i].code == BUMP) emit_bump(&c->at[i], name, t, i, f, cxx);
    bool shares = emit_called_once(c, name, t, f, cxx);
    fprintf(f, "static void %s_%d(void) {\n    int e = 0;\n    (void)e;\n", name, t + 1);
    if (!shares) emit_registers(f);
    emit_range(c, name, t, 0, c->count, f, cxx);
    for (int i = 0; i < p->parts; i++) {
        const condition *o = &p->outcome[i];
        if (o->thread == t + 1) fprintf(f, "    result[%d][%d] = r%d;\n", t + 1, o->target, o->target);
    }
    fprintf(f, "}\n");
    for (int i = 0; i < REGISTERS && shares; i++) fprintf(f, "#undef r%d\n", i);
}

/* The last thread, created by another one. */
static void emit_child(const program *p, const char *name, FILE *f) {
    fprintf(f, "static pthread_t %s_created;\n#undef child\n#define child %s_created\n", name, name);
    fprintf(f, "static void *%s_child(void *none) {\n    %s_%d();\n    return none;\n}\n", name, name, p->threads);
}

/* The outcome is a failure. */
static void emit_outcome(const program *p, const char *name, FILE *f, bool cxx) {
    fprintf(f, "static void %s_end(void) {\n    assert(!(", name);
    for (int i = 0; i < p->parts; i++) {
        const condition *o = &p->outcome[i];
        if (i) fprintf(f, " && ");
        if (o->thread) fprintf(f, "result[%d][%d]", o->thread, o->target);
        else {
            emit_call(f, cxx, "load", o->target);
            emit_order(f, cxx, RELAXED);
            fprintf(f, ")");
        }
        fprintf(f, " == %d", o->value);
    }
    fprintf(f, "));\n}\n");
}

/* Threads beside each other that have the same code are one function: equal threads. */
static int function_of(const program *p, int t) {
    while (t && !p->parts && !memcmp(&p->thread[t], &p->thread[t - 1], sizeof p->thread[t])) t--;
    return t;
}

void emit_program(const program *p, FILE *f, bool cxx) {
    char name[sizeof p->name + 1];
    program_identifier(p, name);
    fprintf(f, "\n/* ");
    program_print(p, f);
    fprintf(f, " */\n");
    bool creates = p->thread[p->threads - 1].at[0].code == BEGIN;
    if (creates) emit_thread(p, name, p->threads - 1, f, cxx), emit_child(p, name, f);
    for (int t = 0; t < p->threads - creates; t++)
        if (function_of(p, t) == t) emit_thread(p, name, t, f, cxx);
    if (p->parts) emit_outcome(p, name, f, cxx);
    fprintf(f, "LINCE_TEST(%s) {\n", name);
    for (int t = 0; t < p->threads - creates; t++)
        fprintf(f, "    lince_test_thread(%s_%d);\n", name, function_of(p, t) + 1);
    if (p->parts) fprintf(f, "    lince_test_finally(%s_end);\n", name);
    fprintf(f, "}\n");
}
