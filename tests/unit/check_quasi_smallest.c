/* The smallest factor: of histories where it is known, within limits, and of cases that once went wrong. */
#include "check_quasi_support.h"

#include <lince/lince.h>

#include <stdlib.h>

/* ---- known ones ---- */

/* One after the other `count` elements are added and removed, the first one last. */
static char *overtaken(unsigned count, const char *add, const char *take) {
    char *text = malloc(count * 80 + 80), *at = text;
    for (unsigned i = 1; i <= count; i++) at += sprintf(at, "T1 invoke %s(%u)\nT1 return\n", add, i);
    for (unsigned i = 2; i <= count; i++) at += sprintf(at, "T2 invoke %s()\nT2 return %u\n", take, i);
    sprintf(at, "T2 invoke %s()\nT2 return 1\n", take);
    return text;
}

static lc_smallest seek(const char *text, const char *spec, const char *factors, uint32_t from, uint64_t allowance) {
    subject s;
    lc_smallest found;
    prepare(&s, text, spec, factors);
    lc_quasi_smallest(&found, &s.search, &s.factors, from, allowance);
    bool complete = found.enough == LC_FACTOR_MOST || s.search.orders.real.count == s.search.orders.legal.count;
    if (!complete) found.enough = LC_NONE; /* the orders are not those of what was found */
    discard(&s);
    return found;
}

static void test_known(void) {
    for (unsigned count = 2; count <= 20; count += 3) {
        char *text = overtaken(count, "enq", "deq");
        lc_smallest found = seek(text, "queue", "enq=0,deq=min", 0, UINT64_MAX);
        expect(found.at_least == count - 1 && found.enough == count - 1 && !found.never && found.halt == LC_GO_ON,
               "overtaken %u times", count - 1);
        found = seek(text, "queue", "enq=0,deq=min", count - 1, UINT64_MAX);
        expect(found.at_least == count - 1 && found.enough == count - 1, "%u is known not to do", count - 2);
        free(text);
    }
    lc_smallest none = seek("T1 invoke deq()\nT1 return 1\n", "queue", "min", 0, UINT64_MAX);
    expect(none.never, "there is none");
    none = seek(
        "T1 invoke enq(1)\nT1 return\nT1 invoke enq(2)\nT1 return\n"
        "T1 invoke deq()\nT1 return 1\nT1 invoke deq()\nT1 return 1\n",
        "queue", "enq=0,deq=min", 0, UINT64_MAX);
    expect(none.never, "nor if one value comes twice");
    lc_smallest zero = seek("T1 invoke enq(1)\nT1 return\n", "queue", "min", 0, UINT64_MAX);
    expect(zero.enough == 0 && zero.at_least == 0, "none is needed");
    zero = seek("T1 invoke enq(1)\nT1 return\n", "queue", "min(deq)", 0, UINT64_MAX);
    expect(zero.enough == 0 && zero.at_least == 0, "of a set without operations");
}

/* With little patience it gives bounds, and they are true. */
static void test_bounds(void) {
    enum { COUNT = 5 };
    char *text = overtaken(COUNT, "push", "pop");
    lc_smallest exact = seek(text, "stack", "min", 0, UINT64_MAX);
    bool true_bounds = true, some_open = false;
    for (uint64_t allowance = 1; allowance < 4000; allowance = 2 * allowance + 1) {
        lc_smallest found = seek(text, "stack", "min", 0, allowance);
        true_bounds = true_bounds && found.at_least <= exact.enough && found.enough >= exact.enough;
        some_open = some_open || found.at_least < found.enough;
    }
    expect(exact.at_least == exact.enough && !exact.never, "%u in the end", exact.enough);
    expect(true_bounds && some_open, "before that, bounds");
    free(text);
}

/* ---- what once went wrong ---- */

static void test_once_wrong(void) {
    static const struct {
        const char *what, *spec, *factors;
        uint32_t smallest;
        const char *text;
    } cases[] = {
        {"a pending removal takes what nobody removed", "queue", "min", 1,
         "T1 invoke deq()\nT2 invoke deq()\nT1 crash\nT1 invoke enq(1)\nT2 return 2\nT1 return\nT1 invoke enq(2)\n"
         "T2 invoke enq(3)\nT1 return\nT2 return\n"},
        {"two elements of a stack are not exchanged", "stack:capacity=2", "min", 2,
         "T1 invoke push(1)\nT2 invoke push(2)\nT3 invoke pop()\nT1 return false\nT1 invoke push(3)\nT2 return true\n"
         "T3 return 2\nT1 return true\nT1 invoke push(4)\nT2 invoke push(5)\nT3 invoke pop()\nT1 return false\n"
         "T2 return false\nT3 return 3\n"},
        {"a value is added twice, and removed before one of the additions", "deque", "{push_front,pop_back}=min", 0,
         "T3 invoke push_back(1)\nT1 invoke pop_back()\nT1 return 2\nT3 return\nT2 invoke push_front(2)\nT2 return\n"
         "T1 invoke push_front(1)\nT3 invoke push_back(2)\nT3 return\nT1 return\n"},
        {"elements that are added at different ends are not exchanged", "deque", "{push_back,pop_front}=min", 0,
         "T1 invoke push_back(1)\nT1 return\nT1 invoke push_front(2)\nT1 return\nT1 invoke push_back(3)\nT1 return\n"
         "T1 invoke pop_front()\nT1 return 1\n"},
        {"the legal order is too far ahead", "stack", "{push,pop}=min,pop=1", 4,
         "{\"process\": 1, \"f\": \"pop\", \"args\": [], \"call\": 1, \"ret\": [3], \"return\": 1}\n"
         "{\"process\": 1, \"f\": \"push\", \"args\": [1], \"call\": 2, \"ret\": [], \"return\": 2}\n"
         "{\"process\": 1, \"f\": \"push\", \"args\": [2], \"call\": 2, \"ret\": [], \"return\": 2}\n"
         "{\"process\": 2, \"f\": \"pop\", \"args\": [], \"call\": 3, \"ret\": [\"EMPTY\"], \"return\": 4}\n"
         "{\"process\": 3, \"f\": \"pop\", \"args\": [], \"call\": 4, \"ret\": [\"EMPTY\"], \"return\": 4}\n"
         "{\"process\": 2, \"f\": \"pop\", \"args\": [], \"call\": 5, \"ret\": [2], \"return\": 5}\n"
         "{\"process\": 3, \"f\": \"push\", \"args\": [3], \"call\": 5, \"ret\": [], \"return\": 5}\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lc_smallest found = seek(cases[i].text, cases[i].spec, cases[i].factors, 0, UINT64_MAX);
        if (!expect(found.at_least == cases[i].smallest && found.enough == cases[i].smallest, "%s", cases[i].what))
            printf("# at least %u, enough %u\n", found.at_least, found.enough);
    }
}

/* An explanation that may take all the time it wants knows what is enough. */
static void test_thorough(void) {
    for (int thorough = 0; thorough < 2; thorough++) {
        lince_check_options options = {.criterion = LINCE_QUASI, .factors = "0", .thorough = thorough};
        lince_specs *specs = lince_specs_new();
        char *text = overtaken(4, "enq", "deq");
        lince_history *h = history_of(text);
        lince_result *r = NULL;
        must(lince_specs_add(specs, "queue", NULL) == LINCE_DONE);
        must(lince_check(h, specs, &options, &r, NULL) == LINCE_DONE);
        expect(lince_result_smallest_factor(r) == 2, "%s explanation", thorough ? "a thorough" : "any");
        lince_result_free(r);
        lince_history_free(h);
        lince_specs_free(specs);
        free(text);
    }
}

int main(void) {
    test_known();
    test_bounds();
    test_once_wrong();
    test_thorough();
    return tap_end();
}
