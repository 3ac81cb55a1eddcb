#define _GNU_SOURCE
#include "heap_support.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "target/runtime/explorer.h"
#include "target/runtime/order.h"
#include "target/runtime/retry.h"
#include "target/runtime/snapshot.h"
#include "target/runtime/sync/keys.h"
#include "target/runtime/tsan.h"
#include "target/runtime/versions.h"

lct_machine lct_m LCT_STATE = {0};
watcher seen LCT_STATE = {0};

void *lct_reserve(size_t size) {
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) abort();
    return at;
}

bool lct_protect(void *at, size_t size, int how) { return pkey_mprotect(at, size, how, -1) == 0; }

void lct_out_of_memory(void) { abort(); }

void lct_bug(const char *condition, const char *file, unsigned line) {
    fprintf(stderr, "BUG: %s:%u: assertion `%s` does not hold\n", file, line, condition);
    abort();
}

void lct_unreserve(void *at, size_t size) { munmap(at, size); }

const char *lct_thread_name(unsigned number) {
    static const char *const names[] = {"main", "T1", "T2", "T3"};
    return names[number];
}

void lct_machine_fail(int kind, uintptr_t pc, uintptr_t address, const char *format, ...) {
    (void)pc;
    lct_m.in_code = false;
    va_list args;
    va_start(args, format);
    vsnprintf(seen.message, sizeof seen.message, format, args);
    va_end(args);
    seen.kind = kind;
    seen.address = address;
    longjmp(seen.back, 1);
}

void lct_point(lct_access access, uint8_t shown, uintptr_t address, uint32_t size, bool atomic, uintptr_t pc) {
    if (!lct_m.watching) return;
    seen.points++;
    seen.last = (lct_step){
        .address = address, .pc = pc, .size = size, .access = (uint8_t)access, .shown = shown, .atomic = atomic};
    if (seen.at_point) seen.at_point();
}

/* Nobody is tried out. */
lct_user_state lct_user LCT_STATE = {0};
void lct_retry_abandon(void) { abort(); }
void lct_retry_effect(void) { abort(); }

void *const *lct_keys_values(unsigned thread, uint32_t *count) {
    (void)thread;
    *count = 0;
    return NULL;
}

static bool is_promoted(uintptr_t pc) { return pc == seen.racy; }

static void shadow(uintptr_t address, uint32_t size, bool writes, uintptr_t pc) {
    seen.shadows++;
    seen.last = (lct_step){.address = address, .pc = pc, .size = size, .access = writes ? LCT_WRITE : LCT_READ};
}
static void nothing(void) {}
static void identified(bool by_name) { (void)by_name; }
lct_explorer_calls lct_explorer LCT_STATE = {
    .is_promoted = is_promoted, .shadow = shadow, .shadows_matter = nothing, .identified = identified};

void lct_trace(uint8_t shown, uintptr_t address, uint32_t size, uint64_t before, uint64_t after, uintptr_t pc,
               const char *text) {
    (void)before, (void)after, (void)text;
    seen.told++;
    seen.last = (lct_step){.address = address, .pc = pc, .size = size, .shown = shown};
}

void lct_access_range(uintptr_t address, uint64_t size, bool writes, uintptr_t pc) {
    if (!size) return;
    seen.accesses++;
    memmove(seen.ranges, seen.ranges + 1, 3 * sizeof *seen.ranges);
    seen.ranges[3] = seen.last =
        (lct_step){.address = address, .pc = pc, .size = (uint32_t)size, .access = writes ? LCT_WRITE : LCT_READ};
    if (lct_heap_bad(address, size)) lct_heap_complain(address, size, writes, pc);
}

/* Nobody asks who comes before whom. */
void lct_acquires(const volatile void *object, uint32_t size) { (void)object, (void)size; }
void lct_releases(const volatile void *object, uint32_t size) { (void)object, (void)size; }
void lct_contributes(const volatile void *object, uint32_t size) { (void)object, (void)size; }
lct_versions_state lct_versions;
void lct_weak_plain(uintptr_t address, uint64_t size) { (void)address, (void)size; }
void lct_settle_loan(void) {}
void lct_race_access(lct_touch touch, uintptr_t address, uint64_t size, uintptr_t pc) {
    (void)touch, (void)address, (void)size, (void)pc;
}

void check_access(const void *at, size_t size, bool is_write) {
    if (lct_heap_bad((uintptr_t)at, size)) lct_heap_complain((uintptr_t)at, size, is_write, LCT_CALLER);
}

static void on_fault(int number, siginfo_t *info, void *context) {
    (void)number, (void)context;
    seen.faults++;
    if (!lct_image_fault(info->si_addr)) {
        static const char message[] = "Bail out! a crash\n";
        if (write(STDOUT_FILENO, message, sizeof message - 1) < 0) {}
        _exit(3);
    }
}

void handle_faults(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigaction(SIGSEGV, &action, NULL);
}

void lct_snapshot_forbid(void) {}
