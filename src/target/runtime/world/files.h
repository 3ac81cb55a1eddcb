/* Files, for the other files of the runtime: see files.c. */
#ifndef LC_TARGET_RUNTIME_WORLD_FILES_H
#define LC_TARGET_RUNTIME_WORLD_FILES_H

#include <stdbool.h>
#include <stdint.h>

void lc_files_mark(void);  /* after the test's setup: the files that are open, and where they are read */
void lc_files_begin(void); /* exactly these are open when an execution starts */

/* Before an open; does not return if it is refused. */
void lc_files_opens(int at, const char *path, int flags, const char *function, uintptr_t pc);
/* After a call that returned a new descriptor; returns it. */
long lc_files_opened(long fd);
void lc_files_closes(int fd, const char *function, uintptr_t pc);
/* Before reading (or going elsewhere in the file) and writing. */
void lc_files_reads(int fd, const char *function, uintptr_t pc);
/* By libc, for a stream. */
void lc_files_streams(int fd, uintptr_t pc);
void lc_files_writes(int fd, const char *function, uintptr_t pc);
/* Something else that changes files is about to happen. */
void lc_files_changes(const char *function, uintptr_t pc);
/* And a file without a name that was made by this execution, which is unreachable later? */
void lc_files_made(int fd);
bool lc_files_are_own(int fd);

#endif
