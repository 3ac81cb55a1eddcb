#include "tester/toolchain/elf_file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void lcd_elf_open(lcd_elf *e, const char *path) {
    *e = (lcd_elf){0};
    struct stat about;
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) return;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        void *bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes != MAP_FAILED) {
            e->bytes = bytes;
            e->size = (size_t)about.st_size;
        }
    }
    close(fd);
    if (e->size >= sizeof *e->header && memcmp(e->bytes, ELFMAG, SELFMAG) == 0 && e->bytes[EI_CLASS] == ELFCLASS64)
        e->header = (const void *)e->bytes;
}

void lcd_elf_close(lcd_elf *e) {
    if (e->bytes) munmap((void *)(uintptr_t)e->bytes, e->size);
    *e = (lcd_elf){0};
}

static bool inside(const lcd_elf *e, uint64_t offset, uint64_t size) {
    return offset <= e->size && size <= e->size - offset && offset % sizeof(uint64_t) == 0;
}

const Elf64_Shdr *lcd_elf_section(const lcd_elf *e, size_t number) {
    if (!e->header || number >= e->header->e_shnum || e->header->e_shentsize != sizeof(Elf64_Shdr)) return NULL;
    if (!inside(e, e->header->e_shoff, (uint64_t)e->header->e_shnum * sizeof(Elf64_Shdr))) return NULL;
    const Elf64_Shdr *s = (const Elf64_Shdr *)(const void *)(e->bytes + e->header->e_shoff) + number;
    if (s->sh_type == SHT_NOBITS) return s;
    return s->sh_offset <= e->size && s->sh_size <= e->size - s->sh_offset ? s : NULL;
}

const char *lcd_elf_name(const lcd_elf *e, const Elf64_Shdr *of, uint64_t offset) {
    const Elf64_Shdr *names = lcd_elf_section(e, of->sh_link);
    if (!names || names->sh_type != SHT_STRTAB || offset >= names->sh_size) return NULL;
    const char *name = (const char *)e->bytes + names->sh_offset + offset;
    return memchr(name, '\0', names->sh_size - offset) ? name : NULL;
}

bool lcd_elf_symbols(const lcd_elf *e, lcd_elf_visit *visit, void *context) {
    for (size_t i = 0; e->header && i < e->header->e_shnum; i++) {
        const Elf64_Shdr *s = lcd_elf_section(e, i);
        if (!s || (s->sh_type != SHT_SYMTAB && s->sh_type != SHT_DYNSYM) || s->sh_offset % sizeof(uint64_t)) continue;
        const Elf64_Sym *symbols = (const void *)(e->bytes + s->sh_offset);
        for (size_t k = 0; k < s->sh_size / sizeof *symbols; k++) {
            const char *name = lcd_elf_name(e, s, symbols[k].st_name);
            if (name && *name && visit(context, name, &symbols[k])) return true;
        }
    }
    return false;
}

bool lcd_elf_needed(const lcd_elf *e, lcd_elf_library *visit, void *context) {
    for (size_t i = 0; e->header && i < e->header->e_shnum; i++) {
        const Elf64_Shdr *s = lcd_elf_section(e, i);
        if (!s || s->sh_type != SHT_DYNAMIC || s->sh_offset % sizeof(uint64_t)) continue;
        const Elf64_Dyn *entries = (const void *)(e->bytes + s->sh_offset);
        for (size_t k = 0; k < s->sh_size / sizeof *entries && entries[k].d_tag != DT_NULL; k++) {
            const char *name = entries[k].d_tag == DT_NEEDED ? lcd_elf_name(e, s, entries[k].d_un.d_val) : NULL;
            if (name && visit(context, name)) return true;
        }
    }
    return false;
}

static bool is_defined(void *context, const char *name, const Elf64_Sym *symbol) {
    return symbol->st_shndx != SHN_UNDEF && strcmp(name, context) == 0;
}

bool lcd_elf_defines(const lcd_elf *e, const char *name) {
    return lcd_elf_symbols(e, is_defined, (void *)(uintptr_t)name);
}

bool lcd_elf_is_program(const lcd_elf *e) {
    return e->header && (e->header->e_type == ET_EXEC || (e->header->e_type == ET_DYN && e->header->e_entry));
}
