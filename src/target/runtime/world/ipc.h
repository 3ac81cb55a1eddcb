/* Semaphores and message queues of System V, and named semaphores, for the other files of the runtime. */
#ifndef LC_TARGET_RUNTIME_WORLD_IPC_H
#define LC_TARGET_RUNTIME_WORLD_IPC_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct lct_tape;
struct sembuf;
struct timespec;

/* Their storage: put back before each execution, and with snapshots. */
void lct_ipc_mark(void);
void lct_ipc_begin(void);
void lct_ipc_save(struct lct_tape *);
void lct_ipc_load(struct lct_tape *);

/* As the functions of libc, but that errors are returned, negative. */
long lct_semget(key_t, int count, int flags, uintptr_t pc);
long lct_semop(int set, const struct sembuf *, size_t count, const struct timespec *, const char *function,
               uintptr_t pc);
long lct_semctl(int set, int which, int command, long argument, uintptr_t pc);
long lct_msgget(key_t, int flags, uintptr_t pc);
long lct_msgsnd(int queue, const void *message, size_t size, int flags, uintptr_t pc);
long lct_msgrcv(int queue, void *message, size_t size, long type, int flags, uintptr_t pc);
long lct_msgctl(int queue, int command, void *argument, uintptr_t pc);

/* The semaphore of this name, made with this value if there is none and it is to be (O_CREAT, O_EXCL); NULL: errno. */
void *lct_named_open(const char *name, int flags, unsigned value, uintptr_t pc);
int lct_named_unlink(const char *name, uintptr_t pc); /* 0, or an error */

#endif
