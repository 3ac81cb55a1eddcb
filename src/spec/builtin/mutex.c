/* A lock.  The state is 1 while it is held, by whomever: steps never see the thread. */
#include "spec/builtin/common.h"

enum { LOCK, TRYLOCK, UNLOCK };

static void next(lince_step *step) {
    bool held = number(step);
    switch (only_call(step)->method) {
    case LOCK:
        if (!held) emit_number(step, 1, LINCE_NO_VALUE);
        break;
    case TRYLOCK: emit_number(step, 1, lince_bool(!held)); break;
    case UNLOCK:
        if (held) emit_number(step, 0, LINCE_NO_VALUE);
        break;
    }
}

static void print(lince_step *step, lince_text *out) { lince_print(out, "%s", number(step) ? "held" : "free"); }

static const lince_method methods[] = {
    [LOCK] = {.name = "lock", .aliases = "acquire", .role = LINCE_ROLE_LOCK},
    [TRYLOCK] = {.name = "trylock",
                 .aliases = "try_lock tryLock try_acquire tryAcquire",
                 .role = LINCE_ROLE_LOCK,
                 TAKES_AND_RETURNS(0, 1),
                 .pure_result = LINCE_FALSE,
                 .ok_result = LINCE_TRUE},
    [UNLOCK] = {.name = "unlock", .aliases = "release", .role = LINCE_ROLE_UNLOCK},
};

const lince_spec lc_spec_mutex = {
    .abi = LINCE_SPEC_ABI,
    .name = "mutex",
    .summary = "lock(), trylock() → true or false, unlock()",
    TABLE(methods),
    .traits = LINCE_STATES_LACK_VALUES,
    .is = LINCE_IS_MUTEX,
    .init = init_zero,
    .next = next,
    .print = print,
};
