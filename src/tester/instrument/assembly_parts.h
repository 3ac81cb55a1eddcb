/* Shared by assembly.c and its parts: the text in statements, the effect of one statement, the contents of registers.
 */
#ifndef LC_TESTER_INSTRUMENT_ASSEMBLY_PARTS_H
#define LC_TESTER_INSTRUMENT_ASSEMBLY_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "base/vec.h"

/* ---- statements ---- */

typedef enum lc_statement_kind { LC_LABEL, LC_DIRECTIVE, LC_INSTRUCTION, LC_REGION_ENDS } lc_statement_kind;

typedef struct lc_statement {
    lc_span text; /* without blanks and comments around it; of a label its name */
    uint8_t kind;
    bool inline_assembly;
    uint32_t line; /* of the source file, 0: not known */
    lc_span file;
    uint32_t loc_line, loc_column; /* from the last .loc */
} lc_statement;
typedef LC_VEC(lc_statement) lc_statements;

/* False: out of memory. */
bool lc_statements_split(lc_statements *, const char *text, size_t length);

/* ---- instructions ---- */

enum { LC_OPERANDS = 4 };
typedef struct lc_instruction {
    lc_span name; /* without prefixes */
    lc_span operands[LC_OPERANDS];
    uint32_t operand_count; /* more than LC_OPERANDS: those behind are not there */
    bool lock, repeat, prefixed;
} lc_instruction;
/* Adds to the prefixes before it; without a name it is a prefix by itself. */
void lc_instruction_parse(lc_instruction *, lc_span text);

bool lc_is_memory(lc_span operand);

/* The number of a register as target/runtime/assembly.h has it, and its size in bytes; LC_ASM_NONE: something else. */
unsigned lc_register_of(lc_span operand, uint32_t *size);

typedef enum lc_assembly_meaning {
    LC_MEANS_NOTHING, /* to other threads */
    LC_MEANS_ACCESS,
    LC_MEANS_UNKNOWN,
    LC_MEANS_CHANCE,   /* another result each time */
    LC_MEANS_DISTANCE, /* nothing may be inserted here, because it contains a distance */
} lc_assembly_meaning;

typedef struct lc_decoded {
    lc_assembly_meaning meaning;
    uint8_t kind, operand; /* of target/runtime/assembly.h */
    uint32_t size;
    int32_t immediate;
    bool plain, atomic;
    lc_span memory;
} lc_decoded;
lc_decoded lc_instruction_decode(const lc_instruction *);
/* The same for one that gcc generated, with its text; accesses that gcc announces itself have no effect here. */
lc_decoded lc_generated_decode(const lc_instruction *, lc_span text);

/* ---- registers ---- */

/* A set of registers: the second word of target/runtime/assembly.h, and two more. */
typedef uint64_t lc_registers;
#define LC_FLAGS_REGISTER ((lc_registers)1 << 32)
#define LC_WIDE_REGISTERS ((lc_registers)1 << 33) /* ymm0 and so on, st and so on */

/* For each statement the registers whose value before it may still be used: as many as there are statements, to be
 * freed.  NULL: out of memory. */
lc_registers *lc_registers_that_matter(const lc_statements *);
/* Does the text name one of LC_WIDE_REGISTERS? */
bool lc_mentions_wide(lc_span text);

#endif
