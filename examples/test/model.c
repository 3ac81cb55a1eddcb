/* An object that no built-in specification describes, with a model of it in the same file: sequential code with the
 * intended effects, on one plain variable.
 *
 *     $ lince test model.c
 *     model.c: cloakroom: violation — not linearizable as its model ...
 *         T1    ├─ hang() → 1 ─────────────────────────────┤
 *         T2    ├─ fetch(0) → true ─┤ ├─ fetch(1) → false ─┤
 *
 * A cloakroom with two hooks: hang() takes the free hook with the smallest number and returns it, or -1; fetch(n) frees
 * hook n and returns whether anything hung there.  Each step is atomic, but hang() looks at the hooks one after
 * another: it returns 1 although hook 0, which was taken before, had become free before fetch(1) found hook 1 free.
 * With one mutex around each operation the test passes. */
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
