#define _GNU_SOURCE
#include "target/runtime/world/world.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

#include "target/explore/control.h"
#include "target/runtime/calls.h"
#include "target/runtime/world/files.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/table.h"

enum class { HARMLESS, MODELLED, SETUP, REFUSED };

typedef struct row {
    long number;
    const char *name, *why;
    uint8_t class;
} row;

static const row rows[] = {
#define ROW(name) {SYS_##name, #name, NULL, HARMLESS},
    LCT_WORLD_HARMLESS(ROW)
#undef ROW
#define ROW(name) {SYS_##name, #name, NULL, MODELLED},
        LCT_WORLD_MODELLED(ROW)
#undef ROW
#define ROW(name) {SYS_##name, #name, LCT_WHY_FILES, SETUP},
            LCT_WORLD_SETUP(ROW)
#undef ROW
#define ROW(name, why) {SYS_##name, #name, LCT_WHY_##why, REFUSED},
                LCT_WORLD_REFUSED(ROW)
#undef ROW
};

static const row *find(long number) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows && number >= 0; i++)
        if (rows[i].number == number) return &rows[i];
    return NULL;
}

static long pass(long number, const long *a) { return lct_kernel(number, a[0], a[1], a[2], a[3], a[4], a[5]); }

long lct_world_call(long number, const long *a, uintptr_t instruction, uintptr_t pc) {
    const row *r = find(number);
    if (!r)
        lct_machine_fail(LCT_FAILS_UNSUPPORTED, pc, 0, "the system call with number %ld was made: it is not modelled",
                         number);
    switch (r->class) {
    case MODELLED: return lct_emulation_of(number)(a, instruction, pc);
    case SETUP: lct_files_changes(r->name, pc); return pass(number, a);
    case REFUSED: lct_unsupported(r->name, r->why, pc);
    default: return pass(number, a);
    }
}

/* ---- the runtime's own calls ---- */

#if !defined __x86_64__ && !defined __aarch64__
const char lct_kernel_end[1] = "";
long lct_kernel(long number, long a, long b, long c, long d, long e, long f) {
    long result = LCT_REAL(syscall)(number, a, b, c, d, e, f);
    return result == -1 ? -errno : result;
}
#endif

long lct_system(long number, ...) {
    va_list args;
    va_start(args, number);
    long a = va_arg(args, long), b = va_arg(args, long), c = va_arg(args, long), d = va_arg(args, long),
         e = va_arg(args, long), f = va_arg(args, long);
    va_end(args);
    long result = lct_kernel(number, a, b, c, d, e, f);
    if (result >= 0 || result < -4095) return result;
    errno = (int)-result;
    return -1;
}
