/* A UNIX socket that programs connect to and write their events into.
 *
 * Each client writes an invocation before the operation begins and its end after it has ended, so the order within a
 * client is known.  Between clients it is known only from when their bytes arrive, and some care is needed to claim
 * nothing that did not hold:
 *
 * All clients are read in rounds, in each of them everything that they have written so far.  An operation is taken to
 * have ended only when the round after the one in which its end was read is over: every invocation before that end was
 * written has been read by then.  So wherever an operation is recorded to end before another begins, it did.  A thread
 * that goes on meanwhile is given another lane, as if it were two.
 *
 * If, after everything of one client was read, the other clients have written nothing, no connection waits and nothing
 * is held back, its events are taken in their order at once.
 */
#ifndef LC_FOLLOW_CLIENTS_H
#define LC_FOLLOW_CLIENTS_H

#include "follow/stream.h"

typedef struct lcf_client {
    int fd; /* -1: it is gone */
    lcf_stream *stream;
    bool wrote; /* in this round */
} lcf_client;

typedef struct lcf_clients {
    lcf_run *run;
    const char *path;
    int fd;
    LC_VEC(lcf_client) list;
    uint32_t seen;  /* clients so far */
    uint64_t round; /* from 1 */
} lcf_clients;

/* Makes the socket; a socket without a listener is replaced. */
lince_status lcf_clients_open(lcf_clients *, lcf_run *, const char *path, lince_error *);
void lcf_clients_close(lcf_clients *);
/* Waits, at most so long, and processes the input.  False: nothing did. */
bool lcf_clients_serve(lcf_clients *, double seconds, lince_error *);

#endif
