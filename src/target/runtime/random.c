/* rand and its relatives.  Functions that keep their state in memory the caller gives (rand_r, erand48, random_r) are
 * libc's: they are deterministic as they are.  srand and the like seed the calling thread only. */
#define _GNU_SOURCE
#include "target/runtime/random.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "target/runtime/calls.h"
#include "target/runtime/explorer.h"
#include "target/runtime/splitmix.h"

uint64_t lct_random_first(unsigned thread) { return lct_calls.seed + (uint64_t)thread * 0xd1342543de82ef95u; }

static uint64_t draw(void) {
    lct_has_effect();
    lct_explorer.identified(false);
    return lct_splitmix(&lct_self()->random);
}

static void seed(uint64_t value) {
    lct_has_effect();
    lct_self()->random = value;
}

static void fill(void *buffer, size_t size) {
    char *at = buffer;
    while (size) {
        uint64_t word = draw();
        size_t piece = size < sizeof word ? size : sizeof word;
        memcpy(at, &word, piece);
        at += piece;
        size -= piece;
    }
}

static long small(uintptr_t pc) {
    if (lct_calls.random_choices) return (long)lct_choose(lct_calls.random_choices, pc);
    return (long)(draw() >> 33);
}

LCT_REPLACES int rand(void) { return lct_m.in_code ? (int)small(LCT_CALLER) : LCT_REAL(rand)(); }
LCT_REPLACES long random(void) { return lct_m.in_code ? small(LCT_CALLER) : LCT_REAL(random)(); }

LCT_REPLACES void srand(unsigned value) {
    if (lct_m.in_code) seed(value);
    else LCT_REAL(srand)(value);
}

LCT_REPLACES void srandom(unsigned value) {
    if (lct_m.in_code) seed(value);
    else LCT_REAL(srandom)(value);
}

LCT_REPLACES void srand48(long value) {
    if (lct_m.in_code) seed((uint64_t)value);
    else LCT_REAL(srand48)(value);
}

LCT_REPLACES double drand48(void) { return lct_m.in_code ? (double)(draw() >> 16) * 0x1p-48 : LCT_REAL(drand48)(); }
LCT_REPLACES long lrand48(void) { return lct_m.in_code ? (long)(draw() >> 33) : LCT_REAL(lrand48)(); }
LCT_REPLACES long mrand48(void) { return lct_m.in_code ? (long)(int32_t)draw() : LCT_REAL(mrand48)(); }

LCT_REPLACES ssize_t getrandom(void *buffer, size_t size, unsigned flags) {
    if (!lct_m.in_code) return LCT_REAL(getrandom)(buffer, size, flags);
    fill(buffer, size);
    return (ssize_t)size;
}

LCT_REPLACES int getentropy(void *buffer, size_t size) {
    if (!lct_m.in_code) return LCT_REAL(getentropy)(buffer, size);
    if (size > 256) {
        errno = EIO;
        return -1;
    }
    fill(buffer, size);
    return 0;
}

/* Of glibc 2.36 and later. */
uint32_t arc4random(void);
uint32_t arc4random_uniform(uint32_t limit);
void arc4random_buf(void *buffer, size_t size);

LCT_REPLACES uint32_t arc4random(void) { return lct_m.in_code ? (uint32_t)draw() : LCT_REAL(arc4random)(); }

LCT_REPLACES uint32_t arc4random_uniform(uint32_t limit) {
    if (!lct_m.in_code) return LCT_REAL(arc4random_uniform)(limit);
    return limit < 2 ? 0 : (uint32_t)(draw() % limit);
}

LCT_REPLACES void arc4random_buf(void *buffer, size_t size) {
    if (lct_m.in_code) fill(buffer, size);
    else LCT_REAL(arc4random_buf)(buffer, size);
}

/* std::random_device takes its numbers from the processor (rdrand), which nothing can replace, so it is replaced
 * itself: this is the function behind its operator(). */
unsigned _ZNSt13random_device9_M_getvalEv(void *device);
LCT_REPLACES unsigned _ZNSt13random_device9_M_getvalEv(void *device) {
    return lct_m.in_code ? (unsigned)draw() : LCT_REAL(_ZNSt13random_device9_M_getvalEv)(device);
}
