/* Relations over at most 64 events, as rows of bits. */
#ifndef LC_TESTS_MEMORY_RELATION_H
#define LC_TESTS_MEMORY_RELATION_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { MOST_EVENTS = 64 };
typedef uint64_t events; /* a set */

typedef struct relation {
    int n;
    events row[MOST_EVENTS];
} relation;

static inline events one(int e) { return (events)1 << e; }
static inline bool related(const relation *r, int a, int b) { return r->row[a] >> b & 1; }
static inline void relate(relation *r, int a, int b) { r->row[a] |= one(b); }

static inline void nothing(relation *r, int n) {
    r->n = n;
    memset(r->row, 0, (size_t)n * sizeof *r->row);
}
/* [set] */
static inline void identity(relation *r, int n, events set) {
    r->n = n;
    for (int a = 0; a < n; a++) r->row[a] = set & one(a);
}
static inline void unite(relation *r, const relation *with) {
    for (int a = 0; a < r->n; a++) r->row[a] |= with->row[a];
}
static inline void reflexive(relation *r) {
    for (int a = 0; a < r->n; a++) relate(r, a, a);
}
/* result = first ; second.  It may be `first`. */
static inline void compose(relation *result, const relation *first, const relation *second) {
    result->n = first->n;
    for (int a = 0; a < first->n; a++) {
        events to = 0;
        for (events left = first->row[a]; left; left &= left - 1) to |= second->row[__builtin_ctzll(left)];
        result->row[a] = to;
    }
}
static inline void transitive(relation *r) {
    for (int k = 0; k < r->n; k++)
        for (int a = 0; a < r->n; a++)
            if (related(r, a, k)) r->row[a] |= r->row[k];
}
static inline bool irreflexive(const relation *r) {
    for (int a = 0; a < r->n; a++)
        if (related(r, a, a)) return false;
    return true;
}
/* [from] ; r ; [to] */
static inline void restrict_to(relation *r, events from, events to) {
    for (int a = 0; a < r->n; a++) r->row[a] = from & one(a) ? r->row[a] & to : 0;
}
/* Changes r. */
static inline bool acyclic(relation *r) {
    transitive(r);
    return irreflexive(r);
}

#endif
