/* Is the oracle for quasi linearizability itself right, and would the random tests notice a mistake? */
#include <string.h>

#include "../tap.h"
#include "quasi.h"

static const quasi_case *find_case(const char *name) {
    const quasi_case *c = quasi_cases;
    while (c->scenario.name && strcmp(c->scenario.name, name) != 0) c++;
    return c;
}

static history read_history(const char *name, const char *text) {
    history h;
    oracle_begin(&find_case(name)->scenario, &h);
    if (!oracle_read_history(&h, text)) h.op_count = 0;
    return h;
}

/* ---- histories whose smallest factor is known ---- */

#define ENQ(v) "T1 invoke enq(" #v ")\nT1 return\n"
#define DEQ(v) "T2 invoke deq()\nT2 return " #v "\n"
#define THREE  ENQ(1) ENQ(2) ENQ(3)

static const struct known {
    const char *what, *object, *text;
    quasi_factors factors;
    int set, smallest;
} textbook[] = {
    {"History 0 of the paper", "queue", THREE DEQ(1) DEQ(2) DEQ(3), {2, {{"enq", 0}, {"deq", 0}}}, 1, 0},
    {"History 1", "queue", THREE DEQ(2) DEQ(1) DEQ(3), {2, {{"enq", 0}, {"deq", 0}}}, 1, 1},
    {"History 2", "queue", THREE DEQ(1) DEQ(3) DEQ(2), {2, {{"enq", 0}, {"deq", 0}}}, 1, 1},
    {"History 3", "queue", THREE DEQ(3) DEQ(1) DEQ(2), {2, {{"enq", 0}, {"deq", 0}}}, 1, 2},
    {"History 4", "queue", THREE DEQ(2) DEQ(3) DEQ(1), {2, {{"enq", 0}, {"deq", 0}}}, 1, 2},
    {"History 5", "queue", THREE DEQ(3) DEQ(2) DEQ(1), {2, {{"enq", 0}, {"deq", 0}}}, 1, 2},
    {"all operations together", "queue", THREE DEQ(3), {1, {{NULL, 0}}}, 0, 2},
    {"what is not listed may be anywhere", "queue", THREE DEQ(3), {1, {{"deq", 0}}}, 0, 0},
    {"what is listed may not", "queue", THREE DEQ(3), {2, {{"enq", 0}, {"deq", 0}}}, 1, QUASI_NEVER},
    {"of two sets both count", "queue", THREE DEQ(3), {2, {{"enq,deq", 0}, {"enq", 1}}}, 0, QUASI_NEVER},
    {"with enough for each it holds", "queue", THREE DEQ(3), {2, {{"enq,deq", 0}, {"enq", 2}}}, 0, 2},
    {"what is pending may have taken it", "queue", ENQ(1) ENQ(2) "T3 invoke deq()\n" DEQ(2), {1, {{NULL, 0}}}, 0, 0},
    {"what crashed, too", "queue", ENQ(1) ENQ(2) "T3 invoke deq()\nT3 crash\n" DEQ(2), {1, {{NULL, 0}}}, 0, 0},
    {"what failed has not", "queue", ENQ(1) ENQ(2) "T3 invoke deq()\nT3 fail\n" DEQ(2), {1, {{NULL, 0}}}, 0, 1},
    {"nobody added it", "queue", ENQ(1) DEQ(2), {1, {{NULL, 0}}}, 0, QUASI_NEVER},
    {"the larger of two objects",
     "two-queues",
     "T1 invoke p.enq(1)\nT1 return\nT1 invoke q.deq()\nT1 return 1\nT1 invoke q.enq(2)\nT1 return\n"
     "T1 invoke q.enq(1)\nT1 return\nT1 invoke p.deq()\nT1 return 1\n",
     {1, {{NULL, 0}}},
     0,
     2},
};

static void test_textbook(void) {
    for (size_t i = 0; i < sizeof textbook / sizeof *textbook; i++) {
        const struct known *k = &textbook[i];
        history h = read_history(k->object, k->text);
        int found = h.op_count ? quasi_smallest(&h, &k->factors, k->set) : -1;
        bool agrees = true;
        for (int most = 0; most < 6; most++) {
            quasi_factors f = k->factors;
            f.sets[k->set].most = most;
            agrees = agrees && quasi_holds(&h, &f) == (found <= most);
        }
        expect(found == k->smallest && agrees, "%s: %d", k->what, found);
    }
}

/* Three calls that overlap have six orders. */
static void test_all_orders(void) {
    static const char *const orders[] = {"123", "132", "213", "231", "312", "321"};
    for (int i = 0; i < 6; i++) {
        char text[400];
        const char *o = orders[i];
        snprintf(text, sizeof text,
                 "T1 invoke enq(1)\nT2 invoke enq(2)\nT3 invoke enq(3)\nT1 return\nT2 return\nT3 return\n"
                 "T1 invoke deq()\nT1 return %c\nT1 invoke deq()\nT1 return %c\nT1 invoke deq()\nT1 return %c\n",
                 o[0], o[1], o[2]);
        history h = read_history("queue", text);
        expect(quasi_holds(&h, &(quasi_factors){1, {{NULL, 0}}}), "three that overlap may be in the order %s", o);
    }
}

/* ---- claims ---- */

static void test_claims(void) {
    history h = read_history("queue", ENQ(1) ENQ(2) DEQ(2) DEQ(1));
    quasi_factors one = {1, {{NULL, 1}}}, none = {1, {{NULL, 0}}};
    static const unsigned right[] = {0, 1, 3, 2}, illegal[] = {0, 1, 2, 3}, shorter[] = {0, 1, 3};
    static const quasi_place moved[] = {{2, 3, 4}, {3, 4, 3}}, wrong[] = {{2, 4, 3}, {3, 4, 3}},
                             strange[] = {{2, 3, 4}, {3, 4, 3}, {1, 2, 2}};
    expect(!quasi_witness_fault(&h, &one, right, 4, moved, 2), "a witness");
    expect(quasi_witness_fault(&h, &none, right, 4, moved, 2), "it is too far away");
    expect(quasi_witness_fault(&h, &one, illegal, 4, moved, 2), "it is not legal");
    expect(quasi_witness_fault(&h, &one, shorter, 3, moved, 2), "an operation is missing");
    expect(quasi_witness_fault(&h, &one, right, 4, wrong, 2), "the places are others");
    expect(quasi_witness_fault(&h, &one, right, 4, moved, 1), "not all places are listed");
    expect(!quasi_moves_fault(&h, &one, moved, 2) && quasi_moves_fault(&h, &one, wrong, 2) &&
               quasi_moves_fault(&h, &none, moved, 2),
           "the places alone");
    expect(quasi_moves_fault(&h, &one, strange, 1), "are not enough of them");
}

/* ---- would a mistake show? ---- */

static void test_mutants(void) {
    enum { COUNT = 300 };
    static const quasi_factors one = {1, {{NULL, 1}}};
    for (const mutant *m = oracle_mutants; m->model; m++) {
        const quasi_case *c = find_case(m->model);
        if (!c->scenario.name) continue;
        model wrong = *oracle_model(m->model);
        wrong.step = m->step;
        int told_apart = 0;
        for (uint64_t seed = 1; seed <= COUNT; seed++) {
            history h, other;
            quasi_generate(&c->scenario, seed, &h);
            other = h;
            other.objects[0].model = &wrong;
            told_apart += quasi_holds(&h, &one) != quasi_holds(&other, &one);
        }
        expect(told_apart, "%s where %s: told apart by %d of %d", m->model, m->mistake, told_apart, COUNT);
    }
}

int main(void) {
    test_textbook();
    test_all_orders();
    test_claims();
    test_mutants();
    return tap_end();
}
