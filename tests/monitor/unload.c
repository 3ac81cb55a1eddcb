/* Plug-ins with monitors, which are unloaded before a thread ends that has used them: unload PLUGIN... */
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

static pthread_barrier_t used, unloaded;
static void (*use)(int);

static void *run(void *unused) {
    use(1);
    pthread_barrier_wait(&used);
    pthread_barrier_wait(&unloaded);
    return unused;
}

/* In a process of its own, because it may end badly. */
static int try_out(const char *path) {
    pthread_t thread;
    void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!plugin) return 2;
    void (*begin)(void) = (void (*)(void))dlsym(plugin, "begin");
    bool (*end)(void) = (bool (*)(void))dlsym(plugin, "end");
    use = (void (*)(int))dlsym(plugin, "use");
    begin();
    use(2);
    pthread_barrier_init(&used, NULL, 2);
    pthread_barrier_init(&unloaded, NULL, 2);
    pthread_create(&thread, NULL, run, NULL);
    pthread_barrier_wait(&used);
    if (!end() || dlclose(plugin)) return 3;
    pthread_barrier_wait(&unloaded);
    return pthread_join(thread, NULL);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        int status = -1;
        pid_t child = fork();
        if (!child) _exit(try_out(argv[i]));
        waitpid(child, &status, 0);
        expect(status == 0, "%s is unloaded (%d)", i == 1 ? "a plug-in" : "a plug-in that holds the library", status);
    }
    return tap_end();
}
