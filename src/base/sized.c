#include "base/sized.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "base/error.h"

static bool is_zero(const unsigned char *at, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (at[i]) return false;
    return true;
}

lince_status lc_take_sized(void *to, size_t known, size_t first, const void *from, const char *name,
                           lince_error *error) {
    assert(first >= sizeof(size_t) && first <= known && known <= LC_SIZED_MOST);
    size_t size = known;
    memset(to, 0, known);
    if (from) {
        memcpy(&size, from, sizeof size);
        if (!size) size = first;
        if (size < first || size > LC_SIZED_MOST)
            return lc_fail(error, "the size of %s is %zu: set it to sizeof(%s), or to 0", name, size, name);
        memcpy(to, from, size < known ? size : known);
        if (size > known && !is_zero((const unsigned char *)from + known, size - known))
            return lc_fail(error,
                           "%s has a field set that this library, older than the program, does not have: it reads "
                           "%zu of %zu bytes",
                           name, known, size);
    }
    memcpy(to, &known, sizeof known);
    return LINCE_DONE;
}
