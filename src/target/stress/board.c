#define _GNU_SOURCE
#include "target/stress/board.h"

#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "target/explore/value.h"

lct_board *lct_b = NULL;
lct_record lct_r = {0}; /* only its names: messages are made of them */

_Noreturn void lct_out_of_memory(void) {
    static const char message[] = "lince: out of memory\n";
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) {}
    _exit(71); /* a status that the command recognizes */
}

void *lct_reserve(size_t size) {
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) lct_out_of_memory();
    return at;
}

void lct_unreserve(void *at, size_t size) { munmap(at, size); }

void lct_board_make(void) {
    lct_b = mmap(NULL, sizeof *lct_b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (lct_b == MAP_FAILED) lct_out_of_memory();
    for (unsigned i = 0; i < LCT_RUN_NAMES; i++) lct_r.names[i] = lct_b->names[i];
    lct_value_start(); /* makes the table, before there are runs */
}

void *lct_value_memory(size_t size) {
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) lct_out_of_memory();
    return lct_b->values = at;
}

void lct_value_shortage(void) { lct_out_of_memory(); }

/* Reads of real threads are not looked at. */
void lct_value_reads(const void *bytes, size_t length, uintptr_t pc) { (void)bytes, (void)length, (void)pc; }

void lct_board_clear(void) {
    for (unsigned i = 0; i < lct_b->thread_count && i < LCT_RUN_THREADS; i++)
        lct_b->logs[i].count = lct_b->logs[i].begun = lct_b->logs[i].ended = lct_b->logs[i].resident = 0;
    lct_b->state = LCT_RUN_GOES_ON;
    lct_b->thread_count = 1;
    lct_b->began = lct_b->ended = 0;
    lct_b->claimed = lct_b->naming = 0; /* the process that held it has ended */
    lct_value_start();
}

static unsigned find(const char *name) {
    unsigned count = __atomic_load_n(&lct_b->name_count, __ATOMIC_ACQUIRE), i = 0;
    while (i < count && strcmp(lct_b->names[i], name) != 0) i++;
    return i < count ? i : LCT_RUN_NAMES;
}

unsigned lct_board_name(const char *name) {
    unsigned number = find(name);
    size_t size = strlen(name) + 1;
    if (number < LCT_RUN_NAMES || size > sizeof lct_b->names[0]) return number;
    while (__atomic_exchange_n(&lct_b->naming, 1, __ATOMIC_ACQUIRE)) sched_yield();
    number = find(name);
    unsigned count = lct_b->name_count;
    if (number == LCT_RUN_NAMES && count < LCT_RUN_NAMES) {
        memcpy(lct_b->names[number = count], name, size);
        __atomic_store_n(&lct_b->name_count, count + 1, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&lct_b->naming, 0, __ATOMIC_RELEASE);
    return number;
}

static unsigned count_of(unsigned thread) {
    unsigned count = __atomic_load_n(&lct_b->logs[thread].count, __ATOMIC_ACQUIRE);
    return count < LCT_RUN_EVENTS ? count : LCT_RUN_EVENTS;
}

bool lct_board_alive(unsigned thread) {
    const lct_run_log *log = &lct_b->logs[thread];
    return __atomic_load_n(&log->begun, __ATOMIC_ACQUIRE) && !__atomic_load_n(&log->ended, __ATOMIC_ACQUIRE);
}

bool lct_board_in_operation(unsigned thread) {
    unsigned count = count_of(thread);
    return count && !lct_b->logs[thread].events[count - 1].returns;
}

const char *lct_board_operation(unsigned thread) {
    unsigned count = count_of(thread), name = count ? lct_b->logs[thread].events[count - 1].name : LCT_RUN_NAMES;
    return name < lct_b->name_count ? lct_b->names[name] : "";
}

unsigned lct_board_open(void) {
    unsigned open = 0;
    for (unsigned i = 0; i < lct_b->thread_count && i < LCT_RUN_THREADS; i++) open += lct_board_in_operation(i);
    return open;
}

uint64_t lct_board_events(void) {
    uint64_t events = 0;
    for (unsigned i = 0; i < lct_b->thread_count && i < LCT_RUN_THREADS; i++) events += count_of(i);
    return events;
}
