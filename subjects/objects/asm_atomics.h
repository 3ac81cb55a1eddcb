/* Atomic operations as libraries write them that do not trust compilers: in inline assembly, which instrumentation does
 * not see.  Each has a twin by the compiler's builtins, builtin_NAME for asm_NAME, and a test of one must go as a test
 * of the other. */
#ifndef SUBJECTS_ASM_ATOMICS_H
#define SUBJECTS_ASM_ATOMICS_H

#include <stdbool.h>

struct asm_pair {
    _Alignas(16) long low;
    long high;
};

static inline long builtin_load(const long *at) { return __atomic_load_n(at, __ATOMIC_SEQ_CST); }
static inline void builtin_store(long *at, long value) { __atomic_store_n(at, value, __ATOMIC_SEQ_CST); }
static inline long builtin_exchange(long *at, long value) { return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST); }
static inline long builtin_fetch_add(long *at, long value) { return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST); }
static inline void builtin_fence(void) {} /* all of them are in order */
static inline void builtin_pause(void) {}

/* If it fails, `expected` is what was there. */
static inline bool builtin_swap(long *at, long *expected, long value) {
    return __atomic_compare_exchange_n(at, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

__extension__ typedef unsigned __int128 asm_wide;

static inline bool builtin_swap_pair(struct asm_pair *at, struct asm_pair *expected, struct asm_pair value) {
    union {
        struct asm_pair pair;
        asm_wide wide;
    } old = {.pair = *expected}, new = {.pair = value};
    bool done =
        __atomic_compare_exchange_n((asm_wide *)at, &old.wide, new.wide, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    *expected = old.pair;
    return done;
}

#ifdef __x86_64__

static inline long asm_load(const long *at) {
    long value;
    __asm__ volatile("movq %1, %0" : "=r"(value) : "m"(*at) : "memory");
    return value;
}

static inline void asm_store(long *at, long value) {
    __asm__ volatile("movq %1, %0" : "=m"(*at) : "re"(value) : "memory");
}

static inline long asm_exchange(long *at, long value) {
    __asm__ volatile("xchgq %0, %1" : "+r"(value), "+m"(*at) : : "memory");
    return value;
}

static inline long asm_fetch_add(long *at, long value) {
    __asm__ volatile("lock; xaddq %0, %1" : "+r"(value), "+m"(*at) : : "memory", "cc");
    return value;
}

/* What is missing is the lock. */
static inline long asm_fetch_add_loose(long *at, long value) {
    __asm__ volatile("xaddq %0, %1" : "+r"(value), "+m"(*at) : : "memory", "cc");
    return value;
}

static inline void asm_fence(void) { __asm__ volatile("lock; addl $0, 0(%%rsp)" : : : "memory", "cc"); }
static inline void asm_pause(void) { __asm__ volatile("rep; nop" : : : "memory"); }

static inline bool asm_swap(long *at, long *expected, long value) {
    bool done;
    __asm__ volatile("lock cmpxchgq %3, %0; setz %1"
                     : "+m"(*at), "=q"(done), "+a"(*expected)
                     : "r"(value)
                     : "memory", "cc");
    return done;
}

static inline bool asm_swap_pair(struct asm_pair *at, struct asm_pair *expected, struct asm_pair value) {
    bool done;
    __asm__ volatile("lock cmpxchg16b %0\n\tsete %1"
                     : "+m"(*at), "=q"(done), "+a"(expected->low), "+d"(expected->high)
                     : "b"(value.low), "c"(value.high)
                     : "memory", "cc");
    return done;
}

#else /* elsewhere there are only the twins */

#define asm_load      builtin_load
#define asm_store     builtin_store
#define asm_exchange  builtin_exchange
#define asm_fetch_add builtin_fetch_add
#define asm_fence     builtin_fence
#define asm_pause     builtin_pause
#define asm_swap      builtin_swap
#define asm_swap_pair builtin_swap_pair

static inline long asm_fetch_add_loose(long *at, long value) {
    long old = builtin_load(at);
    builtin_store(at, old + value);
    return old;
}

#endif
#endif
