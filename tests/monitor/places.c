/* What a monitor writes, and where it cannot: the program goes on as if nobody watched.  Each is a process of its own;
 * if it hangs, an alarm kills it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <lince/monitor.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

static char said[4096]; /* by the last of them, on standard error */

/* How it ended: its exit status, or minus the signal.  `deaf`: nobody reads what it says. */
static int run(void program(void), bool deaf) {
    int ends[2], status;
    fflush(stdout);
    if (pipe(ends)) abort();
    pid_t child = fork();
    if (!child) {
        signal(SIGPIPE, SIG_DFL);
        signal(SIGXFSZ, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        usleep(deaf ? 50000 : 0);
        alarm(20);
        program();
        exit(0);
    }
    close(ends[1]);
    size_t length = 0;
    if (!deaf)
        for (ssize_t got; (got = read(ends[0], said + length, sizeof said - 1 - length)) > 0;) length += (size_t)got;
    said[length] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/* What is removed was never there. */
static void err(lince_monitor *m) {
    lince_call(m, lince_monitor_method(m, "deq"));
    lince_return(m, 5);
}

static void watch(const char *dump, bool polls, bool frees) {
    lince_monitor *m =
        lince_monitor_new(&(lince_monitor_options){.spec = "queue", .dump = dump, .no_thread = polls}, NULL);
    err(m);
    if (polls) lince_monitor_flush(m);
    else usleep(100000);
    if (frees && lince_monitor_free(m, NULL)) exit(1);
}

/* ---- nobody reads what it says ---- */

static void poll_and_free(void) { watch(NULL, true, true); }
static void judge_and_free(void) { watch(NULL, false, true); }
static void judge_and_exit(void) { watch(NULL, false, false); }

static void (*before)(int);
static int pipes;
static void on_pipe(int number) { pipes += number == SIGPIPE; }
static void own_handler(void) {
    before = signal(SIGPIPE, on_pipe);
    watch(NULL, true, true);
    if (pipes) exit(2); /* it is told what others wrote */
    (void)!write(STDERR_FILENO, "x", 1);
    exit(pipes == 1 ? 0 : 3);
}

static void keep_errno(void) {
    lince_monitor *m = NULL;
    errno = E2BIG;
    lince_call(m, 0);
    lince_return(m);
    exit(errno == E2BIG ? 0 : 1);
}

/* ---- nobody reads the excerpt, or it has no room ---- */

static void into_pipe(void) { watch("places.pipe", false, true); }
static void into_pipe_by_poll(void) { watch("places.pipe", true, true); }

static void limit(void) {
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){10, 10});
    watch("places.hist", false, true);
}
static void limit_by_poll(void) {
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){10, 10});
    watch("places.hist", true, true);
}
static void through_link(void) { watch("places.link", false, true); }

static void become_nobody(void) {
    if (getuid() == 0 && (setgid(65534) || setuid(65534))) abort();
}
static void in_locked_directory(void) {
    become_nobody();
    watch("places.locked/open.hist", false, true);
}

/* ---- */

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file)) abort();
}

static const char *get(const char *path) {
    static char text[4096];
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file) fclose(file);
    text[length] = 0;
    return text;
}

static bool is_excerpt(const char *path) { return strstr(get(path), "T1 return 5\n"); }

static void test_deaf(void) {
    expect(run(poll_and_free, true) == 0, "who polls does not die because nobody reads");
    expect(run(judge_and_free, true) == 0, "nor who frees");
    expect(run(judge_and_exit, true) == 0, "nor who exits");
    expect(run(own_handler, true) == 0, "the program's handler hears of its own pipes only");
    expect(run(keep_errno, true) == 0, "errno stays what it was");
}

static void test_pipe(void) {
    if (mkfifo("places.pipe", 0600)) abort();
    expect(run(into_pipe, false) == 0 && strstr(said, "could not be written to places.pipe: it has no reader"),
           "a pipe without reader");
    int reader = open("places.pipe", O_RDWR);
    char full[4096] = {0};
    fcntl(reader, F_SETFL, O_NONBLOCK);
    while (write(reader, full, sizeof full) > 0) continue;
    expect(run(into_pipe_by_poll, false) == 0 && strstr(said, "places.pipe: it has no reader"), "a pipe that is full");
    close(reader);
    unlink("places.pipe");
}

static void test_files(void) {
    put("places.hist", "old");
    expect(run(limit, false) == 0 && strstr(said, "places.hist: File too large"), "no room: that is told");
    expect(!strcmp(get("places.hist"), "old"), "and what was there stays");
    expect(run(limit_by_poll, false) == 0 && !strcmp(get("places.hist"), "old"), "also where the program polls");
    if (symlink("places.hist", "places.link")) abort();
    chmod("places.hist", 0640);
    put("places.hist.part", "mine");
    struct stat there;
    expect(run(through_link, false) == 0 && is_excerpt("places.hist"), "through a link");
    expect(lstat("places.link", &there) == 0 && S_ISLNK(there.st_mode), "which stays one");
    expect(stat("places.hist", &there) == 0 && (there.st_mode & 0777) == 0640, "the file keeps its mode");
    expect(!strcmp(get("places.hist.part"), "mine"), "files with similar names are nobody's");
    unlink("places.hist");
    expect(run(through_link, false) == 0 && is_excerpt("places.hist"), "a link that leads nowhere yet");
    unlink("places.link");
    unlink("places.hist.part");
    unlink("places.hist");
    if (mkdir("places.locked", 0755)) abort();
    put("places.locked/open.hist",
        "a longer text than the excerpt, or at least as long, to see that nothing of it is left: "
        "a longer text than the excerpt, or at least as long, to see that nothing of it is "
        "left, whatever the excerpt has to say about the queue and its removals, and so on");
    chmod("places.locked/open.hist", 0666);
    if (getuid()) chmod("places.locked", 0555);
    expect(run(in_locked_directory, false) == 0 && is_excerpt("places.locked/open.hist") &&
               !strstr(get("places.locked/open.hist"), "longer text"),
           "a file that was made for us where we can make none");
    chmod("places.locked", 0755);
    unlink("places.locked/open.hist");
    expect(rmdir("places.locked") == 0, "nothing else is left there");
}

int main(void) {
    char room[] = "/tmp/lince-places-XXXXXX";
    if (!mkdtemp(room) || chdir(room) || chmod(room, 0755)) abort();
    test_deaf();
    test_pipe();
    test_files();
    expect(chdir("/") == 0 && rmdir(room) == 0, "nothing is left behind");
    return tap_end();
}
