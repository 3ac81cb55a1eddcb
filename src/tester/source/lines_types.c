/* Names for data: variables with a fixed address, and for the members inside their types. */
#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "tester/source/lines.h"
#include "tester/source/lines_dwarf.h"

enum { DEEP = 32 }; /* types inside each other; more must be a mistake in the information */

/* The type of a variable, a member or an element, without typedefs and qualifiers. */
static bool type_of(Dwarf_Die *die, Dwarf_Die *type) {
    Dwarf_Attribute attribute;
    return dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), type) && !dwarf_peel_type(type, type);
}

static bool size_of(Dwarf_Die *type, uint64_t *size) {
    Dwarf_Word word;
    if (dwarf_aggregate_size(type, &word)) return false;
    *size = word;
    return true;
}

/* Names beginning like this are of the insides of the C and C++ libraries. */
static bool is_private(const char *name) { return !strncmp(name, "__", 2) || !strncmp(name, "_M_", 3); }

/* The data being named. */
typedef struct path {
    lince_text *out;
    bool silent; /* no more names: we are inside an implementation detail */
    Dwarf_Die type;
    uint64_t offset; /* in it */
    uint64_t least;  /* the data being named has this size: nothing smaller is entered */
} path;

static bool number_of(Dwarf_Die *die, unsigned attribute, uint64_t *out) {
    Dwarf_Attribute a;
    Dwarf_Word word;
    if (dwarf_formudata(dwarf_attr(die, attribute, &a), &word)) return false;
    *out = word;
    return true;
}

/* Into the member that holds the offset, the first one of a union.  A base class is a member without a name. */
static bool enter_member(path *p) {
    Dwarf_Die member, type;
    if (dwarf_child(&p->type, &member)) return false;
    do {
        int tag = dwarf_tag(&member);
        uint64_t at = 0, size;
        if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
        if (dwarf_hasattr(&member, DW_AT_declaration) || dwarf_hasattr(&member, DW_AT_data_bit_offset)) continue;
        number_of(&member, DW_AT_data_member_location, &at);
        if (!type_of(&member, &type) || !size_of(&type, &size) || size < p->least) continue;
        if (p->offset < at || p->offset - at >= size) continue;
        const char *name = tag == DW_TAG_member ? dwarf_diename(&member) : NULL;
        if (name && is_private(name)) p->silent = true;
        if (name && !p->silent) lc_text_printf(p->out, ".%s", name);
        p->offset -= at;
        p->type = type;
        return true;
    } while (!dwarf_siblingof(&member, &member));
    return false;
}

/* How many elements one dimension of an array has; 0: it is not recorded. */
static uint64_t extent_of(Dwarf_Die *dimension) {
    uint64_t count;
    if (number_of(dimension, DW_AT_count, &count)) return count;
    return number_of(dimension, DW_AT_upper_bound, &count) && count < UINT64_MAX ? count + 1 : 0;
}

static bool enter_element(path *p) {
    Dwarf_Die type, dimension;
    uint64_t counts[DEEP], stride;
    unsigned dimensions = 0;
    if (!type_of(&p->type, &type) || !size_of(&type, &stride) || !stride || stride < p->least) return false;
    if (dwarf_child(&p->type, &dimension)) return false;
    do {
        if (dwarf_tag(&dimension) == DW_TAG_subrange_type && dimensions < DEEP)
            counts[dimensions++] = extent_of(&dimension);
    } while (!dwarf_siblingof(&dimension, &dimension));
    if (!dimensions) return false;
    for (unsigned i = 1; i < dimensions; i++) {
        if (!counts[i] || counts[i] > UINT32_MAX / stride) return false;
        stride *= counts[i];
    }
    for (unsigned i = 0; i < dimensions; i++) {
        if (!p->silent) lc_text_printf(p->out, "[%" PRIu64 "]", p->offset / stride);
        p->offset %= stride;
        if (i + 1 < dimensions) stride /= counts[i + 1];
    }
    p->type = type;
    return true;
}

/* Descends as far as possible; the rest of the offset then is inside a number or unknown. */
static void descend(path *p) {
    bool went_in = true;
    for (unsigned depth = 0; went_in && depth < DEEP; depth++) {
        switch (dwarf_tag(&p->type)) {
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type: went_in = enter_member(p); break;
        case DW_TAG_array_type: went_in = enter_element(p); break;
        default: went_in = false;
        }
    }
    if (p->offset && !p->silent) lc_text_printf(p->out, "+%" PRIu64, p->offset);
}

/* ---- variables ---- */

/* The operand before it is an offset among the thread-local variables. */
static bool is_own(const Dwarf_Op *op) {
    return op->atom == DW_OP_form_tls_address || op->atom == DW_OP_GNU_push_tls_address;
}

/* An address at the beginning of some operations: how many of them it takes; 0: there is none. */
static size_t address_at(Dwarf_Attribute *location, const Dwarf_Op *ops, size_t count, Dwarf_Addr *address) {
    Dwarf_Attribute indirect;
    if (count > 1 && is_own(&ops[1])) {
        *address = LCD_LINES_TLS + ops[0].number;
        return 2;
    }
    if (!count) return 0;
    if (ops[0].atom == DW_OP_addr) {
        *address = ops[0].number;
        return 1;
    }
    /* DWARF 5 may keep addresses in a table. */
    return ops[0].atom == DW_OP_addrx && !dwarf_getlocation_attr(location, ops, &indirect) &&
           !dwarf_formaddr(&indirect, address);
}

static void add_part(lcd_lines *l, Dwarf_Die *die, Dwarf_Addr address, uint64_t size, uint64_t offset) {
    lcd_extent extent = {.low = address, .high = address + size, .what.die = dwarf_dieoffset(die), .offset = offset};
    (void)!lc_push(NULL, &l->variables, extent); /* without memory it has no name */
}

/* Clang takes static structures apart, so that members are at addresses of their own or nowhere.  Of a number that is
 * one of two it keeps which, in a byte: that has the name of the variable. */
static void collect_parts(lcd_lines *l, Dwarf_Die *die, uint64_t size) {
    Dwarf_Attribute location;
    Dwarf_Op *ops;
    size_t count, taken;
    uint64_t offset = 0;
    if (!dwarf_attr(die, DW_AT_location, &location) || dwarf_getlocation(&location, &ops, &count)) return;
    for (size_t i = 0; i < count; i += taken + 1) {
        Dwarf_Addr address;
        taken = address_at(&location, ops + i, count - i, &address);
        if (i + taken == count) {
            add_part(l, die, address, size - offset, offset);
            return;
        }
        const Dwarf_Op *next = &ops[i + taken];
        if (taken && next->atom == DW_OP_deref_size) add_part(l, die, address, next->number, offset);
        if (next->atom != DW_OP_piece || next->number > size - offset) return;
        if (taken) add_part(l, die, address, next->number, offset);
        offset += next->number;
    }
}

static void collect_variable(lcd_lines *l, Dwarf_Die *die) {
    Dwarf_Die type;
    uint64_t size;
    if (type_of(die, &type) && size_of(&type, &size) && size) collect_parts(l, die, size);
}

/* Variables of a unit, of its namespaces, and static ones of its functions. */
static void collect_below(lcd_lines *l, Dwarf_Die *parent, unsigned depth) {
    Dwarf_Die die;
    if (depth > DEEP || dwarf_child(parent, &die)) return;
    do {
        switch (dwarf_tag(&die)) {
        case DW_TAG_variable: collect_variable(l, &die); break;
        case DW_TAG_namespace:
        case DW_TAG_subprogram:
        case DW_TAG_lexical_block: collect_below(l, &die, depth + 1); break;
        }
    } while (!dwarf_siblingof(&die, &die));
}

static void collect_variables(lcd_lines *l) {
    Dwarf_Off at = 0, next;
    size_t header;
    l->has_variables = true;
    for (; !dwarf_nextcu(l->dwarf, at, &next, &header, NULL, NULL, NULL); at = next) {
        Dwarf_Die unit;
        if (dwarf_offdie(l->dwarf, at + header, &unit)) collect_below(l, &unit, 0);
    }
    lcd_extents_sort(&l->variables);
}

bool lcd_lines_variable(lcd_lines *l, uint64_t address, uint64_t size, lince_text *name, lcd_type *type) {
    if (!lcd_lines_ready(l)) return false;
    if (!l->has_variables) collect_variables(l);
    const lcd_extent *found = lcd_extents_find(&l->variables, lcd_lines_inside(l, address));
    Dwarf_Die die;
    path p = {.out = name, .least = size};
    if (!found || !dwarf_offdie(l->dwarf, found->what.die, &die) || !type_of(&die, &p.type)) return false;
    const char *variable = dwarf_diename(&die);
    if (!variable) return false;
    lc_text_puts(name, variable);
    p.offset = found->offset + lcd_lines_inside(l, address) - found->low;
    descend(&p);
    *type = p.offset ? 0 : dwarf_dieoffset(&p.type);
    return true;
}

/* ---- types ---- */

static bool open_type(lcd_lines *l, lcd_type type, Dwarf_Die *die) {
    return type && lcd_lines_ready(l) && dwarf_offdie(l->dwarf, type, die);
}

bool lcd_lines_member(lcd_lines *l, lcd_type of, uint64_t offset, uint64_t size, lince_text *name, lcd_type *type) {
    path p = {.out = name, .offset = offset, .least = size};
    uint64_t all;
    if (!open_type(l, of, &p.type) || !size_of(&p.type, &all) || offset >= all) return false;
    descend(&p);
    *type = p.offset ? 0 : dwarf_dieoffset(&p.type);
    return true;
}

lcd_type_kind lcd_lines_kind(lcd_lines *l, lcd_type type) {
    Dwarf_Die die;
    uint64_t encoding;
    if (!open_type(l, type, &die)) return LCD_TYPE_OTHER;
    int tag = dwarf_tag(&die);
    if (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type) return LCD_TYPE_POINTER;
    if (tag != DW_TAG_base_type || !number_of(&die, DW_AT_encoding, &encoding)) return LCD_TYPE_OTHER;
    switch (encoding) {
    case DW_ATE_boolean: return LCD_TYPE_BOOL;
    case DW_ATE_signed:
    case DW_ATE_signed_char: return LCD_TYPE_SIGNED;
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char: return LCD_TYPE_UNSIGNED;
    default: return LCD_TYPE_OTHER;
    }
}

lcd_type lcd_lines_pointee(lcd_lines *l, lcd_type pointer) {
    Dwarf_Die die, type;
    uint64_t size;
    if (lcd_lines_kind(l, pointer) != LCD_TYPE_POINTER || !open_type(l, pointer, &die) || !type_of(&die, &type))
        return 0;
    return size_of(&type, &size) ? dwarf_dieoffset(&type) : 0;
}
