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
typedef struct lcd_spot {
    const char *file, *function;
    int line, column; /* from 1; 0: not known */
    bool more;
} lcd_spot;

/* Addresses from `low` up to `high` belong to `what`. */
typedef struct lcd_extent {
    uint64_t low, high;
    union {
        Dwarf_Off die;
        const char *name;
    } what;
    uint64_t offset; /* in a variable: which part of it begins here */
} lcd_extent;
typedef LC_VEC(lcd_extent) lcd_extents;

struct lcd_lines {
    char *program;
    bool opened;
    int file;
    Elf *elf;
    Dwarf *dwarf;        /* NULL: there is none */
    lcd_extents units;   /* compilation units */
    lcd_extents symbols; /* functions and variables of the symbol table */
    lcd_extents variables;
    lct_tls_places tls;
    bool has_symbols, has_variables; /* they were looked for */
    lc_map64 known;                  /* from pc to the number of its innermost place */
    LC_VEC(lcd_spot) places;
};

/* Thread-local variables stand among all variables, at their offset from here, where there is nothing else. */
#define LCD_LINES_TLS (UINT64_C(1) << 63)
/* The position in the file of the data at this address. */
uint64_t lcd_lines_inside(const lcd_lines *, uint64_t address);

bool lcd_lines_ready(lcd_lines *); /* is there debugging information? */
void lcd_extents_sort(lcd_extents *);
const lcd_extent *lcd_extents_find(const lcd_extents *, uint64_t address);

#endif
