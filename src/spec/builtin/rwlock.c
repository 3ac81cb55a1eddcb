/* A lock for one writer or many readers.  The state is the number of readers, or WRITER. */
#include "spec/builtin/common.h"

enum { RDLOCK, WRLOCK, RDUNLOCK, WRUNLOCK };
#define WRITER ((int64_t)-1)

static void next(lince_step *step) {
    int64_t holders = number(step);
    switch (only_call(step)->method) {
    case RDLOCK:
        if (holders != WRITER) emit_number(step, holders + 1, LINCE_NO_VALUE);
        break;
    case WRLOCK:
        if (holders == 0) emit_number(step, WRITER, LINCE_NO_VALUE);
        break;
    case RDUNLOCK:
        if (holders > 0) emit_number(step, holders - 1, LINCE_NO_VALUE);
        break;
    case WRUNLOCK:
        if (holders == WRITER) emit_number(step, 0, LINCE_NO_VALUE);
        break;
    }
}

static void print(lince_step *step, lince_text *out) {
    int64_t holders = number(step);
    if (holders == 0) lince_print(out, "free");
    else if (holders == WRITER) lince_print(out, "1 writer");
    else lince_print(out, "%" PRId64 " reader%s", holders, holders == 1 ? "" : "s");
}

/* A bare `lock` and `unlock` mean different things to different people, so they are no aliases. */
static const lince_method methods[] = {
    [RDLOCK] = {.name = "rdlock",
                .aliases = "read_lock readLock rlock lock_shared acquire_read acquire_shared",
                .role = LINCE_ROLE_LOCK_SHARED},
    [WRLOCK] = {.name = "wrlock",
                .aliases = "write_lock writeLock wlock lock_exclusive acquire_write",
                .role = LINCE_ROLE_LOCK},
    [RDUNLOCK] = {.name = "rdunlock",
                  .aliases = "read_unlock readUnlock runlock unlock_shared release_read release_shared",
                  .role = LINCE_ROLE_UNLOCK_SHARED},
    [WRUNLOCK] = {.name = "wrunlock",
                  .aliases = "write_unlock writeUnlock wunlock unlock_exclusive release_write",
                  .role = LINCE_ROLE_UNLOCK},
};

/* The preference shows only in the operations that wait.  Most locks let readers that come later wait as long as a
 * writer waits, and POSIX leaves it open. */
enum { ANY, READERS };
static const lince_param params[] = {{.name = "prefers", .otherwise = ANY, .choices = "any|readers"}};

static bool gives_way(const int64_t *given, uint32_t method, uint32_t to) {
    return given[0] != READERS && method == RDLOCK && to == WRLOCK;
}

const lince_spec lc_spec_rwlock = {
    .abi = LINCE_SPEC_ABI,
    .name = "rwlock",
    .summary = "rdlock(), wrlock(), rdunlock(), wrunlock()",
    TABLE(methods),
    .params = params,
    .param_count = 1,
    .traits = LINCE_STATES_LACK_VALUES,
    .is = LINCE_IS_RWLOCK,
    .gives_way = gives_way,
    .init = init_zero,
    .next = next,
    .print = print,
};
