/* Executions drawn as columns: exactly, where a few steps do; by properties, on random ones.  Names and lines are those
 * of this very program, which is built with debugging information. */
#include "tap.h"

#include <jansson.h>
#include <lince/test.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report_support.h"
#include "target/explore/control.h"
#include "tester/view/interleaving_view.h"

enum { MOST = 64 };
static lcd_trace_step steps[4096];
static size_t count;

static lcd_trace_step *step(unsigned thread, unsigned kind, const char *text) {
    steps[count] = (lcd_trace_step){.thread = thread, .kind = kind, .text = text};
    return &steps[count++];
}

static lcd_trace_step *access_at(unsigned thread, unsigned kind, uint64_t address, uint64_t size, uint64_t before,
                                 uint64_t after) {
    lcd_trace_step *s = step(thread, kind, "");
    s->address = address;
    s->size = size;
    s->before = before;
    s->after = after;
    return s;
}

static bool draws(lcd_lines *lines, unsigned width, bool ascii, const char *wanted, const char *what) {
    lince_text text = {0};
    lcd_interleaving_print(&text, &(lcr_style){.ascii = ascii}, steps, count, lines, width);
    bool same = expect(!strcmp(lc_text(&text), wanted) && !text.cut, "%s", what);
    if (!same && text.at)
        for (char *line = strtok(text.at, "\n"); line; line = strtok(NULL, "\n")) printf("# %s\n", line);
    lc_text_free(&text);
    count = 0;
    return same;
}

/* ---- without the program ---- */

static void overlapping(void) {
    step(0, LCT_STEP_CALL, "push(7)");
    access_at(0, LCT_STEP_STORE, 0x1000000, 8, 0, 7);
    step(0, LCT_STEP_RETURN, "");
    step(1, LCT_STEP_CALL, "push(1)");
    access_at(1, LCT_STEP_LOAD, 0x1000000, 8, 0, 0);
    step(2, LCT_STEP_CALL, "pop()");
    access_at(2, LCT_STEP_CAS_FAILED, 0x1000000, 8, 7, 5);
    step(2, LCT_STEP_RETURN, "EMPTY");
    access_at(1, LCT_STEP_CAS, 0x1000008, 4, 0, 0xffffffff);
    step(1, LCT_STEP_RETURN, "");
    step(1, LCT_STEP_FAILURE, "nothing holds");
}

static void test_drawing(void) {
    count = 0;
    overlapping();
    draws(NULL, 80, false,
          "  main\n"
          "  push(7)\n"
          "  │ store A: 0 → 7\n"
          "  push(7) returns\n"
          "  T1                 T2\n"
          "  push(1)\n"
          "  │ load A = 0\n"
          "  └──────────────────→\n"
          "  │                  pop()\n"
          "  │                  │ CAS A fails: is 7, not 5\n"
          "  │                  pop() → EMPTY\n"
          "  ←──────────────────┘\n"
          "  │ CAS A+8: 0 → -1\n"
          "  push(1) returns\n"
          "  T1: nothing holds\n",
          "columns side by side, and `main` before them");
    overlapping();
    steps[0].thread = steps[1].thread = steps[2].thread = 3;
    draws(NULL, 40, true,
          "  T3\n"
          "    push(7)\n"
          "    | store A: 0 -> 7\n"
          "    push(7) returns\n"
          "  T1\n"
          "    push(1)\n"
          "    | load A = 0\n"
          "  T2\n"
          "    pop()\n"
          "    | CAS A fails: is 7, not 5\n"
          "    pop() -> EMPTY\n"
          "  T1 goes on in push(1)\n"
          "    | CAS A+8: 0 -> -1\n"
          "    push(1) returns\n"
          "  T1: nothing holds\n",
          "one column where three have no room, in ASCII");
    step(1, LCT_STEP_CALL, "f()");
    step(0, LCT_STEP_CALL, "g()");
    step(1, LCT_STEP_NOTE, "a word to all");
    step(0, LCT_STEP_FAILURE, "T10 is wrong");
    draws(NULL, 80, false,
          "  main  T1\n"
          "        f()\n"
          "  ←─────┘\n"
          "  g()   │\n"
          "  └─────→\n"
          "  │     │ a word to all\n"
          "  main: T10 is wrong\n",
          "`main` has a column where it runs between others");
}

static void test_folding(void) {
    step(1, LCT_STEP_NOTE, "one two three four five six seven eight nine ten eleven twelve thirteen");
    step(2, LCT_STEP_CALL, "f()");
    access_at(2, LCT_STEP_STORE, 0x1000000, 8, 0x123456789abcdef, 0xfedcba987654321);
    step(2, LCT_STEP_NOTE, "an-endless-word-without-any-place-to-break-it-in");
    draws(NULL, 60, false,
          "  T1                            T2\n"
          "  one two three four five six\n"
          "    seven eight nine ten\n"
          "    eleven twelve thirteen\n"
          "  └─────────────────────────────→\n"
          "                                f()\n"
          "                                │ store A: 0x123456789abcdef\n"
          "                                │   → 0xfedcba987654321\n"
          "                                │ an-endless-wo…-break-it-in\n",
          "long texts are folded, and cut where they cannot be");
}

/* Message passing that fails: the second load reads a value that is not the newest. */
static void passing(void) {
    static const uint32_t orders[] = {__ATOMIC_RELAXED, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE, __ATOMIC_SEQ_CST};
    access_at(1, LCT_STEP_STORE, 0x1000000, 8, 0, 7);
    access_at(1, LCT_STEP_STORE, 0x1000008, 8, 0, 1);
    access_at(2, LCT_STEP_LOAD, 0x1000008, 8, 1, 1);
    access_at(2, LCT_STEP_LOAD, 0x1000000, 8, 0, 0);
    for (size_t i = 0; i < count; i++) steps[i].step = (uint32_t)i + 1, steps[i].order = orders[i] + 1;
    steps[3].newer = 1;
    steps[3].newest_step = 1;
}

static void test_old_values(void) {
    passing();
    draws(NULL, 100, false,
          "  T1                         T2\n"
          "  store A: 0 → 7, relaxed\n"
          "  store A+8: 0 → 1, release\n"
          "  └──────────────────────────→\n"
          "                             load A+8 = 1, acquire\n"
          "                             load A = 0; old: T1 had stored 7, which\n"
          "                               nothing orders before this load\n",
          "memory orders, and an old value with the write of the newest one");
    passing();
    steps[1].newer = 2;
    steps[3].newer = 3;
    steps[3].newest_step = 0;
    draws(NULL, 100, false,
          "  T1                                            T2\n"
          "  store A: 0 → 7, relaxed\n"
          "  store A+8: 0 → 1, release; placed before 2\n"
          "    newer values\n"
          "  └─────────────────────────────────────────────→\n"
          "                                                load A+8 = 1, acquire\n"
          "                                                load A = 0; old: 3 newer values were stored,\n"
          "                                                  which nothing orders before this load\n",
          "a store placed before others, and an old value without a known write");
    passing();
    steps[3].newer = 2;
    steps[0].kind = LCT_STEP_LOAD;
    draws(NULL, 100, true,
          "  T1                          T2\n"
          "  load A = 0, relaxed\n"
          "  store A+8: 0 -> 1, release\n"
          "  +--------------------------->\n"
          "                              load A+8 = 1, acquire\n"
          "                              load A = 0; old: 2 newer values were stored,\n"
          "                                which nothing orders before this load\n",
          "a load is no write, even if it is named as one");
    step(1, LCT_STEP_FENCE, "")->order = __ATOMIC_SEQ_CST + 1;
    draws(NULL, 80, false, "  T1\n  fence, seq_cst\n", "a fence always has its order");
}

static void test_old_values_json(void) {
    lince_text text = {0};
    count = 0;
    passing();
    lcd_interleaving_json(&text, steps, count, NULL);
    json_t *all = json_loads(lc_text(&text), 0, NULL), *last = json_array_get(all, 3), *first = json_array_get(all, 0);
    expect(!strcmp(json_string_value(json_object_get(first, "order")), "relaxed") && !json_object_get(first, "newer") &&
               json_integer_value(json_object_get(last, "newer")) == 1 &&
               json_integer_value(json_object_get(last, "newest_step")) == 1 &&
               !strcmp(json_string_value(json_object_get(last, "order")), "seq_cst"),
           "members for old values");
    json_decref(all);
    lc_text_clear(&text);
    steps[0].order = 0;
    steps[3].newest_step = 0;
    lcd_interleaving_json(&text, steps, count, NULL);
    all = json_loads(lc_text(&text), 0, NULL);
    expect(!json_object_get(json_array_get(all, 0), "order") &&
               json_is_null(json_object_get(json_array_get(all, 3), "newest_step")),
           "and what is not known");
    json_decref(all);
    lc_text_free(&text);
    count = 0;
}

static void test_words(void) {
    step(1, LCT_STEP_MALLOC, "calloc")->address = 0x5000000;
    steps[count - 1].size = 24;
    step(1, LCT_STEP_ACQUIRE, "pthread_mutex_lock")->address = 0x5000008;
    step(1, LCT_STEP_TRY_FAILED, "sem_trywait")->address = 0x5000008;
    step(1, LCT_STEP_TIMEOUT, "")->address = 0x5000008;
    step(1, LCT_STEP_WAIT, "wakes up without a signal")->address = 0x5000008;
    access_at(1, LCT_STEP_READ, 0x5000000, 24, 1, 1);
    step(1, LCT_STEP_FREE, "free")->address = 0x5000000;
    access_at(1, LCT_STEP_READ, 0x5000010, 8, 1, 1);
    step(1, LCT_STEP_MALLOC, "malloc")->address = 0x5000000;
    steps[count - 1].size = 24;
    access_at(1, LCT_STEP_EXCHANGE, 0x6000000, 8, 0x5000000, 0x5000010);
    access_at(1, LCT_STEP_ADD, 0x6000000, 8, (uint64_t)lince_empty, (uint64_t)-3);
    step(1, LCT_STEP_CHOICE, "")->after = 2;
    steps[count - 1].before = 3;
    step(1, LCT_STEP_JOIN, "")->address = 2;
    step(1, LCT_STEP_SLEEP, "usleep");
    step(1, LCT_STEP_FENCE, "");
    step(1, LCT_STEP_EXIT, "");
    step(1, 99, "");
    draws(NULL, 80, false,
          "  T1\n"
          "  calloc(24) = A\n"
          "  pthread_mutex_lock(A+8)\n"
          "  sem_trywait(A+8) fails\n"
          "  wait(A+8) times out\n"
          "  wakes up without a signal (A+8)\n"
          "  read A (24 bytes)\n"
          "  free(A)\n"
          "  read A+16 = 1 (freed)\n"
          "  malloc(24) = A'\n"
          "  exchange B: A' → A'+16\n"
          "  add B: EMPTY → -3\n"
          "  choose 2 of 0 to 2\n"
          "  join T2\n"
          "  usleep\n"
          "  fence\n"
          "  step\n",
          "every kind of step has its words");
    draws(NULL, 80, false, "", "no steps, no drawing");
    step(3, LCT_STEP_FAILURE, "it fails at once");
    draws(NULL, 80, false, "  T3: it fails at once\n", "a failure alone");
}

static void test_letters(void) {
    for (uint64_t i = 0; i < 30; i++) step(1, LCT_STEP_MALLOC, "malloc")->address = 0x10000000 + i * 65536;
    lince_text text = {0};
    lcd_interleaving_print(&text, &(lcr_style){.ascii = true}, steps, count, NULL, 80);
    expect(strstr(lc_text(&text), "= Z\n  malloc(0) = AA\n"), "behind Z comes AA");
    lc_text_free(&text);
    count = 0;
}

static void test_loops(void) {
    step(1, LCT_STEP_CALL, "f()");
    for (int i = 0; i < 5; i++) access_at(1, LCT_STEP_LOAD, 0x1000000, 4, 7, 7);
    for (int i = 0; i < 9; i++) access_at(1 + (unsigned)(i / 2 % 2), LCT_STEP_LOAD, 0x1000004, 4, (uint64_t)i % 2, 0);
    for (int i = 0; i < 3; i++) access_at(1, LCT_STEP_LOAD, 0x1000000, 4, 8, 8);
    draws(NULL, 80, false,
          "  T1                T2\n"
          "  f()\n"
          "  │ load A = 7\n"
          "  │ … 4 times more\n"
          "  │ load A+4 = 0\n"
          "  │ load A+4 = 1\n"
          "  └─────────────────→\n"
          "  │                 load A+4 = 0\n"
          "  │                 load A+4 = 1\n"
          "  ←─────────────────┘\n"
          "  │ load A+4 = 0\n"
          "  │ load A+4 = 1\n"
          "  └─────────────────→\n"
          "  │                 load A+4 = 0\n"
          "  │                 load A+4 = 1\n"
          "  ←─────────────────┘\n"
          "  │ load A+4 = 0\n"
          "  │ load A = 8\n"
          "  │ load A = 8\n"
          "  │ load A = 8\n",
          "a step that comes again and again is shown once, a few are not");
    for (int i = 0; i < 40; i++) access_at(1 + (unsigned)(i / 2 % 2), LCT_STEP_LOAD, 0x1000004, 4, (uint64_t)i % 2, 0);
    draws(NULL, 80, false,
          "  T1          T2\n"
          "  load A = 0\n"
          "  load A = 1\n"
          "  └───────────→\n"
          "              load A = 0\n"
          "              load A = 1\n"
          "              … these 4 steps 9 times more\n",
          "and so are a few steps together, also of several threads");
}

static void test_long(void) {
    lince_text text = {0};
    for (int i = 0; i < 1500; i++) {
        if (i == 400) step(2, LCT_STEP_CALL, "g()");
        access_at(i == 1400 ? 2 : 1, LCT_STEP_LOAD, 0x10000000, 4, (uint64_t)i, 0);
    }
    lcd_interleaving_print(&text, &(lcr_style){.ascii = false}, steps, count, NULL, 80);
    const char *gap = strstr(lc_text(&text), "  … 501 steps left out\n"), *all = lc_text(&text);
    expect(gap && strstr(all, "load A = 299\n") < gap && strstr(gap, "load A = 800   │\n") && !strstr(all, "= 300") &&
               !strstr(all, "= 799"),
           "of a long trace the middle is left out, but not who is where after it");
    lc_text_clear(&text);
    lcd_trace_step *many = calloc(100000, sizeof *many);
    for (size_t i = 0; i < 100000; i++)
        many[i] = (lcd_trace_step){.thread = 1,
                                   .kind = LCT_STEP_LOAD,
                                   .text = "",
                                   .address = 0x10000000 + 4 * (i % 3),
                                   .size = 4,
                                   .before = i < 100 || i > 99900 ? i : 5};
    lcd_interleaving_print(&text, &(lcr_style){.ascii = true}, many, 100000, NULL, 80);
    expect(strstr(lc_text(&text), "... these 3 steps 6632 times more\n") &&
               strstr(lc_text(&text), "  ... 60000 steps left out\n") && strstr(lc_text(&text), " = 99999\n"),
           "a very long one is not even looked at");
    free(many);
    lc_text_free(&text);
    count = 0;
}

/* ---- with the program ---- */

typedef struct node {
    int value;
    bool marked;
    struct node *_Atomic next;
} node;
static struct {
    node *_Atomic head;
    unsigned long mask;
} list;
static long plain;

__attribute__((noinline)) static uint64_t here(void) {
    __asm__ volatile("" ::: "memory");
    return (uint64_t)(uintptr_t)__builtin_return_address(0);
}
static int line_of_here;
__attribute__((noinline)) static uint64_t place(void) {
    line_of_here = __LINE__ + 1;
    uint64_t pc = here(); /* this  very line */
    __asm__ volatile("" ::: "memory");
    return pc;
}

static uint64_t address_of(const volatile void *object) { return (uint64_t)(uintptr_t)object; }

static void test_names(lcd_lines *lines) {
    uint64_t a = 0x700000001000, b = 0x700000001040;
    access_at(1, LCT_STEP_LOAD, b + offsetof(node, next), 8, 0, 0);
    access_at(1, LCT_STEP_CAS, address_of(&list.head), 8, 0, a);
    access_at(1, LCT_STEP_STORE, a + offsetof(node, next), 8, 0, b);
    access_at(1, LCT_STEP_WRITE, b + offsetof(node, marked), 1, 0, 1);
    access_at(1, LCT_STEP_WRITE, b, 4, 0xfffffffe, 0x80000005);
    access_at(1, LCT_STEP_OR, address_of(&list.mask), 8, 1, UINT64_C(1) << 63);
    access_at(1, LCT_STEP_STORE, address_of(&list.head), 8, a | 1, 0xaaaaaaaaaaaaaaaa);
    access_at(1, LCT_STEP_READ, address_of(&plain), 8, address_of(&list), address_of(&list));
    access_at(1, LCT_STEP_STORE, address_of(&list.head), 8, address_of(&list.mask), 0);
    access_at(1, LCT_STEP_READ, address_of(&plain) + 4, 2, 3, 3);
    draws(lines, 80, false,
          "  T1\n"
          "  load A.next = NULL\n"
          "  CAS list.head: NULL → B\n"
          "  store B.next: NULL → A\n"
          "  write A.marked: false → true\n"
          "  write A.value: -2 → EMPTY\n"
          "  or list.mask: 1 → 0x8000000000000000\n"
          "  store list.head: B+1 → 0xaaaaaaaaaaaaaaaa\n"
          "  read plain = &list\n"
          "  store list.head: &list.mask → NULL\n"
          "  read plain+4 = 3\n",
          "objects have members of the types of the pointers to them, and values the look of theirs");
}

static void test_places(lcd_lines *lines) {
    uint64_t pc = place(), frames[] = {pc};
    access_at(1, LCT_STEP_LOAD, address_of(&plain), 8, 1, 1)->pc = pc;
    access_at(1, LCT_STEP_LOAD, address_of(&plain), 8, 2, 2)->pc = pc;
    access_at(1, LCT_STEP_LOAD, address_of(&plain), 8, 3, 3)->pc =
        1; /* somewhere unknown, called from somewhere known */
    steps[2].frames = frames;
    steps[2].frame_count = 1;
    step(1, LCT_STEP_FAILURE, "T1 is wrong")->pc = pc;
    char wanted[500];
    const char *source = access(__FILE__, R_OK) ? "" : "  uint64_t pc = here(); /* this very line */";
    snprintf(wanted, sizeof wanted,
             "  T1\n  load plain = 1  test_columns.c:%d%s\n  load plain = 2  test_columns.c:%d\n"
             "  load plain = 3  test_columns.c:%d\n  T1 is wrong (test_columns.c:%d)\n",
             line_of_here, source, line_of_here, line_of_here, line_of_here);
    size_t kept = count;
    draws(lines, 100, false, wanted, "steps have their lines, with what stands there where there is room");
    count = kept;
    snprintf(wanted, sizeof wanted,
             "  T1\n  load plain = 1  test_columns.c:%d\n  load plain = 2  test_columns.c:%d\n"
             "  load plain = 3  test_columns.c:%d\n  T1 is wrong (test_columns.c:%d)\n",
             line_of_here, line_of_here, line_of_here, line_of_here);
    draws(lines, 50, false, wanted, "and without where there is none");
}

/* ---- JSON ---- */

static const char *string_of(json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* The operations that the steps belong to, -1: none. */
static void owners_are(const lince_history *h, const int *wanted, const char *what) {
    lince_text text = {0};
    lcd_interleaving_page(&text, steps, count, NULL, h);
    json_t *array = json_loads(lc_text(&text), 0, NULL);
    bool same = json_array_size(array) == count;
    for (size_t i = 0; same && i < count; i++) {
        const json_t *op = json_object_get(json_array_get(array, i), "op");
        same = wanted[i] < 0 ? json_is_null(op) : json_is_integer(op) && json_integer_value(op) == wanted[i];
    }
    expect(same, "%s", what);
    json_decref(array);
    lc_text_free(&text);
}

static void test_page(void) {
    lince_history *h = history_of("x",
                                  "main invoke push(7)\nmain return\nT1 invoke push(1)\nT2 invoke pop()\n"
                                  "T2 return 1\nT1 return\nT2 invoke pop()\n");
    step(0, LCT_STEP_CALL, "push(7)");
    step(0, LCT_STEP_RETURN, "");
    access_at(1, LCT_STEP_LOAD, 0x1000000, 8, 5, 5);
    step(1, LCT_STEP_CALL, "push(1)");
    step(2, LCT_STEP_CALL, "pop()");
    access_at(1, LCT_STEP_STORE, 0x1000000, 8, 5, 6);
    access_at(2, LCT_STEP_CAS_FAILED, 0x1000000, 8, 6, 9);
    step(2, LCT_STEP_RETURN, "1");
    step(2, LCT_STEP_CALL, "pop()");
    access_at(2, LCT_STEP_WRITE, 0x1000000, 64, 0, 0);
    step(3, LCT_STEP_NOTE, "");
    owners_are(h, (const int[]){0, 0, -1, 1, 2, 1, 2, 2, 3, 3, -1}, "steps belong to what their threads are doing");
    lince_text text = {0};
    lcd_interleaving_page(&text, steps, count, NULL, h);
    json_t *array = json_loads(lc_text(&text), 0, NULL);
    static const char *const cells[] = {
        [2] = "[[\"A\", \"5\", \"5\"]]", [5] = "[[\"A\", \"5\", \"6\"]]", [6] = "[[\"A\", \"6\", \"6\"]]", [9] = "[]"};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        json_t *found = json_object_get(json_array_get(array, i), "cells");
        json_t *wanted = json_loads(cells[i] ? cells[i] : "[]", 0, NULL);
        char *shown = json_dumps(found, JSON_COMPACT);
        expect(json_equal(found, wanted), "what step %zu does to memory: %s", i, shown ? shown : "");
        free(shown);
        json_decref(wanted);
    }
    json_decref(array);
    lc_text_free(&text);
    steps[4].text = "push(2)"; /* the execution went another way */
    owners_are(h, (const int[]){0, 0, -1, 1, -1, 1, -1, -1, -1, -1, -1}, "of a thread that strayed nothing is known");
    owners_are(NULL, (const int[]){-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1}, "nor without a history");
    lince_history_free(h);
    count = 0;
}

static void test_json(lcd_lines *lines) {
    uint64_t pc = place(), frames[] = {pc, pc};
    step(1, LCT_STEP_CALL, "push(\"\x01\")");
    lcd_trace_step *s = access_at(1, LCT_STEP_CAS, address_of(&list.head), 8, 0, UINT64_MAX);
    s->pc = pc;
    s->frames = frames;
    s->frame_count = 2;
    step(1, LCT_STEP_RETURN, "ok");
    lince_text text = {0};
    lcd_interleaving_json(&text, steps, count, lines);
    json_t *array = json_loads(lc_text(&text), 0, NULL);
    json_t *call = json_array_get(array, 0), *cas = json_array_get(array, 1), *back = json_array_get(array, 2);
    expect(json_array_size(array) == 3, "an array of all steps");
    expect(!strcmp(string_of(call, "kind"), "call") && !strcmp(string_of(call, "text"), "push(\"\x01\")") &&
               json_integer_value(json_object_get(call, "thread")) == 1 && !json_object_get(call, "address"),
           "a call");
    expect(!strcmp(string_of(cas, "kind"), "cas") && !strcmp(string_of(cas, "name"), "list.head") &&
               !strcmp(string_of(cas, "after"), "0xffffffffffffffff") &&
               json_integer_value(json_object_get(cas, "size")) == 8 &&
               json_integer_value(json_object_get(cas, "line")) == line_of_here &&
               !strcmp(string_of(cas, "function"), "place") && json_array_size(json_object_get(cas, "frames")) == 2,
           "an access");
    expect(strstr(string_of(back, "text"), "→ ok") && !strcmp(string_of(back, "kind"), "return"), "a return");
    json_decref(array);
    lc_text_clear(&text);
    lcd_interleaving_json(&text, steps, 0, NULL);
    expect(!strcmp(lc_text(&text), "[]"), "nothing");
    lc_text_free(&text);
    count = 0;
}

/* ---- random ones ---- */

static void random_steps(uint64_t *seed, unsigned threads) {
    static const char *const texts[] = {"", "f()", "f(123456, 234567, 345678) with quite a long tail",
                                        "größer\n\x1b[1m", "\xff\xfe"};
    count = 0;
    for (uint32_t i = pick(seed, MOST); i; i--) {
        unsigned kind = pick(seed, LCT_STEP_FAILURE + 1), thread = pick(seed, threads);
        lcd_trace_step *s = step(thread, kind, texts[pick(seed, 5)]);
        s->address = pick(seed, 4) ? 0x1000000 + 8 * pick(seed, 20) : 0;
        s->size = 1u << pick(seed, 5);
        s->before = pick(seed, 2) ? pick(seed, 100) : *seed;
        s->after = pick(seed, 2) ? 0x1000000 + 8 * pick(seed, 20) : *seed;
        s->pc = pick(seed, 2) ? place() : *seed;
    }
}

static bool is_narrow(const char *text, size_t width, bool ascii) {
    for (; *text; text += strcspn(text, "\n") + 1) {
        char line[1000];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
        if (lcr_columns(line) > width) {
            printf("# too wide (%zu): %s\n", width, line);
            return false;
        }
        for (const char *c = line; ascii && *c; c++)
            if ((*c < ' ' && *c != '\033') || *c > '~') return false;
        if (*line && line[strlen(line) - 1] == ' ') return false;
    }
    return true;
}

/* Takes the colours out. */
static void bleach(char *text) {
    char *to = text;
    for (const char *at = text; *at; at++) {
        if (*at == '\033') at = strchr(at, 'm');
        else *to++ = *at;
    }
    *to = '\0';
}

static void test_random(lcd_lines *lines) {
    uint64_t seed = 4711;
    bool narrow = true, same = true, parsed = true;
    for (int i = 0; i < 600; i++) {
        random_steps(&seed, 1 + pick(&seed, 8));
        lince_text text = {0}, coloured = {0}, json = {0};
        unsigned width = 40 + pick(&seed, 120);
        lcr_style style = {.ascii = pick(&seed, 2)};
        lcd_interleaving_print(&text, &style, steps, count, i % 2 ? lines : NULL, width);
        style.colour = true;
        lcd_interleaving_print(&coloured, &style, steps, count, i % 2 ? lines : NULL, width);
        narrow = narrow && is_narrow(lc_text(&text), width, style.ascii);
        if (coloured.at) bleach(coloured.at);
        same = same && !strcmp(lc_text(&text), lc_text(&coloured)) && !strchr(lc_text(&text), '\033');
        lcd_interleaving_json(&json, steps, count, i % 2 ? lines : NULL);
        json_t *array = json_loads(lc_text(&json), 0, NULL);
        parsed = parsed && json_array_size(array) == count;
        json_decref(array);
        lc_text_free(&text);
        lc_text_free(&coloured);
        lc_text_free(&json);
    }
    expect(narrow, "no line is too wide, nor ends in blanks");
    expect(same, "colours change nothing else");
    expect(parsed, "and all of it is JSON, too");
    count = 0;
}

int main(void) {
    lcd_lines *lines = lcd_lines_open("/proc/self/exe");
    test_drawing();
    test_folding();
    test_words();
    test_old_values();
    test_old_values_json();
    test_letters();
    test_loops();
    test_long();
    test_names(lines);
    test_places(lines);
    test_json(lines);
    test_page();
    test_random(lines);
    lcd_lines_close(lines);
    return tap_end();
}
