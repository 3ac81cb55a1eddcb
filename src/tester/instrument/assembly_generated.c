/* The effect on memory of an instruction that gcc generated where it passes a structure on, or for an intrinsic.  The
 * values it moves do not matter here, only the address and the size: so these are more than in assembly_decode.c.
 *
 * At such places there are also instructions whose memory gcc did announce: a load that became an operand of another
 * instruction.  To announce it once more does no harm; if it is not understood, no warning may be printed.
 */
#include "target/runtime/assembly.h"
#include "tester/instrument/assembly_parts.h"

/* `rep movsq`, which copies a structure. */
static bool is_copying(const lcd_instruction *i, lcd_decoded *d) {
    static const char letters[] = "bwlq";
    const char *letter = i->name.length == 5 ? strchr(letters, i->name.at[4]) : NULL;
    if (i->operand_count || !letter || !*letter || !lc_span_begins(i->name, "movs")) return false;
    *d = (lcd_decoded){.meaning = LCD_MEANS_ACCESS,
                       .kind = LCT_ASM_COPY,
                       .size = 1u << (letter - letters),
                       .operand = LCT_ASM_NONE,
                       .plain = i->repeat,
                       .memory = {"(%rsi)", 6}};
    return true;
}

/* Names without the `v` of AVX. */
static const struct {
    const char *name;
    uint8_t size;  /* 0: that of the vector register */
    uint8_t alone; /* the access if it has one operand */
} moves[] = {
    {"fldt", 16, LCT_ASM_LOAD}, {"fstpt", 16, LCT_ASM_STORE},
    {"movhps", 8, 0},           {"movhpd", 8, 0},
    {"movlps", 8, 0},           {"movlpd", 8, 0},
    {"movddup", 8, 0},          {"movaps", 0, 0},
    {"movapd", 0, 0},           {"movups", 0, 0},
    {"movupd", 0, 0},           {"movdqa", 0, 0},
    {"movdqa32", 0, 0},         {"movdqa64", 0, 0},
    {"movdqu", 0, 0},           {"movdqu8", 0, 0},
    {"movdqu16", 0, 0},         {"movdqu32", 0, 0},
    {"movdqu64", 0, 0},         {"movntps", 0, 0},
    {"movntpd", 0, 0},          {"movntdq", 0, 0},
    {"movntdqa", 0, 0},         {"lddqu", 0, 0},
    {"broadcastss", 4, 0},      {"broadcastsd", 8, 0},
    {"broadcastf128", 16, 0},   {"broadcasti128", 16, 0},
};

static uint32_t size_of_vectors(lc_span text) {
    if (lc_span_contains(text, "%zmm")) return 64;
    if (lc_span_contains(text, "%ymm")) return 32;
    return lc_span_contains(text, "%xmm") ? 16 : 0;
}

static bool decode_move(const lcd_instruction *i, lc_span text, lcd_decoded *d) {
    lc_span name = lc_span_begins(i->name, "v") ? lc_span_from(i->name, 1) : i->name;
    bool first = lcd_is_memory(i->operands[0]);
    for (size_t n = 0; n < sizeof moves / sizeof *moves; n++) {
        if (!lc_span_is(name, moves[n].name)) continue;
        d->kind = i->operand_count == 1 ? moves[n].alone : first ? LCT_ASM_LOAD : LCT_ASM_STORE;
        d->size = moves[n].size ? moves[n].size : size_of_vectors(text);
        d->operand = LCT_ASM_NONE;
        return d->size != 0;
    }
    return false;
}

static bool has_memory(const lcd_instruction *i) {
    for (uint32_t n = 0; n < i->operand_count && n < LCD_OPERANDS; n++)
        if (lcd_is_memory(i->operands[n])) return true;
    return false;
}

/* Not understood: is it sure that gcc announced its memory, because it computes with it? */
static bool is_computing(const lcd_instruction *i) {
    static const char *const of_their_own[] = {"mov", "gather", "expand", "broadcast"};
    static const char *const with_it[] = {"extr", "pmovzx", "pmovsx"};
    for (size_t n = 0; n < sizeof with_it / sizeof *with_it; n++)
        if (lc_span_contains(i->name, with_it[n])) return true;
    if (i->operand_count == 1) return lc_span_begins(i->name, "f") && !lc_span_begins(i->name, "fx");
    if (i->operand_count <= LCD_OPERANDS && lcd_is_memory(i->operands[i->operand_count - 1])) return false;
    for (size_t n = 0; n < sizeof of_their_own / sizeof *of_their_own; n++)
        if (lc_span_contains(i->name, of_their_own[n])) return false;
    return true;
}

lcd_decoded lcd_generated_decode(const lcd_instruction *i, lc_span text) {
    lcd_decoded d;
    lcd_instruction plain = *i;
    if (is_copying(i, &d)) return d;
    if (lc_span_contains(i->name, "maskmov") && !has_memory(i))
        return (lcd_decoded){.meaning = LCD_MEANS_UNKNOWN, .memory = {"(%rdi)", 6}};
    if (lc_span_begins(i->name, "vmov") && size_of_vectors(text) == 16) plain.name = lc_span_from(i->name, 1);
    d = lcd_instruction_decode(&plain);
    if (!d.memory.length || d.meaning == LCD_MEANS_NOTHING) return d;
    /* With a mask it is not known how much of it. */
    if (lc_span_contains(text, "{%k")) d.meaning = LCD_MEANS_UNKNOWN;
    else if (decode_move(i, text, &d)) d.meaning = LCD_MEANS_ACCESS;
    if (d.meaning == LCD_MEANS_UNKNOWN && is_computing(i)) d.meaning = LCD_MEANS_NOTHING;
    return d;
}
