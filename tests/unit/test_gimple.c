/* gcc's report of what it instruments: at which places it forgets something. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tap.h"
#include "tester/instrument/gimple.h"

typedef struct mixed {
    unsigned count;
    char last[40];
} mixed;

static void note(void *context, lc_span file, uint32_t line) {
    mixed *m = context;
    m->count++;
    snprintf(m->last, sizeof m->last, "%.*s:%u", (int)file.length, file.at, line);
}

/* At its full length, so that reading beyond it is noticed where that is looked for. */
static lcd_gimple_places read_all(const char *text, size_t length, mixed *m) {
    lcd_gimple_places places = {0};
    char *copy = malloc(length + !length);
    memcpy(copy, text, length);
    if (!lcd_gimple_read(&places, copy, length, note, m)) exit(2);
    free(copy);
    return places;
}

/* What is said of a function: how many places count, of which the first is in line 7 and column 3. */
static void counts(const char *statements, uint32_t wanted, unsigned mixed_wanted) {
    lince_text t = {0};
    mixed m = {.count = 0};
    lc_text_printf(&t,
                   "\n;; Function take (take, funcdef_no=0, decl_uid=1982)\n\nint take (struct pair p)\n{\n"
                   "  <bb 2> [local count: 1073741824]:\n%s\n}\n",
                   statements);
    lcd_gimple_places places = read_all(t.at, t.length, &m);
    bool good = places.count == wanted && (!wanted || lcd_gimple_has(&places, 7, 3)) && m.count == mixed_wanted;
    if (!expect(good, "%.*s", (int)strcspn(statements, "\n"), statements))
        printf("# %u places, %u mixed\n", places.count, m.count);
    lc_vec_free(NULL, &places);
    lc_text_free(&t);
}

static void test_statements(void) {
    static const char *const forgotten[] = {
        "  [file.c:7:3] take ([file.c:7:9] pair);",
        "  [file.c:7:3 discrim 2] take (pair);",
        "  [a file: 1.c:7:3] _4 = take ([file.c:7:9] MEM[(const struct pair &)p_2(D)], 1);",
        "  [file.c:7:3] take (1, \"a, (\\\" b\", pair);",
        "  [file.c:7:3] take (1, n.x_1);",
        "  [file.c:7:3] take (1, pair_1D.7);",
        "  [file.c:7:3] return_pairD.8 (pairD.7);",
        "  [file.c:7:3] logD.8 (\"a = (1, \", pairD.7);",
        "  [file.c:7:3] take (*p_2(D));",
        "  [file.c:7:3] [file.c:7:3] pair = take ([file.c:7:12] 1);",
        "  [file.c:7:3] p_2(D)->inner = take (0);",
        "  [file.c:7:3] <retval> = [file.c:7:10] pair;",
        "  [file.c:7:3] OBJ_TYPE_REF(_3;(struct s)_1->2) (_1, pair);",
        "  [/usr/include/emmintrin.h:7:3] __builtin_ia32_movnti ([file.c:9:1] &x, 5);",
        "  [emmintrin.h:7:3] _5 = __builtin_ia32_lddqu (_2);",
    };
    static const char *const announced[] = {
        "  [file.c:7:3] take (_7);",
        "  [file.c:7:3] take (p_2(D), q.0_1, b$a_3);",
        "  [file.c:7:3] take (&pair, 1, -1, 'a', \"pair\", { 1, 2 });",
        "  [file.c:7:3] _4 = takeD.1982 (takeD.1982);",
        "  [file.c:7:3] return;",
        "  [file.c:7:3] pair.a = 1;",
        "  [file.c:7:3] pair = other;",
        "  [file.c:7:3] _1 = (int) _2;",
        "  [file.c:7:3] # DEBUG p => pair",
        "  [file.c:7:3] return _4;",
        "  [file.c:7:3] if (_1 != 0)",
        "  [file.c:7:3] __asm__ __volatile__(\"\" : \"=m\" x : );",
        "  [file.c:7:3] __builtin___tsan_write4 (&pair);",
        "  [file.c:7:3] __builtin___tsan_volatile_read4 (&flag);",
        "  take (pair);",
        "  [file.c:7] take (pair);",
        "  [file.c:x:3] take (pair);",
        "  [:7:3]take (pair);",
        "  [7:3 take (pair);",
        "  [file.c:7:3] ",
        "  [file.c:7:3]",
        "[",
    };
    for (size_t i = 0; i < sizeof forgotten / sizeof *forgotten; i++) counts(forgotten[i], 1, 0);
    for (size_t i = 0; i < sizeof announced / sizeof *announced; i++) counts(announced[i], 0, 0);
}

static void test_mixed(void) {
    counts("  [file.c:7:3] __builtin___tsan_volatile_read4 (&flag);\n  [file.c:7:3] take (pair);", 0, 1);
    counts("  [file.c:7:3] take (pair);\n  [file.c:7:3] __builtin___tsan_unaligned_volatile_write4 (&flag);", 0, 1);
    counts("  [file.c:7:3] take (pair);\n  [file.c:8:3] __builtin___tsan_volatile_read4 (&flag);", 1, 0);
    counts(
        "  [file.c:7:3] _1 = __builtin_ia32_gathersiv8si (_2, _3, _4, _5, 4);\n"
        "  [file.c:7:3] __builtin___tsan_volatile_write4 (&flag);",
        0, 1);
    /* This one works on registers. */
    counts(
        "  [file.c:7:3] _1 = __builtin_ia32_vec_ext_v4si (_2, 0);\n"
        "  [file.c:7:3] __builtin___tsan_volatile_write4 (&flag);",
        0, 0);
    mixed m = {.count = 0};
    static const char text[] = "[a/b.c:12:3] f (x);\n[a/b.c:12:3] __builtin___tsan_volatile_read1 (&y);\n";
    lcd_gimple_places places = read_all(text, sizeof text - 1, &m);
    expect(!places.count && strcmp(m.last, "a/b.c:12") == 0, "it is said where");
    lc_vec_free(NULL, &places);
}

static void test_finding(void) {
    mixed m = {.count = 0};
    static const char text[] = "[a.c:9:1] f (x);\n[a.c:2:7] f (x);\n[a.c:2:5] f (x);\n[a.c:2:7] f (x);\n";
    lcd_gimple_places places = read_all(text, sizeof text - 1, &m);
    expect(places.count == 3, "each place once");
    expect(lcd_gimple_has(&places, 2, 5) && lcd_gimple_has(&places, 2, 7) && lcd_gimple_has(&places, 9, 1),
           "they are found");
    expect(!lcd_gimple_has(&places, 2, 6) && !lcd_gimple_has(&places, 9, 2) && !lcd_gimple_has(&places, 3, 1),
           "and no others");
    expect(lcd_gimple_has(&places, 2, 0) && lcd_gimple_has(&places, 9, 0) && !lcd_gimple_has(&places, 3, 0) &&
               !lcd_gimple_has(&places, 10, 0) && !lcd_gimple_has(&places, 0, 0),
           "all of a line");
    lc_vec_free(NULL, &places);
    places = read_all("", 0, &m);
    expect(!places.count && !lcd_gimple_has(&places, 1, 1), "nothing in nothing");
}

static void test_noise(void) {
    static const char *const pieces[] = {"[f.c:7:3] ",
                                         "[",
                                         "]",
                                         ":",
                                         "7",
                                         " discrim ",
                                         "(",
                                         ")",
                                         "<",
                                         "->",
                                         ">",
                                         ", ",
                                         " = ",
                                         " (",
                                         "take",
                                         "pair",
                                         "_1",
                                         "(D)",
                                         ".",
                                         "$",
                                         "\"",
                                         "\\",
                                         "\n",
                                         "&",
                                         "{",
                                         "}",
                                         "__builtin_ia32_movnti",
                                         "__builtin___tsan_volatile_read4 (",
                                         "<retval>",
                                         "\n;; Function take (take, decl_uid=7",
                                         "D.7",
                                         "99999999999999999999"};
    uint64_t seed = 88172645463325252u;
    unsigned found = 0;
    for (int round = 0; round < 20000; round++) {
        lince_text t = {0};
        mixed m = {.count = 0};
        lc_text_puts(&t, "[f.c:1:1] ");
        for (int n = 0; n < 24; n++) {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            if (seed % 7 == 0) lc_text_putc(&t, (char)(seed >> 32));
            else lc_text_puts(&t, pieces[(seed >> 16) % (sizeof pieces / sizeof *pieces)]);
        }
        lcd_gimple_places places = read_all(t.at, t.length, &m);
        found += places.count || m.count;
        lc_vec_free(NULL, &places);
        lc_text_free(&t);
    }
    expect(found > 100, "noise is survived, and %u times something was found in it", found);
}

int main(void) {
    test_statements();
    test_mixed();
    test_finding();
    test_noise();
    return tap_end();
}
