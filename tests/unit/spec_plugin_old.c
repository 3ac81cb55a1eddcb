/* A plug-in made for the first version of the interface, whose table was smaller. */
#include <lince/export.h>

#include <stdint.h>

struct old_table {
    uint32_t abi;
    const char *name;
};

LINCE_API const struct old_table lince_plugin = {1, (const char *)1};
