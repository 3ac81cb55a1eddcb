/* The machine and the record, as far as tests of scenarios need them: threads run to their end when they are started,
 * and every call and return is written down as text. */
#ifndef LC_TESTS_SCENARIO_SUPPORT_H
#define LC_TESTS_SCENARIO_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tap.h"
#include "target/explore/control.h"
#include "target/explore/record.h"
#include "target/explore/scenario.h"
#include "target/runtime/calls.h"
#include "target/runtime/heap.h"
#include "target/runtime/machine.h"
#include "target/runtime/region.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/tls.h"

lc_machine lc_m = {0};
lc_record lc_r = {0};

static char recorded[1 << 16]; /* what happened */
static jmp_buf failed;         /* where lc_fail goes */
static char failure[256];      /* what it said */
static unsigned most_threads = LC_THREADS;

__attribute__((format(printf, 1, 2), unused)) static void note(const char *format, ...) {
    size_t used = strlen(recorded);
    va_list args;
    va_start(args, format);
    vsnprintf(recorded + used, sizeof recorded - used, format, args);
    va_end(args);
}

void *lc_reserve(size_t size) {
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(at != MAP_FAILED);
    return at;
}

void lc_unreserve(void *at, size_t size) { munmap(at, size); }

void lc_fail(int kind, uintptr_t pc, uintptr_t address, const char *format, ...) {
    (void)pc, (void)address;
    size_t used = (size_t)snprintf(failure, sizeof failure, "%d: ", kind);
    va_list args;
    va_start(args, format);
    vsnprintf(failure + used, sizeof failure - used, format, args);
    va_end(args);
    longjmp(failed, 1);
}

void lc_describe_stray(const char *caller) {
    if (lc_m.in_code) lc_fail(LC_FAILS_MISUSE, 0, 0, "%s is called outside of LINCE_TEST", caller);
}

uint16_t lc_name(const char *text, bool copy) {
    (void)copy;
    for (uint32_t i = 0; i < lc_r.name_count; i++)
        if (strcmp(lc_r.names[i], text) == 0) return (uint16_t)i;
    lc_r.names[lc_r.name_count] = text;
    return (uint16_t)lc_r.name_count++;
}

void lc_record_call(uint16_t name, unsigned count, const int64_t *values, uintptr_t pc) {
    (void)pc;
    note("%u:%s(", lc_m.current, lc_r.names[name]);
    for (unsigned i = 0; i < count; i++) note("%s%lld", i ? "," : "", (long long)values[i]);
    note(")");
}

void lc_record_return(unsigned count, const int64_t *values, uintptr_t pc) {
    (void)pc;
    for (unsigned i = 0; i < count; i++) note("=%lld", (long long)values[i]);
    note(" ");
}

int lc_thread_start(void *(*start)(void *), void *argument) {
    if (lc_m.thread_count + 1u >= most_threads) return -1;
    lc_m.current = ++lc_m.thread_count;
    start(argument);
    int number = lc_m.current;
    lc_m.current = 0;
    return number;
}

void lc_thread_start_as(unsigned number, void *(*start)(void *), void *argument) {
    lc_m.current = (uint8_t)number;
    start(argument);
    lc_m.current = 0;
}

void lc_thread_reserve(unsigned count) { note("reserve:%u ", count); }

void lc_thread_join_all(bool idle, uintptr_t pc) {
    (void)idle, (void)pc;
    note("joined ");
}

/* There is no memory of executions: an invariant of these tests changes nothing that matters. */
#define NO_TAPE(save, load, ...)                                                                                       \
    void save(lc_tape *tape __VA_ARGS__) { (void)tape; }                                                               \
    void load(lc_tape *tape __VA_ARGS__) { (void)tape; }
NO_TAPE(lc_calls_save, lc_calls_load)
NO_TAPE(lc_own_save, lc_own_load, , __attribute__((unused)) unsigned thread)
NO_TAPE(lc_heap_save, lc_heap_load)
NO_TAPE(lc_region_save, lc_region_load)
#undef NO_TAPE

#endif
