/* Plug-ins: the example (LINCE_EXAMPLE_PLUGIN says where it is), one of another version (LINCE_BROKEN_PLUGIN), and
 * files that are no plug-ins at all. */
#define _GNU_SOURCE /* dladdr, RTLD_NEXT */
#include "tap.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#include "spec_script.h"

static const lc_resolver *const resolvers[] = {&lc_plugin_resolver};

static lince_status load(lc_instance *in, const char *text, lince_error *error) {
    *error = (lince_error){.message = ""};
    return lc_instance_parse(in, text, resolvers, 1, error);
}

static void test_claims(void) {
    bool (*claims)(const char *) = lc_plugin_resolver.claims;
    expect(claims("./x.so") && claims("dir/x") && claims("/x.so") && claims("x.so"), "paths are claimed");
    expect(!claims("dir/x.lin#Name") && claims("a#b/x.so"), "what lies inside a file is left to others");
    expect(claims("./x.so#Name") && claims("x.so#Name") && !claims("x.so#") && !claims("dir/x#Name") &&
               !claims(".so#x"),
           "unless that is a shared object");
    expect(!claims("queue") && !claims(".so") && !claims("x.so.1") && !claims(""), "names are not");
}

static void test_example(const char *path) {
    char text[4096];
    walker w = {.fault = ""};
    lince_error error;
    snprintf(text, sizeof text, "%s:first=7", path);
    bool done = load(&w.instance, text, &error) == LINCE_DONE;
    if (!expect(done, "%s is loaded %s", text, error.message)) return;
    expect(!strcmp(w.instance.spec->name, "tickets") && !strcmp(w.instance.name, text), "it is the ticket dispenser");
    w.values = lince_values_new();
    lc_runner_init(&w.runner, &w.instance, w.values, LINCE_NO_VALUE);
    lc_run_init(&w.runner, collect, &w.now);
    expect(walk(&w,
                "call()!;waiting()=0;take()=7;take()#7;take()?8;take()=8;@2 waiting, the next ticket is 9;call()=7;"
                "serve()=8;serve()!;waiting()?0"),
           "it dispenses tickets %s", w.fault);
    walker_end(&w);
    expect(!dlopen(path, RTLD_NOW | RTLD_NOLOAD), "and is unloaded again");

    lc_instance in;
    done = load(&in, path, &error) == LINCE_DONE;
    expect(done && in.params[0] == 1, "without its parameter it begins with 1");
    if (done) lc_instance_free(&in);
    snprintf(text, sizeof text, "%s#tickets", path);
    expect(load(&in, text, &error) == LINCE_BAD_INPUT && strstr(error.message, "leave out `#tickets`") && !in.plugin,
           "a name where there is nothing to choose: %s", error.message);
    snprintf(text, sizeof text, "%s:last=7", path);
    expect(load(&in, text, &error) == LINCE_BAD_INPUT && strstr(error.message, "first=N") && !in.plugin,
           "a wrong parameter: %s", error.message);
}

/* Three or two calls of the plug-in's first methods at once: how many outcomes there are, and whether they may join. */
static size_t meet(walker *w, const uint32_t *rows, size_t count, bool *joins) {
    lince_call calls[3];
    lince_value argument = lince_int(w->values, 7);
    states all = {.count = 0};
    for (size_t i = 0; i < count; i++) calls[i] = (lince_call){.method = rows[i], .argc = 1, .args = &argument};
    const state *from = &w->now.at[0];
    *joins = lc_run_joins(&w->runner, from->bytes, from->size, calls, count);
    lc_run_next(&w->runner, from->bytes, from->size, calls, count, collect, &all);
    return all.count;
}

static void test_meeting(const char *path, const char *params, const uint32_t *rows, size_t count, const char *name) {
    char text[4096];
    walker w = {.fault = ""};
    lince_error error;
    snprintf(text, sizeof text, "%s%s", path, params);
    if (!expect(load(&w.instance, text, &error) == LINCE_DONE, "%s is loaded %s", name, error.message)) return;
    uint32_t least, most;
    bool joins;
    lc_instance_arity(&w.instance, &least, &most);
    expect(lc_spec_is_sync(w.instance.spec) && least == count && most == count, "%zu operations of %s meet", count,
           name);
    w.values = lince_values_new();
    lc_runner_init(&w.runner, &w.instance, w.values, LINCE_NO_VALUE);
    lc_run_init(&w.runner, collect, &w.now);
    expect(meet(&w, rows, count, &joins) == 1 && joins, "and these do");
    walker_end(&w);
}

/* Objects whose operations wait for each other. */
static void test_waiting(void) {
    const char *deals = getenv("LINCE_DEALS_PLUGIN"), *places = getenv("LINCE_PLACES_PLUGIN");
    if (!expect(deals && places, "LINCE_DEALS_PLUGIN and LINCE_PLACES_PLUGIN name the others")) return;
    test_meeting(deals, "", (uint32_t[]){0, 1, 2}, 3, "deals");
    test_meeting(places, ":n=2", (uint32_t[]){0, 0}, 2, "places");
    lc_instance in;
    lince_error error;
    char text[4096];
    snprintf(text, sizeof text, "%s:n=9", places);
    expect(load(&in, text, &error) == LINCE_BAD_INPUT && strstr(error.message, "1 to 8"), "too many for all orders: %s",
           error.message);
}

/* Without a slash a plug-in is looked for here, not among the system's libraries. */
static void test_here(const char *path) {
    char here[4096], *name = strrchr(path, '/');
    lc_instance in;
    lince_error error;
    if (!expect(name && getcwd(here, sizeof here), "there is a directory")) return;
    *name++ = '\0';
    if (expect(!chdir(*path ? path : "/"), "it can be entered")) {
        bool done = load(&in, name, &error) == LINCE_DONE;
        expect(done, "%s is found here %s", name, error.message);
        if (done) lc_instance_free(&in);
        expect(!chdir(here), "and left");
    }
}

static void refuse(const char *path, const char *word) {
    lc_instance in;
    lince_error error;
    lince_status status = load(&in, path, &error);
    expect(status == LINCE_BAD_INPUT && strstr(error.message, word) && strstr(error.file, path) && !in.plugin, "%s: %s",
           error.file, error.message);
}

static void test_wrong(void) {
    refuse("./no-such-plugin.so", "no such plug-in");
    refuse("no-such-plugin.so", "no such plug-in");
    refuse("/", "cannot be loaded");

    char garbage[] = "/tmp/lince-plugin-XXXXXX";
    int file = mkstemp(garbage);
    if (expect(file >= 0 && write(file, "garbage\n", 8) == 8 && !close(file), "a file that is no shared object")) {
        refuse(garbage, "cannot be loaded");
        unlink(garbage);
    }
    Dl_info libc;
    if (expect(dladdr(dlsym(RTLD_NEXT, "puts"), &libc) && strchr(libc.dli_fname, '/'), "a shared object of the system"))
        refuse(libc.dli_fname, "no symbol `lince_plugin`");
    const char *broken = getenv("LINCE_BROKEN_PLUGIN"), *old = getenv("LINCE_OLD_PLUGIN");
    if (expect(old, "LINCE_OLD_PLUGIN names one of the first version")) refuse(old, "version 1 of the interface");
    if (expect(broken, "LINCE_BROKEN_PLUGIN names the plug-in of another version")) refuse(broken, "version 44");
}

int main(void) {
    const char *example = getenv("LINCE_EXAMPLE_PLUGIN");
    test_claims();
    test_wrong();
    test_waiting();
    if (expect(example, "LINCE_EXAMPLE_PLUGIN names the example plug-in")) {
        char *path = realpath(example, NULL);
        if (expect(path, "which exists")) {
            test_example(path);
            test_here(path);
        }
        free(path);
    }
    return tap_end();
}
