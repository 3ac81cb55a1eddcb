/* Specifications in shared objects.
 *
 * A plug-in exports a table, or a function that makes one; that of a test with models (src/model_plugin) has several to
 * give, told apart by name: `./tests.so#queue`.
 */
#define _GNU_SOURCE /* dladdr1 */
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "spec/spec.h"

#define SYMBOL "lince_plugin"
#define MAKER  "lince_plugin_make"

/* `FILE.so#Name`: where the name begins; NULL: there is none. */
static const char *inner_name(const char *name) {
    const char *slash = strrchr(name, '/'), *hash = strchr(slash ? slash : name, '#');
    return hash ? hash + 1 : NULL;
}

static bool ends_in_so(const char *name, size_t length) { return length > 3 && !memcmp(name + length - 3, ".so", 3); }

/* `FILE#Name` is something inside a file, and not for us unless that is a shared object. */
static bool is_path(const char *name) {
    const char *inner = inner_name(name);
    if (inner) return ends_in_so(name, (size_t)(inner - name) - 1) && *inner;
    return strchr(name, '/') || ends_in_so(name, strlen(name));
}

/* The size of the symbol there, if it is one of this type; else 0.  musl does not tell: it is believed. */
static size_t size_of(const void *address, unsigned type) {
#ifdef RTLD_DL_SYMENT
    Dl_info info;
    const ElfW(Sym) *symbol = NULL;
    bool found = dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol;
    return found && ELF64_ST_TYPE(symbol->st_info) == type ? symbol->st_size : 0;
#else
    return (void)address, (void)type, SIZE_MAX;
#endif
}

/* The table is an object at least as large as we think it is.  That of another version may have another size, and need
 * be large enough for its version only, which will be looked at before anything else. */
static bool is_table(const void *address) {
    size_t size = size_of(address, STT_OBJECT);
    uint32_t abi;
    if (size < sizeof abi) return false;
    memcpy(&abi, address, sizeof abi);
    if (abi == LC_SPEC_ABI_LEAST) return size >= offsetof(lince_spec, is);
    return abi == LINCE_SPEC_ABI ? size >= sizeof(lince_spec) : abi > 0;
}

static bool is_function(const void *address) { return size_of(address, STT_FUNC) > 0; }

/* A plug-in that is one specification. */
static lince_status take_table(const void *address, const char *path, const char *name, const lince_spec **spec,
                               lince_error *error) {
    if (!is_table(address)) return lc_fail_at(error, path, 0, "the symbol `" SYMBOL "` is not a lince_spec");
    if (name) return lc_fail_at(error, path, 0, "this plug-in is one specification: leave out `#%s`", name);
    *spec = address;
    return LINCE_DONE;
}

/* A plug-in that makes them. */
static lince_status make_table(const void *address, const char *path, const char *name, const lince_spec **spec,
                               lince_error *error) {
    if (!is_function(address)) return lc_fail_at(error, path, 0, "the symbol `" MAKER "` is not a function");
    const lince_spec *(*make)(const char *);
    memcpy(&make, &address, sizeof make); /* POSIX lets a pointer to data be one to a function; C does not */
    *spec = make(name);
    if (*spec) return LINCE_DONE;
    return name ? lc_fail_at(error, path, 0, "this plug-in has no specification called %s", name)
                : lc_fail_at(error, path, 0, "this plug-in has no specification to give");
}

static lince_status take_spec(void *plugin, const char *path, const char *name, const lince_spec **spec,
                              lince_error *error) {
    const void *table = dlsym(plugin, SYMBOL), *maker = table ? NULL : dlsym(plugin, MAKER);
    if (!table && !maker)
        return lc_fail_at(error, path, 0,
                          "this is a shared object, but not a specification: it has no symbol `" SYMBOL "`");
    lince_status status =
        table ? take_table(table, path, name, spec, error) : make_table(maker, path, name, spec, error);
    if (status != LINCE_DONE) return status;
    lince_error inner = {0};
    status = lc_spec_validate(*spec, &inner);
    return status == LINCE_BAD_INPUT ? lc_fail_at(error, path, 0, "%s", inner.message) : status;
}

static lince_status load(const char *path, const char *name, lc_instance *instance, lince_error *error) {
    if (access(path, F_OK)) return lc_fail_at(error, path, 0, "there is no such plug-in");
    void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!plugin) return lc_fail_at(error, path, 0, "this plug-in cannot be loaded: %s", dlerror());
    const lince_spec *spec;
    lince_status status = take_spec(plugin, path, name, &spec, error);
    if (status != LINCE_DONE) {
        dlclose(plugin);
        return status;
    }
    instance->spec = spec;
    instance->plugin = plugin;
    return LINCE_DONE;
}

static lince_status resolve(const char *name, lc_instance *instance, lince_error *error) {
    const char *inner = inner_name(name);
    size_t length = inner ? (size_t)(inner - name) - 1 : strlen(name);
    /* Without a slash dlopen would search the system's libraries, and not here. */
    bool here = !memchr(name, '/', length);
    char *path = malloc(length + sizeof "./");
    if (!path) return LINCE_OUT_OF_MEMORY;
    memcpy(path, "./", 2);
    memcpy(path + (here ? 2 : 0), name, length);
    path[length + (here ? 2 : 0)] = '\0';
    lince_status status = load(path, inner, instance, error);
    free(path);
    return status;
}

const lc_resolver lc_plugin_resolver = {.claims = is_path, .resolve = resolve};

void lc_plugin_close(void *plugin) { dlclose(plugin); }
