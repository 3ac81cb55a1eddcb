/* A statement is a line, with its place before it, and places before some of its operands:
 *
 *     [file.c:6:30] takeD.12 ([file.c:6:35] MEM[(const struct pair &)p_2(D)], pairD.7, 1);
 *
 * A declared variable has a number behind its name (`pairD.7`), a value in a register has another one (`p_2(D)`, `_7`);
 * all else that is neither a constant nor an address is memory.  A function looks like a variable; those that the
 * report is about are identified by their numbers.
 */
#include "tester/instrument/gimple.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/order.h"
#include "base/text.h"

/* A statement that counts. */
typedef struct found {
    uint64_t place; /* line and column */
    lc_span file;
    bool is_volatile; /* it announces such an access; else it should have been announced itself */
    bool certain;     /* ... because it does touch memory */
} found;
typedef LC_VEC(found) found_list;
typedef LC_VEC(uint32_t) number_list;

static uint64_t place_of(uint32_t line, uint32_t column) { return (uint64_t)line << 32 | column; }

/* ---- operands ---- */

/* `_7`, `q.0_1`, `b$a_3`, `p_2(D)`; but not `n.x_1`, a member. */
static bool is_register(lc_span s) {
    if (s.length > 3 && memcmp(s.at + s.length - 3, "(D)", 3) == 0) s.length -= 3;
    size_t digits = 0;
    while (digits < s.length && isdigit((unsigned char)s.at[s.length - 1 - digits])) digits++;
    if (!digits || digits == s.length || s.at[s.length - 1 - digits] != '_') return false;
    for (size_t i = 0; i < s.length; i++) {
        bool numbered = s.at[i] == '.' && isdigit((unsigned char)s.at[i + 1]);
        if (!isalnum((unsigned char)s.at[i]) && !strchr("_$", s.at[i]) && !numbered) return false;
    }
    return true;
}

/* `compareD.12`, whose number is among those of the functions. */
static bool is_function(const number_list *functions, lc_span s) {
    size_t digits = 0;
    while (digits < s.length && isdigit((unsigned char)s.at[s.length - 1 - digits])) digits++;
    if (!functions->count || !digits || digits + 2 > s.length) return false;
    if (memcmp(s.at + s.length - digits - 2, "D.", 2) != 0) return false;
    uint32_t number = (uint32_t)strtoul(s.at + s.length - digits, NULL, 10);
    return bsearch(&number, functions->at, functions->count, sizeof number, lc_by_u32);
}

static bool is_memory(const number_list *functions, lc_span s) {
    s = lc_span_trim(s);
    return s.length && !strchr("&\"'-+{0123456789", s.at[0]) && !is_register(s) && !is_function(functions, s);
}

/* How long an argument is: up to a comma or the bracket that ends all. */
static size_t length_of_argument(lc_span s) {
    int depth = 0;
    for (size_t i = 0; i < s.length; i++) {
        if (s.at[i] == '"') {
            for (i++; i < s.length && s.at[i] != '"'; i++)
                if (s.at[i] == '\\') i++;
        } else if (strchr("([{<", s.at[i])) depth++;
        else if (s.at[i] == '>' && i && s.at[i - 1] == '-') continue;
        else if (strchr(")]}>", s.at[i]) && depth-- == 0) return i;
        else if (s.at[i] == ',' && depth == 0) return i;
    }
    return s.length;
}

static bool has_argument_in_memory(const number_list *functions, lc_span arguments) {
    while (arguments.length) {
        lc_span argument = {arguments.at, length_of_argument(arguments)};
        if (is_memory(functions, argument)) return true;
        if (argument.length == arguments.length || arguments.at[argument.length] != ',') return false;
        arguments = lc_span_from(arguments, argument.length + 1);
    }
    return false;
}

/* ---- statements ---- */

/* Of `pair = take ("x = 1")` the part that begins with the first sign; nothing: it assigns nothing. */
static lc_span find_assignment(lc_span s) {
    lc_span equals = lc_span_find(s, " = ");
    bool quoted = memchr(s.at, '"', s.length - equals.length);
    return quoted ? (lc_span){s.at + s.length, 0} : equals;
}

/* `__builtin_ia32_movnti (...)`.  Most work on registers. */
static bool is_intrinsic(lc_span s) {
    lc_span equals = find_assignment(s);
    return lc_span_begins(equals.length ? lc_span_from(equals, 3) : s, "__builtin_ia32_");
}
static bool is_intrinsic_with_memory(lc_span s) {
    static const char *const words[] = {"load",  "store",  "movnt",     "mov_mem", "gather", "scatter",  "maskmov",
                                        "lddqu", "movdir", "broadcast", "save",    "_step",  "addcarry", "sbb"};
    s.length -= lc_span_find(s, " (").length;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lc_span_contains(s, words[i])) return true;
    return false;
}

/* A statement without places.  To gcc intrinsics are calls, whichever instructions they become; so all of them count,
 * and the instructions show which touch memory. */
static bool is_unannounced(const number_list *functions, lc_span s) {
    static const char *const others[] = {"#",     "return;",  "return ", "if (",
                                         "goto ", "switch (", "__asm__", "__builtin___tsan_"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (lc_span_begins(s, others[i])) return false;
    lc_span equals = find_assignment(s), to = {s.at, s.length - equals.length};
    lc_span from = equals.length ? lc_span_from(equals, 3) : s;
    if (equals.length && lc_span_contains(s, "<retval>")) return true;
    lc_span call = lc_span_find(from, " (");
    if (!call.length || call.at == from.at || from.at[0] == '(') return false;
    if (is_intrinsic(s)) return true;
    return (equals.length && is_memory(functions, to)) || has_argument_in_memory(functions, lc_span_from(call, 2));
}

/* `[file.c:6:30] ` or `[file.c:6:30 discrim 2] `: how long it is; 0: it is something else. */
static size_t length_of_place(lc_span s, found *at) {
    const char *end = s.length && s.at[0] == '[' ? memchr(s.at, ']', s.length) : NULL;
    uint32_t numbers[2] = {0, 0};
    if (!end || end + 1 >= s.at + s.length || end[1] != ' ') return 0;
    lc_span inside = {s.at + 1, (size_t)(end - s.at - 1)};
    inside.length -= lc_span_find(inside, " discrim ").length;
    size_t left = inside.length;
    for (int n = 1; n >= 0; n--) {
        size_t stop = left;
        while (left && isdigit((unsigned char)inside.at[left - 1])) left--;
        if (left == stop || !left || inside.at[left - 1] != ':') return 0;
        numbers[n] = (uint32_t)strtoul(inside.at + left, NULL, 10);
        left--;
    }
    *at = (found){.place = place_of(numbers[0], numbers[1]), .file = {inside.at, left}};
    return (size_t)(end - s.at) + 2;
}

static bool take_line(found_list *list, const number_list *functions, lc_span line, lince_text *statement) {
    found here, other;
    line = lc_span_trim(line);
    size_t skip = length_of_place(line, &here);
    if (!skip) return true;
    lc_text_clear(statement);
    for (line = lc_span_from(line, skip); line.length; line = lc_span_from(line, skip)) {
        skip = length_of_place(line, &other);
        if (skip) continue;
        lc_text_putc(statement, line.at[0]);
        skip = 1;
    }
    if (statement->cut) return false;
    lc_span text = {lc_text(statement), statement->length};
    here.is_volatile = lc_span_begins(text, "__builtin___tsan_volatile_") ||
                       lc_span_begins(text, "__builtin___tsan_unaligned_volatile_");
    here.certain = !here.is_volatile && (!is_intrinsic(text) || is_intrinsic_with_memory(text));
    return !(here.is_volatile || is_unannounced(functions, text)) || lc_push(NULL, list, here);
}

static int compare(const void *a, const void *b) {
    const found *x = a, *y = b;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    if (x->is_volatile != y->is_volatile) return x->is_volatile ? -1 : 1;
    return x->certain - y->certain;
}

static bool sort_out(lcd_gimple_places *places, const found_list *list, lcd_on_mixed tell, void *context) {
    for (uint32_t i = 0, end; i < list->count; i = end) {
        const found *f = &list->at[i];
        for (end = i + 1; end < list->count && list->at[end].place == f->place;) end++;
        if (!f->is_volatile) {
            if (!lc_push(NULL, places, f->place)) return false;
        } else if (list->at[end - 1].certain && tell) tell(context, f->file, (uint32_t)(f->place >> 32));
    }
    return true;
}

/* `;; Function name (name, funcdef_no=0, decl_uid=12, ...` begins the dump of a function. */
static bool collect_functions(number_list *functions, lc_span rest) {
    static const char heading[] = ";; Function ", word[] = "decl_uid=";
    while ((rest = lc_span_find(rest, heading)).length) {
        const char *end = memchr(rest.at, '\n', rest.length);
        lc_span line = {rest.at, end ? (size_t)(end - rest.at) : rest.length}, number = lc_span_find(line, word);
        rest = lc_span_from(rest, line.length);
        if (number.length <= sizeof word - 1 || !isdigit((unsigned char)number.at[sizeof word - 1]) || !end) continue;
        if (!lc_push(NULL, functions, (uint32_t)strtoul(number.at + sizeof word - 1, NULL, 10))) return false;
    }
    if (functions->count) qsort(functions->at, functions->count, sizeof *functions->at, lc_by_u32);
    return true;
}

bool lcd_gimple_read(lcd_gimple_places *places, const char *text, size_t length, lcd_on_mixed tell, void *context) {
    lince_text statement = {0};
    found_list list = {0};
    number_list functions = {0};
    bool fine = collect_functions(&functions, (lc_span){text, length});
    for (lc_span rest = {text, length}; rest.length && fine;) {
        const char *end = memchr(rest.at, '\n', rest.length);
        lc_span line = {rest.at, end ? (size_t)(end - rest.at) : rest.length};
        fine = take_line(&list, &functions, line, &statement);
        rest = lc_span_from(rest, line.length + (end != NULL));
    }
    if (list.count) qsort(list.at, list.count, sizeof *list.at, compare);
    fine = fine && sort_out(places, &list, tell, context);
    lc_text_free(&statement);
    lc_vec_free(NULL, &list);
    lc_vec_free(NULL, &functions);
    return fine;
}

bool lcd_gimple_has(const lcd_gimple_places *places, uint32_t line, uint32_t column) {
    uint64_t wanted = place_of(line, column);
    uint32_t low = 0, high = places->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (places->at[middle] < wanted) low = middle + 1;
        else high = middle;
    }
    if (low == places->count) return false;
    return column ? places->at[low] == wanted : places->at[low] >> 32 == line;
}
