/* Specifications in shared objects. */
#define _GNU_SOURCE /* dladdr1 */
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "spec/spec.h"

#define SYMBOL "lince_plugin"

/* `FILE#Name` is something inside a file, and not for us. */
static bool is_path(const char *name) {
    size_t length = strlen(name);
    const char *slash = strrchr(name, '/');
    if (strchr(slash ? slash : name, '#')) return false;
    return slash || (length > 3 && !strcmp(name + length - 3, ".so"));
}

/* The table is an object at least as large as we think it is.  Its first field, the version, is looked at only then. */
static bool is_table(const void *address) {
    Dl_info info;
    const ElfW(Sym) *symbol = NULL;
    if (!dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol) return false;
    return ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT && symbol->st_size >= sizeof(lince_spec);
}

static lince_status take_table(void *plugin, const char *path, const lince_spec **spec, lince_error *error) {
    const void *address = dlsym(plugin, SYMBOL);
    if (!address)
        return lc_fail_at(error, path, 0,
                          "this is a shared object, but not a specification: it has no symbol `" SYMBOL "`");
    if (!is_table(address)) return lc_fail_at(error, path, 0, "the symbol `" SYMBOL "` is not a lince_spec");
    *spec = address;
    lince_error inner = {0};
    lince_status status = lc_spec_validate(*spec, &inner);
    return status == LINCE_BAD_INPUT ? lc_fail_at(error, path, 0, "%s", inner.message) : status;
}

static lince_status load(const char *path, lc_instance *instance, lince_error *error) {
    if (access(path, F_OK)) return lc_fail_at(error, path, 0, "there is no such plug-in");
    void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!plugin) return lc_fail_at(error, path, 0, "this plug-in cannot be loaded: %s", dlerror());
    const lince_spec *spec;
    lince_status status = take_table(plugin, path, &spec, error);
    if (status != LINCE_DONE) {
        dlclose(plugin);
        return status;
    }
    instance->spec = spec;
    instance->plugin = plugin;
    return LINCE_DONE;
}

static lince_status resolve(const char *name, lc_instance *instance, lince_error *error) {
    if (strchr(name, '/')) return load(name, instance, error);
    /* Without a slash dlopen would search the system's libraries, and not here. */
    size_t size = strlen(name) + sizeof "./";
    char *here = malloc(size);
    if (!here) return LINCE_OUT_OF_MEMORY;
    memcpy(here, "./", 2);
    memcpy(here + 2, name, size - 2);
    lince_status status = load(here, instance, error);
    free(here);
    return status;
}

const lc_resolver lc_plugin_resolver = {.claims = is_path, .resolve = resolve};
