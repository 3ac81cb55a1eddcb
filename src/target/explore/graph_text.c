/* An execution graph as text, to be compared with those of other tools (tests/oracle/memory).
 *
 * Threads are separated by `;`, their steps by a blank: a load `Rx=2.0` (from step 0 of thread 2; `i`: the initial
 * value), a store `Wx@1` (its place in modification order), a read-modify-write `Ux=i@1`, a fence `F`, a lock `Ll@0`
 * and unlock `ul@0` (which lock of the mutex it is).  The test program keeps its variables and mutexes in two arrays
 * with the names below; operations on other objects, and attempts at a mutex that fail, are left out.
 *
 * If a stage starts again, "again" is sent in place of a graph: those of the test so far do not count.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "target/explore/graph.h"
#include "target/explore/message.h"
#include "target/explore/worker.h"

extern int lince_graph_memory[] __attribute__((weak));
extern pthread_mutex_t lince_graph_locks[] __attribute__((weak));

static struct {
    char at[1 << 14];
    size_t length;
} text LCT_STATE = {"", 0};

__attribute__((format(printf, 1, 2))) static void put(const char *format, ...) {
    va_list args;
    va_start(args, format);
    size_t left = sizeof text.at - text.length;
    int more = vsnprintf(text.at + text.length, left, format, args);
    va_end(args);
    if (more > 0) text.length += (size_t)more < left ? (size_t)more : left - 1;
}

static char letter(char first, uint64_t index) { return first == 'x' ? "xyzw"[index & 3] : (char)(first + index); }

enum { MUTEXES = 2 };
static bool is_mutex(uintptr_t address) {
    uintptr_t locks = (uintptr_t)lince_graph_locks;
    return locks && address >= locks && address < locks + MUTEXES * sizeof(pthread_mutex_t);
}

static char name_of(uintptr_t address) {
    uintptr_t memory = (uintptr_t)lince_graph_memory, mutexes = (uintptr_t)lince_graph_locks;
    if (memory && address >= memory && address < memory + 64) return letter('x', (address - memory) / sizeof(int));
    if (is_mutex(address)) return letter('l', (address - mutexes) / sizeof(pthread_mutex_t));
    return '?';
}

/* Fences of the thread before its step of this number. */
static uint32_t fences_before(unsigned thread, int number) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < lct_g.fence_count; i++)
        count += lct_g.fences[i].thread == thread && lct_g.fences[i].number < number &&
                 lct_g.fences[i].order != LCT_GRAPH_CREATION;
    return count;
}

/* An attempt at a lock that succeeds is a write, one that fails a read. */
static bool locks(uint32_t step) {
    return lct_t.events[step].access == LCT_ACQUIRE || lct_t.events[step].access == LCT_WRITE;
}

static bool is_shown(uint32_t step) {
    if (lct_g.at[step].kind != LCT_GRAPH_OBJECT) return lct_g.at[step].kind >= LCT_GRAPH_LOAD;
    return is_mutex(lct_t.events[step].address) && lct_t.events[step].access != LCT_READ;
}

static uint32_t index_of(uint32_t step) {
    uint32_t count = fences_before(lct_g.at[step].thread, lct_g.at[step].number);
    for (uint32_t i = 0; i < step; i++) count += lct_g.at[i].thread == lct_g.at[step].thread && is_shown(i);
    return count;
}

static void put_source(uint32_t version) {
    int32_t step = lct_versions.at[version].step;
    if (step < 0) put("=i");
    else put("=%u.%u", lct_g.at[step].thread, index_of((uint32_t)step));
}

static void put_place(uint32_t version) {
    unsigned place = 0;
    for (uint32_t i = lct_versions.at[version].older; i; i = lct_versions.at[i].older) place++;
    put("@%u", place);
}

static void put_lock(uint32_t step) {
    unsigned before = 0;
    for (uint32_t i = 0; i < step; i++)
        before +=
            lct_g.at[i].kind == LCT_GRAPH_OBJECT && locks(i) && lct_t.events[i].address == lct_t.events[step].address;
    put("%c%c@%u", locks(step) ? 'L' : 'u', name_of(lct_t.events[step].address), locks(step) ? before : before - 1);
}

static void put_step(uint32_t step) {
    char name = name_of(lct_t.events[step].address);
    switch ((enum lct_graph_kind)lct_g.at[step].kind) {
    case LCT_GRAPH_LOAD:
        put("R%c", name);
        put_source(lct_versions.source[step]);
        break;
    case LCT_GRAPH_STORE:
        put("W%c", name);
        put_place(lct_versions.result[step]);
        break;
    case LCT_GRAPH_UPDATE:
        put("U%c", name);
        put_source(lct_versions.source[step]);
        put_place(lct_versions.result[step]);
        break;
    default: put_lock(step);
    }
}

static void put_thread(unsigned thread) {
    const char *between = "";
    uint32_t fence = 0;
    for (uint32_t i = 0; i <= (uint32_t)lct_m.depth; i++) {
        bool end = i == (uint32_t)lct_m.depth;
        if (!end && (lct_t.events[i].thread != thread || !is_shown(i))) continue;
        for (; fence < lct_g.fence_count; fence++) {
            const lct_graph_fence *f = &lct_g.fences[fence];
            if (f->thread != thread || f->order == LCT_GRAPH_CREATION) continue;
            if (!end && f->number >= lct_t.events[i].number) break;
            put("%sF", between);
            between = " ";
        }
        if (end) return;
        put("%s", between);
        put_step(i);
        between = " ";
    }
}

void lct_graph_send(void) {
    lct_graph_finish();
    text.length = 0;
    for (unsigned t = 1; t < lct_m.thread_count; t++) {
        if (t > 1) put(";");
        put_thread(t);
    }
    lct_send_graph(text.at);
}
