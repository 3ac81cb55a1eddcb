/* Scenarios taken apart by the command, and the moves that make them smaller. */
#include <string.h>

#include "cli/test/moves.h"
#include "tap.h"

static char enq[] = "enq", deq[] = "deq", put[] = "put";
static char *names[] = {enq, deq, put};
static uint32_t counts[] = {1, 0, 2};
static lc_said_argument arguments[] = {{.unique = true}, {.low = 0, .high = 9}, {.low = -1, .high = 1}};
static const lc_tested test = {
    .operations = {names, 3, 3}, .arguments = {counts, 3, 3}, .argument = {arguments, 3, 3}, .first_unique = 10};

static void is_read(const char *text, const char *wanted, unsigned threads, unsigned operations) {
    lc_sketch s;
    lince_text printed = {0};
    bool read = lc_sketch_read(&s, &test, text);
    if (read) lc_sketch_print(&printed, &s);
    expect(read && strcmp(lc_text(&printed), wanted) == 0 && s.threads == threads &&
               lc_sketch_operations(&s) == operations,
           "`%s` is read: `%s`", text, lc_text(&printed));
    lc_text_free(&printed);
    lc_sketch_free(&s);
}

static void is_refused(const char *text) {
    lc_sketch s;
    expect(!lc_sketch_read(&s, &test, text), "`%s` is refused", text);
    lc_sketch_free(&s);
}

static void same_key(const char *a, const char *b, bool same) {
    lc_sketch s, t;
    lince_text x = {0}, y = {0};
    bool read = lc_sketch_read(&s, &test, a) && lc_sketch_read(&t, &test, b);
    lc_sketch_key(&x, &s, test.first_unique);
    lc_sketch_key(&y, &t, test.first_unique);
    expect(read && (strcmp(lc_text(&x), lc_text(&y)) == 0) == same, "`%s` and `%s` %s", a, b,
           same ? "are alike" : "differ");
    lc_text_free(&x);
    lc_text_free(&y);
    lc_sketch_free(&s);
    lc_sketch_free(&t);
}

static void is_renamed(const char *text, const char *wanted) {
    lc_sketch s;
    lince_text printed = {0};
    bool read = lc_sketch_read(&s, &test, text);
    bool renamed = read && lc_sketch_rename(&s, test.first_unique);
    lc_sketch_print(&printed, &s);
    expect(renamed ? strcmp(lc_text(&printed), wanted) == 0 : !*wanted, "`%s` is renamed `%s`", text, wanted);
    lc_text_free(&printed);
    lc_sketch_free(&s);
}

/* ---- moves ---- */

static bool note(const lc_sketch *s, uint32_t cursor, void *context) {
    (void)cursor;
    lc_sketch_print(context, s);
    lc_text_putc(context, '\n');
    return true;
}

static void moves_are(const char *text, const char *wanted) {
    lc_sketch s;
    lince_text all = {0};
    bool read = lc_sketch_read(&s, &test, text);
    lc_moves(LC_MOVES_FEWER, &s, test.first_unique, 0, note, &all);
    lc_moves(LC_MOVES_SIMPLER, &s, test.first_unique, 0, note, &all);
    if (!expect(read && strcmp(lc_text(&all), wanted) == 0, "moves from `%s`", text))
        printf("# wanted\n%s# got\n%s", wanted, lc_text(&all));
    lc_text_free(&all);
    lc_sketch_free(&s);
}

typedef struct walk {
    const lc_sketch *from;
    unsigned long steps, wrong;
} walk;

static uint32_t together(const lc_sketch *s) {
    uint32_t alone = lc_sketch_length(s, LC_PART_BEFORE) + lc_sketch_length(s, LC_PART_AFTER);
    return s->threads > 1 ? s->calls.count - alone : alone;
}

static bool smaller(const lc_sketch *a, const lc_sketch *b) {
    if (a->calls.count != b->calls.count) return a->calls.count < b->calls.count;
    if (a->threads != b->threads) return a->threads < b->threads;
    if (together(a) != together(b)) return together(a) < together(b);
    return lc_sketch_is_less(a, b);
}

static bool step(const lc_sketch *s, uint32_t cursor, void *context) {
    walk *w = context;
    lince_text text = {0};
    lc_sketch again;
    lc_sketch_print(&text, s);
    w->steps++;
    w->wrong += !lc_sketch_read(&again, &test, lc_text(&text)) || again.calls.count != s->calls.count ||
                again.threads != s->threads || !smaller(s, w->from) || cursor >= w->from->calls.count;
    lc_sketch_free(&again);
    lc_text_free(&text);
    return true;
}

/* Always the last one that is offered, until none is. */
static bool keep_last(const lc_sketch *s, uint32_t cursor, void *context) {
    (void)cursor;
    lc_sketch_free(context);
    return lc_sketch_copy(context, s);
}

static void moves_end(const char *text) {
    lc_sketch s;
    walk w = {.from = &s};
    unsigned rounds = 0;
    bool read = lc_sketch_read(&s, &test, text), more = true;
    while (more && rounds < 1000) {
        lc_sketch next = {.threads = 0};
        for (lc_move_kind kind = LC_MOVES_FEWER; kind <= LC_MOVES_SIMPLER; kind++) {
            lc_moves(kind, &s, test.first_unique, rounds, step, &w);
            lc_moves(kind, &s, test.first_unique, rounds, keep_last, &next);
        }
        more = next.calls.count;
        if (more) {
            lc_sketch_free(&s);
            s = next;
        }
        rounds++;
    }
    expect(read && !w.wrong && w.steps && rounds < 1000, "`%s`: each of %lu candidates is smaller, and %u moves end it",
           text, w.steps, rounds);
    lc_sketch_free(&s);
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
    return tap_end();
}
