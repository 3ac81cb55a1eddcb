/* Shared by lines.c and lines_types.c; libdw is used nowhere else. */
#ifndef LC_TESTER_SOURCE_LINES_DWARF_H
#define LC_TESTER_SOURCE_LINES_DWARF_H

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <gelf.h>

#include "base/map64.h"
#include "base/vec.h"
#include "target/explore/control.h"
#include "tester/source/lines.h"

/* Where a program counter is; with `more`, the one behind it is where this one was inlined. */
typedef struct lc_spot {
    const char *file, *function;
    int line;
    bool more;
} lc_spot;

/* Addresses from `low` up to `high` belong to `what`. */
typedef struct lc_extent {
    uint64_t low, high;
    union {
        Dwarf_Off die;
        const char *name;
    } what;
    uint64_t offset; /* in a variable: which part of it begins here */
} lc_extent;
typedef LC_VEC(lc_extent) lc_extents;

struct lc_lines {
    char *program;
    bool opened;
    int file;
    Elf *elf;
    Dwarf *dwarf;       /* NULL: there is none */
    lc_extents units;   /* compilation units */
    lc_extents symbols; /* functions and variables of the symbol table */
    lc_extents variables;
    lc_own_places own;
    bool has_symbols, has_variables; /* they were looked for */
    lc_map64 known;                  /* from pc to the number of its innermost place */
    LC_VEC(lc_spot) places;
};

/* Thread-local variables stand among all variables, at their offset from here, where there is nothing else. */
#define LC_LINES_OWN (UINT64_C(1) << 63)
/* The position in the file of the data at this address. */
uint64_t lc_lines_inside(const lc_lines *, uint64_t address);

bool lc_lines_ready(lc_lines *); /* is there debugging information? */
void lc_extents_sort(lc_extents *);
const lc_extent *lc_extents_find(const lc_extents *, uint64_t address);

#endif
