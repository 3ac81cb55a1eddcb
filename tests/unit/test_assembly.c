/* Inline assembly in what a compiler generated: what is put before which instruction, and what is left alone. */
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "target/runtime/assembly.h"
#include "tester/instrument/assembly.h"
#include "tester/instrument/uninstrumented_warn.h"

enum { MOST = 8 };

/* What came out: the words of each call, and what was said. */
typedef struct outcome {
    lince_text text;
    unsigned calls, unseen, atomic, varying;
    uint32_t words[MOST][3];
    char last[100], where[100];
} outcome;

static void note(void *context, const lcd_uninstrumented *u) {
    outcome *o = context;
    o->unseen++;
    o->atomic += u->atomic;
    o->varying += u->varies;
    snprintf(o->last, sizeof o->last, "%.*s", (int)u->instruction_length, u->instruction);
    snprintf(o->where, sizeof o->where, "%.*s:%ld %.*s", (int)u->file_length, u->file, u->line, (int)u->function_length,
             u->function);
}

static outcome rewrite_at(const char *text, const lcd_gimple_places *places) {
    outcome o = {.calls = 0};
    if (lcd_assembly_rewrite(text, strlen(text), places, &o.text, note, &o) != LINCE_DONE) exit(2);
    const char *at = lc_text(&o.text);
    while ((at = strstr(at, "__lince_asm_point")) && o.calls < MOST) {
        const char *pop = strstr(at, "popq %rax");
        uint32_t *word = o.words[o.calls++];
        for (int n = 0; n < 3 && (at = strstr(at, ".long ")) && at < pop; n++, at++)
            word[n] = (uint32_t)strtoul(at + 6, NULL, 0);
        at = pop;
    }
    return o;
}

static outcome rewrite(const char *text) { return rewrite_at(text, NULL); }

/* The text in a function, as gcc would have it. */
static outcome rewrite_in_function(const char *assembly) {
    lince_text t = {0};
    lc_text_printf(&t,
                   "\t.type\tf, @function\nf:\n\tmovl $1, %%eax\n#APP\n# 7 \"file.c\" 1\n\t%s\n# 0 \"\" 2\n#NO_APP\n"
                   "\tret\n\t.size\tf, .-f\n",
                   assembly);
    outcome o = rewrite(t.at);
    lc_text_free(&t);
    return o;
}

static void drop(outcome *o) { lc_text_free(&o->text); }

static void test_instructions(void) {
    enum { PLAIN = 1, NO = LCT_ASM_NONE, NUMBER = LCT_ASM_IMMEDIATE };
    static const struct {
        const char *text;
        unsigned kind, size, operand, plain;
        int immediate;
    } rows[] = {
        {"movl (%rdi), %eax", LCT_ASM_LOAD, 4, LCT_ASM_RAX, 0, 0},
        {"mov (%rdi), %r10b", LCT_ASM_LOAD, 1, 10, 0, 0},
        {"movzbl 4(%rdi,%rcx,8), %eax", LCT_ASM_LOAD, 1, NO, 0, 0},
        {"movswq x(%rip), %rax", LCT_ASM_LOAD, 2, NO, 0, 0},
        {"cmpl $5, (%rdi)", LCT_ASM_LOAD, 4, NUMBER, 0, 5},
        {"test %al, (%rdi)", LCT_ASM_LOAD, 1, LCT_ASM_RAX, 0, 0},
        {"cmovne (%rdi), %rdx", LCT_ASM_LOAD, 8, NO, 0, 0},
        {"addq (%rdi), %rax", LCT_ASM_LOAD, 8, LCT_ASM_RAX, 0, 0},
        {"bt $3, (%rdi)", 99, 0, 0, 0, 0}, /* nobody knows how many bytes */
        {"btl $3, (%rdi)", LCT_ASM_BIT_TEST, 4, NUMBER, 0, 3},
        {"movq %r8, x", LCT_ASM_STORE, 8, 8, 0, 0},
        {"movb %ah, (%rdi)", LCT_ASM_STORE, 1, LCT_ASM_AH, 0, 0},
        {"movw $-2, (%rdi)", LCT_ASM_STORE, 2, NUMBER, 0, -2},
        {"movl $sym, (%rdi)", LCT_ASM_STORE, 4, NO, 0, 0},
        {"sete (%rdi)", LCT_ASM_STORE, 1, NO, 0, 0},
        {"movdqa %xmm3, (%rdi)", LCT_ASM_STORE, 16, LCT_ASM_XMM + 3, 0, 0},
        {"movq (%rdi), %xmm12", LCT_ASM_LOAD, 8, LCT_ASM_XMM + 12, 0, 0},
        {"movsd %xmm0, (%rdi)", LCT_ASM_STORE, 8, LCT_ASM_XMM, 0, 0},
        {"xchg %rdx, (%rdi)", LCT_ASM_EXCHANGE, 8, LCT_ASM_RDX, 0, 0},
        {"xchgl (%rdi), %edx", LCT_ASM_EXCHANGE, 4, LCT_ASM_RDX, 0, 0},
        {"lock xaddq %rax, (%rdi)", LCT_ASM_ADD, 8, LCT_ASM_RAX, 0, 0},
        {"lock; xaddq %rax, (%rdi)", LCT_ASM_ADD, 8, LCT_ASM_RAX, 0, 0},
        {"lock\n\txadd %rax, (%rdi)", LCT_ASM_ADD, 8, LCT_ASM_RAX, 0, 0},
        {"xadd %rax, (%rdi)", LCT_ASM_ADD, 8, LCT_ASM_RAX, PLAIN, 0},
        {"lock cmpxchgl %ecx, (%rdi)", LCT_ASM_COMPARE_EXCHANGE, 4, LCT_ASM_RCX, 0, 0},
        {"lock\t\tcmpxchg16b\t(%rdi)", LCT_ASM_COMPARE_EXCHANGE, 16, NO, 0, 0},
        {"cmpxchg8b (%rdi)", LCT_ASM_COMPARE_EXCHANGE, 8, NO, PLAIN, 0},
        {"lock incl (%rdi)", LCT_ASM_ADD, 4, NUMBER, 0, 1},
        {"decb (%rdi)", LCT_ASM_SUB, 1, NUMBER, PLAIN, 1},
        {"lock subq $0x10, (%rdi)", LCT_ASM_SUB, 8, NUMBER, 0, 16},
        {"lock sbbq %rax, (%rdi)", LCT_ASM_SUB_BORROW, 8, LCT_ASM_RAX, 0, 0},
        {"orl $1, (%rdi)", LCT_ASM_OR, 4, NUMBER, PLAIN, 1},
        {"lock notw (%rdi)", LCT_ASM_NOT, 2, NO, 0, 0},
        {"lock neg (%rdi)", 99, 0, 0, 0, 0},
        {"lock btsq %rdx, (%rdi)", LCT_ASM_BIT_SET, 8, LCT_ASM_RDX, 0, 0},
        {"lock btrl $31, (%rdi)", LCT_ASM_BIT_RESET, 4, NUMBER, 0, 31},
        {"shll $2, (%rdi)", LCT_ASM_MODIFY, 4, NUMBER, PLAIN, 2},
        {"shld %cl, %rax, (%rdi)", LCT_ASM_MODIFY, 8, NO, PLAIN, 0},
        {"shl %cl, (%rdi)", 99, 0, 0, 0, 0},
        {"cmpb $'#', (%rdi)", LCT_ASM_LOAD, 1, NO, 0, 0},
        {"cmpb $';, (%rdi)", LCT_ASM_LOAD, 1, NO, 0, 0},
        {"cmpb $'\\\\', (%rdi)", LCT_ASM_LOAD, 1, NO, 0, 0},
        {"lock addl $0, (%rdi)", LCT_ASM_ADD, 4, NUMBER, 0, 0},
        {"1: lock; decl (%rdi)", LCT_ASM_SUB, 4, NUMBER, 0, 1},
        {"/* why */ lock decl (%rdi) # so", LCT_ASM_SUB, 4, NUMBER, 0, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        outcome o = rewrite_in_function(rows[i].text);
        uint32_t w = o.words[0][0];
        bool good = rows[i].kind == 99 ? o.calls == 0 && o.unseen == 1
                                       : o.calls == 1 && !o.unseen && (w & 31) == rows[i].kind &&
                                             1u << (w >> LCT_ASM_SIZE_SHIFT & 31) == rows[i].size &&
                                             (w >> LCT_ASM_OPERAND_SHIFT & 63) == rows[i].operand &&
                                             !!(w & LCT_ASM_PLAIN) == rows[i].plain &&
                                             (rows[i].operand != NUMBER || (int)o.words[0][2] == rows[i].immediate);
        if (!expect(good, "%.12s...: row %zu", strncmp(rows[i].text, "lock\n", 5) ? rows[i].text : "lock", i))
            printf("# %u calls, %u unseen, first word %#x\n", o.calls, o.unseen, w);
        drop(&o);
    }
}

/* Fences have no memory operand, and so no leaq. */
static void test_fences(void) {
    static const struct {
        const char *text;
        unsigned which;
    } rows[] = {{"mfence", LCT_ASM_FENCE_ALL},
                {"lock; addl $0, 0(%rsp)", LCT_ASM_FENCE_ALL},
                {"lock orq $0, (%rsp)", LCT_ASM_FENCE_ALL},
                {"lfence", LCT_ASM_FENCE_LOADS},
                {"sfence", LCT_ASM_FENCE_STORES}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        outcome o = rewrite_in_function(rows[i].text);
        uint32_t w = o.words[0][0];
        bool good = o.calls == 1 && !o.unseen && (w & 31) == LCT_ASM_FENCE &&
                    (w >> LCT_ASM_OPERAND_SHIFT & 63) == rows[i].which && !strstr(lc_text(&o.text), "leaq");
        expect(good, "%.12s announces itself", rows[i].text);
        drop(&o);
    }
}

static void test_left_alone(void) {
    static const char *const rows[] = {"",

                                       "pause",
                                       "rep; nop",
                                       "rep nop",
                                       "leaq (%rdi), %rax",
                                       "prefetchw (%rdi)",
                                       "nopl 8(%rax)",
                                       "addl %eax, %edx",
                                       "xchg %ax, %ax",
                                       "call other",
                                       "jmp 1f; 1:",
                                       "movq x@GOTPCREL(%rip), %rax",
                                       "clflush (%rdi)"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        outcome o = rewrite_in_function(rows[i]);
        expect(!o.calls && !o.unseen && !o.text.length, "`%s` is nobody's business", rows[i]);
        drop(&o);
    }
}

/* Registers that are cleared before a step: those that the function does not read any more, and has saved. */
static void test_cleared(void) {
    static const struct {
        const char *body, *after; /* of the function, and behind it */
        const char *clears;       /* NULL: nothing */
    } rows[] = {
        {"pushq %rbx\n\tmovl $1, %ebx\n\tcall __tsan_atomic32_load\n\tpopq %rbx\n\tret", "ret", "%ebx, %ebx"},
        {"pushq %rbx\n\tmovl $1, %ebx\n\tcall __tsan_atomic32_load\n\tmovl %ebx, %eax\n\tpopq %rbx\n\tret", "ret",
         NULL},
        {"call __tsan_atomic32_load\n\tret", "ret", NULL},
        {"call __tsan_atomic32_load\n\tcall throws", "movl $1, %ebx\n\tmovl $1, %ebp\n\txorl %r12d, %r12d\n\tret",
         NULL},
        {"pushq %r12\n\tmovq %rdi, %r12\n1:\tmovq %r12, %rdi\n\tcall __tsan_atomic64_load\n\ttestq %rax, %rax\n\t"
         "je 1b\n\tpopq %r12\n\tret",
         "ret", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lince_text t = {0};
        lc_text_printf(&t,
                       "\t.type\tf, @function\nf:\n\t.cfi_startproc\n\t%s\n\t.cfi_endproc\n\t.size\tf, .-f\n"
                       "\t.type\tg, @function\ng:\n\t.cfi_startproc\n\t%s\n\t.cfi_endproc\n\t.size\tg, .-g\n",
                       rows[i].body, rows[i].after);
        outcome o = rewrite(t.at);
        bool good = rows[i].clears ? o.text.length && strstr(o.text.at, rows[i].clears) != NULL : !o.text.length;
        expect(good, "row %zu: %s", i, rows[i].clears ? rows[i].clears : "no register is cleared");
        drop(&o);
        lc_text_free(&t);
    }
}

static void test_unseen(void) {
    static const struct {
        const char *text;
        unsigned atomic, varying;
    } rows[] = {{"rep movsb", 0, 0},
                {"stosq", 0, 0},
                {"movq %fs:0, %rax", 0, 0},
                {"lock incl %gs:x", 1, 0},
                {"popq (%rdi)", 0, 0},
                {"vmovdqu (%rdi), %ymm0", 0, 0},
                {"movzx (%rdi), %eax", 0, 0},
                {"jmp *(%rdi)", 0, 0},
                {"rdrand %eax", 0, 1},
                {"rep; rdtsc", 0, 1},
                {".byte 0xf0, 0xff, 0x07", 0, 0},
                {"xchgl %eax, %fs:(%rdi)", 1, 0},
                {"1: loop 1b; lock incl (%rdi)", 1, 0},
                {"jmp .+4; lock incl (%rdi)", 1, 0},
                {".rept 2; lock incl (%rdi); .endr", 1, 0},
                {".pushsection .fixup; lock incl (%rdi); .popsection", 1, 0},
                {".intel_syntax noprefix; lock inc dword ptr [rdi]; .att_syntax", 1, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        outcome o = rewrite_in_function(rows[i].text);
        bool good = !o.calls && o.unseen == 1 && o.atomic == rows[i].atomic && o.varying == rows[i].varying;
        if (!expect(good && !o.text.length, "`%s` stays, and is named", rows[i].text))
            printf("# %u calls, %u unseen, %u atomic, %u varying\n", o.calls, o.unseen, o.atomic, o.varying);
        drop(&o);
    }
    outcome o = rewrite_in_function("lfence; rdtsc; shl $32, %rdx; rdtscp");
    expect(o.calls == 3 && !o.unseen && (o.words[1][0] & 31) == LCT_ASM_CLOCK && (o.words[2][0] & 31) == LCT_ASM_CLOCK,
           "the cycle counter: %u calls", o.calls);
    expect((o.words[1][0] >> LCT_ASM_OPERAND_SHIFT & 63) == LCT_ASM_NONE &&
               (o.words[2][0] >> LCT_ASM_OPERAND_SHIFT & 63) == LCT_ASM_RCX,
           "rdtscp has the processor's number as well");
    expect(!strstr(lc_text(&o.text), "rdtsc"), "and the instruction is gone");
    drop(&o);
    o = rewrite_in_function("lock incl (%rdi); rep; movsb");
    expect(o.calls == 1 && o.unseen == 1 && !strcmp(o.last, "movsb"), "beside one that is seen: %s", o.last);
    expect(!strcmp(o.where, "file.c:7 f"), "where it is: %s", o.where);
    drop(&o);
    o = rewrite_in_function("syscall");
    expect(!o.calls && !o.unseen, "a system call is left to the filter");
    drop(&o);
    o = rewrite_in_function("rep movsb\n#NO_APP\n\tcall lince_atomic_begin@PLT");
    expect(!o.unseen, "what a test answers for itself is not named");
    drop(&o);
}

static void test_places(void) {
    outcome o = rewrite("\t.type f, @function\nf:\n\tlock incl (%rdi)\n\tret\n\t.size f, .-f\n#APP\n#NO_APP\n");
    expect(!o.calls && !o.unseen, "outside of inline assembly nothing is touched");
    drop(&o);
    o = rewrite("#APP\ng: lock incl (%rdi)\n ret\n#NO_APP\n");
    expect(!o.calls && o.atomic == 1, "a function all in assembly is left alone, and named");
    drop(&o);
    o = rewrite("\t.type f,@function\nf: # @f\n\t#APP\n\tlock\t\tincl\t(%rdi)\n\t#NO_APP\n\tretq\n\t.size f, 1\n");
    expect(o.calls == 1, "as clang writes it");
    drop(&o);
    o = rewrite(
        "\t.type f,@function\nf:\n\t# InlineAsm Start\n\tlock incl (%rdi)\n\t# InlineAsm End\n\tret\n\t.size f, 1\n");
    expect(o.calls == 1, "or wrote it");
    drop(&o);
    o = rewrite(
        "\t.type f,@function\nf:\n\t.loc\t0 11 5 # a b.c:11:5\n\t#APP\n\tstosq\n\t#NO_APP\n\tret\n\t.size f, 1\n");
    expect(!strcmp(o.where, "a b.c:11 f"), "where clang says it is: %s", o.where);
    drop(&o);
    o = rewrite(
        "\t.intel_syntax noprefix\n\t.type f,@function\nf:\n#APP\n\tlock inc dword ptr [rdi]\n#NO_APP\n\t.size f, 1\n");
    expect(!o.calls && o.atomic == 1, "another syntax is left alone, and named");
    drop(&o);
    o = rewrite_in_function("lock cmpxchgq %rdx, (%rdi); setz %al; movl (%rdi), %ecx");
    expect(o.calls == 2, "several on a line");
    const char *rest = strstr(lc_text(&o.text), "lock cmpxchgq %rdx, (%rdi); setz %al; \n");
    expect(rest && strstr(rest, "\tpopq %rax\n\tmovl (%rdi), %ecx\n# 0 \"\" 2\n"), "and what was there is there");
    drop(&o);
    o = rewrite_in_function(
        "movl 16(%rsp), %eax; movl -16(%rsp,%rcx), %eax; movl (%rsp), %eax; movl x(%rsp), %eax; "
        "movl (2*8)(%rsp), %eax");
    const char *t = lc_text(&o.text);
    expect(strstr(t, "leaq 8+16(%rsp), %rax") && strstr(t, "leaq 8-16(%rsp,%rcx), %rax") &&
               strstr(t, "leaq 8(%rsp), %rax") && strstr(t, "leaq 8+x(%rsp), %rax") &&
               strstr(t, "leaq 8+(2*8)(%rsp), %rax"),
           "addresses on the stack are what they were before something was put there");
    drop(&o);
}

/* Which registers matter at the first call. */
static uint32_t that_matter(const char *before, const char *after) {
    lince_text t = {0};
    lc_text_printf(&t, "\t.type f,@function\nf:\n%s\n#APP\n\tmovl (%%rdi), %%eax\n#NO_APP\n%s\n\t.size f, 1\n", before,
                   after);
    outcome o = rewrite(t.at);
    uint32_t found = o.words[0][1];
    lc_text_free(&t);
    drop(&o);
    return found;
}

static bool matters(uint32_t set, unsigned number) { return set >> number & 1; }

static void test_registers(void) {
    enum { RAX, RCX, RDX, RBX, RBP = 5, RSI, RDI, R8, R12 = 12, XMM0 = 16 };
    uint32_t m = that_matter("", "\tmovl %eax, %edx\n\tmovq %rcx, %rax\n\tret");
    expect(matters(m, RCX) && matters(m, RDI), "what is used later matters, and what the instruction uses");
    expect(!matters(m, RAX) && !matters(m, RDX) && !matters(m, RSI), "what is set before it is used does not");
    expect(matters(m, RBX) && matters(m, RBP) && matters(m, R12), "what the caller expects to be kept does");
    m = that_matter("\tpushq %rbx", "\tpopq %rbx\n\tret");
    expect(!matters(m, RBX), "unless it was saved");
    m = that_matter("", "\tmovb %cl, %dl\n\tret");
    expect(matters(m, RDX), "a part of a register that is set is not the register");
    m = that_matter("1:", "\tdecl %ecx\n\tjne 1b\n\tmovl $0, %edx\n\tret");
    expect(matters(m, RCX) && !matters(m, RDX), "a loop comes back");
    m = that_matter("", "\tje .L2\n\tmovl $1, %esi\n\tret\n.L2:\tmovl %esi, %eax\n\tret");
    expect(matters(m, RSI), "one of two ways is enough");
    m = that_matter("", "\tmovq %rbx, %rdi\n\tcall __tsan_read8@PLT\n\tmovl %r8d, %eax\n\tret");
    expect(!matters(m, RSI) && !matters(m, R8), "entry points take what they take, and calls keep nothing");
    m = that_matter("", "\tcall unknown\n\tret");
    expect(matters(m, RSI) && matters(m, R8) && matters(m, XMM0), "an unknown function may take anything");
    m = that_matter("", "\tcall g\n\tret\ng:\tmovl %esi, %eax\n\tret");
    expect(matters(m, RSI) && !matters(m, RCX), "a known one what it uses");
    m = that_matter("", "\tjmp *%rax");
    expect(matters(m, RSI) && matters(m, RDX), "nobody knows where this goes");
    m = that_matter("", "\tcqto\n\tret");
    expect(matters(m, RCX), "nor what this uses");
    m = that_matter("", "\txorl %ecx, %ecx\n\tmovl %ecx, %eax\n\tret");
    expect(!matters(m, RCX), "a register is cleared by itself");
    m = that_matter("", "\tmovaps %xmm0, %xmm1\n\tret");
    expect(matters(m, XMM0) && !matters(m, XMM0 + 1), "vectors");
}

/* Whatever is between the brackets, nothing bad happens. */
/* Instructions of the compiler at a place where it does not say what it does. */
static void test_generated(void) {
    enum { TOLD = 99, NOTHING = 98 };
    static const struct {
        const char *text;
        unsigned kind, size;
    } rows[] = {
        {"movq %rax, x(%rip)", LCT_ASM_STORE, 8},
        {"movnti %eax, (%rdi)", LCT_ASM_STORE, 4},
        {"movntpd %xmm0, (%rdi)", LCT_ASM_STORE, 16},
        {"vmovntdq %ymm0, (%rdi)", LCT_ASM_STORE, 32},
        {"vmovntdq %zmm3, (%rdi)", LCT_ASM_STORE, 64},
        {"vmovdqu64 (%rdi), %zmm3", LCT_ASM_LOAD, 64},
        {"vmovdqu (%rdi), %xmm3", LCT_ASM_LOAD, 16},
        {"vmovhps (%rdi), %xmm0, %xmm1", LCT_ASM_LOAD, 8},
        {"vmovss (%rdi), %xmm1", LCT_ASM_LOAD, 4},
        {"vlddqu (%rdi), %ymm3", LCT_ASM_LOAD, 32},
        {"vbroadcastss (%rdi), %ymm3", LCT_ASM_LOAD, 4},
        {"rep movsq", LCT_ASM_COPY, 8},
        {"fstpt (%rdi)", LCT_ASM_STORE, 16},
        {"movdiri %eax, (%rdi)", LCT_ASM_STORE, 4},
        {"vmovdqu32 (%rdi), %zmm0{%k1}{z}", TOLD, 0},
        {"vmovdqu32 %zmm0, (%rdi){%k1}", TOLD, 0},
        {"vpmaskmovd (%rdi), %ymm0, %ymm0", TOLD, 0},
        {"vpgatherdd %ymm2, (%rax,%ymm1,4), %ymm0", TOLD, 0},
        {"vpscatterdd %zmm0, (%rdx,%zmm1,4){%k1}", TOLD, 0},
        {"vpcompressd %zmm0, (%rdi){%k1}", TOLD, 0},
        {"maskmovdqu %xmm1, %xmm0", TOLD, 0},
        {"fxsave (%rdi)", TOLD, 0},
        {"rdrand %eax", TOLD, 0},
        {"pmaddwd (%rdi), %xmm0", NOTHING, 0},
        {"pmovzxbw (%rdi), %xmm0", NOTHING, 0},
        {"vpaddd (%rdi), %zmm1, %zmm0{%k1}", NOTHING, 0},
        {"pextrd $1, %xmm0, (%rdi)", NOTHING, 0},
        {"fildl (%rdi)", NOTHING, 0},
        {"movaps %xmm0, 16(%rsp)", LCT_ASM_STORE, 16},
        {"movq (%rbp), %rdi", LCT_ASM_LOAD, 8},
        {"fxsave 16(%rsp)", NOTHING, 0},
        {"movq %fs:16, %rax", NOTHING, 0},
        {"movaps .LC0(%rip), %xmm0", NOTHING, 0},
        {"clflush (%rdi)", NOTHING, 0},
        {"pxor %xmm0, %xmm0", NOTHING, 0},
        {"maskmovdqu", TOLD, 0},
    };
    lcd_gimple_places places = {0};
    if (!lc_push(NULL, &places, (uint64_t)7 << 32 | 3)) exit(2);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lince_text t = {0};
        lc_text_printf(&t,
                       "\t.type\tf, @function\nf:\n\t.loc 1 7 3 view .LVU1\n\t%s\n\t.loc 1 8 3\n\t%s\n\tret\n"
                       "\t.size\tf, .-f\n",
                       rows[i].text, rows[i].text);
        outcome o = rewrite_at(t.at, &places);
        uint32_t w = o.words[0][0];
        bool good = rows[i].kind == TOLD ? !o.calls && o.unseen == 1
                    : rows[i].kind == NOTHING
                        ? !o.calls && !o.unseen
                        : o.calls == 1 && !o.unseen && (w & 31) == rows[i].kind && (w & LCT_ASM_ANNOUNCED) &&
                              1u << (w >> LCT_ASM_SIZE_SHIFT & 31) == rows[i].size;
        if (!expect(good, "generated: %s", rows[i].text))
            printf("# %u calls, %u unseen, first word %#x\n", o.calls, o.unseen, w);
        drop(&o);
        lc_text_free(&t);
    }
    lc_vec_free(NULL, &places);
}

/* Each once; but one may be the end of another. */
static void test_recalled(void) {
    static const char kept[] =
        "lince:unseen:ab.c:7: x\0lince:unseen:b.c:7: x\0lince:unseen:ab.c:7: x\0lince:unseen:b.c:7: x";
    lince_text warnings = {0};
    lcd_uninstrumented_recall(&warnings, kept, sizeof kept);
    expect(!strcmp(lc_text(&warnings), "ab.c:7: x\nb.c:7: x\n"), "what is kept in a program is said once");
    lc_text_free(&warnings);
}

static void test_noise(void) {
    static const char *const pieces[] = {"lock",      ";",
                                         "\n",        " ",
                                         "(%rdi)",    "%rax",
                                         ",",         "$1",
                                         "movq",      "xchg",
                                         "#",         "/*",
                                         "*/",        "\"",
                                         "1:",        "%",
                                         ":",         "(",
                                         ")",         "\\",
                                         "#APP\n",    "rep",
                                         "%fs:",      "j",
                                         "#NO_APP\n", "=",
                                         ".if",       "$",
                                         "x",         "jmp 1b",
                                         "call",      "*",
                                         ".",         "cmpxchg16b",
                                         "%st",       "\t",
                                         ".size",     ".type f, @function\n",
                                         "-16(%rsp)", ".loc",
                                         "1:2:3",     "\nincl (%rdi)\n"};
    uint64_t seed = 88172645463325252u;
    unsigned lengths = 0;
    for (int round = 0; round < 20000; round++) {
        lince_text t = {0};
        lc_text_puts(&t, "\t.type f, @function\nf:\n#APP\n");
        for (int n = 0; n < 24; n++) {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            if (seed % 5 == 0) lc_text_putc(&t, (char)(seed >> 32));
            else lc_text_puts(&t, pieces[(seed >> 16) % (sizeof pieces / sizeof *pieces)]);
        }
        /* At its full length, so that reading beyond it is noticed where that is looked for. */
        char *copy = malloc(t.length);
        memcpy(copy, t.at, t.length);
        outcome o = {.calls = 0};
        if (lcd_assembly_rewrite(copy, t.length, NULL, &o.text, note, &o) != LINCE_DONE) exit(2);
        lengths += o.text.length > t.length;
        free(copy);
        lc_text_free(&t);
        drop(&o);
    }
    expect(lengths > 100, "noise is survived, and %u times something was found in it", lengths);
}

int main(void) {
    test_instructions();
    test_fences();
    test_left_alone();
    test_cleared();
    test_unseen();
    test_places();
    test_registers();
    test_generated();
    test_recalled();
    test_noise();
    return tap_end();
}
