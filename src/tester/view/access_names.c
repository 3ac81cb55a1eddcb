/* Memory without a name of its own is heap, mostly, or a thread's stack.  It is divided into objects
 * (access_objects.h), and an object gets a letter when it is first mentioned.  Where the same place is allocated again
 * the letter gets a prime, because it matters: a compare-and-swap cannot distinguish A from A'.
 *
 * The type of an object follows from pointers to it in places whose type is known, and gives the types of further
 * places.
 */
#include "tester/view/access_names.h"

#include <inttypes.h>
#include <lince/test.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/map64.h"
#include "base/text.h"
#include "tester/view/access_objects.h"
#include "tester/view/failure_context.h"
#include "tester/view/step_places.h"

enum { ROUNDS = 8 }; /* of learning types: chains of pointers that are longer have members without names */
#define LEAST_POINTER 65536u
#define ALL_OF_IT     (UINT64_C(1) << 40) /* larger than any part of a variable */

/* The name of a place, once it was looked up. */
typedef struct known {
    char *name; /* NULL: it has none */
    lcd_type type;
} known;

struct lcd_names {
    const lcd_trace_step *steps;
    size_t count;
    lcd_lines *lines;
    lcd_objects objects;
    LC_VEC(known) places;
    lc_map64 place_of; /* from address and size */
    uint32_t letters;
    lcd_step_places *shown; /* NULL: not requested yet, like the graph */
    lcd_step_graph *graph;
};

bool lcd_names_place(lcd_names *n, size_t step, const char **file, int *line) {
    const char *function;
    if (!n->shown) n->shown = lcd_step_places_new(n->lines, n->steps, n->count);
    return n->shown && lcd_step_places_find(n->shown, &n->steps[step], file, line, &function);
}

lcd_step_graph *lcd_names_graph(lcd_names *n) {
    if (!n->graph) n->graph = lcd_step_graph_new(n->steps, n->count);
    return n->graph;
}

/* ---- variables of the program ---- */

/* The thread that a thread-local variable belongs to, as each thread has one of this name. */
static void put_owner(lince_text *name, const lcd_lines *lines, uint64_t address) {
    int owner = lcd_lines_owner(lines, address);
    if (owner == 0) lc_text_puts(name, " of main");
    else if (owner > 0) lc_text_printf(name, " of T%d", owner);
}

static const known *place_at(lcd_names *n, uint64_t address, uint64_t size) {
    static const known nothing = {NULL, 0};
    uint64_t key = lc_mix(address, size);
    uint32_t found = lc_map64_get(&n->place_of, key);
    if (found != LC_NOT_MAPPED) return &n->places.at[found];
    known new = nothing;
    lince_text name = {0};
    uint64_t offset;
    const char *symbol;
    if (n->lines && lcd_lines_variable(n->lines, address, size, &name, &new.type)) {
        put_owner(&name, n->lines, address);
        new.name = strdup(lc_text(&name));
    } else if (n->lines && (symbol = lcd_lines_symbol(n->lines, address, &offset))) {
        lc_text_puts(&name, symbol);
        if (offset) lc_text_printf(&name, "+%" PRIu64, offset);
        put_owner(&name, n->lines, address);
        new.name = strdup(lc_text(&name));
    }
    lc_text_free(&name);
    if (!lc_push(NULL, &n->places, new)) {
        free(new.name);
        return &nothing;
    }
    lc_map64_put(&n->place_of, key, n->places.count - 1);
    return &n->places.at[n->places.count - 1];
}

/* ---- types ---- */

/* The type of the location that the step touches. */
static lcd_type type_of_location(lcd_names *n, size_t step) {
    const lcd_trace_step *s = &n->steps[step];
    lcd_accessed_object *o = lcd_object_at(&n->objects, step, s->address);
    if (!o) return place_at(n, s->address, s->size)->type;
    lince_text ignored = {0};
    lcd_type type = 0;
    if (o->type) lcd_lines_member(n->lines, o->type, s->address - o->low, s->size, &ignored, &type);
    lc_text_free(&ignored);
    return type;
}

static bool learn_from(lcd_names *n, size_t step) {
    const lcd_trace_step *s = &n->steps[step];
    bool learnt = false;
    lcd_type type = 0;
    for (int v = 0; v < 2; v++) {
        uint64_t value = v ? s->after : s->before;
        lcd_accessed_object *o = lcd_object_at(&n->objects, step, value);
        if (!o || o->type || o->low != value) continue;
        if (!type) type = lcd_lines_pointee(n->lines, type_of_location(n, step));
        if (!type) return learnt;
        o->type = type;
        learnt = true;
    }
    return learnt;
}

static void learn_types(lcd_names *n) {
    bool learnt = n->lines != NULL;
    for (int round = 0; learnt && round < ROUNDS; round++) {
        learnt = false;
        for (size_t i = 0; i < n->count; i++)
            if (lcd_step_has_location(&n->steps[i]) && lcd_step_has_values(&n->steps[i])) learnt |= learn_from(n, i);
    }
}

/* Letters follow the order of the steps, whichever name is requested first: all reports of an execution use the same
 * names.
 */
static void give_letters(lcd_names *n) {
    lince_text unheard = {0};
    for (size_t i = 0; i < n->count; i++) {
        if (lcd_step_is_detail(n->steps[i].kind)) continue;
        lcd_step_words(&unheard, n, n->steps, i, NULL);
        lc_text_clear(&unheard);
    }
    lc_text_free(&unheard);
}

/* ---- queries ---- */

static bool is_variable(void *names, uint64_t address) { return place_at(names, address, 0)->name; }

lcd_names *lcd_names_new(const lcd_trace_step *steps, size_t count, lcd_lines *lines) {
    lcd_names *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    n->steps = steps;
    n->count = count;
    n->lines = lines;
    lc_map64_init(&n->place_of, NULL);
    if (!lcd_objects_find(&n->objects, steps, count, is_variable, n)) {
        lcd_names_free(n);
        return NULL;
    }
    learn_types(n);
    give_letters(n);
    return n;
}

void lcd_names_free(lcd_names *n) {
    if (!n) return;
    for (uint32_t i = 0; i < n->places.count; i++) free(n->places.at[i].name);
    lc_vec_free(NULL, &n->places);
    lcd_objects_free(&n->objects);
    lc_map64_free(&n->place_of);
    lcd_step_places_free(n->shown);
    lcd_step_graph_free(n->graph);
    free(n);
}

/* A, B, ..., Z, AA, AB, ... */
static void put_letters(lince_text *out, uint32_t number) {
    if (number >= 26) put_letters(out, number / 26 - 1);
    lc_text_putc(out, (char)('A' + number % 26));
}

static void put_object(lcd_names *n, lince_text *out, lcd_accessed_object *o) {
    if (!o->letter) {
        for (uint32_t i = 0; i < n->objects.list.count; i++) /* objects at the same place have the same letter */
            if (n->objects.list.at[i].low == o->low && n->objects.list.at[i].letter)
                o->letter = n->objects.list.at[i].letter;
        if (!o->letter) o->letter = ++n->letters;
    }
    put_letters(out, o->letter - 1);
    if (o->primes <= 3) lc_text_repeat(out, "'", o->primes);
    else lc_text_printf(out, "'%" PRIu32, o->primes);
}

/* The part of an object, as `.next` or `+8`. */
static void put_part(lcd_names *n, lince_text *out, const lcd_accessed_object *o, uint64_t offset, uint64_t size) {
    lcd_type type;
    if (o->type && lcd_lines_member(n->lines, o->type, offset, size, out, &type)) return;
    if (offset) lc_text_printf(out, "+%" PRIu64, offset);
}

/* A pointer to the start of a variable is one to all of it, not to its first member. */
static const char *variable_at(lcd_names *n, uint64_t address) {
    uint64_t offset = 0;
    bool start = n->lines && lcd_lines_symbol(n->lines, address, &offset) && !offset;
    return place_at(n, address, start ? ALL_OF_IT : 0)->name;
}

void lcd_names_object(lcd_names *n, lince_text *out, size_t step, uint64_t address) {
    lcd_accessed_object *o = lcd_object_at(&n->objects, step, address);
    const char *name = o ? NULL : variable_at(n, address);
    if (o) put_object(n, out, o);
    else if (name) lc_text_printf(out, "&%s", name);
    else lc_text_printf(out, "%#" PRIx64, address);
    if (o && address != o->low) lc_text_printf(out, "+%" PRIu64, address - o->low);
}

void lcd_names_location(lcd_names *n, lince_text *out, size_t step) {
    const lcd_trace_step *s = &n->steps[step];
    bool access = lcd_step_has_values(s);
    lcd_accessed_object *o = lcd_object_at(&n->objects, step, s->address);
    if (o) {
        put_object(n, out, o);
        put_part(n, out, o, s->address - o->low, access ? s->size : 0);
        return;
    }
    const char *name = place_at(n, s->address, access ? s->size : 0)->name;
    if (name) lc_text_puts(out, name);
    else lc_text_printf(out, "%#" PRIx64, s->address);
}

bool lcd_names_is_freed(const lcd_names *n, size_t step) {
    const lcd_accessed_object *o = lcd_object_at(&n->objects, step, n->steps[step].address);
    return o && o->died < step;
}

/* ---- values ---- */

/* The value that a test returns for `nothing`. */
static bool put_symbol(lince_text *out, int64_t value, uint64_t size) {
    static const char *const symbols[] = {NULL, "nil", "true", "false", "ok", "EMPTY", "NONE", "CLOSED"};
    for (int i = 1; i < (int)(sizeof symbols / sizeof *symbols); i++)
        if ((size >= 8 && value == lince_symbol_value(i)) || (size == 4 && value == INT_MIN + i)) {
            lc_text_puts(out, symbols[i]);
            return true;
        }
    return false;
}

static bool put_pointer(lcd_names *n, lince_text *out, size_t step, uint64_t value, bool surely) {
    if (value < LEAST_POINTER) return false;
    uint64_t offset;
    if (lcd_object_at(&n->objects, step, value)) {
        lcd_names_object(n, out, step, value);
        return true;
    }
    const char *symbol = n->lines ? lcd_lines_symbol(n->lines, value, &offset) : NULL;
    if (!symbol || (!surely && offset)) return false;
    lcd_names_object(n, out, step, value);
    return true;
}

static uint64_t extend_sign(uint64_t value, uint64_t size) {
    if (size == 0 || size >= 8) return value;
    uint64_t sign = UINT64_C(1) << (8 * size - 1);
    return ((value & (2 * sign - 1)) ^ sign) - sign;
}

/* Does memory look like this that was allocated and not written to yet (PATTERN in src/target/runtime/heap.c)? */
static bool is_fresh(const lcd_names *n, size_t step, uint64_t value) {
    const lcd_trace_step *s = &n->steps[step];
    uint64_t bits = s->size < 8 ? 8 * s->size : 64, mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    return s->size > 1 && (value & mask) == (UINT64_C(0xa5a5a5a5a5a5a5a5) & mask) &&
           lcd_object_at(&n->objects, step, s->address);
}

void lcd_names_value(lcd_names *n, lince_text *out, size_t step, uint64_t value) {
    const lcd_trace_step *s = &n->steps[step];
    if (is_fresh(n, step, value)) {
        lc_text_puts(out, "garbage");
        return;
    }
    lcd_type_kind kind = n->lines ? lcd_lines_kind(n->lines, type_of_location(n, step)) : LCD_TYPE_OTHER;
    uint64_t extended = kind == LCD_TYPE_UNSIGNED || kind == LCD_TYPE_POINTER ? value : extend_sign(value, s->size);
    int64_t number = (int64_t)extended;
    if (kind == LCD_TYPE_BOOL && value <= 1) lc_text_puts(out, value ? "true" : "false");
    else if (kind == LCD_TYPE_POINTER && !value) lc_text_puts(out, "NULL");
    else if (s->size >= 8 && put_pointer(n, out, step, value, kind == LCD_TYPE_POINTER)) return;
    else if (put_symbol(out, number, s->size)) return;
    else if (kind == LCD_TYPE_SIGNED || (number > -1000000000 && number < 1000000000 && kind != LCD_TYPE_UNSIGNED))
        lc_text_printf(out, "%" PRId64, number);
    else if (kind == LCD_TYPE_UNSIGNED && extended < 1000000000) lc_text_printf(out, "%" PRIu64, extended);
    else lc_text_printf(out, "%#" PRIx64, value);
}
