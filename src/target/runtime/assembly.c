/* The steps of inline assembly, see assembly.h; and accesses of gcc's own that it did not announce.
 *
 * An instruction is one step if it is atomic: the thread waits for its turn, and then the instruction runs natively,
 * while all others stand still.  One that reads and writes without a lock is two, and between them others may run.  For
 * that the value read is put back just before the instruction: what comes out is what the processor would have made of
 * the old value, and what others wrote in between is lost, as it should be.
 */
#include "target/runtime/assembly.h"

#if defined __x86_64__

#include <cpuid.h>
#include <string.h>

#include "target/explore/control.h"
#include "target/runtime/explorer.h"
#include "target/runtime/machine.h"
#include "target/runtime/order.h"
#include "target/runtime/retry.h"
#include "target/runtime/tsan.h"
#include "target/runtime/weaker.h"

__extension__ typedef unsigned __int128 wide;

typedef wide loose __attribute__((aligned(8)));

/* What assembly.S puts on the stack, which inline assembly may have left at any word. */
typedef struct lc_asm_frame {
    loose xmm[16];
    uint64_t general[16]; /* rax stands for the address */
    uint64_t flags;
    uint64_t pc; /* the return address */
    uint64_t rax;
} lc_asm_frame;
_Static_assert(offsetof(lc_asm_frame, pc) == 392 && _Alignof(lc_asm_frame) == 8, "see assembly.S");

typedef struct instruction {
    uintptr_t address, pc;
    uint32_t size;
    enum lc_asm_kind kind;
    uint8_t operand;
} instruction;

enum { CARRY = 1 };

/* Known to assembly.S. */
__attribute__((visibility("hidden"))) void lc_asm_step(lc_asm_frame *);
__attribute__((visibility("hidden"))) size_t lc_asm_wide_size(void);

size_t lc_asm_wide_size(void) {
    static size_t size LC_STATE = 0;
    unsigned a, b, c, d;
    if (!size) size = __get_cpuid_count(13, 0, &a, &b, &c, &d) ? b : 4096;
    return size;
}

static uint32_t word(uint64_t pc, unsigned number) {
    uint32_t value;
    memcpy(&value, (const char *)pc + LC_ASM_NOP_BYTES * number + LC_ASM_WORD_AT, sizeof value);
    return value;
}

/* ---- what an instruction does ---- */

static wide cut(wide value, uint32_t size) { return size >= 16 ? value : value & (((wide)1 << 8 * size) - 1); }

static uint64_t general(const lc_asm_frame *f, unsigned number) {
    if (number == LC_ASM_RAX) return f->rax;
    return number == LC_ASM_RSP ? (uint64_t)(f + 1) : f->general[number];
}

static wide operand(const lc_asm_frame *f, const instruction *i) {
    unsigned o = i->operand;
    if (o < LC_ASM_AH) return cut(general(f, o), i->size);
    if (o < LC_ASM_XMM) return general(f, o - LC_ASM_AH) >> 8 & 0xff;
    if (o < LC_ASM_IMMEDIATE) return cut(f->xmm[o - LC_ASM_XMM], i->size);
    return o == LC_ASM_IMMEDIATE ? cut((wide)(int64_t)(int32_t)word(f->pc, 2), i->size) : 0;
}

/* A number of a bit in a register may lead far away from the operand. */
static void find_bit(const lc_asm_frame *f, instruction *i) {
    if (i->operand >= LC_ASM_AH) return;
    int64_t number = (int64_t)general(f, i->operand);
    if (i->size == 4) number = (int32_t)number;
    if (i->size == 2) number = (int16_t)number;
    int64_t bits = 8 * i->size, rest = number & (bits - 1);
    i->address += (uintptr_t)((number - rest) / 8);
}

static wide contents(const instruction *i) {
    wide value = 0;
    memcpy(&value, (const void *)i->address, i->size);
    return value;
}

static wide expected(const lc_asm_frame *f, const instruction *i) {
    if (i->operand != LC_ASM_NONE) return cut(f->rax, i->size);
    if (i->size == 16) return (wide)f->general[LC_ASM_RDX] << 64 | f->rax;
    return (wide)(uint32_t)f->general[LC_ASM_RDX] << 32 | (uint32_t)f->rax;
}

static wide replacement(const lc_asm_frame *f, const instruction *i) {
    const uint64_t *g = f->general;
    if (i->operand != LC_ASM_NONE) return operand(f, i);
    if (i->size == 16) return (wide)g[LC_ASM_RCX] << 64 | g[LC_ASM_RBX];
    return (wide)(uint32_t)g[LC_ASM_RCX] << 32 | (uint32_t)g[LC_ASM_RBX];
}

static wide outcome(const lc_asm_frame *f, const instruction *i, wide old) {
    wide with = operand(f, i), carry = f->flags & CARRY, bit = (wide)1 << (with & (8 * i->size - 1));
    switch (i->kind) {
    case LC_ASM_STORE:
    case LC_ASM_EXCHANGE: return i->operand == LC_ASM_NONE ? old : with;
    case LC_ASM_ADD: return cut(old + with, i->size);
    case LC_ASM_ADD_CARRY: return cut(old + with + carry, i->size);
    case LC_ASM_SUB: return cut(old - with, i->size);
    case LC_ASM_SUB_BORROW: return cut(old - with - carry, i->size);
    case LC_ASM_AND: return old & with;
    case LC_ASM_OR: return old | with;
    case LC_ASM_XOR: return old ^ with;
    case LC_ASM_NOT: return cut(~old, i->size);
    case LC_ASM_NEGATE: return cut(-old, i->size);
    case LC_ASM_COMPARE_EXCHANGE: return old == expected(f, i) ? replacement(f, i) : old;
    case LC_ASM_BIT_SET: return old | bit;
    case LC_ASM_BIT_RESET: return old & ~bit;
    case LC_ASM_BIT_COMPLEMENT: return old ^ bit;
    default: return old;
    }
}

/* Is all known that makes the outcome?  A symbol as an operand, for example, is not. */
static bool is_computable(const instruction *i) {
    return i->kind == LC_ASM_NOT || i->kind == LC_ASM_NEGATE || i->kind == LC_ASM_COMPARE_EXCHANGE ||
           (i->operand != LC_ASM_NONE && i->kind != LC_ASM_MODIFY);
}

static uint8_t shown(const instruction *i) {
    static const uint8_t kinds[LC_ASM_KINDS] = {
        [LC_ASM_LOAD] = LC_STEP_LOAD,
        [LC_ASM_STORE] = LC_STEP_STORE,
        [LC_ASM_EXCHANGE] = LC_STEP_EXCHANGE,
        [LC_ASM_ADD] = LC_STEP_ADD,
        [LC_ASM_ADD_CARRY] = LC_STEP_ADD,
        [LC_ASM_SUB] = LC_STEP_SUB,
        [LC_ASM_SUB_BORROW] = LC_STEP_SUB,
        [LC_ASM_AND] = LC_STEP_AND,
        [LC_ASM_OR] = LC_STEP_OR,
        [LC_ASM_XOR] = LC_STEP_XOR,
        [LC_ASM_NOT] = LC_STEP_XOR,
        [LC_ASM_NEGATE] = LC_STEP_SUB,
        [LC_ASM_COMPARE_EXCHANGE] = LC_STEP_CAS,
        [LC_ASM_BIT_TEST] = LC_STEP_LOAD,
        [LC_ASM_BIT_SET] = LC_STEP_OR,
        [LC_ASM_BIT_RESET] = LC_STEP_AND,
        [LC_ASM_BIT_COMPLEMENT] = LC_STEP_XOR,
        [LC_ASM_MODIFY] = LC_STEP_STORE,
    };
    return kinds[i->kind];
}

/* ---- steps ---- */

static void load(const instruction *i) {
    lc_atomic_point(LC_READ, LC_STEP_LOAD, i->address, i->size, i->pc);
    lc_order_assembly(LC_ATOMIC_LOAD, i->address, i->size);
    lc_weaker(LC_WEAKER_ASSEMBLY_LOAD, __ATOMIC_ACQUIRE, i->address, i->pc);
    if (!lc_m.tracing) return;
    uint64_t value = (uint64_t)contents(i);
    lc_tell(LC_STEP_LOAD, i->address, i->size, value, value, i->pc, "");
}

static void tell_write(const lc_asm_frame *f, const instruction *i, uint8_t kind, wide old, wide new) {
    if (!lc_m.tracing) return;
    bool failed = kind == LC_STEP_CAS && old != expected(f, i);
    lc_tell(failed ? LC_STEP_CAS_FAILED : kind, i->address, i->size, (uint64_t)old,
            (uint64_t)(failed ? expected(f, i) : new), i->pc, "");
}

static void write_at_once(const lc_asm_frame *f, const instruction *i) {
    lc_atomic_point(LC_WRITE, shown(i), i->address, i->size, i->pc);
    lc_order_assembly(i->kind == LC_ASM_STORE ? LC_ATOMIC_STORE : LC_ATOMIC_RMW, i->address, i->size);
    if (i->kind == LC_ASM_STORE) lc_weaker(LC_WEAKER_ASSEMBLY_STORE, __ATOMIC_RELEASE, i->address, i->pc);
    wide old = contents(i), new = outcome(f, i, old);
    if (new == old && i->kind != LC_ASM_STORE &&is_computable(i))
        lc_explorer.was_read(); /* nobody can tell it from a load */
    tell_write(f, i, shown(i), old, new);
}

static void read_and_write(const lc_asm_frame *f, const instruction *i) {
    load(i);
    wide read = contents(i);
    /* Another place, because the thread has come further; its registers do not say how, so they are not noted. */
    lc_user.noted = 0;
    lc_atomic_point(LC_WRITE, LC_STEP_STORE, i->address, i->size, i->pc + 1);
    lc_order_assembly(LC_ATOMIC_STORE, i->address, i->size);
    lc_weaker(LC_WEAKER_ASSEMBLY_STORE, __ATOMIC_RELEASE, i->address, i->pc);
    wide old = contents(i);
    memcpy((void *)i->address, &read, i->size);
    tell_write(f, i, LC_STEP_STORE, old, outcome(f, i, read));
}

/* What gcc should have announced is announced in its place. */
static void announce(const lc_asm_frame *f, const instruction *i, bool repeats) {
    uint64_t size = i->kind == LC_ASM_COPY && repeats ? i->size * f->general[LC_ASM_RCX] : i->size;
    bool reads = i->kind != LC_ASM_STORE, writes = i->kind != LC_ASM_LOAD && i->kind != LC_ASM_BIT_TEST;
    if (reads) lc_access_range(i->address, size, false, i->pc);
    if (i->kind == LC_ASM_COPY) lc_access_range(f->general[LC_ASM_RDI], size, true, i->pc + 1);
    else if (writes) lc_access_range(i->address, size, true, i->pc + reads);
}

static void take_step(const lc_asm_frame *f, uint32_t what) {
    instruction i = {.address = f->general[0],
                     .pc = f->pc,
                     .size = 1u << (what >> LC_ASM_SIZE_SHIFT & 31),
                     .kind = (enum lc_asm_kind)(what & 31),
                     .operand = what >> LC_ASM_OPERAND_SHIFT & 63};
    bool bits = i.kind >= LC_ASM_BIT_TEST && i.kind <= LC_ASM_BIT_COMPLEMENT;
    if (bits) find_bit(f, &i);
    assert(i.kind < LC_ASM_KINDS && i.size <= (what & LC_ASM_ANNOUNCED ? 64 : 16));
    if (what & LC_ASM_ANNOUNCED) return announce(f, &i, what & LC_ASM_PLAIN);
    if (lc_is_private(i.address)) return;
    if (i.kind == LC_ASM_LOAD || i.kind == LC_ASM_BIT_TEST) load(&i);
    else if (what & LC_ASM_PLAIN) read_and_write(f, &i);
    else write_at_once(f, &i);
}

/* Notes what the thread knows, for retry.c.  All registers are in the frame, which is compared with the rest of the
 * stack: so those that do not matter are cleared there for the time being. */
static void take_noted_step(lc_asm_frame *f, uint32_t what) {
    lc_asm_frame all = *f;
    uint32_t matter = word(f->pc, 1);
    for (unsigned n = 1; n < 16; n++)
        if (!(matter & lc_asm_bit(n)) && n != LC_ASM_RSP) f->general[n] = 0;
    for (unsigned n = 0; n < 16; n++)
        if (!(matter & lc_asm_xmm_bit(n))) f->xmm[n] = 0;
    if (!(matter & lc_asm_bit(LC_ASM_RAX))) f->rax = 0;
    if (!(what & LC_ASM_FLAGS_MATTER)) f->flags = 0;
    memset(lc_user.registers, 0, sizeof lc_user.registers);
    lc_user.sp = (uintptr_t)f;
    lc_user.noted = 1;
    take_step(&all, what);
    lc_user.noted = 0;
    *f = all;
}

void lc_asm_step(lc_asm_frame *f) {
    if (!lc_m.in_code) return;
    uint32_t what = word(f->pc, 0);
    if (lc_user.wanted && !(what & LC_ASM_OPAQUE)) take_noted_step(f, what);
    else take_step(f, what);
}

#endif
