/* Atomic operations in source text: where their orders stand, and where a fence can be added. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tap.h"
#include "tester/orders/spelling.h"

typedef struct row {
    const char *before, *text; /* the line before it, and the line: `^` is no part of it, but stands at the column */
    lcd_site_kind kind;
    const char *orders; /* as they are found, with a bar between; NULL: nothing is found */
    bool passes_on, alone, plain;
    lcd_order_style style;
} row;

#define L LCD_SITE_LOAD
#define S LCD_SITE_STORE
#define U LCD_SITE_UPDATE
#define C LCD_SITE_COMPARE
#define F LCD_SITE_FENCE

static const row rows[] = {
    {"{", "    ^atomic_store_explicit(&x, 1, memory_order_relaxed);", S, "memory_order_relaxed", false, true, true,
     LCD_STYLE_C},
    {"{", "    ^atomic_store_explicit(&x, f(a, b), AT(PUSH, release));", S, "AT(PUSH, release)", false, true, true,
     LCD_STYLE_C},
    {"{", "    ^atomic_store(&x, 1);", S, "", false, true, true, LCD_STYLE_C},
    {"{", "    long t = x.^load(std::memory_order_acquire);", L, "std::memory_order_acquire", false, true, true,
     LCD_STYLE_CXX},
    {"{", "    return p->^load();", L, "", false, true, false, LCD_STYLE_CXX},
    {"{", "    x.^store(1, std::memory_order::release);", S, "std::memory_order::release", false, true, true,
     LCD_STYLE_CXX20},
    {"{", "    x.^store(1, memory_order_release);", S, "memory_order_release", false, true, true, LCD_STYLE_C},
    {"{", "    if (^__atomic_load_n(&x, __ATOMIC_ACQUIRE)) return;", L, "__ATOMIC_ACQUIRE", false, true, false,
     LCD_STYLE_BUILTIN},
    {"{", "    ^__atomic_add_fetch(&x, 1, __ATOMIC_RELAXED);", U, "__ATOMIC_RELAXED", false, true, true,
     LCD_STYLE_BUILTIN},
    {"{", "    while (^atomic_load_explicit(&x, memory_order_relaxed)) {}", L, "memory_order_relaxed", false, false,
     false, LCD_STYLE_C},
    {"{", "    x.^compare_exchange_weak(a, b, std::memory_order_acq_rel);", C, "std::memory_order_acq_rel", false, true,
     true, LCD_STYLE_CXX},
    {"{", "    ^atomic_compare_exchange_strong_explicit(&x, &a, b, memory_order_release, memory_order_relaxed);", C,
     "memory_order_release|memory_order_relaxed", false, true, true, LCD_STYLE_C},
    {"{", "    ^__atomic_compare_exchange_n(&x, &a, b, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED);", C,
     "__ATOMIC_RELEASE|__ATOMIC_RELAXED", false, true, true, LCD_STYLE_BUILTIN},
    {"{", "    std::^atomic_thread_fence(std::memory_order_seq_cst);", F, "std::memory_order_seq_cst", false, true,
     true, LCD_STYLE_CXX},
    /* An order that is a parameter. */
    {"{", "    ^atomic_store_explicit(a, v, order);", S, "order", true, true, true, LCD_STYLE_C},
    /* Operations that are none, or of another kind; macros. */
    {"{", "    ^x = 1;", S, NULL, false, false, false, LCD_STYLE_C},
    {"{", "    ^put(x, 1);", S, NULL, false, false, false, LCD_STYLE_C},
    {"{", "    ^atomic_store(&x, 1);", L, NULL, false, false, false, LCD_STYLE_C},
    {"{", "    log(\"^atomic_store(&x, 1)\");", S, NULL, false, false, false, LCD_STYLE_C},
    {"{", "    ^y(); // atomic_store(&x, 1);", S, NULL, false, false, false, LCD_STYLE_C},
    /* Macros that pass orders on, or complete them; others. */
    {"#define STORE(p, v, o) atomic_store_explicit(p, v, memory_order_##o)\n{", "    ^STORE(&x, f(a, b), relaxed);", S,
     "relaxed", false, true, true, LCD_STYLE_WORD},
    {"#define STORE(p, v, o) \\\n  atomic_store_explicit((p), (v), \\\n  o)\n{",
     "    ^STORE(&x, 1, memory_order_relaxed);", S, "memory_order_relaxed", false, true, true, LCD_STYLE_C},
    {"# define LD(o, p) __atomic_load_n(p, __ATOMIC_ ## o)\n{", "    return ^LD(ACQUIRE, &x);", L, "ACQUIRE", false,
     true, false, LCD_STYLE_WORD_BUILTIN},
    {"#define LD(x, o) (x).load(std::memory_order::o)\n{", "    if (^LD(a, relaxed)) return;", L, "relaxed", false,
     true, false, LCD_STYLE_WORD_CXX},
    {"#define STORE(p, v, o) atomic_store_explicit(p, v, o)\n{", "    ^STORE(&x, 1, order);", S, "order", true, true,
     true, LCD_STYLE_C},
    {"#define CAS(p, e, v, o, f) atomic_compare_exchange_strong_explicit(p, e, v, memory_order_##o, "
     "memory_order_##f)\n{",
     "    ^CAS(&x, &a, 1, release, relaxed);", C, "release|relaxed", false, true, true, LCD_STYLE_WORD},
    {"#define CAS(p, e, v, o) atomic_compare_exchange_strong_explicit(p, e, v, o, o)\n{",
     "    ^CAS(&x, &a, 1, memory_order_seq_cst);", C, NULL, false, false, false, LCD_STYLE_C},
    {"#define STORE(p, v) atomic_store_explicit(p, v, memory_order_relaxed)\n{", "    ^STORE(&x, 1);", S, NULL, false,
     false, false, LCD_STYLE_C},
    {"#define BOTH(p, o) (atomic_store_explicit(p, 1, o), atomic_store_explicit(p, 2, o))\n{",
     "    ^BOTH(&x, memory_order_relaxed);", S, NULL, false, false, false, LCD_STYLE_C},
    {"#define STORES(p, v, o) atomic_store_explicit(p, v, o)\n{", "    ^STORE(&x, 1, memory_order_relaxed);", S, NULL,
     false, false, false, LCD_STYLE_C},
    /* Two of a kind in a line: the column decides. */
    {"{", "    b = ^x.load(std::memory_order_relaxed) + y.load(std::memory_order_acquire);", L,
     "std::memory_order_relaxed", false, false, false, LCD_STYLE_CXX},
    {"{", "    b = x.load(std::memory_order_relaxed) + y.^load(std::memory_order_acquire);", L,
     "std::memory_order_acquire", false, false, false, LCD_STYLE_CXX},
    /* A statement that begins or ends elsewhere, or whose turn depends on a line before. */
    {"if (a)", "    ^atomic_store_explicit(&x, 1, memory_order_relaxed);", S, "memory_order_relaxed", false, false,
     false, LCD_STYLE_C},
    {"int a =", "    ^atomic_load_explicit(&x, memory_order_relaxed);", L, "memory_order_relaxed", false, false, false,
     LCD_STYLE_C},
    {"{", "    ^atomic_store_explicit(&x, 1, memory_order_relaxed), y();", S, "memory_order_relaxed", false, true, true,
     LCD_STYLE_C},
    {"{", "    ^atomic_load_explicit(&x, memory_order_relaxed) +", L, "memory_order_relaxed", false, false, false,
     LCD_STYLE_C},
    {"{", "    ^atomic_store_explicit(&x,\n        1, memory_order_relaxed);", S, "memory_order_relaxed", false, true,
     true, LCD_STYLE_C},
    /* Comments. */
    {"y(); // one; two", "    ^atomic_store(&x, 1); /* so */ // there", S, "", false, true, true, LCD_STYLE_C},
    {"y();\n/* more\n   of it */", "    ^atomic_store(&x, 1);", S, "", false, true, true, LCD_STYLE_C},
    {"if (a) // {", "    ^atomic_store(&x, 1);", S, "", false, false, false, LCD_STYLE_C},
    {"if (a) /* b; */", "    ^atomic_store(&x, 1);", S, "", false, false, false, LCD_STYLE_C},
    {"{", "    y = ^atomic_load(&x) + // ;", L, "", false, false, false, LCD_STYLE_C},
};

/* Accesses that are no atomic operations: is there room for a fence before and behind them? */
static const struct {
    const char *before, *text;
    bool alone, plain;
} accesses[] = {
    {"{", "    wants[me] = 1; /* me */", true, true},   {"{", "    if (wants[me]) {", true, false},
    {"{", "    if (wants[me]) return 1;", true, false}, {"{", "    while (wants[me]) {", false, false},
    {"{", "    } while (wants[me]);", false, false},    {"{", "    for (; wants[me];) {", false, false},
    {"{", "    return wants[me];", true, false},        {"{", "    if (wants[me]) { y(); }", false, false},
    {"if (a)", "    wants[me] = 1;", false, false},     {"a =", "    wants[me];", false, false},
    {"a = 1;", "    // wants[me];", false, false},
};

static void check_access(size_t i, const char *path) {
    FILE *f = fopen(path, "w");
    if (!f) abort();
    fprintf(f, "%s\n%s\n}\n", accesses[i].before, accesses[i].text);
    fclose(f);
    lcd_listings listings = {0};
    lcd_spelling s;
    lcd_spell_access(&s, &listings, path, 2);
    expect(s.found == s.alone && s.alone == accesses[i].alone && s.plain == accesses[i].plain, "%s: alone %d plain %d",
           accesses[i].text, s.alone, s.plain);
    lcd_listings_free(&listings);
}

static void check(const row *r, const char *path) {
    FILE *f = fopen(path, "w");
    char text[512];
    size_t length = 0, column = 0;
    for (const char *c = r->text; *c; c++)
        if (*c == '^') column = length + 1;
        else text[length++] = *c;
    text[length] = 0;
    if (!f) abort();
    fprintf(f, "%s\n%s\n}\n", r->before, text);
    fclose(f);
    lcd_listings listings = {0};
    lcd_spelling s;
    int line = 2;
    for (const char *c = r->before; *c; c++) line += *c == '\n';
    lcd_spell(&s, &listings, path, line, (int)column, r->kind);
    char orders[256] = "";
    for (unsigned i = 0; i < s.orders; i++) {
        if (i) strcat(orders, "|");
        strncat(orders, text + s.from[i], s.to[i] - s.from[i]);
    }
    bool same = s.found ? r->orders && !strcmp(orders, r->orders) && s.passes_on == r->passes_on &&
                              s.alone == r->alone && s.plain == r->plain && s.style == r->style && text[s.close] == ')'
                        : !r->orders;
    text[strcspn(text, "\n")] = 0;
    expect(same, "%s: found %d orders '%s' passes on %d alone %d plain %d style %d", text, s.found, orders, s.passes_on,
           s.alone, s.plain, s.style);
    lcd_listings_free(&listings);
}

int main(void) {
    char path[] = "/tmp/lince-spelling-XXXXXX";
    int file = mkstemp(path);
    if (file < 0) abort();
    close(file);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check(&rows[i], path);
    for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++) check_access(i, path);
    unlink(path);
    return tap_end();
}
