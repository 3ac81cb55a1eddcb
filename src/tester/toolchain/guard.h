/* A process that stands between the command and a compiler, so that none is left behind.
 *
 * A compiler is several processes, in a group of their own.  The command ends the group when it is interrupted; if the
 * command itself is ended by SIGKILL, nothing of its code runs any more.  Therefore the leader of the group is this
 * same program as a guard: it starts the compiler, waits for it, ends as it ends, and gets a signal from the kernel
 * when the command dies, at which it kills the group. */
#ifndef LC_TESTER_TOOLCHAIN_GUARD_H
#define LC_TESTER_TOOLCHAIN_GUARD_H

#include <spawn.h>
#include <stdbool.h>
#include <sys/types.h>

/* To be checked first in main: was this process started as a guard?  Then lcd_guard is all it does.  A program that
 * does not check starts compilers without guards. */
bool lcd_is_guard(int argc, char **argv);
int lcd_guard(char **argv);

/* As posix_spawnp in a new process group, with a guard as its leader.  0: it runs; otherwise the error. */
int lcd_guard_spawn(pid_t *, posix_spawn_file_actions_t *, char **argv, char **environment);

#endif
