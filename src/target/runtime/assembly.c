/* The steps of inline assembly, see assembly.h; and accesses of gcc's own that it did not announce.
 *
 * An instruction is one step if it is atomic: the thread waits for its turn, and then the instruction runs natively,
 * while all other threads stand still.  One that reads and writes without a lock is two, and between them other threads
 * may run.  For that the value read is put back just before the instruction: the result is the one that the processor
 * would have computed from the old value, and writes of other threads in between are lost, as they should be.
 */
#include "target/runtime/assembly.h"

#if defined __x86_64__

#include <cpuid.h>
#include <string.h>

#include "target/explore/control.h"
#include "target/runtime/explorer.h"
#include "target/runtime/machine.h"
#include "target/runtime/order.h"
#include "target/runtime/override.h"
#include "target/runtime/retry.h"
#include "target/runtime/time.h"
#include "target/runtime/tsan.h"
#include "target/runtime/versions.h"
#include "target/runtime/weaker.h"

__extension__ typedef unsigned __int128 wide;

typedef wide loose __attribute__((aligned(8)));

/* The frame that assembly.S puts on the stack, which inline assembly may have left at any word. */
typedef struct lct_asm_frame {
    loose xmm[16];
    uint64_t general[16]; /* rax stands for the address */
    uint64_t flags;
    uint64_t pc; /* the return address */
    uint64_t rax;
} lct_asm_frame;
_Static_assert(offsetof(lct_asm_frame, pc) == 392 && _Alignof(lct_asm_frame) == 8, "see assembly.S");

typedef struct instruction {
    uintptr_t address, pc;
    uint32_t size;
    enum lct_asm_kind kind;
    uint8_t operand;
} instruction;

enum { CARRY = 1 };

/* Known to assembly.S. */
__attribute__((visibility("hidden"))) void lct_asm_step(lct_asm_frame *);
__attribute__((visibility("hidden"))) size_t lct_asm_wide_size(void);

size_t lct_asm_wide_size(void) {
    static size_t size LCT_STATE = 0;
    unsigned a, b, c, d;
    if (!size) size = __get_cpuid_count(13, 0, &a, &b, &c, &d) ? b : 4096;
    return size;
}

static uint32_t word(uint64_t pc, unsigned number) {
    uint32_t value;
    memcpy(&value, (const char *)pc + LCT_ASM_NOP_BYTES * number + LCT_ASM_WORD_AT, sizeof value);
    return value;
}

/* ---- the effect of an instruction ---- */

static wide cut(wide value, uint32_t size) { return size >= 16 ? value : value & (((wide)1 << 8 * size) - 1); }

static uint64_t general(const lct_asm_frame *f, unsigned number) {
    if (number == LCT_ASM_RAX) return f->rax;
    return number == LCT_ASM_RSP ? (uint64_t)(f + 1) : f->general[number];
}

static wide operand(const lct_asm_frame *f, const instruction *i) {
    unsigned o = i->operand;
    if (o < LCT_ASM_AH) return cut(general(f, o), i->size);
    if (o < LCT_ASM_XMM) return general(f, o - LCT_ASM_AH) >> 8 & 0xff;
    if (o < LCT_ASM_IMMEDIATE) return cut(f->xmm[o - LCT_ASM_XMM], i->size);
    return o == LCT_ASM_IMMEDIATE ? cut((wide)(int64_t)(int32_t)word(f->pc, 2), i->size) : 0;
}

/* A number of a bit in a register may lead far away from the operand. */
static void find_bit(const lct_asm_frame *f, instruction *i) {
    if (i->operand >= LCT_ASM_AH) return;
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

static wide expected(const lct_asm_frame *f, const instruction *i) {
    if (i->operand != LCT_ASM_NONE) return cut(f->rax, i->size);
    if (i->size == 16) return (wide)f->general[LCT_ASM_RDX] << 64 | f->rax;
    return (wide)(uint32_t)f->general[LCT_ASM_RDX] << 32 | (uint32_t)f->rax;
}

static wide replacement(const lct_asm_frame *f, const instruction *i) {
    const uint64_t *g = f->general;
    if (i->operand != LCT_ASM_NONE) return operand(f, i);
    if (i->size == 16) return (wide)g[LCT_ASM_RCX] << 64 | g[LCT_ASM_RBX];
    return (wide)(uint32_t)g[LCT_ASM_RCX] << 32 | (uint32_t)g[LCT_ASM_RBX];
}

static wide outcome(const lct_asm_frame *f, const instruction *i, wide old) {
    wide with = operand(f, i), carry = f->flags & CARRY, bit = (wide)1 << (with & (8 * i->size - 1));
    switch (i->kind) {
    case LCT_ASM_STORE:
    case LCT_ASM_EXCHANGE: return i->operand == LCT_ASM_NONE ? old : with;
    case LCT_ASM_ADD: return cut(old + with, i->size);
    case LCT_ASM_ADD_CARRY: return cut(old + with + carry, i->size);
    case LCT_ASM_SUB: return cut(old - with, i->size);
    case LCT_ASM_SUB_BORROW: return cut(old - with - carry, i->size);
    case LCT_ASM_AND: return old & with;
    case LCT_ASM_OR: return old | with;
    case LCT_ASM_XOR: return old ^ with;
    case LCT_ASM_NOT: return cut(~old, i->size);
    case LCT_ASM_NEGATE: return cut(-old, i->size);
    case LCT_ASM_COMPARE_EXCHANGE: return old == expected(f, i) ? replacement(f, i) : old;
    case LCT_ASM_BIT_SET: return old | bit;
    case LCT_ASM_BIT_RESET: return old & ~bit;
    case LCT_ASM_BIT_COMPLEMENT: return old ^ bit;
    default: return old;
    }
}

/* Is all known that makes the outcome?  A symbol as an operand, for example, is not. */
static bool is_computable(const instruction *i) {
    return i->kind == LCT_ASM_NOT || i->kind == LCT_ASM_NEGATE || i->kind == LCT_ASM_COMPARE_EXCHANGE ||
           (i->operand != LCT_ASM_NONE && i->kind != LCT_ASM_MODIFY);
}

static uint8_t shown(const instruction *i) {
    static const uint8_t kinds[LCT_ASM_KINDS] = {
        [LCT_ASM_LOAD] = LCT_STEP_LOAD,
        [LCT_ASM_STORE] = LCT_STEP_STORE,
        [LCT_ASM_EXCHANGE] = LCT_STEP_EXCHANGE,
        [LCT_ASM_ADD] = LCT_STEP_ADD,
        [LCT_ASM_ADD_CARRY] = LCT_STEP_ADD,
        [LCT_ASM_SUB] = LCT_STEP_SUB,
        [LCT_ASM_SUB_BORROW] = LCT_STEP_SUB,
        [LCT_ASM_AND] = LCT_STEP_AND,
        [LCT_ASM_OR] = LCT_STEP_OR,
        [LCT_ASM_XOR] = LCT_STEP_XOR,
        [LCT_ASM_NOT] = LCT_STEP_XOR,
        [LCT_ASM_NEGATE] = LCT_STEP_SUB,
        [LCT_ASM_COMPARE_EXCHANGE] = LCT_STEP_CAS,
        [LCT_ASM_BIT_TEST] = LCT_STEP_LOAD,
        [LCT_ASM_BIT_SET] = LCT_STEP_OR,
        [LCT_ASM_BIT_RESET] = LCT_STEP_AND,
        [LCT_ASM_BIT_COMPLEMENT] = LCT_STEP_XOR,
        [LCT_ASM_MODIFY] = LCT_STEP_STORE,
    };
    return kinds[i->kind];
}

/* ---- under weak memory models ---- */

/* C11 has no meaning for assembly.  Under the models of C11 a load acquires and a store releases, as x86
 * guarantees, which is less than it does; an instruction with a lock prefix is a read-modify-write of seq_cst between
 * two fences.  Under TSO the explorer treats them as x86 does. */
static void fence_around(void) {
    if (lct_m.weak >= LCT_WEAK_RC11) lct_order_fence(__ATOMIC_SEQ_CST);
}

/* To be called when the step has begun. */
static bool is_weak(const instruction *i) { return lct_is_weak() && lct_versions_fit(i->address, i->size); }

static lct_native native(const instruction *i, int order) {
    return (lct_native){
        .address = i->address, .pc = i->pc, .size = i->size, .order = order, .raced = LCT_RACED_ASSEMBLY};
}

/* It reads and writes the newest values. */
static void take_newest(lct_atomic what, const instruction *i) {
    bool writes = what != LCT_ATOMIC_LOAD;
    if (lct_is_weak()) {
        lct_weaker(LCT_WEAKER_LARGE, __ATOMIC_RELAXED, i->address, i->pc);
        lct_weak_large(i->address, i->size, i->pc);
    }
    if (writes) lct_weak_plain_write(i->address, i->size);
    lct_order_assembly(what, i->address, i->size);
}

/* ---- steps ---- */

/* The value that it reads. */
static wide load(const instruction *i) {
    lct_atomic_point(LCT_READ, LCT_STEP_LOAD, i->address, i->size, i->pc);
    lct_weaker(LCT_WEAKER_ASSEMBLY_LOAD, __ATOMIC_ACQUIRE, i->address, i->pc);
    wide value;
    if (is_weak(i)) {
        lct_native n = native(i, __ATOMIC_ACQUIRE);
        value = lct_lend_load(&n);
    } else {
        take_newest(LCT_ATOMIC_LOAD, i);
        value = contents(i);
    }
    lct_trace(LCT_STEP_LOAD, i->address, i->size, (uint64_t)value, (uint64_t)value, i->pc, "");
    return value;
}

static void trace_write(const lct_asm_frame *f, const instruction *i, uint8_t kind, wide old, wide new) {
    if (!lct_m.tracing) return;
    bool failed = kind == LCT_STEP_CAS && old != expected(f, i);
    lct_trace(failed ? LCT_STEP_CAS_FAILED : kind, i->address, i->size, (uint64_t)old,
              (uint64_t)(failed ? expected(f, i) : new), i->pc, "");
}

static void store(const lct_asm_frame *f, const instruction *i) {
    lct_atomic_point(LCT_WRITE, LCT_STEP_STORE, i->address, i->size, i->pc);
    lct_weaker(LCT_WEAKER_ASSEMBLY_STORE, __ATOMIC_RELEASE, i->address, i->pc);
    wide old = contents(i);
    trace_write(f, i, LCT_STEP_STORE, old, outcome(f, i, old));
    if (is_weak(i)) {
        lct_native n = native(i, __ATOMIC_RELEASE);
        lct_lend_store(&n, NULL);
    } else take_newest(LCT_ATOMIC_STORE, i);
}

static wide update(const lct_asm_frame *f, const instruction *i) {
    lct_native n = native(i, __ATOMIC_SEQ_CST);
    if (i->kind != LCT_ASM_COMPARE_EXCHANGE) return lct_lend_update(&n, NULL);
    wide wanted = expected(f, i);
    return lct_lend_update(&n, &wanted);
}

/* With a lock prefix, or as good as with one. */
static void read_and_write_at_once(const lct_asm_frame *f, const instruction *i) {
    fence_around();
    lct_atomic_point(LCT_WRITE, shown(i), i->address, i->size, i->pc);
    wide old;
    if (is_weak(i)) old = update(f, i);
    else {
        take_newest(LCT_ATOMIC_RMW, i);
        old = contents(i);
    }
    wide new = outcome(f, i, old);
    if (new == old && is_computable(i)) lct_explorer.was_read(); /* it cannot be distinguished from a load */
    trace_write(f, i, shown(i), old, new);
    fence_around();
}

static void read_and_write(const lct_asm_frame *f, const instruction *i) {
    wide read = load(i);
    /* Another place, because the thread has come further; its registers do not show how, so they are not noted. */
    lct_user.noted = 0;
    lct_atomic_point(LCT_WRITE, LCT_STEP_STORE, i->address, i->size, i->pc + 1);
    lct_weaker(LCT_WEAKER_ASSEMBLY_STORE, __ATOMIC_RELEASE, i->address, i->pc);
    trace_write(f, i, LCT_STEP_STORE, contents(i), outcome(f, i, read));
    if (is_weak(i)) {
        lct_native n = native(i, __ATOMIC_RELEASE);
        lct_lend_store(&n, &read);
    } else {
        take_newest(LCT_ATOMIC_STORE, i);
        memcpy((void *)i->address, &read, i->size);
    }
}

static void fence(unsigned which, uintptr_t pc) {
    static const int orders[] = {[LCT_ASM_FENCE_ALL] = __ATOMIC_SEQ_CST,
                                 [LCT_ASM_FENCE_LOADS] = __ATOMIC_ACQUIRE,
                                 [LCT_ASM_FENCE_STORES] = __ATOMIC_RELEASE};
    assert(which < sizeof orders / sizeof *orders);
    int order = orders[which];
    lct_settle();
    LCT_OVERRIDE(by, pc, order, order);
    lct_trace_fence(order, pc);
    if (lct_m.weak) lct_order_fence(order);
    /* The other ones are nothing on x86. */
    if (which == LCT_ASM_FENCE_ALL && lct_m.all_orders) lct_weaker(LCT_WEAKER_FENCE, __ATOMIC_SEQ_CST, 0, pc);
    LCT_OVERRIDDEN(by);
}

/* The accesses that gcc should have announced are announced in its place. */
static void announce(const lct_asm_frame *f, const instruction *i, bool repeats) {
    uint64_t size = i->kind == LCT_ASM_COPY && repeats ? i->size * f->general[LCT_ASM_RCX] : i->size;
    bool reads = i->kind != LCT_ASM_STORE, writes = i->kind != LCT_ASM_LOAD && i->kind != LCT_ASM_BIT_TEST;
    if (reads) lct_access_range(i->address, size, false, i->pc);
    if (i->kind == LCT_ASM_COPY) lct_access_range(f->general[LCT_ASM_RDI], size, true, i->pc + 1);
    else if (writes) lct_access_range(i->address, size, true, i->pc + reads);
}

static void take_step(const lct_asm_frame *f, uint32_t what) {
    instruction i = {.address = f->general[0],
                     .pc = f->pc,
                     .size = 1u << (what >> LCT_ASM_SIZE_SHIFT & 31),
                     .kind = (enum lct_asm_kind)(what & 31),
                     .operand = what >> LCT_ASM_OPERAND_SHIFT & 63};
    if (i.kind == LCT_ASM_FENCE) return fence(i.operand, f->pc);
    bool bits = i.kind >= LCT_ASM_BIT_TEST && i.kind <= LCT_ASM_BIT_COMPLEMENT;
    if (bits) find_bit(f, &i);
    assert(i.kind < LCT_ASM_KINDS && i.size <= (what & LCT_ASM_ANNOUNCED ? 64 : 16));
    if (what & LCT_ASM_ANNOUNCED) return announce(f, &i, what & LCT_ASM_PLAIN);
    if (lct_is_private(i.address)) {
        bool locked = i.kind != LCT_ASM_LOAD && i.kind != LCT_ASM_STORE && i.kind != LCT_ASM_BIT_TEST;
        if (locked && !(what & LCT_ASM_PLAIN)) fence(LCT_ASM_FENCE_ALL, f->pc); /* on whichever memory it works */
        return;
    }
    int none = 0; /* an order that there is not: only fences can be added */
    LCT_OVERRIDE(by, f->pc, none, none);
    if (i.kind == LCT_ASM_LOAD || i.kind == LCT_ASM_BIT_TEST) load(&i);
    else if (i.kind == LCT_ASM_STORE) store(f, &i);
    else if (what & LCT_ASM_PLAIN) read_and_write(f, &i);
    else read_and_write_at_once(f, &i);
    LCT_OVERRIDDEN(by);
}

/* Saves the state of the thread, for retry.c.  All registers are in the frame, which is compared with the rest of the
 * stack: so those that do not matter are cleared there for the time being. */
static void take_noted_step(lct_asm_frame *f, uint32_t what) {
    lct_asm_frame all = *f;
    uint32_t matter = word(f->pc, 1);
    for (unsigned n = 1; n < 16; n++)
        if (!(matter & lct_asm_bit(n)) && n != LCT_ASM_RSP) f->general[n] = 0;
    for (unsigned n = 0; n < 16; n++)
        if (!(matter & lct_asm_xmm_bit(n))) f->xmm[n] = 0;
    if (!(matter & lct_asm_bit(LCT_ASM_RAX))) f->rax = 0;
    if (!(what & LCT_ASM_FLAGS_MATTER)) f->flags = 0;
    memset(lct_user.registers, 0, sizeof lct_user.registers);
    lct_user.sp = (uintptr_t)f;
    lct_user.noted = 1;
    take_step(&all, what);
    lct_user.noted = 0;
    *f = all;
}

/* In place of the cycle counter: the modelled time. */
static void read_clock(lct_asm_frame *f, uint32_t what) {
    lct_user.noted = 0;
    uint64_t ticks = lct_m.in_code ? lct_time_stamp(f->pc) : __builtin_ia32_rdtsc();
    f->rax = (uint32_t)ticks;
    f->general[LCT_ASM_RDX] = ticks >> 32;
    if ((what >> LCT_ASM_OPERAND_SHIFT & 63) == LCT_ASM_RCX) f->general[LCT_ASM_RCX] = 0; /* the first processor */
}

/* Known to the code that is generated in place of clang's intrinsics (tester/instrument/llvm.c). */
typedef struct lct_stamp {
    uint64_t ticks;
    uint32_t processor;
} lct_stamp;
uint64_t __lince_rdtsc(void);
lct_stamp __lince_rdtscp(void);
uint64_t __lince_rdtsc(void) { return lct_m.in_code ? lct_time_stamp(LCT_CALLER) : __builtin_ia32_rdtsc(); }
lct_stamp __lince_rdtscp(void) { return (lct_stamp){.ticks = __lince_rdtsc()}; }

void lct_asm_step(lct_asm_frame *f) {
    uint32_t what = word(f->pc, 0);
    if ((what & 31) == LCT_ASM_CLOCK) return read_clock(f, what);
    if (!lct_m.in_code) return;
    if (lct_user.wanted && !(what & LCT_ASM_OPAQUE)) take_noted_step(f, what);
    else take_step(f, what);
}

#endif
