/* Pipes, eventfds and pairs of sockets, and those who wait for several of them, for the other files of the runtime. */
#ifndef LC_RUNTIME_SYNC_WIRE_H
#define LC_RUNTIME_SYNC_WIRE_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

void lc_wire_mark(void);  /* after the test's setup: what is inside now */
void lc_wire_begin(void); /* is inside when an execution starts */

bool lc_wire_knows(int fd);
/* The step of a poll of such files, or of an epoll of them, for up to so many nanoseconds; -1: for ever. */
void lc_wire_polls(struct pollfd *, nfds_t count, int64_t time, const char *function, uintptr_t pc);
/* The step of something that has an influence on what others wait for. */
void lc_wire_changes(const char *function, uintptr_t pc);

/* What the same means for epolls; a file was closed. */
void lc_polls_mark(void);
void lc_polls_begin(void);
void lc_polls_closed(int fd);

#endif
