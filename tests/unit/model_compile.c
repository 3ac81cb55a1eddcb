/* Native code where compiling goes wrong: the interpreter goes on, and it is said why. */
#define _GNU_SOURCE /* nftw */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "native_support.h"
#include "tap.h"
#include "verifier/compile.h"

static char root[64] = "/tmp/lince-test-compile-XXXXXX";
static lcm_model model;
static lcm_alphabet alphabet;

/* A model of its own for each number, so that nothing is in the cache. */
static void read_model(int number) {
    lince_text text = {0};
    lince_error error = {0};
    lc_text_printf(&text, "var x = 0; P() = a{x = (x + 1) %% %d;} -> P(); #assert P() deadlockfree;", number + 100);
    if (lcm_model_parse(&model, "test.lin", lc_text(&text), text.length, &error) != LINCE_DONE) abort();
    lcm_alphabet_init(&alphabet, NULL);
    lc_text_free(&text);
}

static void forget_model(void) {
    lcm_model_free(&model);
    lcm_alphabet_free(&alphabet);
}

static lcm_system *make_system(void) {
    lcm_system *s = NULL;
    lince_error error = {0};
    const lcm_system_wish wish = {.model = &model, .process = model.assertions.at[0].process, .alphabet = &alphabet};
    if (lcm_system_make(&s, &wish, &error) != LINCE_DONE) abort();
    return s;
}

/* How many steps the first state has. */
static uint32_t first_steps(const lcm_system *s) {
    const lcm_lts *lts = lcm_system_lts(s);
    lcm_moves moves;
    uint32_t state[16];
    lcm_moves_init(&moves, lts->words, NULL);
    lcm_walker *w = lts->open(lts, NULL);
    lts->init(w, state);
    lts->next(w, state, &moves);
    uint32_t count = moves.at.count;
    lts->close(w);
    lcm_moves_free(&moves);
    return count;
}

/* Is there native code in the end?  What is told is kept. */
static bool try_model(double limit, lince_text *told) {
    lcv_compiler compiler;
    lcv_compiler_init(&compiler);
    if (limit > 0) compiler.limit = limit;
    lcm_native_maker maker = lcv_compiler_maker(&compiler, true);
    lcm_system *s = make_system();
    lcm_native_begin(s, &maker);
    bool there = lcm_native_wait(s);
    lc_text_clear(told);
    lcm_native_describe(s, told);
    if (first_steps(s) != 1) there = !there; /* either way it has this step */
    lcm_system_free(s);
    lcv_compiler_free(&compiler);
    return there;
}

static void expect_none(int number, double limit, const char *reason, const char *what) {
    lince_text told = {0};
    read_model(number);
    bool there = try_model(limit, &told);
    if (!expect(!there && strstr(lc_text(&told), reason), "%s", what)) printf("# %s\n", lc_text(&told));
    lc_text_free(&told);
    forget_model();
}

static const char *script(const char *name, const char *body) {
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *file = fopen(path, "w");
    if (!file) abort();
    fprintf(file, "#!/bin/sh\n%s\n", body);
    fclose(file);
    chmod(path, 0755);
    return path;
}

static void use(const char *compiler) {
    if (compiler) setenv("LINCE_CC", compiler, 1);
    else unsetenv("LINCE_CC");
}

static void test_kept(void) {
    lince_text told = {0};
    read_model(1);
    expect(try_model(0, &told), "it is compiled");
    use("/nowhere/cc");
    expect(try_model(0, &told), "and the second time needs no compiler");
    use(NULL);
    forget_model();
    lc_text_free(&told);
}

static void test_wrong_compilers(void) {
    use("/nowhere/cc");
    expect_none(2, 0, "is not there", "there is no compiler");
    use("false");
    expect_none(3, 0, "status 1", "a compiler that fails");
    use("true");
    expect_none(4, 0, "cannot be written", "one that makes nothing");
    use(script("rubbish", "while [ \"$1\" != -o ]; do shift; done; echo rubbish > \"$2\""));
    expect_none(5, 0, "cannot be loaded", "one that makes rubbish");
    use(NULL);
    lince_text told = {0};
    read_model(5);
    expect(try_model(0, &told), "which is forgotten when there is a better one");
    forget_model();
    lc_text_free(&told);
    use(script("older",
               "for a; do case $a in *.c) sed -i 's/lince_abi = .*;/lince_abi = 99999;/' \"$a\";; esac; done\n"
               "exec cc \"$@\""));
    expect_none(6, 0, "another version", "one from another version");
    use(NULL);
}

/* The process number that a script wrote, when it is there. */
static pid_t written_pid(const char *name) {
    char path[200];
    int pid = 0;
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (int i = 0; i < 6000 && pid == 0; i++) {
        FILE *file = fopen(path, "r");
        if (file && fscanf(file, "%d\n", &pid) != 1) pid = 0;
        if (file) fclose(file);
        if (pid == 0) usleep(10000);
    }
    return pid;
}

static bool is_gone(pid_t pid) {
    for (int i = 0; i < 6000; i++) {
        if (kill(pid, 0) != 0 && errno == ESRCH) return true;
        /* A zombie of nobody's is as good as gone. */
        char path[64], state = '?';
        snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
        FILE *file = fopen(path, "r");
        if (!file) return true;
        if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = '?';
        fclose(file);
        if (state == 'Z') return true;
        usleep(10000);
    }
    return false;
}

static void test_hanging(void) {
    char body[400];
    snprintf(body, sizeof body, "sleep 1000 &\necho $! > %s/pid.new; mv %s/pid.new %s/pid\nwait", root, root, root);
    use(script("hangs", body));
    char path[200];
    snprintf(path, sizeof path, "%s/pid", root);
    double limit = 0.5; /* a busy machine may need longer to begin with it */
    for (int i = 0; i < 4 && access(path, F_OK) != 0; i++, limit *= 4)
        expect_none(7, limit, "too long", "a compiler that hangs");
    pid_t pid = written_pid("pid");
    expect(pid > 0 && is_gone(pid), "is ended, and so is what it has started");
    unlink(path);
    read_model(8);
    lcv_compiler compiler;
    lcv_compiler_init(&compiler);
    lcm_native_maker maker = lcv_compiler_maker(&compiler, true);
    maker.waits = false;
    lcm_system *s = make_system();
    double started = lc_now();
    lcm_native_begin(s, &maker);
    pid = written_pid("pid");
    expect(first_steps(s) == 1, "the interpreter goes on meanwhile");
    lcm_system_free(s);
    expect(pid > 0 && is_gone(pid) && lc_now() - started < 60, "and nobody waits for it when the search is over");
    volatile int interrupt = 1;
    maker.waits = true;
    maker.interrupt = &interrupt;
    s = make_system();
    started = lc_now();
    lcm_native_begin(s, &maker);
    expect(!lcm_native_wait(s) && lc_now() - started < 60, "nor when the user stops it");
    lcm_system_free(s);
    interrupt = 0;
    maker.deadline = lc_now() + 0.2;
    s = make_system();
    lcm_native_begin(s, &maker);
    expect(!lcm_native_wait(s) && lc_now() - started < 60, "nor beyond a limit of time");
    lcm_system_free(s);
    maker.waits = false;
    maker.delay = 1000;
    s = make_system();
    lcm_native_begin(s, &maker);
    started = lc_now();
    lcm_system_free(s);
    expect(lc_now() - started < 60, "nor before it has begun");
    lcv_compiler_free(&compiler);
    forget_model();
    use(NULL);
}

static int spoil_one(const char *path, const struct stat *about, int type) {
    const char *name = strrchr(path, '/');
    if (type == FTW_F && strcmp(name, "/model.so") == 0) return truncate(path, about->st_size / 2);
    return 0;
}

static void test_spoiled(void) {
    lince_text told = {0};
    read_model(9);
    expect(try_model(0, &told), "something is in the cache");
    ftw(root, spoil_one, 16);
    expect(try_model(0, &told), "half of it is compiled again, not loaded");
    use("/nowhere/cc");
    expect(try_model(0, &told), "and is whole now");
    use(NULL);
    forget_model();
    lc_text_free(&told);
}

static void test_nowhere(void) {
    static const char *const names[] = {"XDG_CACHE_HOME", "HOME", "TMPDIR"};
    char *old[3];
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        old[i] = value ? strdup(value) : NULL;
        setenv(names[i], "/dev/null/nowhere", 1);
    }
    expect_none(10, 0, "cannot make a directory", "nowhere to put it");
    for (int i = 0; i < 3; i++) {
        if (old[i]) setenv(names[i], old[i], 1);
        else unsetenv(names[i]);
        free(old[i]);
    }
}

static void test_together(void) {
    enum { MANY = 4 };
    pid_t children[MANY];
    int good = 0;
    read_model(11);
    fflush(stdout);
    for (int i = 0; i < MANY; i++) {
        children[i] = fork();
        if (children[i] != 0) continue;
        lince_text told = {0};
        _exit(try_model(0, &told) ? 0 : 1);
    }
    for (int i = 0; i < MANY; i++) {
        int status;
        if (waitpid(children[i], &status, 0) == children[i] && WIFEXITED(status) && WEXITSTATUS(status) == 0) good++;
    }
    expect(good == MANY, "several processes that compile the same");
    forget_model();
}

/* A walker that was there before native code goes over to it, and back. */
static void test_going_over(void) {
    lcv_compiler compiler;
    lcm_moves before, after;
    uint32_t state[16];
    read_model(12);
    lcv_compiler_init(&compiler);
    lcm_native_maker maker = lcv_compiler_maker(&compiler, true);
    lcm_system *s = make_system();
    const lcm_lts *lts = lcm_system_lts(s);
    lcm_walker *w = lts->open(lts, NULL);
    lcm_moves_init(&before, lts->words, NULL);
    lcm_moves_init(&after, lts->words, NULL);
    lts->init(w, state);
    lts->next(w, state, &before);
    lcm_native_begin(s, &maker);
    bool there = lcm_native_wait(s);
    lts->next(w, state, &after);
    expect(there && same_moves(&before, &after), "a walker goes over to native code");
    lcm_native_end(s);
    lcm_moves_clear(&after);
    lts->next(w, state, &after);
    expect(same_moves(&before, &after), "and back");
    lts->close(w);
    lcm_moves_free(&before);
    lcm_moves_free(&after);
    lcm_system_free(s);
    lcv_compiler_free(&compiler);
    forget_model();
}

static int delete_one(const char *path, const struct stat *about, int type, struct FTW *where) {
    (void)about, (void)type, (void)where;
    return remove(path);
}

int main(void) {
    if (!mkdtemp(root)) return 1;
    setenv("XDG_CACHE_HOME", root, 1);
    test_kept();
    test_wrong_compilers();
    test_hanging();
    test_spoiled();
    test_nowhere();
    test_together();
    test_going_over();
    nftw(root, delete_one, 8, FTW_DEPTH | FTW_PHYS);
    return tap_end();
}
