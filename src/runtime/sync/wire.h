/* Pipes, eventfds and pairs of sockets, for the other files of the runtime. */
#ifndef LC_RUNTIME_SYNC_WIRE_H
#define LC_RUNTIME_SYNC_WIRE_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

void lc_wire_mark(void);  /* after the test's setup: what is inside now */
void lc_wire_begin(void); /* is inside when an execution starts */

/* The step of a poll in the code under test.  False: it is not about these alone, and nothing was done. */
bool lc_wire_polls(struct pollfd *, nfds_t count, int milliseconds, uintptr_t pc);

#endif
