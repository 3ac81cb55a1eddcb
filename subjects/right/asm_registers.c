// expect: ok exhaustive
// options: --strategy dpor --filter all
/* A step in inline assembly changes no register and no flag, whoever runs meanwhile. */
#include <string.h>

#include <lince/test.h>

struct registers {
    unsigned long general[14], flags;
    unsigned char xmm[16][16];
};

static long shared;

#ifdef __x86_64__

enum { FLAGS = 0xcd5 }; /* those of arithmetic, and the direction */

/* clang-format off */
#define GENERAL(X) X(rax, 0) X(rbx, 8) X(rcx, 16) X(rdx, 24) X(rsi, 32) X(rdi, 40) X(r8, 48) X(r9, 56) X(r10, 64) \
    X(r11, 72) X(r12, 80) X(r13, 88)
#define XMM(X) X(0, 120) X(1, 136) X(2, 152) X(3, 168) X(4, 184) X(5, 200) X(6, 216) X(7, 232) X(8, 248) X(9, 264) \
    X(10, 280) X(11, 296) X(12, 312) X(13, 328) X(14, 344) X(15, 360)
/* clang-format on */
#define LOAD(name, at)     "movq " #at "(%%r15), %%" #name "\n\t"
#define SAVE(name, at)     "movq %%" #name ", " #at "(%%r14)\n\t"
#define LOAD_XMM(name, at) "movups " #at "(%%r15), %%xmm" #name "\n\t"
#define SAVE_XMM(name, at) "movups %%xmm" #name ", " #at "(%%r14)\n\t"

/* All registers as in `in`; then three accesses to shared memory; then what they are, to `out`. */
static void pass(const struct registers *in, struct registers *out) {
    __asm__ volatile("movq %[in], %%r15\n\tmovq %[out], %%r14\n\t"     /* which are only found to be right */
                     XMM(LOAD_XMM) "pushq 112(%%r15)\n\tpopfq\n\t"     /* popfq must come before general ones */
                     GENERAL(LOAD) "movq %%rbx, %[shared]\n\t"         /* a store, */
                     "xchgq %%rcx, %[shared]\n\t"                      /* an exchange, */
                     "movq 16(%%r15), %%rcx\n\t"                       /* whose result is put away, */
                     "notq %[shared]\n\t"                              /* and one in two steps */
                     GENERAL(SAVE) "pushfq\n\tpopq %%rax\n\tcld\n\tmovq %%rax, 112(%%r14)\n\t" XMM(SAVE_XMM)
                     : [shared] "+m"(shared)
                     : [in] "g"(in), [out] "g"(out)
                     : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15",
                       "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                       "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
}

#else

enum { FLAGS = 0 };
static void pass(const struct registers *in, struct registers *out) {
    __atomic_store_n(&shared, 1, __ATOMIC_SEQ_CST);
    *out = *in;
}

#endif

static void check(unsigned char first, unsigned long flags) {
    struct registers in, out;
    for (unsigned i = 0; i < sizeof in; i++) ((unsigned char *)&in)[i] = (unsigned char)(first + 7 * i);
    in.flags = 0x202 | flags;
    memset(&out, 0, sizeof out);
    pass(&in, &out);
    lince_assert(memcmp(in.general, out.general, 12 * sizeof *in.general) == 0);
    lince_assert(memcmp(in.xmm, out.xmm, sizeof in.xmm) == 0);
    lince_assert((in.flags & FLAGS) == (out.flags & FLAGS));
}

static void one(void) { check(3, 0x8d5); }
static void other(void) { check(90, 0x400); }

LINCE_TEST(all) {
    lince_test_thread(one);
    lince_test_thread(other);
}
