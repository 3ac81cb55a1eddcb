/* Programs as text. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

const char *const model_names[MODELS] = {"sc", "tso", "rc11", "c11", "genmc"};
const char place_letters[] = "xyzwpqlm";
static const char *const order_names[ORDERS] = {"na", "rlx", "acq", "rel", "ar", "sc"};

/* ---- reading ---- */

typedef struct reader {
    const char *at;
    const char *fault;
} reader;

static void fail(reader *r, const char *why) {
    if (!r->fault) r->fault = why;
}

static void blanks(reader *r) {
    while (*r->at == ' ') r->at++;
}

static bool take(reader *r, const char *text) {
    blanks(r);
    size_t length = strlen(text);
    if (strncmp(r->at, text, length) != 0) return false;
    r->at += length;
    return true;
}

static int number(reader *r) {
    blanks(r);
    char *end;
    long n = strtol(r->at, &end, 10);
    if (end == r->at) fail(r, "a number is missing");
    r->at = end;
    return (int)n;
}

static int limited(reader *r, int limit, const char *what) {
    int n = number(r);
    if (n < 0 || n >= limit) fail(r, what);
    return r->fault ? 0 : n;
}

static int target(reader *r) { return limited(r, REGISTERS, "no such register"); }

static ordering order_of(reader *r) {
    for (int o = 0; o < ORDERS && *r->at == '.'; o++) {
        size_t length = strlen(order_names[o]);
        if (strncmp(r->at + 1, order_names[o], length) != 0 || isalpha(r->at[1 + length])) continue;
        r->at += 1 + length;
        return (ordering)o;
    }
    fail(r, "an order is missing");
    return RELAXED;
}

static int place(reader *r) {
    blanks(r);
    const char *letter = *r->at ? strchr(place_letters, *r->at) : NULL;
    if (!letter) return fail(r, "a location is missing"), 0;
    r->at++;
    return (int)(letter - place_letters);
}

static void access_of(reader *r, instruction *i, opcode code) {
    i->code = code;
    i->order = order_of(r);
    if (code == COMPARE) i->failure = order_of(r);
    if (code != STORE) i->target = target(r);
    i->place = place(r);
    if (code == LOAD) return;
    if (code == COMPARE) i->expected = number(r);
    if (code == STORE && take(r, "r")) {
        i->source = target(r);
        if (!take(r, "+")) fail(r, "a + is missing behind a register");
    }
    i->value = number(r);
}

static void branch(reader *r, instruction *i, opcode code) {
    i->code = code;
    i->target = target(r);
    i->value = number(r);
    i->count = number(r);
}

static void read_instruction(reader *r, instruction *i) {
    *i = (instruction){.source = -1};
    if (take(r, "unless ")) branch(r, i, UNLESS);
    else if (take(r, "skip ")) branch(r, i, SKIP);
    else if (take(r, "unlock ")) i->code = UNLOCK, i->place = place(r);
    else if (take(r, "lock ")) i->code = LOCK, i->place = place(r);
    else if (take(r, "loop ")) i->code = LOOP, i->count = number(r);
    else if (take(r, "end")) i->code = END;
    else if (take(r, "F")) i->code = FENCE, i->order = order_of(r);
    else if (take(r, "R")) access_of(r, i, LOAD);
    else if (take(r, "W")) access_of(r, i, STORE);
    else if (take(r, "A")) access_of(r, i, ADD);
    else if (take(r, "X")) access_of(r, i, EXCHANGE);
    else if (take(r, "C")) access_of(r, i, COMPARE);
    else fail(r, "not an instruction");
}

/* Not the thing that C11 allows, or not of this place. */
static bool unfit(const instruction *i) {
    switch (i->code) {
    case LOCK:
    case UNLOCK: return i->place < FIRST_MUTEX;
    case FENCE: return i->order <= RELAXED;
    case LOAD:
    case STORE:
        if (i->order == (i->code == LOAD ? RELEASE : ACQUIRE) || i->order == ACQ_REL) return true;
        return i->order == NON_ATOMIC ? i->place < FIRST_PLAIN || i->place >= FIRST_MUTEX : i->place >= ATOMICS;
    case COMPARE:
        if (i->failure == NON_ATOMIC || i->failure == RELEASE || i->failure == ACQ_REL) return true;
        return i->order == NON_ATOMIC || i->place >= ATOMICS;
    case ADD:
    case EXCHANGE: return i->order == NON_ATOMIC || i->place >= ATOMICS;
    case LOOP: return i->count < 1 || i->count > 2;
    default: return false;
    }
}

/* Loops are not nested, mutexes are released by their owner, and branches go forward: out of a loop, but never into
 * one, and neither in nor out where another mutex is held. */
static const char *structure(const thread_code *c) {
    int held[MOST_INSTRUCTIONS + 1] = {0}, looping[MOST_INSTRUCTIONS + 1] = {0};
    for (int i = 0; i < c->count; i++) {
        const instruction *in = &c->at[i];
        int bit = in->code == LOCK || in->code == UNLOCK ? 1 << in->place : 0;
        if (unfit(in)) return "the order or the location does not fit the operation";
        if (in->code == LOCK ? held[i] & bit : bit & ~held[i]) return "a mutex is locked twice, or unlocked unlocked";
        if (in->code == LOOP ? looping[i] : in->code == END && !looping[i]) return "loops are nested, or not open";
        held[i + 1] = held[i] ^ bit;
        looping[i + 1] = in->code == LOOP ? i + 1 : in->code == END ? 0 : looping[i];
        if (in->code == END && held[looping[i]] != held[i]) return "a loop changes which mutexes are held";
    }
    if (held[c->count] || looping[c->count]) return "a mutex stays locked, or a loop open";
    for (int i = 0; i < c->count; i++) {
        if (c->at[i].code != SKIP && c->at[i].code != UNLESS) continue;
        int to = i + 1 + c->at[i].count;
        if (c->at[i].count < 1 || to > c->count) return "a branch goes too far";
        if (held[to] != held[i] || (looping[to] && looping[to] != looping[i])) return "a branch goes into a block";
    }
    return NULL;
}

static void read_counts(reader *r, program *p) {
    for (int m = 0; m < MODELS; m++) p->counts[m] = -1;
    while (!r->fault && !take(r, ":")) {
        blanks(r);
        int m = 0;
        size_t length = strcspn(r->at, "=: ");
        while (m < MODELS && (strlen(model_names[m]) != length || strncmp(model_names[m], r->at, length) != 0)) m++;
        r->at += length;
        if (m == MODELS || !take(r, "=")) fail(r, "a model and its count are expected");
        else if (take(r, "race")) p->counts[m] = RACE;
        else p->counts[m] = number(r), p->reached[m] = take(r, "!");
    }
}

static void read_outcome(reader *r, program *p) {
    for (blanks(r); !r->fault && *r->at; blanks(r)) {
        condition *o = &p->outcome[p->parts];
        if (p->parts == MOST_PARTS) fail(r, "the outcome is too long");
        else if (isdigit(*r->at)) {
            o->thread = limited(r, p->threads + 1, "no such thread");
            if (!take(r, ":")) fail(r, "a : is missing");
            o->target = target(r);
        } else o->target = place(r);
        if (!take(r, "=")) fail(r, "a = is missing");
        if (!r->fault) o->value = number(r), p->parts++;
    }
}

const char *program_read(program *p, const char *line) {
    *p = (program){.threads = 0};
    reader r = {.at = line};
    blanks(&r);
    size_t length = strcspn(r.at, " :");
    if (!length || length >= sizeof p->name) return "the name is missing or too long";
    memcpy(p->name, r.at, length);
    r.at += length;
    read_counts(&r, p);
    do {
        if (p->threads == MOST_THREADS) return "too many threads";
        thread_code *c = &p->thread[p->threads++];
        do {
            if (c->count == MOST_INSTRUCTIONS) return "too many instructions";
            read_instruction(&r, &c->at[c->count++]);
        } while (!r.fault && take(&r, ","));
        if (!r.fault) r.fault = structure(c);
    } while (!r.fault && take(&r, ";"));
    if (take(&r, ":")) read_outcome(&r, p);
    blanks(&r);
    if (*r.at) fail(&r, "something else is expected");
    return r.fault;
}

/* ---- printing ---- */

static void print_instruction(const instruction *i, FILE *f) {
    static const char letters[] = "RWAXC";
    switch (i->code) {
    case SKIP: fprintf(f, "skip %d %d %d", i->target, i->value, i->count); return;
    case UNLESS: fprintf(f, "unless %d %d %d", i->target, i->value, i->count); return;
    case LOOP: fprintf(f, "loop %d", i->count); return;
    case END: fprintf(f, "end"); return;
    case LOCK: fprintf(f, "lock %c", place_letters[i->place]); return;
    case UNLOCK: fprintf(f, "unlock %c", place_letters[i->place]); return;
    case FENCE: fprintf(f, "F.%s", order_names[i->order]); return;
    default: break;
    }
    fprintf(f, "%c.%s", letters[i->code], order_names[i->order]);
    if (i->code == COMPARE) fprintf(f, ".%s", order_names[i->failure]);
    if (i->code != STORE) fprintf(f, " %d", i->target);
    fprintf(f, " %c", place_letters[i->place]);
    if (i->code == COMPARE) fprintf(f, " %d", i->expected);
    if (i->source >= 0) fprintf(f, " r%d+%d", i->source, i->value);
    else if (i->code != LOAD) fprintf(f, " %d", i->value);
}

void program_print(const program *p, FILE *f) {
    fprintf(f, "%s", p->name);
    for (int m = 0; m < MODELS; m++)
        if (p->counts[m] == RACE) fprintf(f, " %s=race", model_names[m]);
        else if (p->counts[m] >= 0) fprintf(f, " %s=%d%s", model_names[m], p->counts[m], p->reached[m] ? "!" : "");
    for (int t = 0; t < p->threads; t++) {
        fprintf(f, t ? " ; " : " : ");
        for (int i = 0; i < p->thread[t].count; i++) {
            if (i) fprintf(f, ", ");
            print_instruction(&p->thread[t].at[i], f);
        }
    }
    for (int i = 0; i < p->parts; i++) {
        const condition *o = &p->outcome[i];
        fprintf(f, i ? " " : " : ");
        if (o->thread) fprintf(f, "%d:%d=%d", o->thread, o->target, o->value);
        else fprintf(f, "%c=%d", place_letters[o->target], o->value);
    }
}

void program_identifier(const program *p, char *name) {
    if (!isalpha(p->name[0])) *name++ = 't';
    for (const char *c = p->name; *c; c++) *name++ = isalnum(*c) ? *c : '_';
    *name = 0;
}
