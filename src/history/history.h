/* Histories: calls and returns of threads, as read, before a specification gives them meaning.
 *
 * An operation takes 32 bytes and its two events 4 bytes each, so a history of 10 million operations with small integer
 * arguments fits in 400 MB.
 */
#ifndef LC_HISTORY_HISTORY_H
#define LC_HISTORY_HISTORY_H

#include <lince/error.h>
#include <lince/history.h>

#include "base/span.h"
#include "history/values.h"

#define LC_NEVER UINT32_MAX /* the position of an event that did not happen */

typedef enum lc_event_kind { LC_INVOKE, LC_RETURN, LC_CRASH, LC_FAIL } lc_event_kind;

/* An event is an operation's number and the kind of the event, packed. */
typedef uint32_t lc_event;
static inline lc_event lc_make_event(uint32_t op, lc_event_kind kind) { return op << 2 | kind; }
static inline uint32_t lc_event_op(lc_event e) { return e >> 2; }
static inline lc_event_kind lc_event_what(lc_event e) { return (lc_event_kind)(e & 3); }
#define LC_MOST_OPS (UINT32_MAX >> 2)

typedef struct lc_op {
    uint32_t thread;              /* number in `threads` */
    uint32_t method;              /* number in `methods` */
    lince_value args;             /* payload: one value, or a tuple */
    lince_value results;          /* payload of its return; LINCE_NO_VALUE before */
    uint32_t call, end;           /* positions of its invoke, and of its return, crash or fail (LC_NEVER: still open) */
    uint32_t call_line, end_line; /* in the file, 0: unknown */
} lc_op;
_Static_assert(sizeof(lc_op) == 32, "there may be many millions of them");

/* `op` comes after `before`: in a thread, although their closed intervals touch in one instant; or because of a client.
 */
typedef struct lc_tie {
    uint32_t op, before;
} lc_tie;

/* Content of the file beside its events: a comment, or an action on the system meanwhile. */
typedef struct lc_remark {
    uint32_t at;     /* the position of the event that it stands before, or belongs to */
    uint32_t thread; /* LC_NEVER: of no thread */
    uint32_t text, length;
} lc_remark;

/* Remarks that readers keep for displaying a history.  It plays no part in any verdict, so it is no part of its budget
 * either, but has a limit of its own, beyond which it is left out. */
typedef struct lc_remarks {
    bool wanted;
    bool left_out; /* some of it */
    LC_VEC(lc_remark) list;
    LC_VEC(char) bytes;
    LC_VEC(double) times; /* of events, as recorded; NAN, or beyond its end: not known */
} lc_remarks;

/* While a history is read: an operation of one thread comes before one of another, by their numbers in these, from 1.
 */
typedef struct lc_order_edge {
    uint32_t line, first_thread, second_thread;
    uint32_t first, second;
} lc_order_edge;

/* A partial order of the operations in place of that of the events, as weak memory gives it: for each operation, by
 * number, and each of so many threads, how many of the thread's operations come before it.  The order is transitive, a
 * thread's operations stand in their own order, and a pending operation comes before none. */
/* How the beginning of one operation is linked with the end of another one, in the execution that the history is of.
 * Clients may order operations that nothing orders: each such edge leads from an end to a beginning.  A set of edges is
 * consistent with the execution if, beyond each edge going from there to the end of some operation and along its edges,
 * no cycle has only links of the first kind, and none has links of the second kind and at most one of the third. */
enum lc_link {
    LC_LINK_PAST = 1, /* program order and reads-from, in sequential consistency and TSO the whole order of memory */
    LC_LINK_HB = 2,   /* happens-before */
    LC_LINK_ECO = 4,  /* happens-before, then one step along the order of a variable's accesses, then happens-before */
    LC_LINK_ALL = 8,  /* any of these, any number of times: see `psc` */
    LC_LINK_LOCK =
        16 /* no link: a lock around each operation, synchronizing as they do, would order end and beginning */
};

typedef struct lc_partial_order {
    uint32_t threads; /* 0: there is none, and intervals order the operations */
    LC_VEC(uint32_t) before;
    LC_VEC(uint32_t) nth;   /* per operation: how many of its thread's precede it */
    LC_VEC(uint8_t) links;  /* per pair of operations, the beginning and the end; empty: clients add no order */
    LC_VEC(lc_tie) clients; /* edges of a client, which `before` has, too; `op` comes after `before` */
    bool locked; /* `clients` are no edges of a client, but of the order in which a lock would let operations in */
    bool psc;    /* the order of seq_cst operations permits perhaps less; certainly what has no cycle of LC_LINK_ALL */
    bool declared; /* while it is read: it has edges instead of the order of its events */
    LC_VEC(lc_order_edge) edges;
} lc_partial_order;

typedef struct lc_spec_line {
    char *object; /* "": the nameless object, or all of them */
    char *spec;
    uint32_t line;
} lc_spec_line;

struct lince_history {
    lc_budget *budget;
    lc_budget own_budget; /* where the caller brought none */
    char *file;           /* for messages; never NULL */
    uint32_t number;      /* of the history in its file, from 1 */
    uint32_t first_line;
    LC_VEC(bool) mute; /* methods that return nothing, where that was looked up: Jepsen's nil is no result */
    bool jepsen;       /* payloads follow Jepsen's habits: one value wraps several, results echo arguments */
    bool independent;  /* its objects are Jepsen's independent keys */
    bool json;         /* strings come from JSON, which has no symbols: "EMPTY" may mean the sentinel */
    bool program;      /* of code under test, where EMPTY is nothing of any kind: nil of a map, NONE of an exchanger */
    bool failed_cas_ran;  /* a failed `cas` is one that returned false */
    bool torn;            /* events are missing before its first: an end without a beginning is skipped, once */
    lc_event_kind passed; /* kind of the last event that was skipped */
    bool may_introduce;   /* `spec` lines may come although there were events: a writer starts anew */
    lince_values values;
    lc_intern threads; /* names */
    lc_intern methods; /* object name, NUL, method name */
    LC_VEC(lc_op) ops; /* in the order of their calls */
    LC_VEC(lc_event) events;
    LC_VEC(lc_tie) ties; /* by ascending op */
    lc_partial_order order;
    LC_VEC(uint32_t) open; /* per thread: its open operation + 1, or 0 */
    LC_VEC(lc_spec_line) specs;
    lc_intern specified; /* their objects, numbered likewise */
    lc_remarks remarks;
};

lince_history *lc_history_new(const char *file, lc_budget *); /* NULL: out of memory */

/* Adding events in the order they happened.  A wrong event is LINCE_BAD_INPUT with the file and this line. */
lince_status lc_history_invoke(lince_history *, uint32_t line, lc_span thread, lc_span object, lc_span method,
                               lince_value args, lince_error *);
lince_status lc_history_return(lince_history *, uint32_t line, lc_span thread, lince_value results, lince_error *);
lince_status lc_history_end(lince_history *, uint32_t line, lc_span thread, lc_event_kind crash_or_fail, lince_error *);
/* Gives all operations other objects: `object` prints the name of that of an operation into an empty text, or returns
 * false.  The names of methods stay.  LINCE_STOPPED: it returned false. */
lince_status lc_history_move(lince_history *, bool (*object)(void *context, uint32_t op, lince_text *), void *context);
/* Drops operations that have ended.  Numbers of threads and methods stay; operations that are open are numbered anew,
 * by their calls, and their invocations are the only events.  False: memory is out, and nothing changed. */
bool lc_history_forget(lince_history *);
void lc_history_forget_specs(lince_history *);
/* Only where no other line names this object; false: out of memory. */
bool lc_history_add_spec(lince_history *, uint32_t line, lc_span object, lc_span spec);
lince_status lc_history_name_spec(lince_history *, uint32_t line, lc_span object, lc_span spec, lince_error *);

/* A remark on the event that comes next; a text that is too long is cut.  Nothing unless they are wanted. */
void lc_remark_next(lince_history *, lc_span text);
/* The same, as a further line of a remark that is there already. */
void lc_remark_more(lince_history *, lc_span text);
/* The same on the event that came last. */
void lc_remark_last(lince_history *, lc_span text);
/* When the event that came last happened. */
void lc_remark_time(lince_history *, double time);
lc_span lc_remark_text(const lince_history *, const lc_remark *);
double lc_event_time(const lince_history *, uint32_t position); /* NAN: not known */

/* Has the first operation ended when the second is called?  One that crashed may go on for ever. */
static inline bool lc_event_precedes(const lince_history *h, uint32_t first, uint32_t second) {
    const lc_op *a = &h->ops.at[first], *b = &h->ops.at[second];
    return a->end < b->call && lc_event_what(h->events.at[a->end]) != LC_CRASH; /* LC_NEVER is beyond all calls */
}
/* Does the first operation come before the second? */
static inline bool lc_comes_before(const lince_history *h, uint32_t first, uint32_t second) {
    const lc_op *a = &h->ops.at[first];
    if (!h->order.threads) return lc_event_precedes(h, first, second);
    return h->order.nth.at[first] < h->order.before.at[(size_t)second * h->order.threads + a->thread] &&
           (a->end == LC_NEVER || lc_event_what(h->events.at[a->end]) != LC_CRASH);
}

lc_span lc_thread_name(const lince_history *, const lc_op *);
lc_span lc_object_name(const lince_history *, const lc_op *); /* "": the nameless object */
lc_span lc_method_name(const lince_history *, const lc_op *);
static inline lc_event_kind lc_op_outcome(const lince_history *h, const lc_op *op) /* LC_INVOKE: still open */ {
    return op->end == LC_NEVER ? LC_INVOKE : lc_event_what(h->events.at[op->end]);
}
/* The operation that this one follows although they touch, LC_NEVER: none. */
uint32_t lc_tied_to(const lince_history *, uint32_t op);
/* `q.enq(5)` */
void lc_op_print(lince_text *, const lince_history *, const lc_op *);
/* The text between the parentheses.  Jepsen's habits are tidied up: no nil for "nothing", no list around several. */
void lc_op_print_args(lince_text *, const lince_history *, const lc_op *);
/* The results: `5`; nothing if there is nothing to show, as when Jepsen repeats the arguments. */
void lc_op_print_results(lince_text *, const lince_history *, const lc_op *);

#endif
