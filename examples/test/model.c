/* An object that no built-in specification describes, with a model of it in the same file: sequential code that does
 * what the object should do, on one plain variable.
 *
 *     $ lince test model.c
 *
 * A cloakroom with two hooks: hang() gives the number of a free hook, the smallest, or -1; fetch(n) frees it again and
 * says whether anything hung there. */
#include <lince/test.h>
#include <stdatomic.h>

enum { HOOKS = 2 };

/* ---- the object: lock-free ---- */

static atomic_bool taken[HOOKS];

static int hang(void) {
    for (int n = 0; n < HOOKS; n++)
        if (!atomic_exchange(&taken[n], true)) return n;
    return -1;
}

static bool fetch(int n) { return atomic_exchange(&taken[n], false); }

/* ---- the model: as simple as can be ---- */

static bool model_taken[HOOKS];

static int model_hang(void) {
    for (int n = 0; n < HOOKS; n++) {
        if (model_taken[n]) continue;
        model_taken[n] = true;
        return n;
    }
    return -1;
}

static bool model_fetch(int n) {
    bool was_taken = model_taken[n];
    model_taken[n] = false;
    return was_taken;
}

LINCE_TEST(cloakroom) {
    lince_test_op("hang", hang);
    lince_test_op("fetch", fetch, lince_range(0, HOOKS - 1));
    lince_test_model(model_taken, sizeof model_taken);
    lince_test_model_op("hang", model_hang);
    lince_test_model_op("fetch", model_fetch);
}
