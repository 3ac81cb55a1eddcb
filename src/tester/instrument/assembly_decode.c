/* The effect of an instruction on memory, from its text.  An instruction that is not in the tables and has a memory
 * operand is unknown. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "target/runtime/assembly.h"
#include "tester/instrument/assembly_parts.h"

/* ---- taking it apart ---- */

static bool is_prefix(lc_span word, lcd_instruction *i) {
    static const char *const others[] = {"data16", "addr32",  "cs",  "ds",    "es",
                                         "ss",     "notrack", "bnd", "rex64", "rex.w"};
    if (lc_span_is(word, "lock")) return i->lock = true;
    if (lc_span_is(word, "xacquire") || lc_span_is(word, "xrelease")) return i->prefixed = true;
    if (lc_span_begins(word, "rep") && word.length <= 5) return i->repeat = true;
    for (size_t n = 0; n < sizeof others / sizeof *others; n++)
        if (lc_span_is(word, others[n])) return i->prefixed = true;
    return false;
}

static lc_span take_word(lc_span *rest) {
    *rest = lc_span_trim(*rest);
    lc_span word = *rest;
    while (rest->length && !isspace((unsigned char)rest->at[0])) rest->at++, rest->length--;
    word.length = (size_t)(rest->at - word.at);
    return word;
}

void lcd_instruction_parse(lcd_instruction *i, lc_span text) {
    lc_span rest = text;
    do i->name = take_word(&rest);
    while (i->name.length && is_prefix(i->name, i));
    int depth = 0;
    rest = lc_span_trim(rest);
    for (size_t n = 0, start = 0; rest.length && n <= rest.length; n++) {
        if (n < rest.length && rest.at[n] == '(') depth++;
        if (n < rest.length && rest.at[n] == ')') depth--;
        if (n < rest.length && (rest.at[n] != ',' || depth > 0)) continue;
        if (i->operand_count < LCD_OPERANDS)
            i->operands[i->operand_count] = lc_span_trim((lc_span){rest.at + start, n - start});
        i->operand_count++;
        start = n + 1;
    }
}

bool lcd_is_memory(lc_span o) {
    if (!o.length || o.at[0] == '$' || o.at[0] == '*' || o.at[0] == '{') return false;
    return o.at[0] != '%' || memchr(o.at, ':', o.length);
}

unsigned lcd_register_of(lc_span operand, uint32_t *size) {
    static const char *const words[] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
    static const char *const bytes[] = {"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"};
    static const char *const high[] = {"ah", "ch", "dh", "bh"};
    char name[8] = "";
    unsigned number;
    int used = 0;
    *size = 0;
    if (operand.length < 3 || operand.length > sizeof name || operand.at[0] != '%') return LCT_ASM_NONE;
    memcpy(name, operand.at + 1, operand.length - 1);
    for (unsigned n = 0; n < 8; n++) {
        bool longer = strlen(name) == 3 && strcmp(name + 1, words[n]) == 0;
        if (strcmp(name, words[n]) == 0) return *size = 2, n;
        if (longer && (name[0] == 'e' || name[0] == 'r')) return *size = name[0] == 'e' ? 4 : 8, n;
        if (strcmp(name, bytes[n]) == 0) return *size = 1, n;
        if (n < 4 && strcmp(name, high[n]) == 0) return *size = 1, LCT_ASM_AH + n;
    }
    if (sscanf(name, "xmm%2u%n", &number, &used) == 1 && number < 16 && !name[used])
        return *size = 16, LCT_ASM_XMM + number;
    if (sscanf(name, "r%2u%n", &number, &used) != 1 || number < 8 || number > 15) return LCT_ASM_NONE;
    switch (name[used]) {
    case '\0': *size = 8; break;
    case 'd': *size = 4; break;
    case 'w': *size = 2; break;
    case 'b': *size = 1; break;
    default: return LCT_ASM_NONE;
    }
    return number;
}

/* ---- tables ---- */

enum shape {
    MOVES,     /* to the last operand */
    READS,     /* every operand */
    CHANGES,   /* the last operand, by the first one */
    STEPS,     /* the only operand, by one */
    EXCHANGES, /* both, at once */
    SHIFTS     /* the last operand, in whichever way */
};

/* Names without the letter that gives the number of bytes. */
static const struct {
    const char *name;
    enum shape shape;
    uint8_t kind, size; /* 0: given by the letter or the registers */
} table[] = {
    {"mov", MOVES, LCT_ASM_STORE, 0},
    {"movnti", MOVES, LCT_ASM_STORE, 0},
    {"movdiri", MOVES, LCT_ASM_STORE, 0},
    {"movd", MOVES, LCT_ASM_STORE, 4},
    {"movss", MOVES, LCT_ASM_STORE, 4},
    {"movsd", MOVES, LCT_ASM_STORE, 8},
    {"movlps", MOVES, LCT_ASM_STORE, 8},
    {"movlpd", MOVES, LCT_ASM_STORE, 8},
    {"movaps", MOVES, LCT_ASM_STORE, 16},
    {"movapd", MOVES, LCT_ASM_STORE, 16},
    {"movups", MOVES, LCT_ASM_STORE, 16},
    {"movupd", MOVES, LCT_ASM_STORE, 16},
    {"movdqa", MOVES, LCT_ASM_STORE, 16},
    {"movdqu", MOVES, LCT_ASM_STORE, 16},
    {"movntdq", MOVES, LCT_ASM_STORE, 16},
    {"movntps", MOVES, LCT_ASM_STORE, 16},
    {"movntpd", MOVES, LCT_ASM_STORE, 16},
    {"movntq", MOVES, LCT_ASM_STORE, 8},
    {"movntdqa", MOVES, LCT_ASM_STORE, 16},
    {"lddqu", MOVES, LCT_ASM_STORE, 16},
    {"cmp", READS, LCT_ASM_LOAD, 0},
    {"test", READS, LCT_ASM_LOAD, 0},
    {"mul", READS, LCT_ASM_LOAD, 0},
    {"imul", READS, LCT_ASM_LOAD, 0},
    {"div", READS, LCT_ASM_LOAD, 0},
    {"idiv", READS, LCT_ASM_LOAD, 0},
    {"push", READS, LCT_ASM_LOAD, 0},
    {"popcnt", READS, LCT_ASM_LOAD, 0},
    {"bsf", READS, LCT_ASM_LOAD, 0},
    {"bsr", READS, LCT_ASM_LOAD, 0},
    {"tzcnt", READS, LCT_ASM_LOAD, 0},
    {"lzcnt", READS, LCT_ASM_LOAD, 0},
    {"bt", READS, LCT_ASM_BIT_TEST, 0},
    {"add", CHANGES, LCT_ASM_ADD, 0},
    {"adc", CHANGES, LCT_ASM_ADD_CARRY, 0},
    {"sub", CHANGES, LCT_ASM_SUB, 0},
    {"sbb", CHANGES, LCT_ASM_SUB_BORROW, 0},
    {"and", CHANGES, LCT_ASM_AND, 0},
    {"or", CHANGES, LCT_ASM_OR, 0},
    {"xor", CHANGES, LCT_ASM_XOR, 0},
    {"xadd", CHANGES, LCT_ASM_ADD, 0},
    {"cmpxchg", CHANGES, LCT_ASM_COMPARE_EXCHANGE, 0},
    {"bts", CHANGES, LCT_ASM_BIT_SET, 0},
    {"btr", CHANGES, LCT_ASM_BIT_RESET, 0},
    {"btc", CHANGES, LCT_ASM_BIT_COMPLEMENT, 0},
    {"inc", STEPS, LCT_ASM_ADD, 0},
    {"dec", STEPS, LCT_ASM_SUB, 0},
    {"not", STEPS, LCT_ASM_NOT, 0},
    {"neg", STEPS, LCT_ASM_NEGATE, 0},
    {"cmpxchg8b", STEPS, LCT_ASM_COMPARE_EXCHANGE, 8},
    {"cmpxchg16b", STEPS, LCT_ASM_COMPARE_EXCHANGE, 16},
    {"xchg", EXCHANGES, LCT_ASM_EXCHANGE, 0},
    {"shl", SHIFTS, LCT_ASM_MODIFY, 0},
    {"sal", SHIFTS, LCT_ASM_MODIFY, 0},
    {"shr", SHIFTS, LCT_ASM_MODIFY, 0},
    {"sar", SHIFTS, LCT_ASM_MODIFY, 0},
    {"rol", SHIFTS, LCT_ASM_MODIFY, 0},
    {"ror", SHIFTS, LCT_ASM_MODIFY, 0},
    {"rcl", SHIFTS, LCT_ASM_MODIFY, 0},
    {"rcr", SHIFTS, LCT_ASM_MODIFY, 0},
    {"shld", SHIFTS, LCT_ASM_MODIFY, 0},
    {"shrd", SHIFTS, LCT_ASM_MODIFY, 0},
};
enum { TABLE = sizeof table / sizeof *table };

static bool is_listed(lc_span name, const char *const *list) {
    for (; *list; list++)
        if (lc_span_is(name, *list)) return true;
    return false;
}

/* Those whose operand is an address, or only a hint; and system calls, which the runtime sees (runtime/world). */
static bool touches_nothing(lc_span name) {
    static const char *const families[] = {"lea", "nop", "prefetch", "clflush", "clwb", "endbr", "cldemote", "syscall"};
    for (size_t n = 0; n < sizeof families / sizeof *families; n++)
        if (lc_span_begins(name, families[n])) return true;
    return false;
}

/* Instructions whose text does not show the memory they touch, or their other effects. */
static bool is_obscure(const lcd_instruction *i) {
    lc_span name = i->name;
    static const char *const strings[] = {"movs", "stos", "lods", "cmps", "scas", "ins", "outs"};
    static const char *const others[] = {"sysenter", "int",    "xlat", "xlatb",  "maskmovdqu", "maskmovq", "xbegin",
                                         "xabort",   "xsetbv", "in",   "insert", "enqcmd",     NULL};
    for (size_t n = 0; n < sizeof strings / sizeof *strings && !i->operand_count; n++) {
        size_t length = strlen(strings[n]);
        if (lc_span_begins(name, strings[n]) &&
            (name.length == length || (name.length == length + 1 && strchr("bwlqd", name.at[length]))))
            return true;
    }
    return is_listed(name, others);
}

static const char *const clocks[] = {"rdtsc", "rdtscp", NULL};
static const char *const chance[] = {"rdrand", "rdseed", "rdpid", "rdpmc", "rdrandl", "rdrandq", NULL};
static const char *const near_only[] = {"loop",  "loope", "loopz", "loopne", "loopnz", "jcxz",
                                        "jecxz", "jrcxz", "loopq", "xbegin", NULL};

static uint32_t letter_size(char letter) {
    return letter == 'b' ? 1 : letter == 'w' ? 2 : letter == 'l' ? 4 : letter == 'q' ? 8 : 0;
}

/* ---- putting it together ---- */

static int find_row(lc_span name, uint32_t *size) {
    *size = 0;
    for (int n = 0; n < TABLE; n++)
        if (lc_span_is(name, table[n].name)) return *size = table[n].size, n;
    lc_span shorter = {name.at, name.length ? name.length - 1 : 0};
    uint32_t letter = name.length ? letter_size(name.at[shorter.length]) : 0;
    for (int n = 0; letter && n < TABLE; n++)
        if (!table[n].size && lc_span_is(shorter, table[n].name)) return *size = letter, n;
    return -1;
}

static uint32_t size_by_registers(const lcd_instruction *i, bool shifts) {
    for (uint32_t n = 0; n < i->operand_count && n < LCD_OPERANDS; n++) {
        uint32_t size;
        bool how_far = shifts && lc_span_is(i->operands[n], "%cl");
        if (!how_far && lcd_register_of(i->operands[n], &size) < LCT_ASM_XMM) return size;
    }
    return 0;
}

/* The operand that is no memory, as far as its value is known. */
static void take_operand(lcd_decoded *d, lc_span o) {
    uint32_t size;
    d->operand = (uint8_t)lcd_register_of(o, &size);
    char text[24] = "", *end;
    if (o.length < 2 || o.length > sizeof text || o.at[0] != '$') return;
    memcpy(text, o.at + 1, o.length - 1);
    long long value = strtoll(text, &end, 0);
    if (*end || value < INT32_MIN || value > UINT32_MAX) return;
    d->operand = LCT_ASM_IMMEDIATE;
    d->immediate = (int32_t)(uint32_t)value;
}

static bool is_stack(lc_span memory) {
    return lc_span_contains(memory, "(%rsp)") || lc_span_contains(memory, "(%esp)");
}

/* `lock addl $0, (%rsp)` and its like only order the accesses around them. */
static bool is_locked_fence(const lcd_decoded *d) {
    return d->atomic && is_stack(d->memory) && d->operand == LCT_ASM_IMMEDIATE &&
           (d->kind == LCT_ASM_AND ? d->immediate == -1 : d->immediate == 0);
}

static lcd_decoded fence(uint8_t which) {
    return (lcd_decoded){.meaning = LCD_MEANS_FENCE, .kind = LCT_ASM_FENCE, .operand = which, .size = 1};
}

static bool decode_fence(const lcd_instruction *i, lcd_decoded *d) {
    static const char *const names[] = {
        [LCT_ASM_FENCE_ALL] = "mfence", [LCT_ASM_FENCE_LOADS] = "lfence", [LCT_ASM_FENCE_STORES] = "sfence"};
    for (uint8_t n = 0; n < sizeof names / sizeof *names; n++) {
        if (!lc_span_is(i->name, names[n])) continue;
        *d = fence(n);
        return true;
    }
    return false;
}

/* Names that carry a condition or two sizes. */
static bool decode_family(const lcd_instruction *i, lcd_decoded *d) {
    lc_span name = i->name;
    bool extends = lc_span_begins(name, "movz") || lc_span_begins(name, "movs");
    if (lc_span_begins(name, "set") && name.length <= 6 && i->operand_count == 1) {
        d->kind = LCT_ASM_STORE;
        d->size = 1;
    } else if (lc_span_begins(name, "cmov") && i->operand_count == 2) {
        d->kind = LCT_ASM_LOAD;
        d->size = size_by_registers(i, false);
    } else if (extends && name.length == 6 && letter_size(name.at[5]) && i->operand_count == 2) {
        d->kind = LCT_ASM_LOAD;
        d->size = letter_size(name.at[4]);
    } else return false;
    return d->size != 0;
}

static bool decode_listed(const lcd_instruction *i, lcd_decoded *d, uint32_t which) {
    int row = find_row(i->name, &d->size);
    if (row < 0) return false;
    bool last = which + 1 == i->operand_count;
    enum shape shape = table[row].shape;
    if (!d->size) d->size = size_by_registers(i, shape == SHIFTS);
    d->kind = table[row].kind;
    lc_span other = i->operand_count == 2 ? i->operands[!which] : (lc_span){"", 0};
    take_operand(d, other);
    switch (shape) {
    case MOVES:
        if (i->operand_count != 2) return false;
        if (!last) d->kind = LCT_ASM_LOAD;
        break;
    case READS:
        if (d->kind == LCT_ASM_BIT_TEST && (!last || i->operand_count != 2)) return false;
        break;
    case CHANGES:
        if (i->operand_count != 2) return false;
        if (!last) d->kind = LCT_ASM_LOAD;
        else d->plain = !i->lock;
        break;
    case STEPS:
        if (i->operand_count != 1) return false;
        d->plain = !i->lock;
        if (d->kind != LCT_ASM_ADD && d->kind != LCT_ASM_SUB) break;
        d->operand = LCT_ASM_IMMEDIATE;
        d->immediate = 1;
        break;
    case EXCHANGES:
        if (i->operand_count != 2) return false;
        d->atomic = true;
        break;
    case SHIFTS:
        if (!last) return false;
        d->plain = true;
        break;
    }
    d->atomic |= i->lock;
    return d->size != 0;
}

static lcd_assembly_meaning meaning_without_memory(const lcd_instruction *i) {
    bool branches = lc_span_begins(i->name, "j") || lc_span_begins(i->name, "call");
    if (is_listed(i->name, near_only)) return LCD_MEANS_DISTANCE;
    if (is_listed(i->name, chance)) return LCD_MEANS_CHANCE;
    if (is_listed(i->name, clocks)) return LCD_MEANS_CLOCK;
    if (branches && i->operand_count == 1) {
        lc_span to = i->operands[0];
        if (to.length && to.at[0] == '*')
            return to.length > 1 && to.at[1] == '%' ? LCD_MEANS_NOTHING : LCD_MEANS_UNKNOWN;
        return to.length > 1 && to.at[0] == '.' && !isalnum((unsigned char)to.at[1]) && to.at[1] != '_'
                   ? LCD_MEANS_DISTANCE
                   : LCD_MEANS_NOTHING;
    }
    return is_obscure(i) ? LCD_MEANS_UNKNOWN : LCD_MEANS_NOTHING;
}

lcd_decoded lcd_instruction_decode(const lcd_instruction *i) {
    lcd_decoded d = {.operand = LCT_ASM_NONE};
    uint32_t which = LCD_OPERANDS, memories = 0;
    if (decode_fence(i, &d)) return d;
    for (uint32_t n = 0; n < i->operand_count && n < LCD_OPERANDS; n++)
        if (lcd_is_memory(i->operands[n])) {
            which = n;
            memories++;
        }
    lcd_assembly_meaning simple = meaning_without_memory(i);
    bool branches = lc_span_begins(i->name, "j") || lc_span_begins(i->name, "call") || lc_span_begins(i->name, "loop");
    if (!memories || branches || simple != LCD_MEANS_NOTHING) {
        d.meaning = simple;
        d.atomic = i->lock;
        if (simple == LCD_MEANS_CLOCK) {
            d.kind = LCT_ASM_CLOCK;
            d.size = 8;
            d.operand = lc_span_is(i->name, "rdtscp") ? LCT_ASM_RCX : LCT_ASM_NONE;
        }
        return d;
    }
    if (touches_nothing(i->name)) return d;
    d.atomic = i->lock || lc_span_begins(i->name, "xchg");
    d.meaning = LCD_MEANS_UNKNOWN;
    d.memory = i->operands[which];
    /* The table of addresses is filled in before the program runs. */
    if (lc_span_contains(d.memory, "@GOT")) {
        d.meaning = LCD_MEANS_NOTHING;
        return d;
    }
    bool segment = memchr(d.memory.at, ':', d.memory.length) != NULL;
    if (memories > 1 || i->operand_count > LCD_OPERANDS || segment || i->repeat || i->prefixed) return d;
    if (!decode_listed(i, &d, which) && !decode_family(i, &d)) return d;
    if (is_locked_fence(&d)) return fence(LCT_ASM_FENCE_ALL);
    d.meaning = LCD_MEANS_ACCESS;
    return d;
}
