/* The little that is to be known of ELF files: names of symbols and of needed libraries.  A damaged file simply has
 * none. */
#ifndef LC_TESTER_TOOLCHAIN_ELF_FILE_H
#define LC_TESTER_TOOLCHAIN_ELF_FILE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lcd_elf {
    const uint8_t *bytes; /* NULL: nothing to be read */
    size_t size;
    const Elf64_Ehdr *header; /* NULL: no ELF file of 64 bits */
} lcd_elf;

void lcd_elf_open(lcd_elf *, const char *path);
void lcd_elf_close(lcd_elf *);

/* A section by number; NULL: there is none, or it does not lie in the file. */
const Elf64_Shdr *lcd_elf_section(const lcd_elf *, size_t number);
/* A name from the string table that a section points to; NULL: none. */
const char *lcd_elf_name(const lcd_elf *, const Elf64_Shdr *of, uint64_t offset);

/* Calls back for every symbol with a name; true ends it, and is returned. */
typedef bool lcd_elf_visit(void *context, const char *name, const Elf64_Sym *);
bool lcd_elf_symbols(const lcd_elf *, lcd_elf_visit *, void *context);
/* For every shared library that is needed; likewise. */
typedef bool lcd_elf_library(void *context, const char *name);
bool lcd_elf_needed(const lcd_elf *, lcd_elf_library *, void *context);

/* Does it define a symbol of this name? */
bool lcd_elf_defines(const lcd_elf *, const char *name);
/* Can it be run? */
bool lcd_elf_is_program(const lcd_elf *);

#endif
