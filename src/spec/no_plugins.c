/* Instead of plugin.c, in programs that monitor themselves: they bring their specifications along, and those that are
 * linked statically cannot load anything. */
#include "spec/spec.h"

static bool claims(const char *name) { return (void)name, false; }

static lince_status resolve(const char *name, lc_instance *instance, lince_error *error) {
    return (void)name, (void)instance, (void)error, LINCE_BAD_INPUT; /* nothing is claimed */
}

const lc_resolver lc_plugin_resolver = {.claims = claims, .resolve = resolve};

void lc_plugin_close(void *plugin) { (void)plugin; }
