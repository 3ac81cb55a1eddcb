/* A lock whose threads sleep in a futex that no function of libc calls: the instruction stands in inline assembly. */
#include <lince/test.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>

static atomic_int word; /* 0: free, 1: taken, 2: and waited for */

static long futex(int operation, int value) {
    long result;
    register long time __asm__("r10") = 0;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(SYS_futex), "D"(&word), "S"(operation), "d"(value), "r"(time)
                     : "rcx", "r11", "memory");
    return result;
}

static void take(void) {
    int seen = 0;
    if (atomic_compare_exchange_strong(&word, &seen, 1)) return;
    while (atomic_exchange(&word, 2)) futex(FUTEX_WAIT, 2);
}

static void give(void) {
    if (atomic_exchange(&word, 0) == WAKES_IF) futex(FUTEX_WAKE, 1);
}

#define MAKE (void)0
#define TAKE take()
#define GIVE give()
#include "kernel_lock.h"
