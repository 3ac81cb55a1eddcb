/* Counting representations, A_k and the order of weaker histories: the paper's examples, and what holds of all. */
#include "history/weaker.h"

#include <stdlib.h>
#include <string.h>

#include "../weakened.h"
#include "report_support.h"
#include "tap.h"

static lc_op_labels labels;

static lc_counts represent(const lince_history *h) {
    lc_counts c = {0};
    if (!lc_represent(&c, h, &labels)) abort();
    return c;
}

static lc_counts represent_text(const char *text) {
    lince_history *h = history_of("paper.hist", text);
    lc_counts c = represent(h);
    lince_history_free(h);
    return c;
}

static lc_counts copy_of(const lc_counts *c) {
    lc_counts copy = {0};
    for (uint32_t i = 0; i < c->count; i++)
        if (!lc_push(NULL, &copy, c->at[i])) abort();
    return copy;
}

static lc_counts weakened(const lc_counts *c, uint32_t k) {
    lc_counts weak = copy_of(c);
    weaken_counts(&weak, k);
    return weak;
}

static bool weaker(const lc_counts *a, const lc_counts *b) {
    lc_order x, y;
    if (!lc_order_of(&x, a, &labels) || !lc_order_of(&y, b, &labels)) abort();
    lc_weaker answer = lc_is_weaker(&x, &y, NULL);
    if (answer == LC_WEAKER_UNKNOWN) abort();
    lc_order_free(&x);
    lc_order_free(&y);
    return answer == LC_WEAKER;
}

static void forget(lc_counts *c) { lc_vec_free(NULL, c); }

static void print_result(lince_text *out, lince_value v) {
    lc_text_puts(out, "=");
    lc_value_print(out, &labels.values, v);
}

/* `push(1)[0,0] pop()=3[1,3]`: in the order of the calls that were met first. */
static char *text_of(const lc_counts *c) {
    lince_text out = {0};
    for (uint32_t i = 0; i < c->count; i++) {
        const lc_op_label *l = label_at(&labels, c->at[i].label);
        const lc_interned *name = lc_intern_get(&labels.names, l->name); /* no object, NUL, method */
        const char *method = (const char *)name->bytes + 1;
        bool pending = label_is_pending(&labels, c->at[i].label);
        lc_text_printf(&out, "%s%.*s(", i ? " " : "", (int)name->size - 1, method);
        lc_value_print(&out, &labels.values, l->args);
        lc_text_puts(&out, ")");
        if (pending) lc_text_puts(&out, "=?");
        else if (memcmp(method, "pu", 2) != 0) print_result(&out, l->results);
        lc_text_printf(&out, "[%u,%u]", c->at[i].from, c->at[i].to);
        if (c->at[i].count != 1) lc_text_printf(&out, "x%llu", (unsigned long long)c->at[i].count);
    }
    char *text = strdup(lc_text(&out));
    lc_text_free(&out);
    return text;
}

static void is_text(lc_counts c, const char *wanted, const char *what) {
    char *text = text_of(&c);
    if (!expect(!strcmp(text, wanted), "%s", what)) printf("# %s\n# instead of\n# %s\n", text, wanted);
    free(text);
    forget(&c);
}

/* ---- figure 2 ---- */

/* (b): the history of the execution in which a pop removes two elements. */
static const char figure_2b[] =
    "T1 invoke push(1)\nT1 return\nT1 invoke pop()\nT2 invoke pop()\nT2 return 1\nT2 invoke push(2)\nT2 return\n"
    "T2 invoke push(3)\nT2 return\nT1 return 3\nT2 invoke pop()\nT2 return EMPTY\n";
/* (c): two pops are pending; of what is before the last pop nothing is ordered.  Its length is 1. */
static const char figure_2c[] =
    "A invoke push(1)\nB invoke pop()\nC invoke push(2)\nD invoke push(3)\nE invoke pop()\nF invoke pop()\n"
    "A return\nB return 1\nC return\nD return\nG invoke pop()\nG return EMPTY\n";

static void figure_2(void) {
    lc_counts b = represent_text(figure_2b), c = represent_text(figure_2c);
    is_text(copy_of(&b), "push(1)[0,0] pop()=3[1,3] pop()=1[1,1] push(2)[2,2] push(3)[3,3] pop()=EMPTY[4,4]",
            "example 6.3: the counting representation of figure 2(b)");
    expect(counts_length(&b) == 4 && counts_length(&c) == 1, "example 6.2: figure 2(b) has length 4, 2(c) 1");
    expect(weaker(&c, &b) && !weaker(&b, &c), "example 4.3: figure 2(c) is weaker than 2(b), not the reverse");
    is_text(weakened(&b, 2), "push(1)[0,0] pop()=3[0,1] pop()=1[0,0] push(2)[0,0] push(3)[1,1] pop()=EMPTY[2,2]",
            "A_2 of it");
    is_text(weakened(&b, 0), "push(1)[0,0] pop()=3[0,0] pop()=1[0,0] push(2)[0,0] push(3)[0,0] pop()=EMPTY[0,0]",
            "A_0 of it");
    is_text(copy_of(&c), "push(1)[0,0] pop()=?[0,1]x2 pop()=1[0,0] push(2)[0,0] push(3)[0,0] pop()=EMPTY[1,1]",
            "operations alike are counted");
    lc_counts other = represent_text("A invoke push(1)\nA return\nB invoke pop()\nB return 1\n");
    expect(!weaker(&other, &b) && !weaker(&b, &other), "with other operations neither is weaker");
    forget(&b), forget(&c), forget(&other);
}

static void pasts(void) {
    enum { PUSH_1, POP_3, POP_1, PUSH_2, PUSH_3, POP_EMPTY };
    lince_history *h = history_of("paper.hist", figure_2b);
    lc_intervals i;
    if (!lc_intervals_of(&i, h, NULL)) abort();
    expect(in_past(&i, PUSH_1, POP_3) && !in_past(&i, POP_1, POP_3) && !in_past(&i, POP_3, POP_1),
           "example 4.1: push(1) precedes pop => 3, which is beside pop => 1");
    unsigned past[6] = {0};
    for (uint32_t o = 0; o < 6; o++)
        for (uint32_t p = 0; p < 6; p++) past[o] |= (unsigned)in_past(&i, p, o) << p;
    expect(past[POP_3] == 1u << PUSH_1 && past[POP_1] == past[POP_3], "example 6.1: both pops have the same past");
    expect(past[PUSH_3] == (1u << PUSH_1 | 1u << POP_1 | 1u << PUSH_2), "example 6.1: three precede push(3)");
    expect(past[POP_EMPTY] == 31, "all precede the last pop");
    weaken_intervals(&i, 1);
    expect(i.length == 1 && in_past(&i, POP_3, POP_EMPTY) && !in_past(&i, PUSH_1, POP_3),
           "A_1 keeps what precedes the last pop and nothing else");
    lc_intervals_free(&i);
    lince_history_free(h);
}

/* ---- what holds of all histories ---- */

static lince_history *any_history(uint64_t *seed, bool complete) {
    static const char *const names[] = {"A", "B", "C", "D"};
    bool open[4] = {false};
    lince_history *h = lince_history_new();
    for (uint32_t i = pick(seed, 18); i > 0; i--) {
        uint32_t t = pick(seed, 4);
        lince_value v = lince_int(lince_history_values(h), pick(seed, 3));
        if (!open[t]) lince_invoke(h, names[t], NULL, "f", &v, 1, NULL);
        else if (!complete && pick(seed, 8) == 0) lince_fail(h, names[t], NULL);
        else if (!complete && pick(seed, 8) == 0) lince_crash(h, names[t], NULL);
        else lince_return(h, names[t], &v, 1, NULL);
        open[t] = !open[t];
    }
    for (uint32_t t = 0; complete && t < 4; t++)
        if (open[t]) lince_return(h, names[t], NULL, 0, NULL);
    return h;
}

typedef struct tally {
    unsigned chains, ends, ranks, back, lengths;
} tally;

static void look_at(const lc_counts *h, bool complete, tally *wrong) {
    uint32_t length = counts_length(h);
    lc_counts last = weakened(h, 0);
    for (uint32_t k = 0; k <= length + 1; k++) {
        lc_counts next = weakened(h, k);
        wrong->chains += !weaker(&last, &next) || !weaker(&next, h);
        wrong->ends += counts_equal(&next, h) != (k >= length);
        wrong->ranks += complete && weaker(h, &next) != (k >= length);
        wrong->lengths += counts_length(&next) != (k < length ? k : length);
        forget(&last);
        last = next;
    }
    forget(&last);
    lince_history *again = history_of_counts(h, &labels);
    if (!again) abort();
    lc_counts same = represent(again);
    wrong->back += !counts_equal(&same, h);
    forget(&same);
    lince_history_free(again);
}

static void all_histories(void) {
    enum { COUNT = 4000 };
    uint64_t seed = 7;
    tally wrong = {0};
    unsigned longest = 0;
    for (int i = 0; i < COUNT; i++) {
        lince_history *h = any_history(&seed, i % 2);
        lc_counts c = represent(h);
        if (counts_length(&c) > longest) longest = counts_length(&c);
        look_at(&c, i % 2, &wrong);
        forget(&c);
        lince_history_free(h);
    }
    expect(longest >= 5, "%d random histories, of lengths up to %u", COUNT, longest);
    expect(wrong.chains == 0, "A_0, A_1 ... and the history itself are each weaker than the next");
    expect(wrong.ends == 0, "A_k is the history iff k is at least its length");
    expect(wrong.ranks == 0, "and where all have returned, not even equivalent to it before");
    expect(wrong.lengths == 0, "the length of A_k is k, or that of the history");
    expect(wrong.back == 0, "what is made of a representation has this representation");
}

int main(void) {
    lc_op_labels_init(&labels);
    figure_2();
    pasts();
    all_histories();
    lc_op_labels_free(&labels);
    return tap_end();
}
