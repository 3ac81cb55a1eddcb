#include "tester/toolchain/checksum.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/atomic_file.h"
#include "base/hash.h"

static char *path_in(const char *directory, const char *name) {
    lince_text path = {0};
    lc_text_printf(&path, "%s/%s", directory, name);
    if (path.cut) lc_text_free(&path);
    return path.at;
}

static bool add_up(const char *path, uint64_t *sum) {
    FILE *file = path ? fopen(path, "rbe") : NULL;
    if (!file) return false;
    char bytes[1 << 14];
    size_t count;
    *sum = 0;
    while ((count = fread(bytes, 1, sizeof bytes, file)) > 0) *sum = lc_mix(*sum, lc_hash_bytes(bytes, count));
    bool read = !ferror(file);
    fclose(file);
    return read;
}

bool lcd_checksum_write(const char *directory, const char *name) {
    char *product = path_in(directory, name), *path = path_in(directory, "sum");
    lince_text line = {0};
    lince_error error = {0};
    uint64_t sum;
    bool written = path && add_up(product, &sum);
    if (written) {
        lc_text_printf(&line, "%016" PRIx64 "\n", sum);
        written = !line.cut && lc_write_file(path, &line, &error) == LINCE_DONE;
    }
    lc_text_free(&line);
    free(product);
    free(path);
    return written;
}

bool lcd_checksum_matches(const char *directory, const char *name) {
    char *product = path_in(directory, name), *path = path_in(directory, "sum");
    FILE *file = path ? fopen(path, "re") : NULL;
    uint64_t sum, wanted;
    bool whole = file && fscanf(file, "%" SCNx64, &wanted) == 1 && add_up(product, &sum) && sum == wanted;
    if (file) fclose(file);
    free(product);
    free(path);
    return whole;
}
