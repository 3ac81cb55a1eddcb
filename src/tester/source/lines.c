/* From addresses to source lines, with libdw.
 *
 * libdw finds the unit of an address through .debug_aranges, which clang does not write; so the units' own ranges are
 * collected once.  Everything below a unit is left to libdw, which reads on demand.
 */
#include "tester/source/lines.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/order.h"
#include "tester/source/lines_dwarf.h"

/* The entry of `known` for a program counter without a line. */
#define NOWHERE (LC_NOT_MAPPED - 1)

/* ---- opening ---- */

lcd_lines *lcd_lines_open(const char *program) {
    lcd_lines *l = calloc(1, sizeof *l);
    if (!l || !(l->program = strdup(program))) {
        free(l);
        return NULL;
    }
    l->file = -1;
    lc_map64_init(&l->known, NULL);
    return l;
}

void lcd_lines_close(lcd_lines *l) {
    if (!l) return;
    if (l->dwarf) dwarf_end(l->dwarf);
    if (l->elf) elf_end(l->elf);
    if (l->file >= 0) close(l->file);
    lc_vec_free(NULL, &l->units);
    lc_vec_free(NULL, &l->symbols);
    lc_vec_free(NULL, &l->variables);
    lc_vec_free(NULL, &l->places);
    lc_map64_free(&l->known);
    free(l->program);
    free(l);
}

void lcd_lines_set_tls(lcd_lines *l, const lct_tls_places *tls) {
    if (l) l->tls = *tls;
}

int lcd_lines_owner(const lcd_lines *l, uint64_t address) {
    for (int i = 0; i < LCT_TLS_THREADS; i++)
        if (address - l->tls.at[i] < l->tls.size) return i;
    return -1;
}

uint64_t lcd_lines_inside(const lcd_lines *l, uint64_t address) {
    int owner = lcd_lines_owner(l, address);
    return owner < 0 ? address : LCD_LINES_TLS + (address - l->tls.at[owner]);
}

static int by_low(const void *a, const void *b) {
    const lcd_extent *x = a, *y = b;
    return LC_ORDER(x->low, y->low);
}

void lcd_extents_sort(lcd_extents *e) {
    if (e->count) qsort(e->at, e->count, sizeof *e->at, by_low);
}

const lcd_extent *lcd_extents_find(const lcd_extents *e, uint64_t address) {
    uint32_t low = 0, high = e->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (e->at[middle].low <= address) low = middle + 1;
        else high = middle;
    }
    return low && address < e->at[low - 1].high ? &e->at[low - 1] : NULL;
}

static void collect_unit(lcd_lines *l, Dwarf_Die *unit) {
    Dwarf_Addr base, start, end;
    for (ptrdiff_t at = 0; (at = dwarf_ranges(unit, at, &base, &start, &end)) > 0;)
        if (start < end && !lc_push(NULL, &l->units, (lcd_extent){start, end, {dwarf_dieoffset(unit)}, 0})) return;
}

static void collect_units(lcd_lines *l) {
    Dwarf_Off at = 0, next;
    size_t header;
    for (; !dwarf_nextcu(l->dwarf, at, &next, &header, NULL, NULL, NULL); at = next) {
        Dwarf_Die unit;
        if (dwarf_offdie(l->dwarf, at + header, &unit)) collect_unit(l, &unit);
    }
    lcd_extents_sort(&l->units);
}

bool lcd_lines_ready(lcd_lines *l) {
    if (l->opened) return l->dwarf;
    l->opened = true;
    elf_version(EV_CURRENT);
    l->file = open(l->program, O_RDONLY | O_CLOEXEC);
    if (l->file >= 0) l->elf = elf_begin(l->file, ELF_C_READ_MMAP, NULL);
    if (!l->elf || elf_kind(l->elf) != ELF_K_ELF) return false;
    l->dwarf = dwarf_begin_elf(l->elf, DWARF_C_READ, NULL);
    if (l->dwarf) collect_units(l);
    return l->dwarf;
}

/* ---- places ---- */

/* The line table has a row for each stretch of code; code that no line is to blame for (line 0) belongs to the stretch
 * before it. */
static bool find_line(Dwarf_Die *unit, Dwarf_Addr address, lcd_spot *out) {
    Dwarf_Lines *lines;
    size_t count, low = 0;
    if (dwarf_getsrclines(unit, &lines, &count)) return false;
    for (size_t high = count; low < high;) {
        size_t middle = low + (high - low) / 2;
        Dwarf_Addr start = UINT64_MAX;
        dwarf_lineaddr(dwarf_onesrcline(lines, middle), &start);
        if (start <= address) low = middle + 1;
        else high = middle;
    }
    while (low-- > 0) {
        Dwarf_Line *row = dwarf_onesrcline(lines, low);
        bool end = false;
        if (dwarf_lineendsequence(row, &end) || end || dwarf_lineno(row, &out->line)) return false;
        if (dwarf_linecol(row, &out->column)) out->column = 0;
        out->file = dwarf_linesrc(row, NULL, NULL);
        if (out->line) return out->file;
    }
    return false;
}

static bool is_function(Dwarf_Die *die) {
    int tag = dwarf_tag(die);
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine;
}

/* Where an inlined function was called. */
static bool find_call(Dwarf_Die *unit, Dwarf_Die *inlined, lcd_spot *out) {
    Dwarf_Attribute attribute;
    Dwarf_Word file, line, column;
    Dwarf_Files *files;
    if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &file) ||
        dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &attribute), &line) ||
        dwarf_getsrcfiles(unit, &files, NULL))
        return false;
    out->file = dwarf_filesrc(files, file, NULL, NULL);
    out->line = (int)line;
    if (!dwarf_formudata(dwarf_attr(inlined, DW_AT_call_column, &attribute), &column)) out->column = (int)column;
    return out->file && line;
}

/* The innermost function below `die` at this address.  libdw does not look for one below a function that has other
 * addresses; but gcc puts the code of a lambda there. */
static bool find_function(Dwarf_Die *die, Dwarf_Addr address, Dwarf_Die *out) {
    Dwarf_Die child;
    if (dwarf_child(die, &child)) return false;
    do {
        bool here = is_function(&child) && dwarf_haspc(&child, address) > 0;
        if (here) *out = child;
        if (find_function(&child, address, out) || here) return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

/* The functions that were inlined into each other at this address, the innermost first; to be freed. */
static Dwarf_Die *functions_at(Dwarf_Die *unit, Dwarf_Addr address, int *count) {
    Dwarf_Die *scopes = NULL, *around = NULL, innermost;
    int all = dwarf_getscopes(unit, address, &scopes);
    bool found = false;
    for (int i = 0; !found && i < all; i++) {
        found = is_function(&scopes[i]);
        innermost = scopes[i];
    }
    if (!found) found = find_function(unit, address, &innermost);
    /* Behind an inlined function libdw goes on with the scopes around its definition; we want those around its call. */
    all = found ? dwarf_getscopes_die(&innermost, &around) : 0;
    *count = 0;
    for (int i = 0; i < all; i++) {
        if (is_function(&around[i])) around[(*count)++] = around[i];
        if (dwarf_tag(&around[i]) == DW_TAG_subprogram) break; /* the scope around a lambda did not call it here */
    }
    free(scopes);
    return around;
}

/* The number of the innermost place, LC_NOT_MAPPED: nothing is known. */
static uint32_t add_places(lcd_lines *l, Dwarf_Addr address) {
    const lcd_extent *in = lcd_extents_find(&l->units, address);
    Dwarf_Die unit;
    lcd_spot place = {.line = 0};
    if (!in || !dwarf_offdie(l->dwarf, in->what.die, &unit) || !find_line(&unit, address, &place)) return LC_NOT_MAPPED;
    int count;
    uint32_t first = l->places.count;
    Dwarf_Die *functions = functions_at(&unit, address, &count);
    for (int i = 0;; i++) {
        lcd_spot call = {.line = 0};
        place.function = i < count ? dwarf_diename(&functions[i]) : NULL;
        if (!place.function) place.function = "?";
        place.more = i + 1 < count && find_call(&unit, &functions[i], &call);
        if (!lc_push(NULL, &l->places, place)) break;
        if (!place.more) break;
        place = call;
    }
    free(functions);
    return first < l->places.count ? first : LC_NOT_MAPPED;
}

/* NULL: it is not known. */
static const lcd_spot *spot_of(lcd_lines *l, uint64_t pc, unsigned depth) {
    if (!lcd_lines_ready(l) || !pc) return NULL;
    uint32_t at = lc_map64_get(&l->known, pc);
    if (at == LC_NOT_MAPPED) {
        at = add_places(l, pc - 1);
        lc_map64_put(&l->known, pc, at == LC_NOT_MAPPED ? NOWHERE : at);
    }
    if (at >= NOWHERE) return NULL;
    for (; depth; depth--, at++)
        if (!l->places.at[at].more) return NULL;
    return &l->places.at[at];
}

bool lcd_lines_inlined(lcd_lines *l, uint64_t pc, unsigned depth, const char **file, int *line, const char **function) {
    const lcd_spot *at = spot_of(l, pc, depth);
    if (!at) return false;
    *file = at->file;
    *line = at->line;
    *function = at->function;
    return true;
}

int lcd_lines_column(lcd_lines *l, uint64_t pc, unsigned depth) {
    const lcd_spot *at = spot_of(l, pc, depth);
    return at ? at->column : 0;
}

bool lcd_lines_find(lcd_lines *l, uint64_t pc, const char **file, int *line, const char **function) {
    return lcd_lines_inlined(l, pc, 0, file, line, function);
}

bool lcd_lines_is_system(const char *file) {
    if (strstr(file, "/lince/test_cxx.h") || strstr(file, "/lince/test_values.h"))
        return true; /* wherever it is: how operations are called is no news */
    /* clang writes /usr/bin/../lib/gcc/... */
    return !strncmp(file, "/usr/", 5) && (strstr(file, "/include/") || strstr(file, "/lib/"));
}

bool lcd_lines_is_standard(const char *file) {
    static const char *const places[] = {"/include/c++/", "-gnu/c++/", "/lib/gcc", "/lib/llvm", "/lib/clang", "/bits/"};
    bool found = false;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) found |= strstr(file, places[i]) != NULL;
    return found && lcd_lines_is_system(file);
}

/* ---- symbols ---- */

static void collect_table(lcd_lines *l, Elf_Scn *section, const GElf_Shdr *header) {
    Elf_Data *data = elf_getdata(section, NULL);
    for (int i = 0; data && header->sh_entsize && (uint64_t)i < header->sh_size / header->sh_entsize; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, i, &symbol) || symbol.st_shndx == SHN_UNDEF || !symbol.st_size) continue;
        int type = GELF_ST_TYPE(symbol.st_info);
        const char *name = elf_strptr(l->elf, header->sh_link, symbol.st_name);
        if ((type != STT_OBJECT && type != STT_FUNC && type != STT_TLS) || !name || !*name) continue;
        uint64_t low = symbol.st_value + (type == STT_TLS ? LCD_LINES_TLS : 0);
        lcd_extent extent = {.low = low, .high = low + symbol.st_size, .what.name = name};
        if (!lc_push(NULL, &l->symbols, extent)) return;
    }
}

static void collect_symbols(lcd_lines *l) {
    l->has_symbols = true;
    Elf_Scn *section = NULL;
    while ((section = elf_nextscn(l->elf, section))) {
        GElf_Shdr header;
        if (gelf_getshdr(section, &header) && header.sh_type == SHT_SYMTAB) collect_table(l, section, &header);
    }
    lcd_extents_sort(&l->symbols);
}

const char *lcd_lines_symbol(lcd_lines *l, uint64_t address, uint64_t *offset) {
    lcd_lines_ready(l);
    if (!l->elf) return NULL;
    if (!l->has_symbols) collect_symbols(l);
    const lcd_extent *found = lcd_extents_find(&l->symbols, lcd_lines_inside(l, address));
    if (found) *offset = lcd_lines_inside(l, address) - found->low;
    return found ? found->what.name : NULL;
}
