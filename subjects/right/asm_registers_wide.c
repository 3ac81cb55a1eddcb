// expect: ok exhaustive
// options: --strategy dpor
/* The same for registers that only some processors have. */
#include <string.h>

#include <lince/test.h>

static long shared;

#ifdef __x86_64__

/* ymm4 and ymm15 go from `in` to `out`, and meanwhile there is a step.  (The moves are not understood, and Lince says
 * so; they need not be.) */
static void pass(const unsigned char in[64], unsigned char out[64]) {
    if (!__builtin_cpu_supports("avx")) {
        memcpy(out, in, 64);
        return;
    }
    __asm__ volatile(
        "vmovups (%[in]), %%ymm4\n\tvmovups 32(%[in]), %%ymm15\n\t"
        "lock; incq %[shared]\n\t"
        "vmovups %%ymm4, (%[out])\n\tvmovups %%ymm15, 32(%[out])\n\t"
        "vzeroupper"
        : [shared] "+m"(shared)
        : [in] "r"(in), [out] "r"(out)
        : "xmm4", "xmm15", "memory", "cc");
}

#else

static void pass(const unsigned char in[64], unsigned char out[64]) {
    __atomic_fetch_add(&shared, 1, __ATOMIC_SEQ_CST);
    memcpy(out, in, 64);
}

#endif

static void check(unsigned char first) {
    unsigned char in[64], out[64];
    for (unsigned i = 0; i < sizeof in; i++) in[i] = (unsigned char)(first + 7 * i);
    pass(in, out);
    lince_assert(memcmp(in, out, sizeof in) == 0);
}

static void one(void) { check(3); }
static void other(void) { check(90); }

LINCE_TEST(wide) {
    lince_test_thread(one);
    lince_test_thread(other);
}
