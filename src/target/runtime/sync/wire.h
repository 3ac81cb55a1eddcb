/* Pipes, eventfds and pairs of sockets, and waiting for several of them, for the other files of the runtime. */
#ifndef LC_TARGET_RUNTIME_SYNC_WIRE_H
#define LC_TARGET_RUNTIME_SYNC_WIRE_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void lct_wire_mark(void);  /* after the test's setup: saves the contents */
void lct_wire_begin(void); /* is inside when an execution starts */

bool lct_wire_has(int fd);
/* The code under test reads, writes, closes, by system calls: the result of the kernel. */
long lct_wire_read(int fd, void *to, size_t size, const char *function, uintptr_t pc);
long lct_wire_write(int fd, const void *from, size_t size, const char *function, uintptr_t pc);
void lct_wire_closes(int fd, const char *function, uintptr_t pc); /* is about to */
/* poll that does not wait. */
int lct_wire_ready(struct pollfd *, nfds_t count);
/* The step of a poll of such files, or of an epoll of them, for up to so many nanoseconds; -1: forever. */
void lct_wire_polls(struct pollfd *, nfds_t count, int64_t time, const char *function, uintptr_t pc);
/* The step of a change that affects waiting threads. */
void lct_wire_changes(const char *function, uintptr_t pc);

/* The same for epolls; a file was closed. */
void lct_polls_mark(void);
void lct_polls_begin(void);
void lct_polls_closed(int fd);
bool lct_polls_has(int fd); /* is it an epoll? */

#endif
