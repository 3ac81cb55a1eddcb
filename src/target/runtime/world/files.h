/* Files, for the other files of the runtime: see files.c. */
#ifndef LC_TARGET_RUNTIME_WORLD_FILES_H
#define LC_TARGET_RUNTIME_WORLD_FILES_H

#include <stdbool.h>
#include <stdint.h>

void lct_files_mark(void);  /* after the test's setup: the files that are open, and where they are read */
void lct_files_begin(void); /* exactly these are open when an execution starts */

/* Before an open; does not return if it is refused. */
void lct_files_opens(int at, const char *path, int flags, const char *function, uintptr_t pc);
/* After a call that returned a new descriptor; returns it. */
long lct_files_opened(long fd);
void lct_files_closes(int fd, const char *function, uintptr_t pc);
/* Before reading (or going elsewhere in the file) and writing. */
void lct_files_reads(int fd, const char *function, uintptr_t pc);
/* By libc, for a stream. */
void lct_files_streams(int fd, uintptr_t pc);
void lct_files_writes(int fd, const char *function, uintptr_t pc);
/* Something else that changes files is about to happen. */
void lct_files_changes(const char *function, uintptr_t pc);
/* And a file without a name that was made by this execution, which is unreachable later? */
void lct_files_made(int fd);
bool lct_files_is_made(int fd);

#endif
