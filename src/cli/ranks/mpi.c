/* lince-mpi: `lince` as several processes that share the work, started with mpirun.  All of MPI is in this file.
 *
 * Only the main thread talks to the other ranks, so MPI need not support threads.  No rank waits by spinning, as MPI
 * would: the cores are for the checks.
 */
#include <mpi.h>

#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/vec.h"
#include "cli/cli.h"
#include "cli/ranks/ranks.h"
#include "tester/toolchain/guard.h"

/* A message under way. */
typedef struct letter {
    MPI_Request request;
    void *bytes;
} letter;

/* Room for the messages of a rank. */
typedef struct tray {
    void *bytes;
    size_t room;
} tray;

typedef struct world {
    lcc_ranks ranks;
    LC_VEC(letter) letters;
    MPI_Comm group; /* the current one */
    tray *trays;    /* a rank each */
    MPI_Request *sent;
} world;

enum { LETTER, PARCEL }; /* tags */

static void end_all(const char *why) {
    fprintf(stderr, "lince: %s\n", why); /* also by ranks that otherwise print nothing */
    MPI_Abort(MPI_COMM_WORLD, LCC_EXIT_UNKNOWN);
}

static void give_up(void *context) {
    (void)context;
    end_all("out of memory");
}

static void nap(void) { nanosleep(&(struct timespec){.tv_nsec = 300000}, NULL); }

static void wait_for(world *w, MPI_Request *request) {
    int done = 0;
    while (MPI_Test(request, &done, MPI_STATUS_IGNORE), !done) {
        if (w->ranks.idle) w->ranks.idle(w->ranks.idle_context);
        nap();
    }
}

/* ---- letters ---- */

static void forget_delivered(world *w) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->letters.count; i++) {
        int done;
        letter l = w->letters.at[i];
        MPI_Test(&l.request, &done, MPI_STATUS_IGNORE);
        if (done) free(l.bytes);
        else w->letters.at[kept++] = l;
    }
    w->letters.count = kept;
}

static void post(void *context, uint32_t to, const void *bytes, size_t size) {
    world *w = context;
    if (size > INT_MAX) end_all("an answer is too long to be sent");
    forget_delivered(w);
    letter l = {.bytes = malloc(size)};
    if (!l.bytes || !lc_reserve(NULL, &w->letters, w->letters.count + 1)) give_up(w);
    memcpy(l.bytes, bytes, size);
    MPI_Isend(l.bytes, (int)size, MPI_BYTE, (int)to, LETTER, MPI_COMM_WORLD, &l.request);
    w->letters.at[w->letters.count++] = l;
}

static void *fetch(void *context, uint32_t *from, size_t *size) {
    world *w = context;
    int there, count;
    MPI_Status status;
    forget_delivered(w);
    MPI_Iprobe(*from == LCC_ANY_RANK ? MPI_ANY_SOURCE : (int)*from, LETTER, MPI_COMM_WORLD, &there, &status);
    if (!there) return NULL;
    MPI_Get_count(&status, MPI_BYTE, &count);
    void *bytes = malloc((size_t)count + 1);
    if (!bytes) give_up(w);
    MPI_Recv(bytes, count, MPI_BYTE, status.MPI_SOURCE, LETTER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *from = (uint32_t)status.MPI_SOURCE;
    *size = (size_t)count;
    return bytes;
}

/* ---- all together ---- */

static void broadcast(void *context, void **bytes, size_t *size) {
    world *w = context;
    MPI_Request request;
    unsigned long long total = *size;
    MPI_Ibcast(&total, 1, MPI_UNSIGNED_LONG_LONG, 0, MPI_COMM_WORLD, &request);
    wait_for(w, &request);
    *size = (size_t)total;
    if (w->ranks.rank != 0 && !(*bytes = malloc(*size + 1))) give_up(w);
    for (size_t done = 0; done < *size;) {
        size_t piece = *size - done < INT_MAX ? *size - done : INT_MAX;
        MPI_Ibcast((char *)*bytes + done, (int)piece, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
        wait_for(w, &request);
        done += piece;
    }
}

/* Sizes first, then everything. */
static bool exchange(void *context, const void *mine, size_t size, void **all, size_t *sizes) {
    world *w = context;
    int members;
    MPI_Request request;
    MPI_Comm_size(w->group, &members);
    _Static_assert(sizeof(size_t) == sizeof(unsigned long), "sizes are sent as types of MPI");
    MPI_Iallgather(&size, 1, MPI_UNSIGNED_LONG, sizes, 1, MPI_UNSIGNED_LONG, w->group, &request);
    wait_for(w, &request);
    int *counts = malloc(2 * (size_t)members * sizeof *counts), *places = counts + members;
    size_t total = 0;
    for (int i = 0; i < members && counts && total <= INT_MAX; i++) {
        counts[i] = (int)sizes[i];
        places[i] = (int)total;
        total += sizes[i];
    }
    if (!counts || total > INT_MAX || !(*all = malloc(total + 1))) end_all("too much is to be sent to the other ranks");
    MPI_Iallgatherv(mine, (int)size, MPI_BYTE, *all, counts, places, MPI_BYTE, w->group, &request);
    wait_for(w, &request);
    free(counts);
    return true;
}

static lc_ranks group(void *context, uint32_t groups) {
    world *w = context;
    int rank, size;
    if (w->group != MPI_COMM_NULL) MPI_Comm_free(&w->group);
    MPI_Comm_split(MPI_COMM_WORLD, (int)(w->ranks.rank % groups), (int)w->ranks.rank, &w->group);
    MPI_Comm_rank(w->group, &rank);
    MPI_Comm_size(w->group, &size);
    return (lc_ranks){.rank = (uint32_t)rank, .size = (uint32_t)size, .context = w, .exchange = exchange};
}

/* ---- searching together ---- */

/* Rounds of a search may be short: at first the rank only yields. */
static void wait_a_little(uint32_t times) {
    enum { AT_ONCE = 16, LONGEST = 300000, STEP = 5000 };
    long nanoseconds = times < AT_ONCE ? 0 : (long)(times - AT_ONCE) * STEP;
    if (times < AT_ONCE) sched_yield();
    else nanosleep(&(struct timespec){.tv_nsec = nanoseconds < LONGEST ? nanoseconds : LONGEST}, NULL);
}

static lcm_parcel take_parcel(world *w, uint32_t from) {
    int there = 0, size;
    MPI_Status status;
    tray *t = &w->trays[from];
    for (uint32_t times = 0; MPI_Iprobe((int)from, PARCEL, MPI_COMM_WORLD, &there, &status), !there;)
        wait_a_little(times++);
    MPI_Get_count(&status, MPI_BYTE, &size);
    if ((size_t)size > t->room) {
        free(t->bytes);
        t->room = (size_t)size + (size_t)size / 4;
        if (!(t->bytes = malloc(t->room))) give_up(w);
    }
    MPI_Recv(t->bytes, size, MPI_BYTE, (int)from, PARCEL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return (lcm_parcel){t->bytes, (size_t)size};
}

static void swap_parcels(void *context, const lcm_parcel *out, lcm_parcel *in) {
    world *w = context;
    uint32_t own = w->ranks.rank, size = w->ranks.size;
    for (uint32_t i = 0; i < size; i++) {
        w->sent[i] = MPI_REQUEST_NULL;
        if (out[i].size > INT_MAX) end_all("too much is to be sent to another rank");
        if (i != own) MPI_Isend(out[i].bytes, (int)out[i].size, MPI_BYTE, (int)i, PARCEL, MPI_COMM_WORLD, &w->sent[i]);
    }
    in[own] = out[own];
    for (uint32_t i = 1; i < size; i++) in[(own + i) % size] = take_parcel(w, (own + i) % size);
    int done = 0;
    for (uint32_t times = 0; MPI_Testall((int)size, w->sent, &done, MPI_STATUSES_IGNORE), !done;)
        wait_a_little(times++);
}

static void give_up_searching(void *context, const char *why) {
    (void)context;
    end_all(why);
}

static void prepare_searching(world *w) {
    w->trays = calloc(w->ranks.size, sizeof *w->trays);
    w->sent = malloc(w->ranks.size * sizeof *w->sent);
    if (!w->trays || !w->sent) give_up(w);
    w->ranks.searchers = (lcm_ranks){.rank = w->ranks.rank,
                                     .size = w->ranks.size,
                                     .context = w,
                                     .exchange = swap_parcels,
                                     .give_up = give_up_searching};
}

static void end_searching(world *w) {
    for (uint32_t i = 0; i < w->ranks.size; i++) free(w->trays[i].bytes);
    free(w->trays);
    free(w->sent);
}

/* ---- the program ---- */

static void find_neighbours(world *w) {
    int rank, size, near;
    MPI_Comm here;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &near);
    MPI_Comm_free(&here);
    w->ranks.rank = (uint32_t)rank;
    w->ranks.size = (uint32_t)size;
    w->ranks.neighbours = (uint32_t)near;
}

/* mpirun passes on the output of ranks, so none of them has a terminal; but its user may sit at one. */
static bool is_watched(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/2", (int)getppid());
    int terminal = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    bool watched = terminal >= 0 && isatty(terminal);
    if (terminal >= 0) close(terminal);
    return watched;
}

int main(int argc, char **argv) {
    if (lcd_is_guard(argc, argv)) return lcd_guard(argv);
    int threads;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
    world w = {.ranks = {.send = post, .receive = fetch, .broadcast = broadcast, .group = group, .give_up = give_up},
               .group = MPI_COMM_NULL};
    w.ranks.context = &w;
    find_neighbours(&w);
    int status = LCC_EXIT_OK;
    const char *command = argc > 1 ? argv[1] : "";
    lcc_prepare_streams();
    if (w.ranks.rank != 0) lcc_be_quiet();
    else if (is_watched()) lcc_progress_in_lines();
    prepare_searching(&w);
    if (!strcmp(command, "check")) status = lcc_check(argc - 1, argv + 1, &w.ranks);
    else if (!strcmp(command, "model")) status = lcc_model(argc - 1, argv + 1, &w.ranks);
    else if (w.ranks.rank == 0) status = lcc_run_command(argc, argv);
    status = lcc_finish_output(status);
    while (w.letters.count) {
        forget_delivered(&w);
        nap();
    }
    lc_vec_free(NULL, &w.letters);
    end_searching(&w);
    if (w.group != MPI_COMM_NULL) MPI_Comm_free(&w.group);
    /* All end alike: if only one ended with another status than 0, mpirun would take seconds to put an end to the rest.
     */
    MPI_Request request;
    MPI_Ibcast(&status, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    wait_for(&w, &request);
    MPI_Finalize();
    return status;
}
