/* Programs as text. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

const char *const model_names[MODELS] = {"sc", "tso", "rc11", "c11", "genmc"};
const char place_letters[] = "xyzwpqlmksot";
static const char *const order_names[ORDERS] = {"na", "rlx", "acq", "rel", "ar", "sc", "vol"};

bool program_branches(const instruction *i) {
    return i->code == SKIP || i->code == UNLESS || i->code == TRY || i->code == ONCE;
}

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

static bool compares(opcode code) { return code == COMPARE || code == WEAK || code == SPIN || code == BUMP; }

static void access_of(reader *r, instruction *i, opcode code) {
    i->code = code;
    i->order = order_of(r);
    if (compares(code)) i->failure = order_of(r);
    if (code != STORE) i->target = target(r);
    i->place = place(r);
    if (code == LOAD) return;
    if (compares(code) && code != BUMP) i->expected = number(r);
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

/* Operations on objects. */
static const struct {
    const char *word;
    opcode code;
} operations[] = {
    {"unlock", UNLOCK},     {"lock", LOCK}, {"rdlock", RDLOCK}, {"wrlock", WRLOCK}, {"rdunlock", RDUNLOCK},
    {"wrunlock", WRUNLOCK}, {"post", POST}, {"wait", WAIT},     {"done", DONE},     {"go", GO},
    {"begin", BEGIN},       {"exit", EXIT}, {"join", JOIN}};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static bool read_operation(reader *r, instruction *i) {
    for (int k = 0; k < OPERATIONS; k++) {
        if (!take(r, operations[k].word)) continue;
        i->code = operations[k].code;
        i->place = place(r);
        return true;
    }
    return false;
}

static void read_instruction(reader *r, instruction *i) {
    *i = (instruction){.source = -1};
    if (read_operation(r, i)) return;
    if (take(r, "unless ")) branch(r, i, UNLESS);
    else if (take(r, "skip ")) branch(r, i, SKIP);
    else if (take(r, "try ")) i->code = TRY, i->place = place(r), i->count = number(r);
    else if (take(r, "once ")) i->code = ONCE, i->place = place(r), i->count = number(r);
    else if (take(r, "loop ")) i->code = LOOP, i->count = number(r);
    else if (take(r, "end")) i->code = END;
    else if (take(r, "await")) access_of(r, i, AWAIT);
    else if (take(r, "leave")) access_of(r, i, LEAVE);
    else if (take(r, "spin")) access_of(r, i, SPIN);
    else if (take(r, "bump")) access_of(r, i, BUMP);
    else if (take(r, "F")) i->code = FENCE, i->order = order_of(r);
    else if (take(r, "R")) access_of(r, i, LOAD);
    else if (take(r, "W")) access_of(r, i, STORE);
    else if (take(r, "A")) access_of(r, i, ADD);
    else if (take(r, "X")) access_of(r, i, EXCHANGE);
    else if (take(r, "C")) access_of(r, i, COMPARE);
    else if (take(r, "K")) access_of(r, i, WEAK);
    else fail(r, "not an instruction");
}

/* Not the thing that C11 allows, or not of this place. */
static bool unfit(const instruction *i) {
    switch (i->code) {
    case LOCK:
    case TRY:
    case UNLOCK: return i->place < FIRST_MUTEX || i->place >= RWLOCK;
    case RDLOCK:
    case WRLOCK:
    case RDUNLOCK:
    case WRUNLOCK: return i->place != RWLOCK;
    case POST:
    case WAIT: return i->place != SEMAPHORE;
    case ONCE:
    case DONE: return i->place != ONCE_FLAG;
    case GO:
    case BEGIN:
    case EXIT:
    case JOIN: return i->place != CHILD;
    case FENCE: return i->order <= RELAXED || i->order == VOLATILE;
    case AWAIT:
    case LEAVE: return i->order == RELEASE || i->order == ACQ_REL || i->order == NON_ATOMIC || i->place >= ATOMICS;
    case LOAD:
    case STORE:
        if (i->order == (i->code == LOAD ? RELEASE : ACQUIRE) || i->order == ACQ_REL) return true;
        return i->order == NON_ATOMIC ? i->place < FIRST_PLAIN || i->place >= FIRST_MUTEX : i->place >= ATOMICS;
    case COMPARE:
    case WEAK:
    case SPIN:
    case BUMP:
        if (i->failure == NON_ATOMIC || i->failure == RELEASE || i->failure == ACQ_REL || i->failure == VOLATILE)
            return true;
        return i->order == NON_ATOMIC || i->order == VOLATILE || i->place >= ATOMICS;
    case ADD:
    case EXCHANGE: return i->order == NON_ATOMIC || i->order == VOLATILE || i->place >= ATOMICS;
    case LOOP: return i->count < 1 || i->count > 2;
    default: return false;
    }
}

/* The lock that an operation takes or gives back, and in which way; 0: none. */
static int bit_of(const instruction *i) {
    switch (i->code) {
    case LOCK:
    case TRY:
    case UNLOCK:
    case ONCE:
    case DONE:
    case GO: /* the thread holds what it has to join */
    case JOIN: return 1 << i->place;
    case BEGIN:
    case EXIT: return 2 << i->place;
    case RDLOCK:
    case RDUNLOCK: return 1 << RWLOCK;
    case WRLOCK:
    case WRUNLOCK: return 2 << RWLOCK;
    default: return 0;
    }
}

static bool takes(opcode code) {
    return code == LOCK || code == TRY || code == RDLOCK || code == WRLOCK || code == ONCE || code == GO ||
           code == BEGIN;
}

/* Loops are not nested, locks are released by their owner, and branches go forward: out of a loop, but never into
 * one, and neither in nor out where another lock is held. */
static const char *structure(const thread_code *c) {
    int held[MOST_INSTRUCTIONS + 1] = {0}, looping[MOST_INSTRUCTIONS + 1] = {0};
    for (int i = 0; i < c->count; i++) {
        const instruction *in = &c->at[i];
        int bit = bit_of(in), excludes = in->place == RWLOCK ? 3 << RWLOCK : bit;
        if (unfit(in)) return "the order or the location does not fit the operation";
        if (bit && (takes(in->code) ? held[i] & excludes : bit & ~held[i]))
            return "a lock is taken twice, or given back by a thread that does not have it";
        if (in->code == LOOP ? looping[i] : in->code == END && !looping[i]) return "loops are nested, or not open";
        held[i + 1] = held[i] ^ bit;
        looping[i + 1] = in->code == LOOP ? i + 1 : in->code == END ? 0 : looping[i];
        if (in->code == END && held[looping[i]] != held[i]) return "a loop changes which mutexes are held";
    }
    if (held[c->count] || looping[c->count]) return "a lock stays taken, or a loop open";
    for (int i = 1; i < c->count; i++)
        if (c->at[i].code == BEGIN || c->at[i - 1].code == EXIT) return "an instruction is outside of its thread";
    for (int i = 0; i < c->count; i++) {
        if (!program_branches(&c->at[i])) continue;
        int to = i + 1 + c->at[i].count;
        if (c->at[i].count < 1 || to > c->count) return "a branch goes too far";
        if (held[to] != held[i] || (looping[to] && looping[to] != looping[i])) return "a branch goes into a block";
    }
    return NULL;
}

/* The last thread alone is created by another one, if any is, and once. */
static const char *creation(const program *p) {
    int created = 0;
    for (int t = 0; t < p->threads; t++)
        for (int i = 0, looping = 0; i < p->thread[t].count; i++) {
            opcode code = p->thread[t].at[i].code;
            looping += code == LOOP ? 1 : code == END ? -1 : 0;
            created += code == GO;
            if (code == GO && (looping || t + 1 == p->threads)) return "a loop or the last thread creates a thread";
            if (code == BEGIN && t + 1 < p->threads) return "another thread than the last one is created";
        }
    bool begins = p->thread[p->threads - 1].at[0].code == BEGIN;
    return created == begins ? NULL : "a thread is not created once";
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
        else if (take(r, "hang")) p->counts[m] = HANG;
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
    if (!r.fault) r.fault = creation(p);
    if (take(&r, ":")) read_outcome(&r, p);
    blanks(&r);
    if (*r.at) fail(&r, "something else is expected");
    return r.fault;
}

/* ---- printing ---- */

static void print_instruction(const instruction *i, FILE *f) {
    static const char *const words[] = {"R", "W", "A", "X", "C", "K", "await", "leave", "spin", "bump"};
    for (int k = 0; k < OPERATIONS; k++)
        if (operations[k].code == i->code) {
            fprintf(f, "%s %c", operations[k].word, place_letters[i->place]);
            return;
        }
    switch (i->code) {
    case TRY: fprintf(f, "try %c %d", place_letters[i->place], i->count); return;
    case ONCE: fprintf(f, "once %c %d", place_letters[i->place], i->count); return;
    case SKIP: fprintf(f, "skip %d %d %d", i->target, i->value, i->count); return;
    case UNLESS: fprintf(f, "unless %d %d %d", i->target, i->value, i->count); return;
    case LOOP: fprintf(f, "loop %d", i->count); return;
    case END: fprintf(f, "end"); return;
    case FENCE: fprintf(f, "F.%s", order_names[i->order]); return;
    default: break;
    }
    fprintf(f, "%s.%s", words[i->code], order_names[i->order]);
    if (compares(i->code)) fprintf(f, ".%s", order_names[i->failure]);
    if (i->code != STORE) fprintf(f, " %d", i->target);
    fprintf(f, " %c", place_letters[i->place]);
    if (compares(i->code) && i->code != BUMP) fprintf(f, " %d", i->expected);
    if (i->source >= 0) fprintf(f, " r%d+%d", i->source, i->value);
    else if (i->code != LOAD) fprintf(f, " %d", i->value);
}

void program_print(const program *p, FILE *f) {
    fprintf(f, "%s", p->name);
    for (int m = 0; m < MODELS; m++)
        if (p->counts[m] == RACE || p->counts[m] == HANG)
            fprintf(f, " %s=%s", model_names[m], p->counts[m] == RACE ? "race" : "hang");
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
