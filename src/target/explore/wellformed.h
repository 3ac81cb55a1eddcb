/* Promises of a scenario: the properties that every generated one has, and that shrinking keeps.
 *
 * The generator asserts them of every scenario that it makes.  The command, which shrinks scenarios as text, keeps
 * those that hold of the failing scenario; one that the user has written may lack some from the start.
 */
#ifndef LC_TARGET_EXPLORE_WELLFORMED_H
#define LC_TARGET_EXPLORE_WELLFORMED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "target/explore/protocol.h"

enum { LCT_FORM_ARGUMENTS = 3, LCT_FORM_BEFORE = 0, LCT_FORM_AFTER = UINT8_MAX };
enum { LCT_ARGUMENT_RANGE, LCT_ARGUMENT_UNIQUE, LCT_ARGUMENT_THREAD }; /* lince_argument.unique */
enum lct_op_option { LCT_OP_JUDGED, LCT_OP_MAY_FAIL, LCT_OP_MAY_ERR }; /* lince_may_fail, lince_may_err */

typedef struct lct_form_argument {
    int kind;
    int64_t value, low, high;
} lct_form_argument;

typedef struct lct_form_call {
    int op;       /* of the test; -1: none */
    uint8_t part; /* the number of its thread, from 1, or one of the above */
    uint8_t count;
    lct_form_argument arguments[LCT_FORM_ARGUMENTS];
} lct_form_call;

typedef struct lct_form {
    const lct_protocol *protocol;
    bool balanced;
    int adding, removing;       /* operations, if it is */
    const lct_form_call *calls; /* the calls of each part in their order */
    size_t count;
} lct_form;

enum {
    LCT_BREAKS_ORDER = 1,    /* a part makes a call that the protocol does not allow, for any results before */
    LCT_BREAKS_END = 2,      /* a part may end where the protocol does not */
    LCT_BREAKS_THREAD = 4,   /* a thread passes a number that is not its own as lince_thread_id */
    LCT_BREAKS_UNIQUE = 8,   /* a lince_unique value is used twice */
    LCT_BREAKS_RANGE = 16,   /* an argument is not in its lince_range */
    LCT_BREAKS_BALANCE = 32, /* not as many calls remove as add */
};

/* The promises that are broken. */
unsigned lct_form_breaks(const lct_form *);

#endif
