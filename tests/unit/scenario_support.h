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
#include "target/explore/value.h"
#include "target/runtime/calls.h"
#include "target/runtime/heap.h"
#include "target/runtime/machine.h"
#include "target/runtime/region.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/tls.h"

lct_machine lct_m = {0};
lct_record lct_r = {0};

static char recorded[1 << 16]; /* what happened */
static jmp_buf failed;         /* where lct_machine_fail goes */
static char failure[256];      /* what it said */
static unsigned most_threads = LCT_THREADS;

__attribute__((format(printf, 1, 2), unused)) static void note(const char *format, ...) {
    size_t used = strlen(recorded);
    va_list args;
    va_start(args, format);
    vsnprintf(recorded + used, sizeof recorded - used, format, args);
    va_end(args);
}

void *lct_reserve(size_t size) {
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(at != MAP_FAILED);
    return at;
}

void *lct_value_memory(size_t size) { return lct_reserve(size); }
void lct_value_reads(const void *bytes, size_t length, uintptr_t pc) { (void)bytes, (void)length, (void)pc; }
void lct_value_shortage(void) { abort(); }
const char *lince_text_argument(long value) { return lince_value_text(lince_value_as_string(value)); }
void lince_is_argument(void *block) { (void)block; }

void lct_bug(const char *condition, const char *file, unsigned line) {
    fprintf(stderr, "BUG: %s:%u: assertion `%s` does not hold\n", file, line, condition);
    abort();
}

void lct_unreserve(void *at, size_t size) { munmap(at, size); }

void lct_machine_fail(int kind, uintptr_t pc, uintptr_t address, const char *format, ...) {
    (void)pc, (void)address;
    size_t used = (size_t)snprintf(failure, sizeof failure, "%d: ", kind);
    va_list args;
    va_start(args, format);
    vsnprintf(failure + used, sizeof failure - used, format, args);
    va_end(args);
    longjmp(failed, 1);
}

void lct_describe_room(unsigned threads) { (void)threads; }

void lct_describe_stray(const char *caller) {
    if (lct_m.in_code) lct_machine_fail(LCT_FAILS_MISUSE, 0, 0, "%s is called outside of LINCE_TEST", caller);
}

uint16_t lct_name(const char *text, bool copy) {
    (void)copy;
    for (uint32_t i = 0; i < lct_r.name_count; i++)
        if (strcmp(lct_r.names[i], text) == 0) return (uint16_t)i;
    lct_r.names[lct_r.name_count] = text;
    return (uint16_t)lct_r.name_count++;
}

void lct_record_call(uint16_t name, unsigned count, const int64_t *values, uintptr_t pc) {
    (void)pc;
    note("%u:%s(", lct_m.current, lct_r.names[name]);
    for (unsigned i = 0; i < count; i++) note("%s%lld", i ? "," : "", (long long)values[i]);
    note(")");
}

void lct_record_return(unsigned count, const int64_t *values, uintptr_t pc) {
    (void)pc;
    for (unsigned i = 0; i < count; i++) note("=%lld", (long long)values[i]);
    note(" ");
}

int lct_thread_start(void *(*start)(void *), void *argument) {
    if (lct_m.thread_count + 1u >= most_threads) return -1;
    lct_m.current = ++lct_m.thread_count;
    start(argument);
    int number = lct_m.current;
    lct_m.current = 0;
    return number;
}

void lct_thread_start_as(unsigned number, void *(*start)(void *), void *argument) {
    lct_m.current = (uint8_t)number;
    start(argument);
    lct_m.current = 0;
}

void lct_thread_reserve(unsigned count) { note("reserve:%u ", count); }

void lct_thread_join_all(bool idle, uintptr_t pc) {
    (void)idle, (void)pc;
    note("joined ");
}

/* There is no memory of executions: an invariant of these tests changes nothing that matters. */
#define NO_TAPE(save, load, ...)                                                                                       \
    void save(lct_tape *tape __VA_ARGS__) { (void)tape; }                                                              \
    void load(lct_tape *tape __VA_ARGS__) { (void)tape; }
NO_TAPE(lct_calls_save, lct_calls_load)
NO_TAPE(lct_tls_save, lct_tls_load, , __attribute__((unused)) unsigned thread)
NO_TAPE(lct_heap_save, lct_heap_load)
NO_TAPE(lct_region_save, lct_region_load)
#undef NO_TAPE

#endif
