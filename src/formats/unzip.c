#include "formats/unzip.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <zstd.h>

struct lc_unzip {
    ZSTD_DStream *stream;
    ZSTD_inBuffer in;
    bool source_over, between_frames;
    char bytes[1 << 17];
};

bool lc_looks_zipped(const void *bytes, size_t count) {
    const unsigned char *b = bytes;
    if (count < 4) return false;
    uint32_t magic = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
    return magic == ZSTD_MAGICNUMBER || (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

lc_unzip *lc_unzip_new(const void *bytes, size_t count) {
    lc_unzip *z = malloc(sizeof *z);
    ZSTD_DStream *stream = z ? ZSTD_createDStream() : NULL;
    if (!stream) {
        free(z);
        return NULL;
    }
    assert(count <= sizeof z->bytes);
    z->stream = stream;
    z->in = (ZSTD_inBuffer){z->bytes, count, 0};
    z->source_over = false;
    z->between_frames = true;
    memcpy(z->bytes, bytes, count);
    return z;
}

void lc_unzip_free(lc_unzip *z) {
    if (!z) return;
    ZSTD_freeDStream(z->stream);
    free(z);
}

lince_status lc_unzip_read(lc_unzip *z, lc_pull *pull, void *source, void *bytes, size_t room, size_t *count,
                           const char **wrong, lince_error *error) {
    ZSTD_outBuffer out = {bytes, room, 0};
    *count = 0;
    for (;;) {
        if (z->in.pos == z->in.size && !z->source_over) {
            z->in.pos = z->in.size = 0;
            lince_status status = pull(source, z->bytes, sizeof z->bytes, &z->in.size, error);
            if (status != LINCE_DONE) return status;
            z->source_over = z->in.size == 0;
        }
        if (z->source_over && z->between_frames) return LINCE_DONE;
        size_t left = ZSTD_decompressStream(z->stream, &out, &z->in);
        if (ZSTD_isError(left)) {
            *wrong = ZSTD_getErrorName(left);
            return LINCE_BAD_INPUT;
        }
        z->between_frames = left == 0;
        if (out.pos) {
            *count = out.pos;
            return LINCE_DONE;
        }
        if (z->source_over && !z->between_frames) {
            *wrong = "it ends in the middle";
            return LINCE_BAD_INPUT;
        }
    }
}
