/* The graphs of small programs under memory models, by brute force:
 *
 *     memory-oracle [--unlock-stores] [--counted-rounds] COMMAND...
 *                                              under TSO, unlocking a mutex is a mere store; loops count their rounds
 *     memory-oracle litmus FILE...                 TAP: are the counts, and the outcomes, those in the file?
 *     memory-oracle graphs MODELS FILE             the graphs of the programs of a file
 *     memory-oracle draw MODELS COUNT SEED [WORD...]   random programs and their graphs; words: locks, plain, loops,
 *                                                 waits, objects, weak, volatile, bumps, child, equal
 *     memory-oracle emit c|c++ FILE                the same programs as a test of Lince
 *     memory-oracle measure COUNT SEED [WORD...]   how many a second, and how large they are
 *     memory-oracle smaller FILE                   programs that are a little smaller than those of a file
 *     memory-oracle theorems COUNT SEED [FILE...]  TAP: theorems about the models, on random programs and those of
 * files
 *
 * MODELS are names with commas: sc,tso,rc11,c11,genmc.  Programs are printed as "program LINE", with
 * their counts, graphs as "NAME MODEL GRAPH"; "NAME MODEL race": two plain accesses are not ordered in some graph;
 * "NAME MODEL hang": in some graph no thread can go on.
 *
 * A graph has its threads in order, with ; between, and a thread its events, with blanks between: a load Rx=SOURCE, a
 * store Wx@K, a successful read-modify-write Ux=SOURCE@K, a fence F, a lock Ll@K, an unlock ul@K.  SOURCE is i for the
 * initial value, or THREAD.INDEX of the write, from 1 and from 0; K is the place in modification order, where the
 * initial write is 0; of a lock and its unlock, how many locks of the mutex came before.  Operations on other objects,
 * and attempts at a lock that fail, are no events, nor are rounds of a loop before the last one.  A compare-exchange
 * that fails is a load.  Plain accesses are no events. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../tap.h"
#include "graphs.h"

enum { MOST_TRIED = 30000, LONG_LINE = 4096 };

static readings usual = {.unlock_stores = false};

static unsigned read_models(const char *text) {
    unsigned models = 0;
    while (*text) {
        size_t length = strcspn(text, ",");
        int m = 0;
        while (m < MODELS && (strlen(model_names[m]) != length || strncmp(model_names[m], text, length) != 0)) m++;
        if (m == MODELS) return 0;
        models |= 1u << m;
        text += length + (text[length] == ',');
    }
    return models;
}

/* Calls `each` with every program of a file; empty lines and those with # in front are not programs. */
static bool each_program(const char *path, void (*each)(program *, void *), void *argument) {
    FILE *f = strcmp(path, "-") != 0 ? fopen(path, "r") : stdin;
    if (!f) return perror(path), false;
    char line[LONG_LINE];
    static program p;
    bool good = true;
    for (int number = 1; good && fgets(line, sizeof line, f); number++) {
        line[strcspn(line, "\n")] = 0;
        char *start = strncmp(line, "program ", 8) != 0 ? line : line + 8;
        if (!*start || *start == '#') continue;
        const char *fault = program_read(&p, start);
        if (fault) fprintf(stderr, "%s:%d: %s\n", path, number, fault), good = false;
        else each(&p, argument);
    }
    if (f != stdin) fclose(f);
    return good;
}

/* ---- litmus ---- */

static void check_counts(program *p, void *unused) {
    (void)unused;
    found f;
    unsigned models = 0;
    for (int m = 0; m < MODELS; m++)
        if (p->counts[m] != -1) models |= 1u << m;
    graphs_find(p, models, &usual, MOST_TRIED, &f);
    expect(!f.too_large, "%s is small enough", p->name);
    for (int m = 0; m < MODELS; m++) {
        if (p->counts[m] == -1) continue;
        expect(f.racy[m] == (p->counts[m] == RACE), "%s: races under %s", p->name, model_names[m]);
        expect(f.hangs[m] == (p->counts[m] == HANG), "%s: hangs under %s", p->name, model_names[m]);
        if (p->counts[m] == RACE || p->counts[m] == HANG) continue;
        expect(f.count[m] == p->counts[m], "%s has %d graphs under %s: %d", p->name, p->counts[m], model_names[m],
               f.count[m]);
        if (p->parts)
            expect((f.reached[m] > 0) == p->reached[m], "%s: its outcome is %s under %s", p->name,
                   p->reached[m] ? "reached" : "not reached", model_names[m]);
    }
    graphs_free(&f);
}

/* ---- graphs ---- */

static void print_answer(program *p, const found *f, unsigned models) {
    char name[sizeof p->name + 1];
    program_identifier(p, name);
    for (int m = 0; m < MODELS; m++) {
        bool bad = f->racy[m] || f->hangs[m];
        p->counts[m] = !(models >> m & 1) ? -1 : f->racy[m] ? RACE : f->hangs[m] ? HANG : f->count[m];
        p->reached[m] = f->reached[m] > 0 && !bad;
    }
    printf("program ");
    program_print(p, stdout);
    putchar('\n');
    for (int m = 0; m < MODELS; m++) {
        if (!(models >> m & 1)) continue;
        if (f->racy[m]) printf("%s %s race\n", name, model_names[m]);
        if (f->hangs[m]) printf("%s %s hang\n", name, model_names[m]);
        for (int i = 0; i < f->count[m] && !f->racy[m] && !f->hangs[m]; i++)
            printf("%s %s %s\n", name, model_names[m], f->graphs[m][i]);
    }
}

static void print_graphs(program *p, void *argument) {
    unsigned models = *(unsigned *)argument;
    found f;
    graphs_find(p, models, &usual, 100L * MOST_TRIED, &f);
    if (f.too_large) fprintf(stderr, "%s is too large\n", p->name);
    else print_answer(p, &f, models);
    graphs_free(&f);
}

static bool read_taste(taste *t, int count, char **words) {
    *t = (taste){.size = 0};
    for (int i = 0; i < count; i++) {
        if (!strcmp(words[i], "locks")) t->locks = true;
        else if (!strcmp(words[i], "plain")) t->plain = true;
        else if (!strcmp(words[i], "loops")) t->loops = true;
        else if (!strcmp(words[i], "waits")) t->waits = true;
        else if (!strcmp(words[i], "objects")) t->objects = true;
        else if (!strcmp(words[i], "weak")) t->weak = true;
        else if (!strcmp(words[i], "volatile")) t->volatiles = true;
        else if (!strcmp(words[i], "bumps")) t->bumps = true;
        else if (!strcmp(words[i], "child")) t->child = true;
        else if (!strcmp(words[i], "equal")) t->equal = true;
        else if (atoi(words[i]) > 0) t->size = atoi(words[i]);
        else return false;
    }
    return true;
}

static void draw(unsigned models, uint64_t count, uint64_t seed, taste t) {
    static program p;
    for (uint64_t number = 0, drawn = 0; drawn < count; number++) {
        found f;
        program_draw(&p, seed, number, t);
        graphs_find(&p, models, &usual, MOST_TRIED, &f);
        bool dull = false; /* most programs that hang show no more than that */
        for (int m = 0; m < MODELS; m++) dull = dull || (f.hangs[m] && number % 8);
        if (!f.too_large && !dull) print_answer(&p, &f, models), drawn++;
        graphs_free(&f);
    }
}

/* ---- theorems ---- */

/* Orders that are as strong as possible: with the order on failure, and in place of fences. */
static void strengthen(program *p) {
    for (int t = 0; t < p->threads; t++)
        for (int i = 0; i < p->thread[t].count; i++) {
            instruction *in = &p->thread[t].at[i];
            if (in->order != NON_ATOMIC) in->order = in->failure = SEQ_CST;
        }
}

/* A seq_cst fence between any two instructions.  False: there is no room, or branches would have to be counted anew. */
static bool add_fences(program *p) {
    for (int t = 0; t < p->threads; t++) {
        thread_code *c = &p->thread[t];
        if (2 * c->count > MOST_INSTRUCTIONS) return false;
        for (int i = c->count - 1; i >= 0; i--) {
            if (c->at[i].code == SKIP || c->at[i].code == UNLESS) return false;
            c->at[2 * i + 1] = (instruction){.code = FENCE, .order = SEQ_CST, .source = -1};
            c->at[2 * i] = c->at[i];
        }
        c->count *= 2;
    }
    return true;
}

typedef struct claim {
    const char *what;
    int held, failed, proper; /* proper: how often the claim is not trivial */
    char counterexample[48];
} claim;

static void claims(claim *c, const program *p, bool holds, bool proper) {
    c->held += holds;
    c->failed += !holds;
    c->proper += proper;
    if (!holds) memcpy(c->counterexample, p->name, sizeof c->counterexample);
}

static void claim_inclusion(claim *c, const program *p, const found *f, model m, model n) {
    claims(c, p, graphs_included(f, m, f, n), f->count[m] != f->count[n]);
}

/* The weaker program differs from SC, the stronger one does not. */
static void claim_sc(claim *c, const program *p, const found *weak, const found *strong) {
    bool all_sc = true;
    for (int m = 0; m < MODELS; m++) all_sc = all_sc && graphs_included(strong, (model)m, strong, SC);
    claims(c, p, all_sc, weak->count[RC11] != weak->count[SC]);
}

static const unsigned ALL_MODELS = (1u << MODELS) - 1;

static void claim_all(program *p, void *claims_of) {
    static program stronger;
    claim *c = claims_of;
    found f, strong;
    graphs_find(p, ALL_MODELS, &usual, MOST_TRIED, &f);
    stronger = *p;
    strengthen(&stronger);
    graphs_find(&stronger, ALL_MODELS, &usual, MOST_TRIED, &strong);
    if (!f.too_large && !strong.too_large) {
        claim_inclusion(&c[0], p, &f, SC, TSO);
        claim_inclusion(&c[1], p, &f, TSO, C11);
        claim_inclusion(&c[2], p, &f, C11, RC11);
        claim_inclusion(&c[3], p, &f, GENMC, RC11);
        for (int m = 0; m < MODELS; m++)
            claims(&c[4], p, graphs_included(&strong, (model)m, &f, (model)m), strong.count[m] != f.count[m]);
        claim_sc(&c[5], p, &f, &strong);
    }
    graphs_free(&strong);
    stronger = *p;
    if (add_fences(&stronger)) {
        graphs_find(&stronger, ALL_MODELS, &usual, MOST_TRIED, &strong);
        if (!f.too_large && !strong.too_large) claim_sc(&c[6], p, &f, &strong);
        graphs_free(&strong);
    }
    graphs_free(&f);
}

/* Random programs, and those of files: the readings of psc differ on few programs, which are rarely drawn. */
static bool check_theorems(uint64_t count, uint64_t seed, int files, char **names) {
    static program p;
    claim c[] = {{.what = "SC is stronger than TSO"},
                 {.what = "TSO is stronger than C11"},
                 {.what = "C11 is stronger than RC11"},
                 {.what = "RC11 as GenMC reads it is stronger than the paper's"},
                 {.what = "stronger orders allow fewer graphs"},
                 {.what = "seq_cst alone is SC"},
                 {.what = "seq_cst fences between all accesses are SC"}};
    for (uint64_t number = 0; number < count; number++) {
        program_draw(&p, seed, number, (taste){.locks = number % 3 == 1, .loops = number % 5 == 1});
        claim_all(&p, c);
    }
    for (int i = 0; i < files; i++)
        if (!each_program(names[i], claim_all, c)) return false;
    for (size_t i = 0; i < sizeof c / sizeof *c; i++)
        expect(!c[i].failed && c[i].proper, "%s: %d hold, %d of them properly, %d fail %s", c[i].what, c[i].held,
               c[i].proper, c[i].failed, c[i].counterexample);
    return true;
}

/* ---- measure ---- */

static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void measure(uint64_t count, uint64_t seed, taste t) {
    static program p;
    double start = tap_seconds(), slowest = 0;
    uint64_t drawn = 0, number = 0;
    long tried = 0;
    int racy = 0;
    unsigned all = (1u << MODELS) - 1;
    int differs[MODELS][MODELS] = {{0}};
    int *sizes[MODELS];
    for (int m = 0; m < MODELS; m++) sizes[m] = calloc(count, sizeof **sizes);
    for (; drawn < count; number++) {
        found f;
        double before = tap_seconds();
        program_draw(&p, seed, number, t);
        graphs_find(&p, all, &usual, MOST_TRIED, &f);
        for (int m = 0; m < MODELS && !f.too_large; m++) sizes[m][drawn] = f.count[m];
        for (int m = 0; m < MODELS * MODELS && !f.too_large; m++)
            differs[m / MODELS][m % MODELS] += f.count[m / MODELS] != f.count[m % MODELS];
        drawn += !f.too_large;
        tried += f.tried;
        racy += f.racy[RC11];
        graphs_free(&f);
        if (tap_seconds() - before > slowest) slowest = tap_seconds() - before;
    }
    double took = tap_seconds() - start;
    printf(
        "%llu programs (%llu too large, %d racy) in five models: %.1f s, %.0f a second, slowest %.2f s; "
        "%.0f graphs compared with the axioms a second\n",
        (unsigned long long)drawn, (unsigned long long)(number - drawn), racy, took, (double)drawn / took, slowest,
        (double)tried / took);
    for (int m = 0; m < MODELS; m++) {
        double sum = 0;
        qsort(sizes[m], count, sizeof **sizes, by_number);
        for (uint64_t i = 0; i < count; i++) sum += sizes[m][i];
        printf("%-5s graphs: %.0f in all; 10%% %d, half %d, 90%% %d, 99%% %d, most %d\n", model_names[m], sum,
               sizes[m][count / 10], sizes[m][count / 2], sizes[m][count * 9 / 10], sizes[m][count * 99 / 100],
               sizes[m][count - 1]);
    }
    printf("differ: sc and tso %d, tso and rc11 %d, rc11 and c11 %d, rc11 and genmc %d\n", differs[SC][TSO],
           differs[TSO][RC11], differs[RC11][C11], differs[RC11][GENMC]);
    for (int m = 0; m < MODELS; m++) free(sizes[m]);
}

static void print_line(program *p, void *unused) {
    (void)unused;
    program_print(p, stdout);
    putchar('\n');
}
static void print_smaller(program *p, void *unused) { program_smaller(p, print_line, unused); }

static void emit(program *p, void *cxx) { emit_program(p, stdout, *(bool *)cxx); }

static int usage(void) {
    fputs(
        "memory-oracle litmus FILE... | graphs MODELS FILE | draw MODELS COUNT SEED [WORD...] | emit c|c++ FILE |\n"
        "              measure COUNT SEED [WORD...] | theorems COUNT SEED [FILE...] |\n              smaller FILE\n",
        stderr);
    return 2;
}

int main(int argc, char **argv) {
    for (; argc > 1 && !strncmp(argv[1], "--", 2); argc--, argv++)
        if (!strcmp(argv[1], "--unlock-stores")) usual.unlock_stores = true;
        else if (!strcmp(argv[1], "--counted-rounds")) emit_counted_rounds = true;
        else return usage();
    const char *command = argc > 2 ? argv[1] : "";
    bool cxx = argc > 2 && !strcmp(argv[2], "c++");
    unsigned models = argc > 3 ? read_models(argv[2]) : 0;
    taste t;
    if (!strcmp(command, "litmus")) {
        for (int i = 2; i < argc; i++)
            if (!each_program(argv[i], check_counts, NULL)) return 2;
        return tap_end();
    }
    if (!strcmp(command, "graphs") && argc == 4 && models) return each_program(argv[3], print_graphs, &models) ? 0 : 2;
    if (!strcmp(command, "draw") && argc >= 5 && models && read_taste(&t, argc - 5, argv + 5)) {
        draw(models, strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10), t);
        return 0;
    }
    if (!strcmp(command, "measure") && argc >= 4 && read_taste(&t, argc - 4, argv + 4)) {
        measure(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), t);
        return 0;
    }
    if (!strcmp(command, "smaller") && argc == 3) return each_program(argv[2], print_smaller, NULL) ? 0 : 2;
    if (!strcmp(command, "theorems") && argc >= 4)
        return check_theorems(strtoull(argv[2], NULL, 10), strtoull(argv[3], NULL, 10), argc - 4, argv + 4) ? tap_end()
                                                                                                            : 2;
    if (!strcmp(command, "emit") && argc == 4 && (cxx || !strcmp(argv[2], "c"))) {
        emit_head(stdout, cxx);
        return each_program(argv[3], emit, &cxx) ? 0 : 2;
    }
    return usage();
}
