/* Processes that an instruction of the code under test has made, where no filter of the kernel refuses that. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "target/runtime/calls.h"
#include "target/runtime/world/kernel.h"
#include "target/runtime/world/table.h"
#include "target/runtime/world/world.h"

static bool unfiltered LCT_STATE = false;

void lct_world_open(void) { unfiltered = true; }

const char lct_world_forked_words[] = "a second process was made: " LCT_WHY_PROCESS;

static void end_child(long pid) {
    lct_kernel(SYS_kill, pid, SIGKILL, 0, 0, 0, 0);
    lct_kernel(SYS_wait4, pid, 0, __WALL, 0, 0, 0);
}

/* `123 456 `: the worker is one thread, so that all of them are its own. */
static void end_children(void) {
    char text[4096];
    long file = lct_kernel(SYS_openat, AT_FDCWD, (long)"/proc/thread-self/children", O_RDONLY | O_CLOEXEC, 0, 0, 0);
    if (file < 0) return;
    long length = lct_kernel(SYS_read, file, (long)text, sizeof text, 0, 0, 0), pid = 0;
    lct_kernel(SYS_close, file, 0, 0, 0, 0, 0);
    for (long i = 0; i < length; i++) {
        if (text[i] >= '0' && text[i] <= '9') pid = 10 * pid + text[i] - '0';
        else if (pid > 1) end_child(pid), pid = 0;
    }
}

bool lct_world_forked(void) {
    siginfo_t info;
    if (!unfiltered) return false;
    long found = lct_kernel(SYS_waitid, P_ALL, 0, (long)&info, WEXITED | WNOHANG | WNOWAIT | __WALL, 0, 0);
    if (found == -ECHILD) return false;
    end_children();
    return true;
}
