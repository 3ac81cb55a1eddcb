#include "checker/reading.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "checker/files.h"
#include "formats/formats.h"

static bool stop(void *context) {
    const lck_reading *r = context;
    double limit = r->run->check.timeout;
    if (r->run->look) r->run->look(r->run);
    return lc_is_interrupted(r->run->check.interrupt) || (limit > 0 && lc_now() - r->began >= limit);
}

static lince_status open_file(lck_reading *r, lince_error *error) {
    lince_read_options options = r->run->read;
    options.stop = stop;
    options.context = r;
    const lck_input_text *in = r->run->input;
    if (!in || !lck_is_standard_input(r->path)) return lince_reader_open(&r->reader, r->path, &options, error);
    if (in->stopped) return LINCE_STOPPED;
    return lc_reader_open_bytes(&r->reader, r->path, in->bytes, in->size, &options, error);
}

lince_status lck_read_next(lck_reading *r, lince_history **history, lince_error *error) {
    r->began = lc_now();
    lince_status status = r->reader ? LINCE_DONE : open_file(r, error);
    return status == LINCE_DONE ? lince_reader_next(r->reader, history, error) : status;
}

void lck_reading_end(lck_reading *r) {
    lince_reader_close(r->reader);
    r->reader = NULL;
}
