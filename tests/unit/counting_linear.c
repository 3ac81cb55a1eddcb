/* Projection of linear constraints, against trying all values. */
#include "counting/grammar/linear.h"

#include <string.h>

#include "tap.h"

enum { KEPT = 2, GONE = 3, WIDTH = KEPT + GONE, MOST_KEPT = 6, MOST_GONE = 9 };

static uint64_t random_state = 4711;

static uint32_t below(uint32_t bound) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)((random_state * 0x2545f4914f6cdd1du >> 33) % bound);
}

static bool all_hold(const lc_linear *s, const int64_t *values) {
    for (uint32_t i = 0; i < s->rows.count; i++)
        if (!lc_constraint_holds(s->rows.at[i], values)) return false;
    return true;
}

/* Finds values of what is to go, up to a bound that is among the constraints. */
static bool solve(const lc_linear *s, int64_t *values) {
    for (values[2] = 0; values[2] <= MOST_GONE; values[2]++)
        for (values[3] = 0; values[3] <= MOST_GONE; values[3]++)
            for (values[4] = 0; values[4] <= MOST_GONE; values[4]++)
                if (all_hold(s, values)) return true;
    return false;
}

static void make(lc_linear *s, int64_t largest) {
    lc_linear_init(s, WIDTH, NULL);
    uint32_t rows = 2 + below(4);
    for (uint32_t r = 0; r < rows; r++) {
        lc_constraint *row = lc_linear_add(s, below(3) ? LC_ROW_AT_LEAST : below(2) ? LC_ROW_ZERO : LC_ROW_DIVIDES);
        row->modulus = row->kind == LC_ROW_DIVIDES ? 2 + below(3) : 0;
        row->constant = (int64_t)below(9) - 4;
        for (uint32_t i = 0; i < WIDTH; i++)
            row->at[i] = below(2) ? 0 : (int64_t)below((uint32_t)(2 * largest + 1)) - largest;
    }
    for (uint32_t i = KEPT; i < WIDTH; i++) {
        lc_constraint *row = lc_linear_add(s, LC_ROW_AT_LEAST);
        row->at[i] = -1;
        row->constant = MOST_GONE;
    }
}

typedef struct tally {
    uint32_t projected, exact, lost, invented, missing;
} tally;

/* One projection, at the first solution; compared for all values of what is kept. */
static void compare(lc_linear *s, tally *t) {
    bool solvable[MOST_KEPT + 1][MOST_KEPT + 1], any = false, exact;
    int64_t values[WIDTH], solution[WIDTH];
    for (values[0] = 0; values[0] <= MOST_KEPT; values[0]++)
        for (values[1] = 0; values[1] <= MOST_KEPT; values[1]++) {
            bool found = solvable[values[0]][values[1]] = solve(s, values);
            if (found && !any) memcpy(solution, values, sizeof values), any = true;
        }
    if (!any) return;
    lc_linear_project(s, KEPT, solution, NULL, NULL, &exact);
    if (s->failed) return;
    t->projected++;
    t->exact += exact;
    t->lost += !all_hold(s, solution);
    memset(values, 0, sizeof values);
    for (values[0] = 0; values[0] <= MOST_KEPT; values[0]++)
        for (values[1] = 0; values[1] <= MOST_KEPT; values[1]++) {
            bool holds = all_hold(s, values), was = solvable[values[0]][values[1]];
            t->invented += holds && !was;
            t->missing += exact && was && !holds;
        }
}

static void random_systems(int64_t largest, uint32_t count) {
    tally t = {0};
    for (uint32_t i = 0; i < count; i++) {
        lc_linear s;
        make(&s, largest);
        compare(&s, &t);
        lc_linear_free(&s);
    }
    expect(t.projected > count / 4 && t.exact > count / 50 && (largest == 1 || t.exact < t.projected),
           "coefficients up to %d: %u projections, %u of them exact", (int)largest, t.projected, t.exact);
    expect(t.lost == 0, "the solution they are made at is in them (%u are not)", t.lost);
    expect(t.invented == 0, "nothing is true of them that was not before (%u are)", t.invented);
    expect(t.missing == 0, "and nothing is missing where they say so (%u are)", t.missing);
}

int main(void) {
    random_systems(1, 1500);
    random_systems(3, 1500);
    return tap_end();
}
