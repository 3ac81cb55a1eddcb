/* The recorded histories of real systems, where they are at hand: $LINCE_DATA. */
#include <dirent.h>

#include "formats_support.h"

static const char *data_folder(void) {
    static char path[1024];
    const char *given = getenv("LINCE_DATA"), *source = getenv("LINCE_SOURCE");
    if (given) return given;
    snprintf(path, sizeof path, "%s/../shared/data", source ? source : ".");
    return path;
}

typedef struct totals {
    size_t files, histories, operations, returned, failed, unknown;
} totals;

static void add_history(totals *t, const lince_history *h) {
    t->histories++;
    t->operations += h->ops.count;
    for (uint32_t i = 0; i < h->ops.count; i++) {
        lc_event_kind outcome = lc_op_outcome(h, &h->ops.at[i]);
        t->returned += outcome == LC_RETURN;
        t->failed += outcome == LC_FAIL;
        t->unknown += outcome == LC_CRASH || outcome == LC_INVOKE;
    }
}

/* What was written reads back with the same events. */
static bool survives(const lince_history *h, lince_format format) {
    char *text = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&text, &size);
    lince_status status = lince_history_write(h, format, file, &problem);
    fclose(file);
    lince_history *again = status == LINCE_DONE ? read_one(format, text) : NULL;
    bool same = again && again->events.count == h->events.count;
    if (same && format == LINCE_FORMAT_HIST) {
        char *before = shown(h), *after = shown(again);
        same = !strcmp(before, after);
        free(before);
        free(after);
    }
    lince_history_free(again);
    free(text);
    return same;
}

static bool read_file(const char *path, totals *t) {
    lince_reader *reader;
    lince_history *h;
    lince_status status = lince_reader_open(&reader, path, NULL, &problem);
    bool good = true;
    while (status == LINCE_DONE && (status = lince_reader_next(reader, &h, &problem)) == LINCE_DONE) {
        add_history(t, h);
        good =
            good && survives(h, LINCE_FORMAT_HIST) && survives(h, LINCE_FORMAT_JSONL) && survives(h, LINCE_FORMAT_EDN);
        lince_history_free(h);
    }
    lince_reader_close(reader);
    t->files++;
    if (status == LINCE_END && good) return true;
    printf("# %s:%lu: %s\n", path, problem.line, problem.message);
    return false;
}

static bool ends_with(const char *name, const char *end) {
    size_t length = strlen(name), wanted = strlen(end);
    return length >= wanted && !strcmp(name + length - wanted, end);
}

/* Every file of a folder with this ending reads; together they hold this much. */
static void expect_folder(const char *folder, const char *ending, totals wanted) {
    char path[2048];
    totals t = {0};
    bool good = true;
    snprintf(path, sizeof path, "%s/%s", data_folder(), folder);
    DIR *directory = opendir(path);
    if (!directory) {
        tap_skip("the recorded histories are not here");
        return;
    }
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (!ends_with(entry->d_name, ending)) continue;
        snprintf(path, sizeof path, "%s/%s/%s", data_folder(), folder, entry->d_name);
        good = read_file(path, &t) && good;
    }
    closedir(directory);
    expect(good, "every %s of %s reads, and survives writing", ending, folder);
    if (!expect(!memcmp(&t, &wanted, sizeof t), "%s holds what it should", folder))
        printf("# {%zu, %zu, %zu, %zu, %zu, %zu}\n", t.files, t.histories, t.operations, t.returned, t.failed,
               t.unknown);
}

int main(void) {
    expect_folder("etcd", ".log", (totals){60, 60, 5023, 3193, 1066, 764});
    expect_folder("kv", ".txt", (totals){4, 4, 838, 838, 0, 0});
    expect_folder("knossos/good", ".edn", (totals){34, 34, 5403, 3643, 1535, 225});
    expect_folder("knossos/bad", ".edn", (totals){5, 5, 1117, 602, 505, 10});
    expect_folder("scal-queues", ".hist", (totals){5, 200, 1994, 1975, 0, 19});
    return tap_end();
}
