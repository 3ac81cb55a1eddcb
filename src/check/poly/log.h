/* Parts of the decider for values that grow by appending (log.c). */
#ifndef LC_CHECK_POLY_LOG_H
#define LC_CHECK_POLY_LOG_H

#include "base/map64.h"
#include "check/poly/poly.h"

#define LC_NO_PIECE UINT32_MAX

/* A put or an append, with its text. */
typedef struct lc_piece {
    uint32_t op, called, returned;
    uint32_t run;   /* that it belongs to; LC_NO_PIECE: no read shows it */
    uint32_t place; /* in the run: 0 for the put, else from 1 */
    uint32_t next;  /* the append that follows in the run, or LC_NO_PIECE */
    uint32_t alike; /* the first piece with the same text */
    uint32_t again; /* the next piece with the same text, called later; or LC_NO_PIECE */
    const char *text;
    size_t length;
    bool puts;
} lc_piece;

/* A read that returned. */
typedef struct lc_shown {
    uint32_t op, called, returned;
    uint32_t run, place; /* of the last piece that it shows */
    lince_value value;
} lc_shown;

/* A put, or the beginning, with the appends that reads show after it. */
typedef struct lc_run {
    uint32_t put;        /* a piece; LC_NO_PIECE: the beginning */
    uint32_t longest;    /* the read that shows all of it */
    uint32_t begin, end; /* the first append, the last one; LC_NO_PIECE: there is none */
    uint32_t count;      /* appends */
} lc_run;

typedef struct lc_log {
    lc_poly *p;
    const lc_part *part;
    lince_value key, init;
    LC_VEC(lc_piece) pieces;
    LC_VEC(lc_shown) reads;
    LC_VEC(lc_run) runs;       /* the beginning first */
    LC_VEC(uint32_t) lengths;  /* of pieces */
    lc_map64 puts, of_appends; /* pieces by the hashes of their texts */
    lc_map64 known;            /* reads by values */
    bool repeated;             /* some appends are alike: reads do not determine which one they show */
} lc_log;

/* Which run each read shows, and how much of it. */
lc_outcome lc_log_read(lc_log *);

/* Blames an operation once. */
void lc_log_blame(lc_log *, uint32_t op);
/* Blames the put, the appends and the longest read of a run. */
void lc_log_blame_run(lc_log *, uint32_t run);
lc_outcome lc_log_violated(lc_log *);

#endif
