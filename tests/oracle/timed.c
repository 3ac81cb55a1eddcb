/* Histories as files with one operation a line. */
#define _GNU_SOURCE /* memfd_create */
#include <sys/mman.h>

#include "subject.h"

static void print_json(FILE *out, value v) {
    if (v == NIL) fputs("null", out);
    else if (v == EMPTY) fputs("\"EMPTY\"", out);
    else if (v == NONE) fputs("\"NONE\"", out);
    else if (v == CLOSED) fputs("\"CLOSED\"", out);
    else oracle_print_value(out, v);
}

void oracle_print_timed(FILE *out, const history *h) {
    for (int i = 0; i < h->op_count; i++) {
        const op *o = &h->ops[i];
        fprintf(out, "{\"process\": %d, ", o->thread + 1);
        if (h->objects[o->object].name) fprintf(out, "\"object\": \"%s\", ", h->objects[o->object].name);
        fprintf(out, "\"f\": \"%s\", \"args\": [", oracle_method(h, o)->name);
        for (int k = 0; k < oracle_args(h, o); k++) {
            fputs(k ? ", " : "", out);
            print_json(out, o->args[k]);
        }
        fprintf(out, "], \"call\": %d", h->times[o->call]);
        if (oracle_returned(h, o)) {
            value results[2];
            int count = oracle_results(o->result, results);
            fputs(", \"ret\": [", out);
            for (int k = 0; k < count; k++) {
                fputs(k ? ", " : "", out);
                print_json(out, results[k]);
            }
            fprintf(out, "], \"return\": %d", h->times[o->end]);
        }
        fputs("}\n", out);
    }
}

lince_history *oracle_lince_timed(const history *h) {
    lince_read_options options = {.format = LINCE_FORMAT_JSONL, .allow_empty = true};
    lince_reader *reader = NULL;
    lince_history *read = NULL;
    lince_error error = {0};
    char path[32];
    FILE *file = fdopen(memfd_create("history", MFD_CLOEXEC), "w+"); /* a real one would cost more than the check */
    if (!file) {
        perror("no file in memory");
        return NULL;
    }
    oracle_print_timed(file, h);
    fflush(file);
    snprintf(path, sizeof path, "/dev/fd/%d", fileno(file)); /* a reader opens files by name */
    if (lince_reader_open(&reader, path, &options, &error) != LINCE_DONE ||
        lince_reader_next(reader, &read, &error) != LINCE_DONE)
        fprintf(stderr, "line %lu of the history refused: %s\n", error.line, error.message);
    lince_reader_close(reader);
    fclose(file);
    return read;
}
