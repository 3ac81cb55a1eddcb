/* Smaller programs: each is one program without a thread, an instruction, a loop or a lock, or with a weaker order. */
#include <stdlib.h>
#include <string.h>

#include "program.h"

typedef struct shrinker {
    const program *from;
    int count;
    void (*each)(program *, void *);
    void *argument;
} shrinker;

/* The variant under a name of its own, if it is a program: read again, it would be refused otherwise. */
static void offer(shrinker *s, program *p) {
    char *text = NULL;
    size_t size;
    static program read;
    snprintf(p->name, sizeof p->name, "%.30s_%d", s->from->name, s->count);
    p->parts = 0;
    for (int m = 0; m < MODELS; m++) p->counts[m] = -1;
    FILE *f = open_memstream(&text, &size);
    if (!f) abort();
    program_print(p, f);
    fclose(f);
    if (!program_read(&read, text)) {
        s->count++;
        s->each(&read, s->argument);
    }
    free(text);
}

/* Branches over it become shorter; a branch over it alone is an error, and the variant is refused. */
static void leave_out(thread_code *c, int at) {
    for (int i = 0; i < at; i++)
        if (program_branches(&c->at[i]) && i + c->at[i].count >= at) c->at[i].count--;
    c->count--;
    memmove(&c->at[at], &c->at[at + 1], (size_t)(c->count - at) * sizeof *c->at);
}

/* The end of the block that begins here; -1: none does. */
static int end_of(const thread_code *c, int at) {
    for (int i = at + 1; i < c->count; i++) {
        if (c->at[at].code == LOOP && c->at[i].code == END) return i;
        opcode open = c->at[at].code, close = c->at[i].code;
        bool fits = open == RDLOCK ? close == RDUNLOCK : open == WRLOCK ? close == WRUNLOCK : close == UNLOCK;
        if (open == ONCE || open == GO) fits = close == (open == ONCE ? DONE : JOIN);
        bool opens = open == LOCK || open == TRY || open == RDLOCK || open == WRLOCK || open == ONCE || open == GO;
        if (opens && fits && c->at[i].place == c->at[at].place) return i;
    }
    return -1;
}

static void without(shrinker *s, int t, int at) {
    static program p;
    p = *s->from;
    int end = end_of(&p.thread[t], at);
    if (end >= 0) leave_out(&p.thread[t], end);
    leave_out(&p.thread[t], at);
    offer(s, &p);
}

static void simpler(shrinker *s, int t, int at) {
    static program p;
    p = *s->from;
    instruction *i = &p.thread[t].at[at];
    if (i->code == EXCHANGE || i->code == ADD || i->code == COMPARE || i->code == WEAK) {
        i->code = i->order == ACQUIRE ? LOAD : STORE;
        if (i->order == ACQ_REL) i->order = RELEASE;
        offer(s, &p);
        p = *s->from;
    }
    if (i->order <= RELAXED || i->code > BUMP) return;
    i->order = i->failure = RELAXED;
    offer(s, &p);
}

void program_smaller(const program *from, void (*each)(program *, void *), void *argument) {
    shrinker s = {.from = from, .each = each, .argument = argument};
    static program p;
    for (int t = 0; t < from->threads && from->threads > 1; t++) {
        p = *from;
        p.threads--;
        memmove(&p.thread[t], &p.thread[t + 1], (size_t)(p.threads - t) * sizeof *p.thread);
        offer(&s, &p);
    }
    for (int t = 0; t < from->threads; t++)
        for (int i = 0; i < from->thread[t].count && from->thread[t].count > 1; i++) without(&s, t, i);
    for (int t = 0; t < from->threads; t++)
        for (int i = 0; i < from->thread[t].count; i++) simpler(&s, t, i);
}
