/* Linearizability for any client.
 *
 * Under weak memory operations are ordered where happens-before orders them.  A client can order more of them: one
 * thread waits, by a flag of its own, for the return of an operation in another one before it calls the next.  Such an
 * *edge* leads from a return to a call and adds to happens-before.  A set of edges is *possible* if the execution is
 * still consistent with them; then there is a client in which the object behaves just so (lc_link in history.h has the
 * condition).  An execution is linearizable for any client if for every possible set of edges some legal order of the
 * operations (of each object; without edges, of all objects) extends happens-before and the edges.  (Golovin,
 * Kokologiannakis, Vafeiadis: RELINCHE, POPL 2025, has this notion for most parallel clients and specifications that
 * are programs.)  In sequential consistency the possible sets are the schedules with the same order of memory accesses,
 * so that it is the usual definition.
 *
 * The search goes from set to set, the smallest ones first.  For a set it finds a legal order π.  A larger set without
 * a legal order has an edge that contradicts π, so these edges are added, one at a time; a set that none of the
 * possible ones contradicts is done.  As first attempt π follows all edges that are possible in one direction only: of
 * an object whose operations take effect in one step each such an order mostly exists, and no edge contradicts it.
 */
#ifndef LC_CHECK_SEARCH_ANY_CLIENT_H
#define LC_CHECK_SEARCH_ANY_CLIENT_H

#include <lince/check.h>

#include "check/search/linearize.h"

enum { LC_CLIENT_OPS = 64 };

typedef struct lc_client_edge {
    uint32_t first, second; /* the call of the second waits for the return of the first */
} lc_client_edge;

typedef struct lc_any_client {
    lc_outcome outcome;
    lc_halt halt;
    bool unsure; /* it holds for most clients, and for some of them that is not known: there are too many sets, or it is
                  * up to the order of seq_cst operations whether one is possible */
    LC_VEC(lc_client_edge) edges; /* of a violation: with each one less there is none */
    bool locked;                  /* of a violation: it holds for any client, and the edges are of LC_LINK_LOCK */
    uint64_t sets, visited;       /* sets of edges; configurations */
} lc_any_client;

/* The history has links, and at most LC_CLIENT_OPS operations.  In any case the finding is to be freed. */
lince_status lc_check_any_client(lc_any_client *, const lince_history *, const lince_specs *,
                                 const lince_check_options *, lince_error *);
void lc_any_client_free(lc_any_client *);

#endif
