/* Scenarios taken apart by the command, and the moves that make them smaller. */
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "target/explore/wellformed.h"
#include "tester/shrink/shrink_moves.h"

static char enq[] = "enq", deq[] = "deq", put[] = "put", own[] = "own", lock[] = "lock", unlock[] = "unlock";
static char *names[] = {enq, deq, put, own, lock, unlock};
static uint32_t counts[] = {1, 0, 2, 1, 0, 0};
static lcd_msg_argument arguments[] = {
    {.kind = LCT_ARGUMENT_UNIQUE}, {.low = 0, .high = 9}, {.low = -1, .high = 1}, {.kind = LCT_ARGUMENT_THREAD}};
static const lcd_tested test = {.operations = {names, 6, 6},
                                .arguments = {counts, 6, 6},
                                .argument = {arguments, 4, 4},
                                .first_unique = 10,
                                .adding = 0,
                                .removing = 1};
static lcd_promise promise = {.test = &test};

static void is_read(const char *text, const char *wanted, unsigned threads, unsigned operations) {
    lcd_ast s;
    lince_text printed = {0};
    bool read = lcd_ast_read(&s, &test, text);
    if (read) lcd_ast_print(&printed, &s);
    expect(read && strcmp(lc_text(&printed), wanted) == 0 && s.threads == threads &&
               lcd_ast_operations(&s) == operations,
           "`%s` is read: `%s`", text, lc_text(&printed));
    lc_text_free(&printed);
    lcd_ast_free(&s);
}

static void is_refused(const char *text) {
    lcd_ast s;
    expect(!lcd_ast_read(&s, &test, text), "`%s` is refused", text);
    lcd_ast_free(&s);
}

static void same_key(const char *a, const char *b, bool same) {
    lcd_ast s, t;
    lince_text x = {0}, y = {0};
    bool read = lcd_ast_read(&s, &test, a) && lcd_ast_read(&t, &test, b);
    lcd_ast_key(&x, &s, test.first_unique);
    lcd_ast_key(&y, &t, test.first_unique);
    expect(read && (strcmp(lc_text(&x), lc_text(&y)) == 0) == same, "`%s` and `%s` %s", a, b,
           same ? "are alike" : "differ");
    lc_text_free(&x);
    lc_text_free(&y);
    lcd_ast_free(&s);
    lcd_ast_free(&t);
}

static void is_renamed(const char *text, const char *wanted) {
    lcd_ast s;
    lince_text printed = {0};
    bool read = lcd_ast_read(&s, &test, text);
    bool renamed = read && lcd_ast_rename(&s, test.first_unique);
    lcd_ast_print(&printed, &s);
    expect(renamed ? strcmp(lc_text(&printed), wanted) == 0 : !*wanted, "`%s` is renamed `%s`", text, wanted);
    lc_text_free(&printed);
    lcd_ast_free(&s);
}

/* ---- moves ---- */

static bool note(const lcd_ast *s, uint32_t cursor, void *context) {
    (void)cursor;
    lcd_ast_print(context, s);
    lc_text_putc(context, '\n');
    return true;
}

static void moves_are(const char *text, const char *wanted) {
    lcd_ast s;
    lince_text all = {0};
    bool read = lcd_ast_read(&s, &test, text);
    lcd_shrink_moves(LCD_MOVES_FEWER, &s, &promise, 0, note, &all);
    lcd_shrink_moves(LCD_MOVES_SIMPLER, &s, &promise, 0, note, &all);
    if (!expect(read && strcmp(lc_text(&all), wanted) == 0, "moves from `%s`", text))
        printf("# wanted\n%s# got\n%s", wanted, lc_text(&all));
    lc_text_free(&all);
    lcd_ast_free(&s);
}

typedef struct walk {
    const lcd_ast *from;
    unsigned long steps, wrong;
} walk;

static uint32_t together(const lcd_ast *s) {
    uint32_t alone = lcd_ast_length(s, LCD_PART_BEFORE) + lcd_ast_length(s, LCD_PART_AFTER);
    return s->threads > 1 ? s->calls.count - alone : alone;
}

static bool smaller(const lcd_ast *a, const lcd_ast *b) {
    if (a->calls.count != b->calls.count) return a->calls.count < b->calls.count;
    if (a->threads != b->threads) return a->threads < b->threads;
    if (together(a) != together(b)) return together(a) < together(b);
    return lcd_ast_is_less(a, b);
}

static bool step(const lcd_ast *s, uint32_t cursor, void *context) {
    walk *w = context;
    lince_text text = {0};
    lcd_ast again;
    lcd_ast_print(&text, s);
    w->steps++;
    w->wrong += !lcd_ast_read(&again, &test, lc_text(&text)) || again.calls.count != s->calls.count ||
                again.threads != s->threads || !smaller(s, w->from) || cursor >= w->from->calls.count;
    lcd_ast_free(&again);
    lc_text_free(&text);
    return true;
}

/* Always the last one that is offered, until none is. */
static bool keep_last(const lcd_ast *s, uint32_t cursor, void *context) {
    (void)cursor;
    lcd_ast_free(context);
    return lcd_ast_copy(context, s);
}

static void moves_end(const char *text) {
    lcd_ast s;
    walk w = {.from = &s};
    unsigned rounds = 0;
    bool read = lcd_ast_read(&s, &test, text), more = true;
    while (more && rounds < 1000) {
        lcd_ast next = {.threads = 0};
        for (lcd_shrink_kind kind = LCD_MOVES_FEWER; kind <= LCD_MOVES_SIMPLER; kind++) {
            lcd_shrink_moves(kind, &s, &promise, rounds, step, &w);
            lcd_shrink_moves(kind, &s, &promise, rounds, keep_last, &next);
        }
        more = next.calls.count;
        if (more) {
            lcd_ast_free(&s);
            s = next;
        }
        rounds++;
    }
    expect(read && !w.wrong && w.steps && rounds < 1000, "`%s`: each of %lu candidates is smaller, and %u moves end it",
           text, w.steps, rounds);
    lcd_ast_free(&s);
}

/* ---- promises ---- */

static uint64_t seed = 1;
static unsigned below(unsigned n) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

/* A part that keeps the protocol `(lock unlock | enq | deq | put | own)*`, with arguments as they are to be. */
static void draw_part(lince_text *out, unsigned thread, unsigned longest, int *unique, int *surplus) {
    for (unsigned left = 1 + below(longest); left; left--) {
        switch (below(5)) {
        case 0: lc_text_puts(out, "lock() unlock() "); break;
        case 1: lc_text_printf(out, "enq(%d) ", (*unique)++), (*surplus)++; break;
        case 2: lc_text_puts(out, "deq() "), (*surplus)--; break;
        case 3: lc_text_printf(out, "put(%d, %d) ", (int)below(10), (int)below(3) - 1); break;
        default: lc_text_printf(out, "own(%u) ", thread); break;
        }
    }
}

/* Balanced by calls before and after the threads, as the generator does it. */
static void draw_scenario(lince_text *out) {
    lince_text threads = {0}, before = {0};
    int unique = 10, surplus = 0;
    unsigned count = 1 + below(4);
    for (unsigned i = 1; i <= count; i++) {
        if (i > 1) lc_text_puts(&threads, "| ");
        draw_part(&threads, i, 4, &unique, &surplus);
    }
    for (; surplus < 0; surplus++) lc_text_printf(&before, "enq(%d) ", unique++);
    lc_text_printf(out, "%s; %s; ", lc_text(&before), lc_text(&threads));
    while (surplus-- > 0) lc_text_puts(out, "deq() ");
    lc_text_free(&threads);
    lc_text_free(&before);
}

typedef struct keeper {
    unsigned offered, broken, rounds;
    lcd_ast chosen;
} keeper;

static bool keeps(const lcd_ast *s, uint32_t cursor, void *context) {
    keeper *k = context;
    (void)cursor;
    k->broken += lcd_promise_breaks(&promise, s) != 0;
    if (below(++k->offered)) return true;
    lcd_ast_free(&k->chosen);
    return lcd_ast_copy(&k->chosen, s);
}

/* Random scenarios that promise everything, and random moves until there is none: all that is offered keeps them. */
static void moves_keep_promises(const char *order, bool balanced) {
    unsigned offered = 0, broken = 0, rounds = 0, right = 0;
    lcd_promise_init(&promise, &test, order, balanced);
    for (unsigned turn = 0; turn < 300; turn++) {
        lince_text text = {0};
        lcd_ast s;
        draw_scenario(&text);
        if (!lcd_ast_read(&s, &test, lc_text(&text))) abort();
        right += !lcd_promise_breaks(&promise, &s);
        for (bool more = true; more; rounds++) {
            keeper k = {0};
            lcd_shrink_moves(LCD_MOVES_FEWER, &s, &promise, 0, keeps, &k);
            lcd_shrink_moves(LCD_MOVES_SIMPLER, &s, &promise, 0, keeps, &k);
            offered += k.offered;
            broken += k.broken;
            more = k.offered;
            if (!more) break;
            lcd_ast_free(&s);
            s = k.chosen;
        }
        lcd_ast_free(&s);
        lc_text_free(&text);
    }
    expect(right == 300 && !broken && offered > 10000, "`%s`%s: %u candidates in %u rounds, %u break a promise", order,
           balanced ? ", balanced" : "", offered, rounds, broken);
    lcd_promise_init(&promise, &test, "", false);
}

static void breaks(const char *order, const char *text, unsigned wanted) {
    lcd_ast s;
    lcd_promise_init(&promise, &test, order, true);
    if (!lcd_ast_read(&s, &test, text)) abort();
    expect(lcd_promise_breaks(&promise, &s) == wanted, "`%s` breaks %u", text, lcd_promise_breaks(&promise, &s));
    lcd_ast_free(&s);
    lcd_promise_init(&promise, &test, "", false);
}

int main(void) {
    is_read("enq(1) | deq()", "enq(1) | deq()", 2, 2);
    is_read("enq(1) put(2, -1); deq() deq() | enq(4); deq()", "enq(1) put(2, -1); deq() deq() | enq(4); deq()", 2, 6);
    is_read("; deq() | deq(); put(EMPTY, 0)", "; deq() | deq(); put(EMPTY, 0)", 2, 3);
    is_read("enq(1); deq()", "enq(1); deq()", 1, 2);
    is_read("enq(1); threads; deq()", "enq(1); threads; deq()", 1, 2);
    is_read("other(99999999999999999999) | deq()", "other(99999999999999999999) | deq()", 2, 2);
    is_refused("main");
    is_refused("");
    is_refused("deq(); ");
    is_refused("deq() | | deq()");

    same_key("enq(1) deq() | enq(2)", "enq(7) | enq(3) deq()", true);
    same_key("enq(1) | enq(1)", "enq(1) | enq(2)", false);
    same_key("enq(1) deq() | enq(2)", "deq() enq(1) | enq(2)", false);
    same_key("put(1, 0) | deq()", "put(2, 0) | deq()", false);
    same_key("enq(1); deq() | enq(2) | enq(3) deq()", "enq(5); enq(6) deq() | deq() | enq(9)", true);
    same_key("enq(1); deq()", "; deq(); enq(1)", false);
    is_renamed("enq(30); enq(20) | enq(30); enq(5)", "enq(10); enq(11) | enq(10); enq(12)");
    is_renamed("enq(3) | put(3, 0)", "");
    is_renamed("enq(EMPTY) | enq(3)", "enq(EMPTY) | enq(10)");

    moves_are("deq()", "");
    moves_are("threads", "");
    moves_are("enq(10); deq(); deq()",
              "enq(10); deq()\n; deq(); deq()\n; deq(); deq()\nenq(10); deq()\ndeq()\n"
              "enq(10) deq() deq()\n");
    moves_are("enq(10) | deq()",
              "deq()\nenq(10)\ndeq()\nenq(10)\nenq(10) deq()\ndeq() enq(10)\n"
              "enq(10); deq()\n; deq(); enq(10)\ndeq(); enq(10)\n; enq(10); deq()\n");
    moves_are("enq(1); threads; deq()",
              "enq(1); threads\n; threads; deq()\n; threads; deq()\nenq(1); threads\nthreads\n");
    moves_are("put(2, 0)", "put(0, 0)\nput(1, 0)\nput(2, -1)\n");
    moves_are("; put(2, 0); put(2, 0)",
              "put(2, 0)\nput(2, 0)\nput(2, 0) put(2, 0)\n"
              "; put(0, 0); put(0, 0)\n; put(1, 0); put(1, 0)\n; put(2, -1); put(2, -1)\n"
              "; put(0, 0); put(0, 0)\n; put(1, 0); put(1, 0)\n; put(2, -1); put(2, -1)\n"
              "; put(0, 0); put(2, 0)\n; put(1, 0); put(2, 0)\n; put(2, -1); put(2, 0)\n"
              "; put(2, 0); put(0, 0)\n; put(2, 0); put(1, 0)\n; put(2, 0); put(2, -1)\n");
    moves_are("put(9, -1)", "put(0, -1)\nput(1, -1)\nput(2, -1)\nput(3, -1)\nput(8, -1)\n");
    moves_are("put(12, 0)", "put(12, -1)\n"); /* what is beyond its range stays */
    moves_end(
        "enq(1) deq(); enq(2) deq() put(7, 1) | enq(3) deq() | deq() deq() enq(4) put(3, 0) | enq(5); deq() deq()");
    moves_end("enq(12) | enq(11) | enq(10)");
    moves_end("enq(1); threads; enq(2) deq()");

    breaks("(lock unlock)*", "lock() unlock() | lock() unlock()", 0);
    breaks("(lock unlock)*", "lock() unlock() lock() | lock() unlock()", LCT_BREAKS_END);
    breaks("(lock unlock)*", "unlock() | lock() unlock()", LCT_BREAKS_ORDER | LCT_BREAKS_END);
    breaks("(lock unlock)*", "lock(); unlock()", LCT_BREAKS_ORDER | LCT_BREAKS_END);
    breaks("", "; own(1) | own(2); own(0)", 0);
    breaks("", "own(2) | own(2)", LCT_BREAKS_THREAD);
    breaks("", "enq(4) | enq(4) deq() deq()", LCT_BREAKS_UNIQUE);
    breaks("", "put(10, 0)", LCT_BREAKS_RANGE);
    breaks("", "enq(1) | enq(2) deq()", LCT_BREAKS_BALANCE);
    moves_keep_promises("", false);
    moves_keep_promises("", true);
    moves_keep_promises("(lock unlock | enq | deq | put | own)*", false);
    moves_keep_promises("(lock unlock | enq | deq | put | own)*", true);
    /* A scenario that breaks a promise from the start may go on breaking it, but no other. */
    moves_are("own(2) own(1)", "own(1)\nown(2)\n");
    moves_are("own(1) | own(2)",
              "own(1)\nown(1)\nown(1)\nown(1)\nown(1) own(1)\nown(1) own(1)\n"
              "own(0); own(1)\n; own(1); own(0)\nown(0); own(1)\n; own(1); own(0)\n");
    return tap_end();
}
