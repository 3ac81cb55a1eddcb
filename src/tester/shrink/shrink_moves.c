#include "tester/shrink/shrink_moves.h"
#include "target/explore/wellformed.h"

#include <assert.h>

typedef struct moves {
    const lcd_ast *from;
    const lcd_promise *promise;
    unsigned broken; /* by `from` itself */
    int64_t first_unique;
    uint32_t cursor;
    lcd_offer offer;
    void *context;
    bool full; /* no more are wanted */
} moves;

/* A copy to be changed.  False: there is no more to do. */
static bool begin(moves *m, lcd_ast *s) {
    if (m->full) return false;
    m->full = !lcd_ast_copy(s, m->from);
    if (m->full) lcd_ast_free(s);
    return !m->full;
}

/* Offers the changed scenario, unless it breaks a promise that holds of the one it is made of; takes it over. */
static void offer(moves *m, lcd_ast *s, uint32_t cursor) {
    lcd_promise_balance(m->promise, s);
    if (lcd_ast_tidy(s)) {
        lcd_promise_number(s);
        if (!(lcd_promise_breaks(m->promise, s) & ~m->broken)) m->full |= !m->offer(s, cursor, m->context);
    }
    lcd_ast_free(s);
}

/* Leaves out the calls that are marked. */
static void leave_out(lcd_ast *s, const bool *marked) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->calls.count; i++)
        if (!marked[i]) s->calls.at[kept++] = s->calls.at[i];
    s->calls.count = kept;
}

static bool is_fixed(const lcd_ast *s, uint32_t call) {
    return s->fixed && s->calls.at[call].part != LCD_PART_BEFORE && s->calls.at[call].part != LCD_PART_AFTER;
}

enum { CALLS = 64 * 17 + 1 };

/* ---- leaving out ---- */

/* Leaves out all calls of the parts that are not kept. */
static void keep_parts(moves *m, const bool *kept) {
    lcd_ast s;
    bool marked[CALLS];
    if (!begin(m, &s)) return;
    for (uint32_t i = 0; i < s.calls.count; i++) marked[i] = !kept[s.calls.at[i].part];
    leave_out(&s, marked);
    offer(m, &s, 0);
}

static void keep_two_threads(moves *m) {
    for (unsigned a = 1; a <= m->from->threads && m->from->threads > 2; a++)
        for (unsigned b = a + 1; b <= m->from->threads; b++) {
            bool kept[UINT8_MAX + 1] = {[LCD_PART_BEFORE] = true, [LCD_PART_AFTER] = true};
            kept[a] = kept[b] = true;
            if (m->from->threads > 3) keep_parts(m, kept); /* of three, the next move does it */
        }
}

static void leave_out_part(moves *m, uint8_t part) {
    bool kept[UINT8_MAX + 1];
    for (unsigned i = 0; i <= UINT8_MAX; i++) kept[i] = i != part;
    if (lcd_ast_length(m->from, part)) keep_parts(m, kept);
}

static void leave_out_parts(moves *m) {
    for (unsigned i = 1; i <= m->from->threads && !m->from->fixed; i++) leave_out_part(m, (uint8_t)i);
    leave_out_part(m, LCD_PART_AFTER);
    leave_out_part(m, LCD_PART_BEFORE);
}

/* One half of a part's calls, and the other. */
static void leave_out_half(moves *m, uint8_t part) {
    uint32_t length = lcd_ast_length(m->from, part);
    for (unsigned half = 0; half < 2 && length > 2; half++) {
        lcd_ast s;
        bool marked[CALLS];
        if (!begin(m, &s)) return;
        for (uint32_t i = 0, number = 0; i < s.calls.count; i++) {
            bool own = s.calls.at[i].part == part;
            marked[i] = own && (number < length / 2) == half;
            number += own;
        }
        leave_out(&s, marked);
        offer(m, &s, 0);
    }
}

static void leave_out_halves(moves *m) {
    leave_out_half(m, LCD_PART_AFTER);
    for (unsigned i = 1; i <= m->from->threads; i++) leave_out_half(m, (uint8_t)i);
    leave_out_half(m, LCD_PART_BEFORE);
}

static void leave_out_calls(moves *m) {
    uint32_t count = m->from->calls.count;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = (m->cursor + k) % count;
        if (is_fixed(m->from, i)) continue;
        lcd_ast s;
        bool marked[CALLS] = {false};
        if (!begin(m, &s)) return;
        marked[i] = true;
        leave_out(&s, marked);
        offer(m, &s, i);
    }
}

/* A few calls of a part that stand next to each other: a protocol may begin and end with them. */
static void leave_out_runs(moves *m) {
    enum { LONGEST = 4 };
    uint32_t count = m->from->calls.count;
    for (uint32_t i = 0; i < count && m->promise->protocol.count; i++)
        for (uint32_t k = i + 1; k < count && k < i + LONGEST; k++) {
            lcd_ast s;
            bool marked[CALLS] = {false};
            if (m->from->calls.at[k].part != m->from->calls.at[i].part || is_fixed(m->from, i)) break;
            if (!begin(m, &s)) return;
            for (uint32_t j = i; j <= k; j++) marked[j] = true;
            leave_out(&s, marked);
            offer(m, &s, 0);
        }
}

/* A call that adds a value and the call that removes it may have to be removed together. */
static void leave_out_pairs(moves *m) {
    enum { SMALL = 10 };
    uint32_t count = m->from->calls.count;
    for (uint32_t i = 0; i < count && (count <= SMALL || m->promise->balanced); i++)
        for (uint32_t k = i + 1; k < count; k++) {
            lcd_ast s;
            bool marked[CALLS] = {false};
            if (is_fixed(m->from, i) || is_fixed(m->from, k)) continue;
            if (!begin(m, &s)) return;
            marked[i] = marked[k] = true;
            leave_out(&s, marked);
            offer(m, &s, 0);
        }
}

/* ---- fewer at the same time ---- */

/* One thread's calls, and behind them another's. */
static void join(moves *m, uint8_t first, uint8_t then) {
    lcd_ast s;
    if (!begin(m, &s)) return;
    uint32_t count = 0;
    for (unsigned turn = 0; turn < 3; turn++)
        for (uint32_t i = 0; i < m->from->calls.count; i++) {
            lcd_ast_call c = m->from->calls.at[i];
            unsigned when = c.part == first ? 1 : c.part == then ? 2 : 0;
            if (when != turn) continue;
            if (when) c.part = first < then ? first : then;
            s.calls.at[count++] = c;
        }
    assert(count == s.calls.count);
    offer(m, &s, 0);
}

static void join_threads(moves *m) {
    for (unsigned a = 1; a <= m->from->threads; a++)
        for (unsigned b = 1; b <= m->from->threads; b++)
            if (a != b) join(m, (uint8_t)a, (uint8_t)b);
}

/* The first call of a thread is made before all threads, or the last one after them. */
static void make_alone(moves *m) {
    const lcd_ast *from = m->from;
    for (uint32_t i = 0; i < from->calls.count && from->threads > 1; i++) {
        uint8_t part = from->calls.at[i].part;
        if (part == LCD_PART_BEFORE || part == LCD_PART_AFTER) continue;
        bool is_first = !i || from->calls.at[i - 1].part != part;
        bool is_last = i + 1 == from->calls.count || from->calls.at[i + 1].part != part;
        for (unsigned end = 0; end < 2; end++) {
            lcd_ast s;
            if (!(end ? is_last : is_first) || !begin(m, &s)) continue;
            s.calls.at[i].part = end ? LCD_PART_AFTER : LCD_PART_BEFORE;
            offer(m, &s, 0);
        }
    }
}

/* A single thread can do everything. */
static void make_one(moves *m) {
    lcd_ast s;
    if (m->from->threads > 1 || m->from->fixed || lcd_ast_length(m->from, 1) == m->from->calls.count) return;
    if (!begin(m, &s)) return;
    for (uint32_t i = 0; i < s.calls.count; i++) s.calls.at[i].part = 1;
    offer(m, &s, 0);
}

/* ---- smaller arguments ---- */

static void rename_uniques(moves *m) {
    lcd_ast s;
    if (!begin(m, &s)) return;
    if (lcd_ast_rename(&s, m->first_unique) && lcd_ast_is_less(&s, m->from)) offer(m, &s, 0);
    else lcd_ast_free(&s);
}

/* Is it a number from a range, and is there a smaller one? */
static bool can_be(const lcd_ast_call *c, uint32_t argument, int64_t number) {
    const lcd_msg_argument *may_be = c->may_be ? &c->may_be[argument] : NULL;
    return may_be && may_be->kind == LCT_ARGUMENT_RANGE && !c->arguments[argument].symbol.length &&
           number >= may_be->low && number < c->arguments[argument].number &&
           c->arguments[argument].number <= may_be->high;
}

/* Replaces an argument; `everywhere`: also where the same number stands elsewhere. */
static void replace(moves *m, uint32_t call, uint32_t argument, int64_t number, bool everywhere) {
    int64_t old = m->from->calls.at[call].arguments[argument].number;
    lcd_ast s;
    unsigned changed = 0;
    if (!begin(m, &s)) return;
    for (uint32_t i = 0; i < s.calls.count; i++)
        for (uint32_t k = 0; k < s.calls.at[i].count; k++) {
            bool same = s.calls.at[i].arguments[k].number == old && can_be(&s.calls.at[i], k, number);
            if (!same || (!everywhere && (i != call || k != argument))) continue;
            s.calls.at[i].arguments[k].number = number;
            changed++;
        }
    if (changed > (everywhere ? 1 : 0)) offer(m, &s, 0);
    else lcd_ast_free(&s);
}

/* The lowest number, the neighbour of the current one, and all between if these are few. */
static void replace_arguments(moves *m, bool everywhere) {
    enum { FEW = 4 };
    for (uint32_t i = 0; i < m->from->calls.count; i++) {
        const lcd_ast_call *c = &m->from->calls.at[i];
        for (uint32_t k = 0; k < c->count; k++) {
            if (!c->may_be || !can_be(c, k, c->may_be[k].low)) continue;
            int64_t low = c->may_be[k].low, number = c->arguments[k].number;
            uint64_t smaller = (uint64_t)number - (uint64_t)low;
            for (int64_t n = 0; n < FEW && (uint64_t)n < smaller; n++) replace(m, i, k, low + n, everywhere);
            if (smaller > FEW) replace(m, i, k, number - 1, everywhere);
        }
    }
}

void lcd_shrink_moves(lcd_shrink_kind kind, const lcd_ast *from, const lcd_promise *promise, uint32_t cursor,
                      lcd_offer to, void *context) {
    moves m = {.from = from,
               .promise = promise,
               .broken = lcd_promise_breaks(promise, from),
               .first_unique = promise->test->first_unique,
               .cursor = cursor,
               .offer = to,
               .context = context};
    if (from->calls.count >= CALLS) return;
    if (kind == LCD_MOVES_FEWER) {
        keep_two_threads(&m);
        leave_out_parts(&m);
        leave_out_halves(&m);
        leave_out_calls(&m);
        leave_out_runs(&m);
        leave_out_pairs(&m);
    } else {
        join_threads(&m);
        make_alone(&m);
        make_one(&m);
        rename_uniques(&m);
        replace_arguments(&m, true);
        replace_arguments(&m, false);
    }
}
