/* Quasi factors: how they are written, what is refused, and whom they are about. */
#include "check/quasi/factors.h"

#include <string.h>

#include "spec/builtin/common.h"
#include "tap.h"

/* ---- what is understood ---- */

static void test_good(void) {
    static const struct {
        const char *text, *again; /* as it is printed */
        uint32_t sets, sought;
    } good[] = {
        {"0", "0", 1, LC_NOTHING_SOUGHT},
        {"2", "2", 1, LC_NOTHING_SOUGHT},
        {"007", "7", 1, LC_NOTHING_SOUGHT},
        {"999999999", "999999999", 1, LC_NOTHING_SOUGHT},
        {"min", "min", 1, 0},
        {"min(deq)", "deq=min", 1, 0},
        {"min(enq,deq)", "{enq,deq}=min", 1, 0},
        {"deq=2", "deq=2", 1, LC_NOTHING_SOUGHT},
        {"deq=2,enq=0", "deq=2,enq=0", 2, LC_NOTHING_SOUGHT},
        {"{enq,deq}=3,size=0", "{enq,deq}=3,size=0", 2, LC_NOTHING_SOUGHT},
        {"{deq}=1", "deq=1", 1, LC_NOTHING_SOUGHT},
        {"enq=0,deq=min", "enq=0,deq=min", 2, 1},
        {"deq=min,enq=0", "deq=min,enq=0", 2, 0},
        {"minimum=2", "minimum=2", 1, LC_NOTHING_SOUGHT},
        {"min=2", "min=2", 1, LC_NOTHING_SOUGHT},
        {"2nd-op=1,a.b=2,is_empty?=3,set!=4", "2nd-op=1,a.b=2,is_empty?=3,set!=4", 4, LC_NOTHING_SOUGHT},
        {"a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1", "a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1", 8, LC_NOTHING_SOUGHT},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        lc_factors f;
        lince_text again = {0};
        lince_status status = lc_factors_parse(&f, good[i].text, NULL);
        if (status == LINCE_DONE) lc_factors_print(&again, &f, LC_FACTOR_MOST);
        expect(status == LINCE_DONE && f.count == good[i].sets && f.sought == good[i].sought &&
                   !strcmp(lc_text(&again), good[i].again),
               "%s is understood", good[i].text);
        lc_text_free(&again);
    }
}

static void test_found(void) {
    lc_factors f;
    lince_text text = {0};
    lc_factors_parse(&f, "enq=0,{deq,peek}=min", NULL);
    lc_factors_print(&text, &f, 5);
    expect(!strcmp(lc_text(&text), "enq=0,{deq,peek}=5"), "what was sought is printed as what was found");
    lc_text_free(&text);
}

/* ---- what is not ---- */

static void test_bad(void) {
    static const struct {
        const char *text, *complaint;
    } bad[] = {
        {"", "the name of an operation is missing"},
        {"=", "the name of an operation is missing"},
        {"-1", "'=' is missing"},
        {"1.5", "'=' is missing"},
        {" 2", "the name of an operation is missing"},
        {"2 ", "'=' is missing"},
        {"deq", "'=' is missing"},
        {"deq=", "a number is missing"},
        {"deq=x", "a number is missing"},
        {"deq=-1", "a number is missing"},
        {"deq=2,", "the name of an operation is missing"},
        {"deq=2,,enq=1", "the name of an operation is missing"},
        {"deq=2;enq=1", "there is something behind it"},
        {"deq=2 ", "there is something behind it"},
        {"deq=minimum", "there is something behind it"},
        {"{}=1", "the name of an operation is missing"},
        {"{enq,}=1", "the name of an operation is missing"},
        {"{enq", "the name of an operation is missing"},
        {"{enq,deq=1", "the name of an operation is missing"},
        {"{enq}", "'=' is missing"},
        {"2,3", "'=' is missing"},
        {"2,deq=1", "'=' is missing"},
        {"deq=1,2", "'=' is missing"},
        {"deq=min,enq=min", "only one factor can be sought at a time"},
        {"min()", "after 'min(' come names of operations and ')'"},
        {"min(deq", "after 'min(' come names of operations and ')'"},
        {"min(deq,)", "after 'min(' come names of operations and ')'"},
        {"min(deq)x", "there is something behind it"},
        {"min(deq),enq=0", "there is something behind it"},
        {"1000000000", "the number is too large"},
        {"99999999999999999999999999", "the number is too large"},
        {"deq=4294967296", "the number is too large"},
        {"a=1,b=1,c=1,d=1,e=1,f=1,g=1,h=1,i=1", "too many sets"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lc_factors f;
        lince_error error = {0};
        lince_status status = lc_factors_parse(&f, bad[i].text, &error);
        if (!expect(status == LINCE_BAD_INPUT && strstr(error.message, bad[i].complaint), "'%s' is refused: %s",
                    bad[i].text, bad[i].complaint))
            printf("# %s\n", status == LINCE_DONE ? "it is not" : error.message);
    }
}

/* ---- whom they are about ---- */

static uint32_t row(const lince_spec *spec, const char *name) { return lc_spec_method(spec, name, strlen(name)); }

static void test_rows(void) {
    lc_factors f;
    const lince_spec *q = &lc_spec_queue;
    lc_factors_parse(&f, "3", NULL);
    expect(lc_factors_of(&f, q, row(q, "enq")) == 1 && lc_factors_of(&f, q, row(q, "peek")) == 1,
           "a number is about all methods");
    lc_factors_parse(&f, "{enq,deq}=2,deq=1", NULL);
    expect(lc_factors_of(&f, q, row(q, "enq")) == 1 && lc_factors_of(&f, q, row(q, "deq")) == 3 &&
               lc_factors_of(&f, q, row(q, "peek")) == 0,
           "sets may overlap, and need not hold every method");
    lc_factors_parse(&f, "dequeue=1", NULL);
    expect(lc_factors_of(&f, q, row(q, "deq")) == 1, "a method may be called by an alias");
}

static void test_several(void) {
    const lince_spec *both[] = {&lc_spec_queue, &lc_spec_stack}, *q = both[0], *s = both[1];
    lc_factors f;
    lc_factors_parse(&f, "pop=1", NULL);
    bool alone = row(q, "pop") == row(q, "deq") && lc_factors_of(&f, q, row(q, "deq")) == 1;
    f.specs = both;
    f.spec_count = 2;
    expect(alone && lc_factors_of(&f, q, row(q, "deq")) == 0 && lc_factors_of(&f, s, row(s, "pop")) == 1,
           "an alias yields to an object that has an operation of this name");
    lc_factors_parse(&f, "peek=1", NULL);
    f.specs = both;
    f.spec_count = 2;
    expect(lc_factors_of(&f, q, row(q, "peek")) == 1 && lc_factors_of(&f, s, row(s, "peek")) == 1,
           "a name may mean operations of two objects");
}

static void test_unknown(void) {
    const lince_spec *both[] = {&lc_spec_queue, &lc_spec_stack};
    lc_factors f;
    lc_factors_parse(&f, "enq=1,{push,deq}=0", NULL);
    expect(!lc_factors_unknown(&f, both, 2).length, "a name may be about one of several objects");
    lc_span name = lc_factors_unknown(&f, both + 1, 1);
    lc_factors_parse(&f, "{deq,degueue}=1", NULL);
    lc_span typo = lc_factors_unknown(&f, both, 1);
    expect(typo.length == 7 && !memcmp(typo.at, "degueue", 7), "a name that nobody knows is found");
    expect(!name.length || !memcmp(name.at, "enq", 3), "so is one of another object");
    lc_factors_parse(&f, "2", NULL);
    expect(!lc_factors_unknown(&f, both, 2).length, "a number names nothing");
}

int main(void) {
    test_good();
    test_found();
    test_bad();
    test_rows();
    test_several();
    test_unknown();
    return tap_end();
}
