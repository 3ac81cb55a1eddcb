/* A plug-in made for another version of the interface.  Nothing behind the version number may be looked at. */
#include <lince/spec.h>

LINCE_API const lince_spec lince_plugin = {
    .abi = LINCE_SPEC_ABI + 41, .name = (const char *)1, .method_count = 1u << 30};
