/* Source lines and names, asked of this very program: it is built with debugging information, once position-independent
 * and once not. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "tap.h"

#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/text.h"
#include "target/explore/control.h"
#include "tester/source/lines.h"

/* ---- places to be asked about ---- */

__attribute__((noinline)) static uint64_t here(void) { return (uint64_t)(uintptr_t)__builtin_return_address(0); }

static int inner_line, middle_line, outer_line, direct_line;

__attribute__((always_inline)) static inline uint64_t inner(void) {
    inner_line = __LINE__ + 1;
    uint64_t pc = here();
    __asm__ volatile("" ::: "memory"); /* the call is not the last thing */
    return pc;
}

__attribute__((always_inline)) static inline uint64_t middle(void) {
    middle_line = __LINE__ + 1;
    uint64_t pc = inner();
    return pc + 0;
}

__attribute__((noinline)) static uint64_t outer(void) {
    outer_line = __LINE__ + 1;
    uint64_t pc = middle();
    __asm__ volatile("" ::: "memory");
    return pc;
}

__attribute__((noinline)) static uint64_t direct(void) {
    direct_line = __LINE__ + 1;
    uint64_t pc = here();
    __asm__ volatile("" ::: "memory");
    return pc;
}

typedef struct node {
    int value;
    struct node *_Atomic next;
    bool marked;
} node;

static struct {
    pthread_mutex_t lock;
    struct node *head;
    node cells[4];
    short grid[3][5];
    union {
        unsigned long word;
        char bytes[8];
    } both;
    struct {
        void *pointer;
        long tag;
    } pair __attribute__((aligned(16)));
} box;
static atomic_int lonely;
static _Thread_local struct {
    int value;
    node cells[2];
} own = {.value = 1};

/* ---- questions ---- */

static bool is_at(lcd_lines *l, uint64_t pc, unsigned depth, int line, const char *function) {
    const char *file = "", *name = "";
    int found = 0;
    bool known =
        depth ? lcd_lines_inlined(l, pc, depth, &file, &found, &name) : lcd_lines_find(l, pc, &file, &found, &name);
    const char *slash = strrchr(file, '/');
    bool right = known && found == line && !strcmp(name, function) && slash && !strcmp(slash, "/test_lines.c");
    if (!right) printf("# %s:%d in %s, not %d in %s\n", file, found, name, line, function);
    return right;
}

static void test_code(lcd_lines *l) {
    const char *file, *function;
    int line;
    uint64_t pc = direct();
    expect(is_at(l, pc, 0, direct_line, "direct"), "a call");
    expect(is_at(l, pc, 0, direct_line, "direct"), "the same once more");
    expect(!lcd_lines_inlined(l, pc, 1, &file, &line, &function), "nothing was inlined there");
    pc = outer();
    expect(is_at(l, pc, 0, inner_line, "inner"), "an inlined function has its own name and line");
    expect(is_at(l, pc, 1, middle_line, "middle"), "it was called there");
    expect(is_at(l, pc, 2, outer_line, "outer"), "and that from there");
    expect(!lcd_lines_inlined(l, pc, 3, &file, &line, &function), "which is the function itself");
    expect(!lcd_lines_find(l, 0, &file, &line, &function) && !lcd_lines_find(l, 1, &file, &line, &function) &&
               !lcd_lines_find(l, UINT64_MAX, &file, &line, &function) &&
               !lcd_lines_find(l, (uint64_t)(uintptr_t)&box, &file, &line, &function),
           "what is no code has no line");
    expect(lcd_lines_is_system("/usr/include/c++/12/atomic") &&
               lcd_lines_is_system("/usr/bin/../lib/gcc/stdatomic.h") &&
               !lcd_lines_is_system("/home/usr/include/x.h") && !lcd_lines_is_system("/usr/src/queue.c"),
           "the system's files are told apart");
    expect(lcd_lines_is_standard("/usr/include/c++/12/atomic") &&
               lcd_lines_is_standard("/usr/include/x86_64-linux-gnu/c++/12/bits/gthr.h") &&
               lcd_lines_is_standard("/usr/lib/gcc/x86_64-linux-gnu/12/include/stdatomic.h") &&
               !lcd_lines_is_standard("/usr/include/ck_fifo.h") && !lcd_lines_is_standard("/home/c++/bits/x.h"),
           "and among them those of libraries");
}

static void test_symbols(lcd_lines *l) {
    uint64_t offset = 99;
    const char *name = lcd_lines_symbol(l, (uint64_t)(uintptr_t)&box.cells[1], &offset);
    expect(name && !strcmp(name, "box") && offset == (uint64_t)((char *)&box.cells[1] - (char *)&box), "a variable");
    name = lcd_lines_symbol(l, (uint64_t)(uintptr_t)here, &offset);
    expect(name && !strcmp(name, "here") && !offset, "a function");
    expect(!lcd_lines_symbol(l, 16, &offset), "nothing");
}

static lcd_type type_at(lcd_lines *l, const volatile void *address, uint64_t size, const char *name) {
    lince_text text = {0};
    lcd_type type = 0;
    bool known = lcd_lines_variable(l, (uint64_t)(uintptr_t)address, size, &text, &type);
    expect(known && !strcmp(lc_text(&text), name), "%s is called %s", name, lc_text(&text));
    lc_text_free(&text);
    return type;
}

static bool is_member(lcd_lines *l, lcd_type type, uint64_t offset, const char *name) {
    lince_text text = {0};
    lcd_type inside;
    bool known = lcd_lines_member(l, type, offset, 0, &text, &inside);
    bool right = name ? known && !strcmp(lc_text(&text), name) : !known && !text.length;
    if (!right) printf("# `%s` instead of `%s`\n", lc_text(&text), name ? name : "");
    lc_text_free(&text);
    return right;
}

static void test_variables(lcd_lines *l) {
    lcd_type head = type_at(l, &box.head, 8, "box.head"), node_type = lcd_lines_pointee(l, head);
    expect(lcd_lines_kind(l, head) == LCD_TYPE_POINTER && node_type, "it points to something known");
    expect(is_member(l, node_type, offsetof(node, next), ".next") &&
               is_member(l, node_type, offsetof(node, value) + 2, ".value+2") &&
               is_member(l, node_type, sizeof(node), NULL) && is_member(l, 0, 0, NULL),
           "which has members");
    lcd_type next = type_at(l, &box.cells[2].next, 8, "box.cells[2].next");
    expect(lcd_lines_pointee(l, next) == node_type, "an atomic pointer points to the same");
    expect(lcd_lines_kind(l, type_at(l, &box.cells[0].marked, 1, "box.cells[0].marked")) == LCD_TYPE_BOOL, "bool");
    expect(lcd_lines_kind(l, type_at(l, &box.grid[2][3], 2, "box.grid[2][3]")) == LCD_TYPE_SIGNED, "a signed number");
    expect(lcd_lines_kind(l, type_at(l, &box.both, 8, "box.both.word")) == LCD_TYPE_UNSIGNED, "an unsigned one");
    expect(lcd_lines_kind(l, type_at(l, &lonely, 4, "lonely")) == LCD_TYPE_SIGNED, "an atomic one");
    expect(!lcd_lines_pointee(l, type_at(l, &box.pair.tag, 8, "box.pair.tag")), "a number does not point");
    expect(!lcd_lines_pointee(l, type_at(l, &box.pair.pointer, 8, "box.pair.pointer")), "nor does void * tell to what");
    type_at(l, &box.pair, 16, "box.pair");
    type_at(l, &box.lock, 0, "box.lock");
    lince_text text = {0};
    lcd_type type;
    expect(!lcd_lines_variable(l, (uint64_t)(uintptr_t)&text, 8, &text, &type) && !text.length,
           "what is on the stack has no name");
    lc_text_free(&text);
}

static int own_of_program(struct dl_phdr_info *info, size_t size, void *places) {
    (void)size;
    lct_tls_places *p = places;
    p->at[2] = (uint64_t)(uintptr_t)info->dlpi_tls_data;
    for (unsigned i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) p->size = info->dlpi_phdr[i].p_memsz;
    return 1;
}

/* This thread stands for T2; what T5 has is not there, and has names. */
static void test_own(lcd_lines *l) {
    lince_text text = {0};
    lcd_type type;
    const char *at = (const char *)&own.cells[1].next;
    expect(!lcd_lines_variable(l, (uint64_t)(uintptr_t)at, 8, &text, &type) && lcd_lines_owner(l, 16) == -1 &&
               lcd_lines_owner(l, (uint64_t)(uintptr_t)at) == -1,
           "thread-local variables have no names while nobody has said where they are");
    lc_text_free(&text);
    lct_tls_places places = {.at = {[5] = 0x10000}};
    dl_iterate_phdr(own_of_program, &places);
    lcd_lines_set_tls(l, &places);
    lcd_type next = type_at(l, at, 8, "own.cells[1].next");
    expect(next && lcd_lines_kind(l, next) == LCD_TYPE_POINTER, "and a type");
    uint64_t other = 0x10000 + ((uint64_t)(uintptr_t)&own.value - places.at[2]), offset = 99;
    type_at(l, (const void *)(uintptr_t)other, 4, "own.value");
    expect(lcd_lines_owner(l, (uint64_t)(uintptr_t)at) == 2 && lcd_lines_owner(l, other) == 5 &&
               lcd_lines_owner(l, (uint64_t)(uintptr_t)&box) == -1,
           "it is known whose they are");
    const char *name = lcd_lines_symbol(l, other, &offset);
    expect(name && !strcmp(name, "own") && !offset, "they are symbols, too");
    type_at(l, &lonely, 4, "lonely");
}

static void test_nothing(const char *program, const char *what) {
    lcd_lines *l = lcd_lines_open(program);
    const char *file, *function;
    int line;
    uint64_t offset;
    lince_text text = {0};
    lcd_type type;
    uint64_t pc = direct();
    expect(l && !lcd_lines_find(l, pc, &file, &line, &function) && !lcd_lines_symbol(l, pc, &offset) &&
               !lcd_lines_variable(l, (uint64_t)(uintptr_t)&box, 0, &text, &type) && !lcd_lines_pointee(l, 1),
           "%s answers nothing", what);
    lc_text_free(&text);
    lcd_lines_close(l);
}

int main(void) {
    lcd_lines *l = lcd_lines_open("/proc/self/exe");
    test_code(l);
    test_symbols(l);
    test_variables(l);
    test_own(l);
    double start = tap_seconds();
    const char *file, *function;
    int line;
    for (int i = 0; i < 100000; i++) lcd_lines_find(l, direct() + (uint64_t)(i % 2), &file, &line, &function);
    expect(tap_seconds() - start < 2, "what was asked before is not looked up again (%.3f s)", tap_seconds() - start);
    lcd_lines_close(l);
    test_nothing("/no/such/program", "a file that is not there");
    test_nothing("/dev/null", "an empty file");
    test_nothing("/etc/passwd", "a file that is no program");
    return tap_end();
}
