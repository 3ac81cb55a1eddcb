/* Runs a fuzz target without a fuzzer: replay [--long SECONDS] FOLDER feeds it every file of the folder, whose names
 * begin with what is to come of them (`ok-` or `bad-`), and then some thousand mutations, always the same ones as far
 * as time allows.  With --long they are others each time, and the last one stands in fuzz-last, for whoever wants to
 * see what ended it. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "properties.h"
#include "tap.h"

enum { MOST_SEEDS = 256, LARGEST = 1 << 16, MUTATIONS = 10000, FEWEST = 200, SECONDS = 120, SECONDS_ENOUGH = 12 };

typedef struct seed {
    char name[256];
    size_t size;
    uint8_t bytes[];
} seed;

static seed *seeds[MOST_SEEDS];
static size_t seed_count;

static uint64_t random_state = 20240229;

static size_t random_below(size_t bound) { /* xorshift64* */
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return bound ? (random_state * 0x2545f4914f6cdd1du >> 33) % bound : 0;
}

static int by_name(const void *a, const void *b) {
    const seed *const *x = a, *const *y = b;
    return strcmp((*x)->name, (*y)->name);
}

static void load(const char *folder, const char *name) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    seed *s = malloc(sizeof *s + LARGEST);
    if (!file || !s || seed_count == MOST_SEEDS) {
        fprintf(stderr, "cannot load %s\n", path);
        exit(1);
    }
    snprintf(s->name, sizeof s->name, "%s", name);
    s->size = fread(s->bytes, 1, LARGEST, file);
    fclose(file);
    seeds[seed_count++] = s;
}

static void load_all(const char *folder) {
    DIR *directory = opendir(folder);
    if (!directory) return;
    for (struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.') load(folder, entry->d_name);
    closedir(directory);
    qsort(seeds, seed_count, sizeof *seeds, by_name);
}

/* Pieces that mean something in one format or another. */
static const char *const words[] = {
    "invoke",
    "return",
    "crash",
    "fail",
    "spec q=queue\n",
    "---\n",
    "style jepsen\n",
    "T1 ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\\u0041",
    "\\",
    ",",
    ".",
    "#",
    "\n",
    "\r\n",
    "\t",
    ":process 1 ",
    ":type :ok ",
    ":f :x ",
    ":value ",
    ":key 1 ",
    "nil",
    "#_",
    "#{",
    ";",
    "\"type\":",
    "\"call\": 5,",
    "null",
    "1.5",
    "1e999",
    "-",
    "9223372036854775807",
    "9223372036854775808",
    "\xc3\xa4",
    "\xff",
    "[[[[[[[[",
    "]]]]]]]]",
    "4\t:ok\t:cas\t[1 2]\n",
    "nemesis",
    "exists x. ",
    "not ",
    " and ",
    "total(x, 0, k)",
    "some i in 0..k. ",
    "let f(x) = ",
};

static size_t insert(uint8_t *bytes, size_t size, const void *piece, size_t length) {
    if (size + length > LARGEST) return size;
    size_t at = random_below(size + 1);
    memmove(bytes + at + length, bytes + at, size - at);
    memcpy(bytes + at, piece, length);
    return size + length;
}

static size_t mutate_once(uint8_t *bytes, size_t size) {
    uint8_t byte = (uint8_t)random_below(256);
    const char *word = words[random_below(sizeof words / sizeof *words)];
    const seed *other = seeds[random_below(seed_count)];
    size_t from = random_below(size), length = random_below(size - from < 40 ? size - from : 40);
    uint8_t copy[40];
    switch (random_below(7)) {
    case 0: /* another byte */
        if (size) bytes[from] = byte;
        return size;
    case 1: return insert(bytes, size, &byte, 1);
    case 2: return insert(bytes, size, word, strlen(word));
    case 3: /* without a piece */
        memmove(bytes + from, bytes + from + length, size - from - length);
        return size - length;
    case 4: /* a piece twice */ memcpy(copy, bytes + from, length); return insert(bytes, size, copy, length);
    case 5: /* a piece of another seed */
        from = random_below(other->size);
        length = random_below(other->size - from);
        return insert(bytes, size, other->bytes + from, length);
    default: return random_below(8) ? size : from; /* cut off, now and then */
    }
}

/* How long to go on, and where what is tried is written before; -1: nowhere. */
typedef struct effort {
    size_t most;
    time_t until;
    int last;
} effort;

static effort effort_of(const char *seconds) {
    if (!seconds) return (effort){MUTATIONS, time(NULL) + SECONDS_ENOUGH, -1};
    alarm(0);
    random_state ^= (uint64_t)time(NULL) << 20;
    return (effort){SIZE_MAX, time(NULL) + atol(seconds), open("fuzz-last", O_WRONLY | O_CREAT | O_CLOEXEC, 0666)};
}

static void keep(int file, const uint8_t *bytes, size_t size) {
    if (file < 0) return;
    if (pwrite(file, bytes, size, 0) != (ssize_t)size || ftruncate(file, (off_t)size)) abort();
}

static void mutate(const effort *e) {
    static uint8_t bytes[LARGEST];
    size_t well = 0, badly = 0, tried = 0;
    for (; seed_count && tried < e->most && (tried < FEWEST || time(NULL) < e->until); tried++) {
        const seed *s = seeds[random_below(seed_count)];
        if (s->name[0] == 'b') s = seeds[random_below(seed_count)]; /* good ones have more to lose */
        size_t size = s->size;
        memcpy(bytes, s->bytes, size);
        for (size_t rounds = 1 + random_below(4); rounds; rounds--) size = mutate_once(bytes, size);
        keep(e->last, bytes, size);
        LLVMFuzzerTestOneInput(bytes, size);
        well += last_status == LINCE_END;
        badly += last_status == LINCE_BAD_INPUT;
    }
    expect(well + badly == tried, "%zu mutations keep all properties (%zu read well, %zu are malformed)", tried, well,
           badly);
    expect(well > tried / 50 && badly > tried / 50, "the mutations are of both kinds");
}

int main(int argc, char **argv) {
    bool long_one = argc == 4 && !strcmp(argv[1], "--long");
    if (argc != 2 && !long_one) return 2;
    alarm(SECONDS); /* a reader that hangs is a failure too */
    load_all(argv[argc - 1]);
    expect(seed_count > 0, "there are seeds");
    for (size_t i = 0; i < seed_count; i++) {
        LLVMFuzzerTestOneInput(seeds[i]->bytes, seeds[i]->size);
        lince_status wanted = !strncmp(seeds[i]->name, "ok-", 3) ? LINCE_END : LINCE_BAD_INPUT;
        expect(last_status == wanted, "%s reads as its name says", seeds[i]->name);
    }
    effort e = effort_of(long_one ? argv[2] : NULL);
    mutate(&e);
    if (e.last >= 0) close(e.last);
    for (size_t i = 0; i < seed_count; i++) free(seeds[i]);
    return tap_end();
}
