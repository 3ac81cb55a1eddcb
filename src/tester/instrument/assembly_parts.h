/* Shared by assembly.c and its parts: the text in statements, the effect of one statement, the contents of registers.
 */
#ifndef LC_TESTER_INSTRUMENT_ASSEMBLY_PARTS_H
#define LC_TESTER_INSTRUMENT_ASSEMBLY_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "base/vec.h"

/* ---- statements ---- */

typedef enum lcd_statement_kind { LCD_LABEL, LCD_DIRECTIVE, LCD_INSTRUCTION, LCD_REGION_ENDS } lcd_statement_kind;

typedef struct lcd_statement {
    lc_span text; /* without blanks and comments around it; of a label its name */
    uint8_t kind;
    bool inline_assembly;
    uint32_t line; /* of the source file, 0: not known */
    lc_span file;
    uint32_t loc_line, loc_column; /* from the last .loc */
} lcd_statement;
typedef LC_VEC(lcd_statement) lcd_statements;

/* False: out of memory. */
bool lcd_statements_split(lcd_statements *, const char *text, size_t length);

/* ---- instructions ---- */

enum { LCD_OPERANDS = 4 };
typedef struct lcd_instruction {
    lc_span name; /* without prefixes */
    lc_span operands[LCD_OPERANDS];
    uint32_t operand_count; /* more than LCD_OPERANDS: those behind are not there */
    bool lock, repeat, prefixed;
} lcd_instruction;
/* Adds to the prefixes before it; without a name it is a prefix by itself. */
void lcd_instruction_parse(lcd_instruction *, lc_span text);

bool lcd_is_memory(lc_span operand);

/* The number of a register as target/runtime/assembly.h has it, and its size in bytes; LCT_ASM_NONE: something else. */
unsigned lcd_register_of(lc_span operand, uint32_t *size);

typedef enum lcd_assembly_meaning {
    LCD_MEANS_NOTHING, /* to other threads */
    LCD_MEANS_ACCESS,
    LCD_MEANS_FENCE,
    LCD_MEANS_UNKNOWN,
    LCD_MEANS_CHANCE,   /* another result each time */
    LCD_MEANS_CLOCK,    /* the same, and the runtime can take its place */
    LCD_MEANS_DISTANCE, /* nothing may be inserted here, because it contains a distance */
} lcd_assembly_meaning;

typedef struct lcd_decoded {
    lcd_assembly_meaning meaning;
    uint8_t kind, operand; /* of target/runtime/assembly.h */
    uint32_t size;
    int32_t immediate;
    bool plain, atomic;
    lc_span memory;
} lcd_decoded;
lcd_decoded lcd_instruction_decode(const lcd_instruction *);
/* The same for one that gcc generated, with its text; accesses that gcc announces itself have no effect here. */
lcd_decoded lcd_generated_decode(const lcd_instruction *, lc_span text);

/* ---- registers ---- */

/* A set of registers: the second word of target/runtime/assembly.h, and two more. */
typedef uint64_t lcd_registers;
#define LCD_FLAGS_REGISTER ((lcd_registers)1 << 32)
#define LCD_WIDE_REGISTERS ((lcd_registers)1 << 33) /* ymm0 and so on, st and so on */

/* For each statement the registers whose value before it may still be used: as many as there are statements, to be
 * freed.  NULL: out of memory. */
lcd_registers *lcd_registers_that_matter(const lcd_statements *);
/* Does the text name one of LCD_WIDE_REGISTERS? */
bool lcd_mentions_wide(lc_span text);

#endif
