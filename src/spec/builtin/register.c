/* Registers: a cell that holds one value.  The state is that value. */
#include "spec/builtin/common.h"

enum { READ, WRITE, CAS };

static void init(lince_step *step) {
    lince_value v = step->init != LINCE_NO_VALUE ? step->init : LINCE_NIL;
    emit(step, &v, sizeof v, LINCE_NO_VALUE);
}

static void next(lince_step *step) {
    const lince_call *call = only_call(step);
    lince_value now = items(step)[0];
    switch (call->method) {
    case READ: emit_unchanged(step, now); break;
    case WRITE: emit(step, &call->args[0], sizeof now, LINCE_NO_VALUE); break;
    case CAS:
        if (now == call->args[0]) emit(step, &call->args[1], sizeof now, LINCE_TRUE);
        else emit_unchanged(step, LINCE_FALSE);
        break;
    }
}

static void print(lince_step *step, lince_text *out) { lince_print_value(out, step->values, items(step)[0]); }

#define READ_AND_WRITE                                                                                                 \
    [READ] = {.name = "read",                                                                                          \
              .aliases = "get load",                                                                                   \
              TAKES_AND_RETURNS(0, 1),                                                                                 \
                                                                                                                       \
              .role = LINCE_ROLE_READ,                                                                                 \
              .pure = true},                                                                                           \
    [WRITE] = {.name = "write", .aliases = "set put store", TAKES_AND_RETURNS(1, 0), .role = LINCE_ROLE_WRITE}

static const lince_method methods[] = {READ_AND_WRITE};

static const lince_method cas_methods[] = {
    READ_AND_WRITE,
    [CAS] = {.name = "cas",
             .aliases = "compare_and_set compare_and_swap compareAndSet compare-and-set",
             .role = LINCE_ROLE_CAS,
             TAKES_AND_RETURNS(2, 1),
             .pure_result = LINCE_FALSE,
             .ok_result = LINCE_TRUE},
};

const lince_spec lc_spec_register = {
    .abi = LINCE_SPEC_ABI,
    .name = "register",
    .summary = "read() → v, write(v)",
    TABLE(methods),
    .traits = LINCE_DROPPABLE_VALUES | LINCE_HAS_INIT | LINCE_STATES_ARE_VALUES,
    .is = LINCE_IS_REGISTER,
    .init = init,
    .next = next,
    .print = print,
};

const lince_spec lc_spec_cas_register = {
    .abi = LINCE_SPEC_ABI,
    .name = "cas-register",
    .summary = "read() → v, write(v), cas(old, new) → true or false",
    TABLE(cas_methods),
    /* Values can be dropped where no cas takes part: its role moves no values. */
    .traits = LINCE_HAS_INIT | LINCE_DROPPABLE_VALUES | LINCE_STATES_ARE_VALUES,
    .is = LINCE_IS_REGISTER,
    .init = init,
    .next = next,
    .print = print,
};
