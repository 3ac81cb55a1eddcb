#define _GNU_SOURCE
#include "target/stress/board.h"

#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

lc_board *lc_b = NULL;
lc_record lc_r = {0}; /* only its names: messages are made of them */

void lc_out_of_memory(void) {
    static const char message[] = "lince: out of memory\n";
    if (write(STDERR_FILENO, message, sizeof message - 1) < 0) {}
    _exit(71); /* which the command knows */
}

void *lc_reserve(size_t size) {
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) lc_out_of_memory();
    return at;
}

void lc_unreserve(void *at, size_t size) { munmap(at, size); }

void lc_board_make(void) {
    lc_b = mmap(NULL, sizeof *lc_b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (lc_b == MAP_FAILED) lc_out_of_memory();
    for (unsigned i = 0; i < LC_RUN_NAMES; i++) lc_r.names[i] = lc_b->names[i];
}

void lc_board_clear(void) {
    for (unsigned i = 0; i < lc_b->thread_count && i < LC_RUN_THREADS; i++)
        lc_b->logs[i].count = lc_b->logs[i].begun = lc_b->logs[i].ended = lc_b->logs[i].resident = 0;
    lc_b->state = LC_RUN_GOES_ON;
    lc_b->thread_count = 1;
    lc_b->began = lc_b->ended = 0;
    lc_b->claimed = lc_b->naming = 0; /* whoever held it is no more */
}

static unsigned find(const char *name) {
    unsigned count = __atomic_load_n(&lc_b->name_count, __ATOMIC_ACQUIRE), i = 0;
    while (i < count && strcmp(lc_b->names[i], name) != 0) i++;
    return i < count ? i : LC_RUN_NAMES;
}

unsigned lc_board_name(const char *name) {
    unsigned number = find(name);
    size_t size = strlen(name) + 1;
    if (number < LC_RUN_NAMES || size > sizeof lc_b->names[0]) return number;
    while (__atomic_exchange_n(&lc_b->naming, 1, __ATOMIC_ACQUIRE)) sched_yield();
    number = find(name);
    unsigned count = lc_b->name_count;
    if (number == LC_RUN_NAMES && count < LC_RUN_NAMES) {
        memcpy(lc_b->names[number = count], name, size);
        __atomic_store_n(&lc_b->name_count, count + 1, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&lc_b->naming, 0, __ATOMIC_RELEASE);
    return number;
}

static unsigned count_of(unsigned thread) {
    unsigned count = __atomic_load_n(&lc_b->logs[thread].count, __ATOMIC_ACQUIRE);
    return count < LC_RUN_EVENTS ? count : LC_RUN_EVENTS;
}

bool lc_board_alive(unsigned thread) {
    const lc_run_log *log = &lc_b->logs[thread];
    return __atomic_load_n(&log->begun, __ATOMIC_ACQUIRE) && !__atomic_load_n(&log->ended, __ATOMIC_ACQUIRE);
}

bool lc_board_in_operation(unsigned thread) {
    unsigned count = count_of(thread);
    return count && !lc_b->logs[thread].events[count - 1].returns;
}

const char *lc_board_operation(unsigned thread) {
    unsigned count = count_of(thread), name = count ? lc_b->logs[thread].events[count - 1].name : LC_RUN_NAMES;
    return name < lc_b->name_count ? lc_b->names[name] : "";
}

unsigned lc_board_open(void) {
    unsigned open = 0;
    for (unsigned i = 0; i < lc_b->thread_count && i < LC_RUN_THREADS; i++) open += lc_board_in_operation(i);
    return open;
}

uint64_t lc_board_events(void) {
    uint64_t events = 0;
    for (unsigned i = 0; i < lc_b->thread_count && i < LC_RUN_THREADS; i++) events += count_of(i);
    return events;
}
