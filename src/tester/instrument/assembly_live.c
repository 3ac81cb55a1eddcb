/* Which registers matter where: those whose value may still be used.
 *
 * A loop that waits is recognized by the thread coming back in the same state (src/target/runtime/retry.h), and between
 * two rounds a call may leave anything in a register that is not read.  So this is the textbook's liveness, over all
 * statements of the file.  Where the analysis has no answer, a register matters: that can cost time, but nothing else.
 * One that does not matter may be overwritten before a step (assembly.c), so that an error here changes the program.
 */
#include <ctype.h>
#include <stdlib.h>

#include "target/runtime/assembly.h"
#include "tester/instrument/assembly_parts.h"

#define BIT(n)      ((lcd_registers)1 << (n))
#define ALL         (BIT(34) - 1)
#define ALL_XMM     ((lcd_registers)0xffff0000u)
#define ARGUMENTS   (BIT(LCT_ASM_RDI) | BIT(LCT_ASM_RSI) | BIT(LCT_ASM_RDX) | BIT(LCT_ASM_RCX) | BIT(8) | BIT(9))
#define KEPT        (BIT(LCT_ASM_RBX) | BIT(LCT_ASM_RSP) | BIT(LCT_ASM_RBP) | (lcd_registers)0xf000)
#define BY_CALLS    (ARGUMENTS | BIT(LCT_ASM_RAX) | BIT(10) | BIT(11) | ALL_XMM | LCD_FLAGS_REGISTER | LCD_WIDE_REGISTERS)
#define TO_CALLS    (ARGUMENTS | BIT(10) | (lcd_registers)0x00ff0000u | LCD_WIDE_REGISTERS)
#define BY_RETURN   (BIT(LCT_ASM_RAX) | BIT(LCT_ASM_RDX) | BIT(16) | BIT(17) | LCD_WIDE_REGISTERS | KEPT)
#define BY_ANYTHING (BIT(LCT_ASM_RAX) | BIT(LCT_ASM_RCX) | BIT(LCT_ASM_RDX) | BIT(LCT_ASM_RSI) | BIT(LCT_ASM_RDI))

enum { NOWHERE = -1, ANYWHERE = -2, MOST_ROUNDS = 100 };

typedef struct effect {
    lcd_registers uses, sets;
    int32_t jumps_to, calls; /* a statement, or one of the above */
    bool falls;              /* the next statement may follow */
} effect;

/* ---- registers in text ---- */

static lcd_registers bit_of(unsigned number) {
    if (number == LCT_ASM_NONE) return 0;
    if (number >= LCT_ASM_XMM) return BIT(16 + number - LCT_ASM_XMM);
    return BIT(number >= LCT_ASM_AH ? number - LCT_ASM_AH : number);
}

static bool is_wide(lc_span name) {
    return lc_span_begins(name, "%ymm") || lc_span_begins(name, "%zmm") || lc_span_begins(name, "%mm") ||
           lc_span_begins(name, "%st") || lc_span_begins(name, "%k") || lc_span_begins(name, "%tmm") ||
           (lc_span_begins(name, "%xmm") && name.length == 6 && (name.at[4] > '1' || name.at[5] > '5'));
}

static lc_span next_register(lc_span *rest) {
    const char *percent = rest->length ? memchr(rest->at, '%', rest->length) : NULL;
    if (!percent) return (lc_span){NULL, 0};
    lc_span name = {percent, 1};
    size_t room = rest->length - (size_t)(percent - rest->at);
    while (name.length < room && isalnum((unsigned char)percent[name.length])) name.length++;
    *rest = (lc_span){percent + name.length, room - name.length};
    return name;
}

static lcd_registers mentioned(lc_span text) {
    lcd_registers found = 0;
    for (lc_span name; (name = next_register(&text)).at;) {
        uint32_t size;
        found |= is_wide(name) ? LCD_WIDE_REGISTERS : bit_of(lcd_register_of(name, &size));
    }
    return found;
}

/* `fldt x` and its like work on a stack of registers that they do not name. */
static bool is_on_stack(lc_span name) { return name.length && name.at[0] == 'f'; }

bool lcd_mentions_wide(lc_span text) { return (mentioned(text) & LCD_WIDE_REGISTERS) != 0 || is_on_stack(text); }

/* ---- labels ---- */

typedef struct label {
    lc_span name;
    int32_t statement;
} label;
typedef struct labels {
    LC_VEC(label) list;
    bool handlers; /* of exceptions are among them */
} labels;

static int by_name(const void *a, const void *b) {
    const label *x = a, *y = b;
    if (x->name.length != y->name.length) return x->name.length < y->name.length ? -1 : 1;
    return memcmp(x->name.at, y->name.at, x->name.length);
}

/* `1b` is the last label 1 before here, `1f` the next one. */
static int32_t find_numbered(const lcd_statements *s, uint32_t from, lc_span to) {
    lc_span name = {to.at, to.length - 1};
    bool back = to.at[to.length - 1] == 'b';
    for (int64_t i = from; i >= 0 && i < s->count; i += back ? -1 : 1) {
        const lcd_statement *at = &s->at[i];
        if (at->kind == LCD_LABEL && at->text.length == name.length && !memcmp(at->text.at, name.at, name.length))
            return (int32_t)i;
    }
    return ANYWHERE;
}

static int32_t find_label(const lcd_statements *s, const labels *all, uint32_t from, lc_span to) {
    const char *at = memchr(to.at, '@', to.length);
    if (at) to.length = (size_t)(at - to.at);
    if (to.length > 1 && isdigit((unsigned char)to.at[0])) return find_numbered(s, from, to);
    label wanted = {.name = to};
    const label *found =
        all->list.count ? bsearch(&wanted, all->list.at, all->list.count, sizeof wanted, by_name) : NULL;
    return found ? found->statement : ANYWHERE;
}

/* ---- the registers that instructions use and set ---- */

static bool has_name(const lcd_instruction *i, const char *const *list) {
    static const char letters[] = "bwlq";
    for (; *list; list++)
        if (lc_span_begins(i->name, *list)) {
            size_t more = i->name.length - strlen(*list);
            if (!more || (more == 1 && strchr(letters, i->name.at[i->name.length - 1]))) return true;
        }
    return false;
}

static const char *const sets_flags[] = {"add",  "sub", "and",  "or",      "xor", "cmp",
                                         "test", "neg", "xadd", "cmpxchg", NULL};
static const char *const uses_flags[] = {"adc", "sbb", "rcl", "rcr", "pushf", "lahf", "cmc", NULL};
static const char *const says_all[] = {"add", "sub", "and",  "or",    "xor",   "cmp",     "test",   "neg",  "not",
                                       "inc", "dec", "adc",  "sbb",   "shl",   "shr",     "sar",    "sal",  "rol",
                                       "ror", "bt",  "bts",  "btr",   "btc",   "xadd",    "xchg",   "push", "nop",
                                       "lea", "mov", "pop",  "leave", "pause", "mfence",  "lfence", "ud2",  "sfence",
                                       "bsf", "bsr", "pxor", "xorps", "xorpd", "endbr64", NULL};
static const char *const sets_last[] = {"mov",    "movabs", "lea",    "pop",    "movaps", "movapd",
                                        "movups", "movupd", "movdqa", "movdqu", "movd",   "movzb",
                                        "movzw",  "movsb",  "movsw",  "movsl",  NULL};
static const char *const clears[] = {"xor", "sub", "pxor", "xorps", "xorpd", NULL};

/* The arguments of the runtime's entry points; other functions may take all there are. */
static lcd_registers arguments_of(lc_span function) {
    static const lcd_registers first = BIT(LCT_ASM_RDI), second = first | BIT(LCT_ASM_RSI),
                               third = second | BIT(LCT_ASM_RDX);
    if (lc_span_begins(function, "sched_yield") || lc_span_begins(function, "__tsan_func_exit")) return 0;
    if (!lc_span_begins(function, "__tsan_")) return TO_CALLS;
    if (lc_span_begins(function, "__tsan_atomic128") || lc_span_contains(function, "compare_exchange"))
        return ARGUMENTS;
    if (lc_span_contains(function, "_load") || lc_span_contains(function, "_range") ||
        lc_span_contains(function, "vptr_update"))
        return second;
    return lc_span_contains(function, "atomic") || lc_span_contains(function, "mem") ? third : first;
}

static void understand_call(effect *e, const lcd_statements *s, const labels *all, uint32_t number, lc_span to) {
    e->sets = BY_CALLS;
    if (all->handlers) e->uses |= KEPT; /* one of them may be where it goes on */
    if (to.length && to.at[0] == '*') e->uses |= TO_CALLS;
    else if ((e->calls = find_label(s, all, number, to)) < 0) e->uses |= arguments_of(to);
}

static void understand_jump(effect *e, const lcd_statements *s, const labels *all, uint32_t number, lc_span to,
                            bool always) {
    bool computed = to.length && to.at[0] == '*';
    e->falls = !always;
    e->jumps_to = computed || !to.length ? ANYWHERE : find_label(s, all, number, to);
    if (!always) e->uses |= LCD_FLAGS_REGISTER;
}

static void understand_other(effect *e, const lcd_instruction *i) {
    lc_span last =
        i->operand_count && i->operand_count <= LCD_OPERANDS ? i->operands[i->operand_count - 1] : (lc_span){"", 0};
    uint32_t size;
    lcd_registers result = bit_of(lcd_register_of(last, &size));
    bool conditional = lc_span_begins(i->name, "set") || lc_span_begins(i->name, "cmov");
    if (conditional || has_name(i, uses_flags)) e->uses |= LCD_FLAGS_REGISTER;
    if (has_name(i, sets_flags)) e->sets |= LCD_FLAGS_REGISTER;
    if (lc_span_begins(i->name, "cmpxchg"))
        e->uses |= i->operand_count == 1 ? BY_ANYTHING | BIT(LCT_ASM_RBX) : BIT(LCT_ASM_RAX);
    else if (i->repeat || !(has_name(i, says_all) || (has_name(i, sets_last) && i->operand_count) || conditional ||
                            (has_name(i, (const char *const[]){"imul", NULL}) && i->operand_count > 1)))
        e->uses |= BY_ANYTHING;
    if (lc_span_begins(i->name, "leave")) e->uses |= BIT(LCT_ASM_RBP);
    if (is_on_stack(i->name)) e->uses |= LCD_WIDE_REGISTERS;
    bool same = i->operand_count == 2 && i->operands[0].length == last.length &&
                memcmp(i->operands[0].at, last.at, last.length) == 0;
    if (!result || size < 4) return;
    if (same && has_name(i, clears)) {
        e->uses &= ~result;
        e->sets |= result;
    } else if (has_name(i, sets_last)) {
        e->sets |= result;
        lcd_registers elsewhere = 0;
        for (uint32_t n = 0; n + 1 < i->operand_count; n++) elsewhere |= mentioned(i->operands[n]);
        if (!(elsewhere & result)) e->uses &= ~result;
    }
}

static effect understand(const lcd_statements *s, const labels *all, uint32_t number) {
    effect e = {.jumps_to = NOWHERE, .calls = NOWHERE, .falls = true};
    /* What comes behind the last call of a function, which does not return, is no code of it: and an exception may pass
     * through here to a caller that wants its registers. */
    lc_span text = s->at[number].text;
    bool ends = lc_span_begins(text, ".cfi_endproc") || lc_span_begins(text, ".size");
    if (s->at[number].kind == LCD_DIRECTIVE && ends) e.uses = KEPT;
    if (s->at[number].kind != LCD_INSTRUCTION) return e;
    lcd_instruction i = {.operand_count = 0};
    lcd_instruction_parse(&i, s->at[number].text);
    e.uses = mentioned(s->at[number].text);
    lc_span to = i.operand_count ? i.operands[0] : (lc_span){"", 0};
    if (lc_span_begins(i.name, "call")) understand_call(&e, s, all, number, to);
    else if (lc_span_begins(i.name, "ret")) {
        e.uses |= BY_RETURN;
        e.falls = false;
    } else if (lc_span_begins(i.name, "j")) understand_jump(&e, s, all, number, to, lc_span_begins(i.name, "jmp"));
    else if (lc_span_begins(i.name, "loop")) e.jumps_to = ANYWHERE;
    else if (i.name.length) understand_other(&e, &i);
    return e;
}

/* ---- the whole ---- */

static bool collect_labels(labels *all, const lcd_statements *s) {
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->at[i].kind == LCD_DIRECTIVE && lc_span_begins(s->at[i].text, ".cfi_lsda")) all->handlers = true;
        if (s->at[i].kind != LCD_LABEL) continue;
        label l = {s->at[i].text, (int32_t)i};
        if (!lc_push(NULL, &all->list, l)) return false;
    }
    if (all->list.count) qsort(all->list.at, all->list.count, sizeof *all->list.at, by_name);
    return true;
}

static bool one_round(const effect *effects, lcd_registers *live, uint32_t count) {
    bool changed = false;
    for (uint32_t i = count; i--;) {
        const effect *e = &effects[i];
        lcd_registers after = e->falls ? (i + 1 < count ? live[i + 1] : ALL) : 0, uses = e->uses;
        if (e->jumps_to == ANYWHERE) after = ALL;
        else if (e->jumps_to >= 0) after |= live[e->jumps_to];
        if (e->calls >= 0) uses |= live[e->calls] & TO_CALLS;
        lcd_registers before = uses | (after & ~e->sets);
        changed |= before != live[i];
        live[i] = before;
    }
    return changed;
}

lcd_registers *lcd_registers_that_matter(const lcd_statements *s) {
    labels all = {.handlers = false};
    effect *effects = calloc(s->count + 1, sizeof *effects);
    lcd_registers *live = calloc(s->count + 1, sizeof *live);
    bool good = effects && live && collect_labels(&all, s);
    for (uint32_t i = 0; i < s->count && good; i++) effects[i] = understand(s, &all, i);
    unsigned rounds = 0;
    while (good && one_round(effects, live, s->count))
        if (++rounds == MOST_ROUNDS) { /* it grows; so halfway it may still be too small */
            for (uint32_t i = 0; i < s->count; i++) live[i] = ALL;
            break;
        }
    lc_vec_free(NULL, &all.list);
    free(effects);
    if (good) return live;
    free(live);
    return NULL;
}
