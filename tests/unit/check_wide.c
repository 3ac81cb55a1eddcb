/* More operations open at once than a word has bits.
 *
 * Seventy operations on keys of their own stay open while a small random history runs on other keys.  They cannot
 * change its verdict, but they make every mask of the search, which is told not to split by key, two words wide.
 */
#include <lince/lince.h>

#include <stdlib.h>

#include "check/tuning.h"
#include "tap.h"

enum { PADDING = 70, OPERATIONS = 4, THREADS = 4 };

static void must(lince_status status) {
    if (status != LINCE_DONE) abort();
}

static void pad(lince_history *h, bool calls) {
    lince_error error;
    for (int i = 0; i < PADDING; i++) {
        char thread[16];
        snprintf(thread, sizeof thread, "P%d", i);
        lince_value key = lince_int(lince_history_values(h), 1000 + i), yes = LINCE_TRUE;
        if (calls) must(lince_invoke(h, thread, NULL, "add", &key, 1, &error));
        else must(lince_return(h, thread, &yes, 1, &error));
    }
}

/* Random calls and returns with random results, from two keys. */
static lince_history *random_history(unsigned seed, bool padded) {
    static const char *const methods[] = {"add", "remove", "contains"};
    static const char *const threads[THREADS] = {"A", "B", "C", "D"};
    bool open[THREADS] = {false};
    lince_history *h = lince_history_new();
    lince_error error;
    srand(seed);
    if (padded) pad(h, true);
    for (int left = 2 * OPERATIONS; left > 0; left--) {
        int t = rand() % THREADS;
        lince_value key = lince_int(lince_history_values(h), rand() % 2);
        lince_value result = lince_bool(rand() % 2);
        if (!open[t]) must(lince_invoke(h, threads[t], NULL, methods[rand() % 3], &key, 1, &error));
        else must(lince_return(h, threads[t], &result, 1, &error));
        open[t] = !open[t];
    }
    if (padded) pad(h, false);
    return h;
}

static lince_verdict verdict_of(lince_history *h, const lince_specs *specs, bool split) {
    const lc_tuning tuning = {.no_partition = !split};
    lince_error error;
    lince_result *r = NULL;
    must(lc_check_tuned(h, specs, NULL, &tuning, NULL, &r, &error));
    lince_verdict v = lince_result_verdict(r);
    size_t count;
    lince_result_witness(r, &count);
    if (v == LINCE_VERDICT_OK && count < lince_history_operations(h) - THREADS)
        abort(); /* only pending ones may lack */
    lince_result_free(r);
    return v;
}

int main(void) {
    enum { COUNT = 2000 };
    lince_error error;
    lince_specs *specs = lince_specs_new();
    must(lince_specs_add(specs, "set", &error));
    unsigned differ = 0, violations = 0;
    for (unsigned seed = 1; seed <= COUNT; seed++) {
        lince_history *narrow = random_history(seed, false), *wide = random_history(seed, true);
        lince_verdict expected = verdict_of(narrow, specs, true);
        violations += expected == LINCE_VERDICT_VIOLATION;
        if (verdict_of(wide, specs, false) != expected) differ++;
        lince_history_free(narrow);
        lince_history_free(wide);
    }
    expect(differ == 0, "%u of %d histories have another verdict with %d open operations more", differ, COUNT, PADDING);
    expect(violations > COUNT / 10 && violations < COUNT - COUNT / 10, "%u of them are violations", violations);
    lince_specs_free(specs);
    return tap_end();
}
