/* Calling an operation of a test. */
#include "target/explore/call.h"
#include "target/explore/describe.h"

int64_t lct_call_op(const lct_test_op *op, const int64_t *a, unsigned *count) {
    assert(op->count <= LCT_ARGUMENTS && op->result <= LINCE_SHAPE_LONG);
    *count = op->result != LINCE_SHAPE_VOID;
    return op->call ? op->call(op->object, a) : lct_call(op->function, op->result, op->wide, op->count, a);
}
