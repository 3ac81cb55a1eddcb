/* Calling an operation of a test. */
#include "target/explore/call.h"
#include "target/explore/describe.h"

int64_t lct_call_op(const lct_test_op *op, const int64_t *a, unsigned *count) {
    lct_signature types = {op->result, op->wide, op->count, op->texts, op->out};
    assert(op->count <= LCT_ARGUMENTS && op->result <= LINCE_SHAPE_TEXT);
    *count = lct_signature_returns(&types);
    return op->call ? op->call(op->object, a) : lct_call(op->function, &types, a);
}

void lct_op_values(const lct_test_op *op, const int64_t *a, int64_t *values) {
    if (op->values) {
        op->values(a, values);
        return;
    }
    for (unsigned i = 0; i < op->count; i++) values[i] = op->texts >> i & 1 ? lince_value_as_string(a[i]) : a[i];
}
