/* Events in Jepsen's words, which JSON lines, EDN and Jepsen's logs share. */
#ifndef LC_FORMATS_JEPSEN_H
#define LC_FORMATS_JEPSEN_H

#include "history/history.h"

typedef enum lc_jepsen_type { LC_JEPSEN_INVOKE, LC_JEPSEN_OK, LC_JEPSEN_FAIL, LC_JEPSEN_INFO } lc_jepsen_type;

typedef struct lc_jepsen_event {
    unsigned long line;
    lc_jepsen_type type;
    lc_span process, object;
    lc_span method;    /* empty: not given */
    lince_value key;   /* LINCE_NO_VALUE: not given */
    lince_value value; /* LINCE_NOTHING: not given */
    bool tagged;       /* the value is tagged as a tuple of independent keys */
    bool has_time;
    double time;
} lc_jepsen_event;

bool lc_jepsen_type_of(lc_span word, lc_jepsen_type *);
/* Only these look at their value: `fail` and `info` carry explanations. */
static inline bool lc_jepsen_uses_value(lc_jepsen_type t) { return t == LC_JEPSEN_INVOKE || t == LC_JEPSEN_OK; }
/* Can this be the name of a process, an object or an operation? */
bool lc_jepsen_is_name(lc_span);
/* Has this process an operation under way? */
const lc_op *lc_jepsen_open_op(const lince_history *, lc_span process);

/* An action of a process that is no client is no event, but a remark: `nemesis: start [n1 n2]`. */
void lc_jepsen_remark(lince_history *, lc_span who, lc_span type, lc_span what, lc_span value);

/* Something has arguments and results as lists, and something else a value in Jepsen's words. */
lince_status lc_two_styles(lince_error *, const char *file, unsigned long line);
lince_status lc_jepsen_add(lince_history *, const lince_read_options *, const lc_jepsen_event *, lince_error *);

#endif
