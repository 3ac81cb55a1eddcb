/* Threads that pair off and never meet the same partner twice: two families, whose members meet those of the other, and
 * one family, whose members meet each other.  The state is the pairs that have met, sorted. */
#include "spec/builtin/common.h"

enum { A, B };

static void meet(lince_step *step, const lince_value pair[2]) {
    size_t place = place_of(step, 2, pair, 2), count = item_count(step, 2);
    if (place < count && !compare_items(step->values, items(step) + 2 * place, pair, 2)) return;
    lince_value *row = lince_scratch(step, step->size + 2 * sizeof *row);
    copy_values(row, items(step), 2 * place);
    copy_values(row + 2 * place, pair, 2);
    if (place < count) copy_values(row + 2 * place + 2, items(step) + 2 * place, 2 * (count - place));
    lince_emit(step, row, step->size + 2 * sizeof *row,
               (lince_results[2]){{{argument(step, 1)}}, {{argument(step, 0)}}});
}

static void next_of_two(lince_step *step) {
    if (are_two(step, A, B)) meet(step, (lince_value[2]){argument(step, 0), argument(step, 1)});
}

static void next_of_one(lince_step *step) {
    if (step->count != 2) return;
    lince_value x = argument(step, 0), y = argument(step, 1);
    int order = lince_compare(step->values, x, y);
    if (order) meet(step, order < 0 ? (lince_value[2]){x, y} : (lince_value[2]){y, x}); /* no thread meets itself */
}

static void print(lince_step *step, lince_text *out) {
    lince_print(out, "{");
    for (size_t i = 0; i < item_count(step, 2); i++) {
        lince_print(out, "%s", i ? ", " : "");
        lince_print_value(out, step->values, items(step)[2 * i]);
        lince_print(out, "-");
        lince_print_value(out, step->values, items(step)[2 * i + 1]);
    }
    lince_print(out, "}");
}

#define MEMBER(n)                                                                                                      \
    { .name = (n), TAKES_AND_RETURNS(1, 1) }
static const lince_method of_two[] = {[A] = MEMBER("a"), [B] = MEMBER("b")};
static const lince_method of_one[] = {MEMBER("sync")};

/* How many there are; it follows that none meets more than there are. */
static const lince_param params[] = {{.name = "n", .min = 1, .max = INT32_MAX, .required = true}};

const lince_spec lc_spec_two_families = {
    .abi = LINCE_SPEC_ABI,
    .name = "two-families",
    .summary = "a(id) → partner, b(id) → partner: they meet, each partner at most once",
    TABLE(of_two),
    .params = params,
    .param_count = 1,
    .traits = LINCE_NO_SELF_WAIT,
    MEETING_IN_PAIRS,
    .next = next_of_two,
    .print = print,
};

const lince_spec lc_spec_one_family = {
    .abi = LINCE_SPEC_ABI,
    .name = "one-family",
    .summary = "sync(id) → partner: two meet, each partner at most once",
    TABLE(of_one),
    .params = params,
    .param_count = 1,
    .traits = LINCE_NO_SELF_WAIT,
    MEETING_IN_PAIRS,
    .next = next_of_one,
    .print = print,
};
