/* A name of a symbol is an offset in a table of strings.  The new table is the old one and the new names, at the end of
 * the file; one section header has its offset.
 */
#include "tester/toolchain/redirect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic_file.h"
#include "base/text.h"
#include "target/runtime/bulk.h"
#include "target/runtime/containers.h"
#include "tester/toolchain/elf_file.h"

static const struct {
    const char *from, *to;
} names[] = {
#define NAMES(from, to) {#from, #to},
    LCT_BULK(NAMES) LCT_BULK_ALIASES(NAMES) LCT_CONTAINERS(NAMES)
#undef NAMES
};

static const char *other_name(const char *name) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i].from) == 0) return names[i].to;
    return NULL;
}

/* Where a name is to be found in the new table, to which it is added. */
static Elf64_Word add_name(lince_text *table, const char *name) {
    size_t offset = table->length;
    lc_text_add(table, name, strlen(name) + 1);
    return (Elf64_Word)offset;
}

/* Changes the symbols of one table in `copy`; false: none. */
static bool change_symbols(const lcd_elf *e, const Elf64_Shdr *symbols, char *copy, lince_text *table) {
    bool changed = false;
    Elf64_Sym *at = (Elf64_Sym *)(void *)(copy + symbols->sh_offset);
    for (size_t i = 0; i < symbols->sh_size / sizeof *at; i++) {
        const char *name = at[i].st_shndx == SHN_UNDEF ? lcd_elf_name(e, symbols, at[i].st_name) : NULL;
        const char *other = name ? other_name(name) : NULL;
        if (!other) continue;
        at[i].st_name = add_name(table, other);
        changed = true;
    }
    return changed;
}

static const Elf64_Shdr *symbol_table(const lcd_elf *e) {
    if (!e->header || e->header->e_type != ET_REL) return NULL;
    for (size_t i = 0; i < e->header->e_shnum; i++) {
        const Elf64_Shdr *s = lcd_elf_section(e, i);
        if (s && s->sh_type == SHT_SYMTAB && s->sh_offset % sizeof(uint64_t) == 0 && lcd_elf_name(e, s, 0)) return s;
    }
    return NULL;
}

static lince_status write_file(const char *path, const char *bytes, size_t size, const lince_text *rest,
                               lince_error *error) {
    lc_atomic_file out;
    lince_status status = lc_atomic_file_begin(&out, path, error);
    if (status != LINCE_DONE) return status;
    fwrite(bytes, 1, size, out.file);
    fwrite(rest->at, 1, rest->length, out.file);
    return lc_atomic_file_end(&out, error);
}

lince_status lcd_redirect_object(const char *path, lince_error *error) {
    lcd_elf e;
    lcd_elf_open(&e, path);
    const Elf64_Shdr *symbols = symbol_table(&e);
    lince_status done = LINCE_DONE;
    if (symbols) {
        const Elf64_Shdr *old = lcd_elf_section(&e, symbols->sh_link);
        lince_text table = {0};
        char *copy = malloc(e.size);
        if (copy) memcpy(copy, e.bytes, e.size);
        lc_text_add(&table, (const char *)e.bytes + old->sh_offset, old->sh_size);
        if (!copy || table.cut) done = LINCE_OUT_OF_MEMORY;
        else if (change_symbols(&e, symbols, copy, &table)) {
            Elf64_Shdr *new = (Elf64_Shdr *)(void *)(copy + ((const uint8_t *)old - e.bytes));
            new->sh_offset = e.size;
            new->sh_size = table.length;
            done = table.cut ? LINCE_OUT_OF_MEMORY : write_file(path, copy, e.size, &table, error);
        }
        free(copy);
        lc_text_free(&table);
    }
    lcd_elf_close(&e);
    return done;
}
