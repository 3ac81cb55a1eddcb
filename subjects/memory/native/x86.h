/* Accesses as authors write them who rely on x86: in inline assembly. With -DVOLATILE loads and stores are volatile
 * accesses instead, with -DPLAIN plain ones. */
#ifndef SUBJECTS_X86_H
#define SUBJECTS_X86_H

#include "../litmus/litmus.h"

#ifdef VOLATILE
#define LD(place)        (*(volatile int *)&(place))
#define ST(place, value) ((void)(*(volatile int *)&(place) = (value)))
#elif defined PLAIN
#define LD(place)        (place)
#define ST(place, value) ((void)((place) = (value)))
#else
static inline int load_x86(const int *at) {
    int value;
    __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*at) : "memory");
    return value;
}
static inline void store_x86(int *at, int value) {
    __asm__ volatile("movl %1, %0" : "=m"(*at) : "ri"(value) : "memory");
}
#define LD(place)        load_x86(&(place))
#define ST(place, value) store_x86(&(place), value)
#endif

static inline int exchange_x86(int *at, int value) {
    __asm__ volatile("xchgl %0, %1" : "+r"(value), "+m"(*at) : : "memory");
    return value;
}
static inline int add_x86(int *at, int value) {
    __asm__ volatile("lock; xaddl %0, %1" : "+r"(value), "+m"(*at) : : "memory", "cc");
    return value;
}
/* What was there. */
static inline int cas_x86(int *at, int expected, int value) {
    __asm__ volatile("lock; cmpxchgl %2, %1" : "+a"(expected), "+m"(*at) : "r"(value) : "memory", "cc");
    return expected;
}
#define XCHG(place, value)      exchange_x86(&(place), value)
#define ADD(place, value)       add_x86(&(place), value)
#define CAS(place, expect, new) cas_x86(&(place), expect, new)
#define MFENCE                  __asm__ volatile("mfence" : : : "memory")
#define LFENCE                  __asm__ volatile("lfence" : : : "memory")
#define SFENCE                  __asm__ volatile("sfence" : : : "memory")
#define LOCKED_FENCE            __asm__ volatile("lock; addl $0, 0(%%rsp)" : : : "memory", "cc")
#define COMPILER                __asm__ volatile("" : : : "memory")

static int u, v, w;

#endif
