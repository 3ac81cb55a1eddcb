#include "base/whole.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

enum { MEBIBYTES = 64 };

lince_status lc_read_stream(lince_text *text, FILE *file, const char *path, lince_error *error) {
    static const char mark[] = "\xEF\xBB\xBF";
    char block[1 << 16];
    size_t got, from = text->length;
    while ((got = fread(block, 1, sizeof block, file)) > 0) {
        bool marked = text->length == from && got >= 3 && memcmp(block, mark, 3) == 0;
        lc_text_add(text, block + 3 * marked, got - 3 * marked);
        if (text->cut) return LINCE_OUT_OF_MEMORY;
        if (text->length - from > (size_t)MEBIBYTES << 20)
            return lc_fail_at(error, path, 0, "this file is larger than %d MiB", MEBIBYTES);
    }
    return ferror(file) ? lc_fail_at(error, path, 0, "cannot read: %s", strerror(errno)) : LINCE_DONE;
}

lince_status lc_read_whole(lince_text *text, const char *path, lince_error *error) {
    FILE *file = fopen(path, "rbe");
    if (!file) return lc_fail_at(error, path, 0, "cannot open: %s", strerror(errno));
    lince_status status = lc_read_stream(text, file, path, error);
    fclose(file);
    return status;
}
