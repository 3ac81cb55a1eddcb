#include "cli/check/reading.h"

#include "base/clock.h"
#include "cli/check/files.h"
#include "cli/cli.h"
#include "formats/formats.h"

static bool stop(void *context) {
    const lcc_reading *r = context;
    double limit = r->run->settings->timeout;
    return lc_is_interrupted(r->run->interrupt) || (limit > 0 && lc_now() - r->began >= limit);
}

static lince_status open_file(lcc_reading *r, lince_error *error) {
    const lcc_check_settings *o = r->run->settings;
    const lince_read_options options = {.format = (lince_format)o->format,
                                        .independent = o->independent,
                                        .allow_empty = o->allow_empty,
                                        .max_memory = o->max_memory,
                                        .remarks = o->html,
                                        .stop = stop,
                                        .context = r};
    const lcc_input_text *in = r->run->input;
    if (!in || !lcc_is_standard_input(r->path)) return lince_reader_open(&r->reader, r->path, &options, error);
    if (in->stopped) return LINCE_STOPPED;
    return lc_reader_open_bytes(&r->reader, r->path, in->bytes, in->size, &options, error);
}

lince_status lcc_read_next(lcc_reading *r, lince_history **history, lince_error *error) {
    r->began = lc_now();
    lince_status status = r->reader ? LINCE_DONE : open_file(r, error);
    return status == LINCE_DONE ? lince_reader_next(r->reader, history, error) : status;
}

void lcc_reading_end(lcc_reading *r) {
    lince_reader_close(r->reader);
    r->reader = NULL;
}
