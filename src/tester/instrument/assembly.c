/* Instructions of inline assembly that touch memory get a call of the runtime before them, as target/runtime/assembly.h
 * describes, and so do those that gcc generated where its dump does not describe them.  All else stays as it is, byte
 * for byte.
 *
 * Functions that are written in assembly altogether are left alone: their use of the stack is unknown.  The same holds
 * for code that contains distances, and for code in another syntax.
 */
#define _GNU_SOURCE /* memrchr */
#include "tester/instrument/assembly.h"

#include <assert.h>
#include <stdlib.h>

#include "target/runtime/assembly.h"
#include "tester/instrument/assembly_parts.h"

typedef struct rewriting {
    lince_text *out;
    lcd_on_uninstrumented tell;
    void *context;
    const lcd_statements *statements;
    const lcd_registers *live;
    const lcd_gimple_places *places;
    const char *copied;         /* the text before it has been written */
    bool wide;                  /* registers beyond xmm0 to xmm15 are in use */
    uint32_t points, announced; /* calls put before inline assembly, and before the compiler's own */

    lc_span function; /* where we are; none: outside */
    bool told;        /* it declares its accesses itself, by lince_atomic_begin */
    bool other_syntax, other_section, fixed_layout;
} rewriting;

/* ---- one instruction ---- */

static void put_word(lince_text *out, uint32_t word) {
    lc_text_printf(out, "\t.byte 0x0f, 0x1f, 0x80\n\t.long %#x\n", word);
}

/* The address of an operand when the stack pointer has moved by one word.  Before the last bracket, where its registers
 * are, may be other brackets: `(2*8)(%rsp)`. */
static void put_address(lince_text *out, lc_span memory) {
    const char *open = memrchr(memory.at, '(', memory.length);
    size_t before = open ? (size_t)(open - memory.at) : memory.length;
    lc_span base = open ? lc_span_trim((lc_span){open + 1, memory.length - before - 1}) : (lc_span){"", 0};
    if (lc_span_begins(base, "%rsp") || lc_span_begins(base, "%esp"))
        lc_text_puts(out, !before ? "8" : memory.at[0] == '-' ? "8" : "8+");
    lc_text_add(out, memory.at, memory.length);
}

static void put_point(rewriting *r, const lcd_decoded *d, lcd_registers live, uint32_t flags) {
    uint32_t power = (uint32_t)__builtin_ctz(d->size);
    uint32_t what = flags | d->kind | power << LCT_ASM_SIZE_SHIFT | (uint32_t)d->operand << LCT_ASM_OPERAND_SHIFT;
    if (d->plain) what |= LCT_ASM_PLAIN;
    if (live & LCD_FLAGS_REGISTER) what |= LCT_ASM_FLAGS_MATTER;
    if (r->wide) what |= LCT_ASM_WIDE | (live & LCD_WIDE_REGISTERS ? LCT_ASM_OPAQUE : 0);
    lc_text_puts(r->out, "\n\tpushq %rax\n\t");
    if (d->memory.length) {
        lc_text_puts(r->out, "leaq ");
        put_address(r->out, d->memory);
        lc_text_puts(r->out, ", %rax\n\t");
    }
    lc_text_puts(r->out, "call *__lince_asm_point@GOTPCREL(%rip)\n");
    put_word(r->out, what);
    put_word(r->out, (uint32_t)live);
    if (d->operand == LCT_ASM_IMMEDIATE) put_word(r->out, (uint32_t)d->immediate);
    lc_text_puts(r->out, "\tpopq %rax\n\t");
}

static void copy_up_to(rewriting *r, const char *end) {
    assert(end >= r->copied);
    lc_text_add(r->out, r->copied, (size_t)(end - r->copied));
    r->copied = end;
}

static void report_uninstrumented(const rewriting *r, const lcd_statement *s, const lcd_decoded *d) {
    if (!r->tell || r->told) return;
    r->tell(r->context, &(lcd_uninstrumented){.instruction = s->text.at,
                                              .instruction_length = s->text.length,
                                              .function = r->function.at,
                                              .function_length = r->function.length,
                                              .file = s->file.at,
                                              .file_length = s->file.length,
                                              .line = s->line,
                                              .atomic = d->atomic,
                                              .varies = d->meaning == LCD_MEANS_CHANCE || d->meaning == LCD_MEANS_CLOCK,
                                              .generated = !s->inline_assembly});
}

/* The call takes its place.  It accesses no memory of other threads, so it does not count among the points. */
static void replace_clock(rewriting *r, const lcd_statement *s, const lcd_decoded *d, lcd_registers live) {
    r->announced++;
    copy_up_to(r, s->text.at);
    put_point(r, d, live, 0);
    r->copied = s->text.at + s->text.length;
}

/* An instruction with its prefixes, from statement `first` to `last`. */
static void take_instruction(rewriting *r, uint32_t first, uint32_t last, const lcd_instruction *i) {
    lcd_decoded d = lcd_instruction_decode(i);
    bool announced = d.meaning == LCD_MEANS_ACCESS || d.meaning == LCD_MEANS_FENCE;
    const lcd_statement *s = &r->statements->at[last];
    bool possible = r->function.length && !r->other_section && !r->fixed_layout;
    if (r->other_syntax) {
        /* Whichever instruction it is, square brackets are memory there. */
        if (lc_span_contains(s->text, "[")) report_uninstrumented(r, s, &d);
    } else if (d.meaning == LCD_MEANS_CLOCK && possible && first == last) replace_clock(r, s, &d, r->live[first]);
    else if (d.meaning == LCD_MEANS_UNKNOWN || d.meaning == LCD_MEANS_CHANCE || d.meaning == LCD_MEANS_CLOCK ||
             (announced && !possible))
        report_uninstrumented(r, s, &d);
    else if (announced) {
        r->points++;
        copy_up_to(r, r->statements->at[first].text.at);
        put_point(r, &d, r->live[first], 0);
    }
}

/* ---- instructions generated by gcc ---- */

/* Constants, which no thread writes to, and thread-local variables. */
static bool is_elsewhere(lc_span memory) {
    return lc_span_begins(memory, ".L") || memchr(memory.at, ':', memory.length);
}

/* Mostly memory that only this thread uses.  Another thread may have the address of a variable there; but an
 * instruction that is not understood there rarely accesses one. */
static bool is_on_stack(lc_span memory) {
    return lc_span_contains(memory, "(%rsp") || lc_span_contains(memory, "(%rbp");
}

static void take_generated(rewriting *r, uint32_t number) {
    const lcd_statement *s = &r->statements->at[number];
    if (r->other_syntax) {
        bool own = lc_span_contains(s->text, "[rsp") || lc_span_contains(s->text, "[rbp");
        if (lc_span_contains(s->text, " PTR ") && !own)
            report_uninstrumented(r, s, &(lcd_decoded){.meaning = LCD_MEANS_UNKNOWN});
        return;
    }
    lcd_instruction parsed = {.operand_count = 0};
    lcd_instruction_parse(&parsed, s->text);
    lcd_decoded d = lcd_generated_decode(&parsed, s->text);
    if (d.meaning == LCD_MEANS_CHANCE) report_uninstrumented(r, s, &d);
    if (d.meaning == LCD_MEANS_CLOCK) replace_clock(r, s, &d, r->live[number]);
    if (!d.memory.length || is_elsewhere(d.memory)) return;
    if (d.meaning == LCD_MEANS_ACCESS && d.size) {
        r->announced++;
        copy_up_to(r, s->text.at);
        put_point(r, &d, r->live[number], LCT_ASM_ANNOUNCED);
    } else if ((d.meaning == LCD_MEANS_UNKNOWN || d.meaning == LCD_MEANS_ACCESS) && !is_on_stack(d.memory))
        report_uninstrumented(r, s, &d);
}

/* ---- around it ---- */

static bool calls_begin(const rewriting *r, uint32_t from) {
    for (uint32_t i = from; i < r->statements->count; i++) {
        const lcd_statement *s = &r->statements->at[i];
        if (s->kind == LCD_DIRECTIVE && lc_span_begins(s->text, ".size")) return false;
        if (s->kind == LCD_INSTRUCTION && lc_span_begins(s->text, "call") &&
            lc_span_contains(s->text, "lince_atomic_begin"))
            return true;
    }
    return false;
}

/* In a region: is there something that nothing may be put between? */
static bool has_fixed_layout(const lcd_statements *s, uint32_t from) {
    static const char *const blocks[] = {".macro", ".rept", ".irp",   ".if",  ".altmacro",
                                         ".org",   ".skip", ".space", ".fill"};
    for (uint32_t i = from; i < s->count && s->at[i].kind != LCD_REGION_ENDS; i++) {
        lcd_instruction parsed = {.operand_count = 0};
        if (s->at[i].kind == LCD_INSTRUCTION) {
            lcd_instruction_parse(&parsed, s->at[i].text);
            if (lcd_instruction_decode(&parsed).meaning == LCD_MEANS_DISTANCE) return true;
        }
        for (size_t n = 0; s->at[i].kind == LCD_DIRECTIVE && n < sizeof blocks / sizeof *blocks; n++)
            if (lc_span_begins(s->at[i].text, blocks[n])) return true;
    }
    return false;
}

/* `.type name, @function` */
static lc_span function_of(lc_span directive) {
    lc_span rest = lc_span_trim((lc_span){directive.at + 5, directive.length - 5});
    const char *comma = memchr(rest.at, ',', rest.length);
    if (comma) rest.length = (size_t)(comma - rest.at);
    return rest;
}

/* Bytes among instructions are an instruction encoded by hand. */
static bool is_code_as_data(lc_span text) {
    static const char *const data[] = {".byte", ".word",  ".short", ".long", ".int",
                                       ".quad", ".value", ".2byte", ".4byte"};
    for (size_t n = 0; n < sizeof data / sizeof *data; n++)
        if (lc_span_begins(text, data[n])) return true;
    return false;
}

static void take_directive(rewriting *r, uint32_t number) {
    const lcd_statement *s = &r->statements->at[number];
    lc_span text = s->text;
    if (lc_span_begins(text, ".intel_syntax")) r->other_syntax = true;
    else if (lc_span_begins(text, ".att_syntax")) r->other_syntax = false;
    else if (!s->inline_assembly) {
        if (lc_span_begins(text, ".type") && lc_span_contains(text, "@function")) {
            r->function = function_of(text);
            r->told = calls_begin(r, number);
        } else if (lc_span_begins(text, ".size")) r->function = (lc_span){"", 0};
    } else if (lc_span_begins(text, ".pushsection") || lc_span_begins(text, ".section")) r->other_section = true;
    else if (lc_span_begins(text, ".popsection") || lc_span_begins(text, ".previous") || lc_span_begins(text, ".text"))
        r->other_section = false;
    else if (r->function.length && !r->other_section && is_code_as_data(text))
        report_uninstrumented(r, s, &(lcd_decoded){.meaning = LCD_MEANS_UNKNOWN});
}

static void take_all(rewriting *r) {
    bool inside = false;
    for (uint32_t i = 0; i < r->statements->count; i++) {
        const lcd_statement *s = &r->statements->at[i];
        if (s->inline_assembly && !inside) r->fixed_layout = has_fixed_layout(r->statements, i);
        if (!s->inline_assembly) r->other_section = false;
        inside = s->inline_assembly;
        if (s->kind == LCD_DIRECTIVE) take_directive(r, i);
        if (s->kind == LCD_INSTRUCTION && !inside && r->function.length && r->places &&
            lcd_gimple_has(r->places, s->loc_line, s->loc_column))
            take_generated(r, i);
        if (s->kind != LCD_INSTRUCTION || !inside) continue;
        lcd_instruction parsed = {.operand_count = 0};
        uint32_t first = i;
        lcd_instruction_parse(&parsed, s->text);
        /* A prefix by itself belongs to the next instruction. */
        while (!parsed.name.length && i + 1 < r->statements->count && s[i + 1 - first].kind == LCD_INSTRUCTION &&
               s[i + 1 - first].inline_assembly)
            lcd_instruction_parse(&parsed, r->statements->at[++i].text);
        take_instruction(r, first, i, &parsed);
    }
}

static bool uses_wide(const lcd_statements *s) {
    for (uint32_t i = 0; i < s->count; i++)
        if (s->at[i].kind == LCD_INSTRUCTION && lcd_mentions_wide(s->at[i].text)) return true;
    return false;
}

/* In a file without inline assembly there is nothing to do, and most have none. */
static bool has_inline_assembly(const char *text, size_t length) {
    lc_span all = {text, length};
    return lc_span_contains(all, "#APP") || lc_span_contains(all, "InlineAsm Start");
}

lince_status lcd_assembly_rewrite(const char *text, size_t length, const lcd_gimple_places *places, lince_text *out,
                                  lcd_on_uninstrumented tell, void *context) {
    if (!has_inline_assembly(text, length) && !(places && places->count)) return LINCE_DONE;
    lcd_statements statements = {0};
    lcd_registers *live = NULL;
    lince_status status = LINCE_OUT_OF_MEMORY;
    if (lcd_statements_split(&statements, text, length) && (live = lcd_registers_that_matter(&statements))) {
        rewriting r = {.out = out,
                       .tell = tell,
                       .context = context,
                       .statements = &statements,
                       .live = live,
                       .places = places,
                       .copied = text,
                       .wide = uses_wide(&statements)};
        take_all(&r);
        if (r.points || r.announced) copy_up_to(&r, text + length);
        if (r.points) lc_text_puts(out, "\t.section " LCD_ASSEMBLY_SECTION ",\"\",@progbits\n\t.byte 1\n");
        if (!out->cut) status = LINCE_DONE;
    }
    lc_vec_free(NULL, &statements);
    free(live);
    return status;
}
