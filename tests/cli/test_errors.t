# Kinds of failures: what is told of each, and how to turn it off.
= waiting.c
#include <lince/test.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t three;
static sem_t none;
static pthread_mutex_t *mutex;
static void setup(void) {
    pthread_barrier_init(&three, NULL, 3);
    sem_init(&none, 0, 0);
    mutex = malloc(sizeof *mutex);
    pthread_mutex_init(mutex, NULL);
}
static void wait_for_semaphore(void) { sem_wait(&none); }
static void reads(void) { pthread_rwlock_rdlock(&rw); wait_for_semaphore(); }
static void writes(void) { pthread_rwlock_wrlock(&rw); }
static void arrives(void) { pthread_barrier_wait(&three); }
static void takes(void) { pthread_mutex_lock(mutex); pthread_barrier_wait(&three); }
static void *follows(void *unused) { pthread_mutex_lock(mutex); return unused; }
static void joins(void) {
    pthread_t t;
    pthread_mutex_lock(mutex);
    pthread_create(&t, NULL, follows, NULL);
    pthread_join(t, NULL);
}
LINCE_TEST(locks) { lince_test_setup(setup); lince_test_thread(reads); lince_test_thread(reads); lince_test_thread(writes); }
LINCE_TEST(barriers) { lince_test_setup(setup); lince_test_thread(arrives); lince_test_thread(takes); }
LINCE_TEST(threads) { lince_test_setup(setup); lince_test_thread(joins); }
$ lince test waiting.c --no-shrink --filter locks | grep -A 8 '^  T1 waits'
  T1 waits for the semaphore none:
      at waiting.c:15 in wait_for_semaphore
      at waiting.c:16 in reads
  T2 waits for the semaphore none:
      at waiting.c:15 in wait_for_semaphore
      at waiting.c:16 in reads
  T3 waits for the lock (to write) rw, which T1 took at waiting.c:16 and T2 took
    at waiting.c:16:
      at waiting.c:17 in writes
? 0
$ lince test waiting.c --filter barriers | grep -A 9 '^  T1 waits'
  T1 waits for the barrier three, where 2 of 3 have arrived:
      at waiting.c:18 in arrives
  T2 waits for the barrier three, where 2 of 3 have arrived:
      at waiting.c:19 in takes

{any}
? 0
$ lince test waiting.c --filter threads | grep -A 9 '^  T1 waits'
  T1 waits for the end of T2:
      at waiting.c:25 in joins
  T2 waits for the mutex {any}, which T1 took at waiting.c:23:
      at waiting.c:20 in follows
  main allocated the block {any}:
      at waiting.c:12 in setup
  They wait in a circle: T1 for T2, T2 for T1.

{any}
? 0
$ lince test waiting.c --filter threads --json | python3 -c 'import json, sys; f = json.load(sys.stdin)["failure"]; print([(w["thread"], w["for"], [(b["thread"], len(b["stack"])) for b in w["by"]], w["stack"][0]["line"]) for w in f["waiting"]], f["circle"])'
[(1, 'end', [(2, 0)], 25), (2, 'mutex', [(1, 1)], 20)] [1, 2]
? 0
$ lince test waiting.c --allow deadlock
waiting.c: locks: ok — no failure but those allowed: {any}
waiting.c: barriers: ok — no failure but those allowed: {any}
waiting.c: threads: ok — no failure but those allowed: {any}
3 ok, 0 violations, 0 unknown
? 0

# Who ended without giving back what it had.
= kept.c
#include <lince/test.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void keeps(void) { pthread_mutex_lock(&m); }
LINCE_TEST(kept) { lince_test_thread(keeps); lince_test_thread(keeps); }
$ lince test kept.c | grep -A 1 'waits for the'
  T2 waits for the mutex m, which T1 took at kept.c:4 and kept when it ended:
      at kept.c:4 in keeps
? 0

# Where a block was allocated and freed, and where the thread was.
= freed.c
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { long value; };
static _Atomic(struct node *) shared;
static void make(void) { atomic_store(&shared, malloc(sizeof(struct node))); }
static void drop(struct node *n) { free(n); }
static void frees(void) { drop(atomic_exchange(&shared, NULL)); }
static long value_of(struct node *n) { return n->value; }
static void reads(void) { struct node *n = atomic_load(&shared); if (n) lince_assert(value_of(n) != 1); }
LINCE_TEST(freed) { lince_test_setup(make); lince_test_thread(frees); lince_test_thread(reads); }
$ lince test --allow data-race freed.c -- -fno-inline | sed -n '/failed:/,/^$/p'
  T2 failed:
      at freed.c:9 in value_of
      at freed.c:10 in reads
  main allocated the block A:
      at freed.c:6 in make
  T1 freed the block A:
      at freed.c:7 in drop
      at freed.c:8 in frees

? 0
$ lince test --allow data-race freed.c --json | python3 -c 'import json, sys; f = json.load(sys.stdin)["failure"]; b = f["block"]; print(f["kind"], f["stack"][0]["line"], b["size"], b["allocated"]["thread"], b["freed"]["thread"])'
use-after-free 9 8 0 1
? 0

# Memory that is lost, and a thread that nobody joins: told, but no failure unless that is asked for.
= lost.c
#include <pthread.h>
#include <stdlib.h>
static void *start(void *unused) { void *volatile p = malloc(8); p = NULL; return p ? p : unused; }
int main(void) { pthread_t t; pthread_create(&t, NULL, start, NULL); pthread_exit(NULL); }
$ lince test lost.c
lost.c: main: ok — no failure: {any}
lince: warning: {any}lost.c:3: memory allocated here is lost{any}
lince: warning: {any}lost.c:4: a thread created here is neither joined nor detached
? 0
$ lince test --leaks lost.c | sed '/To see/d'
lost.c: main: violation — memory is lost: 1 block allocated here, 8 bytes, is not freed, and nothing points to it ({any})
...
  T1 allocated the block A:
      at lost.c:3 in start

? 0
$ lince test --allow leak lost.c
lost.c: main: ok — no failure but those allowed: {any}
lince: warning: {any}lost.c:4: a thread created here is neither joined nor detached
? 0
$ lince test lost.c --json | python3 -c 'import json, sys; t = json.load(sys.stdin); print([l["line"] for l in t["leaks"]], [l["line"] for l in t["unjoined"]])'
[3] [4]
? 0

# A failure that is allowed in one run is allowed when it is replayed.
= twice.c
#include <lince/test.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(void *) memory;
static atomic_int other;
static void setup(void) { atomic_store(&memory, malloc(8)); }
static void frees(void) { free(atomic_load(&memory)); }
static void fails(void) { free(atomic_load(&memory)); lince_assert(!atomic_fetch_add(&other, 1)); }
LINCE_TEST(twice) { lince_test_setup(setup); lince_test_thread(frees); lince_test_thread(frees); }
LINCE_TEST(other) { lince_test_setup(setup); lince_test_thread(fails); lince_test_thread(fails); }
$ lince test twice.c --allow double-free
twice.c: twice: ok — no failure but those allowed: {any}
twice.c: other: ok — no failure but those allowed: {any}
2 ok, 0 violations, 0 unknown
? 0
$ lince test twice.c --allow double-free,assertion --allow nothing
lince: --allow: there is no kind of failure 'nothing': choose among {any}
? 2
$ lince test twice.c --allow limit
lince: --allow: there is no kind of failure 'limit'{any}
? 2
$ lince test twice.c --allow asertion
lince: --allow: there is no kind of failure 'asertion'; did you mean assertion?
? 2

# An operation that waits though it could return; so it does when it is run again.
$ lince test --trace waits.trace "$SOURCE/subjects/wrong/own_semaphore.c" | grep -E 'violation|another way|T2 waits'
{any}: own_semaphore: violation — an operation waits though it could return: T2 waits forever in wait(), though by now it could return ({any})
  T2 waits forever in wait(), though by now it could return.
  T2 waits for the condition variable more:
? 0
$ lince test --replay waits.trace "$SOURCE/subjects/wrong/own_semaphore.c" | head -n 1
{any}: own_semaphore: violation — an operation waits though it could return: {any} (1 execution, {any})
? 0

# A function that cannot be an operation is refused in words.
= unfit.c
#include <lince/test.h>
static void *take(void) { return 0; }
LINCE_TEST(unfit) { lince_test_op("take", take); }
$ lince test unfit.c 2>&1 | grep -c 'error.*an operation takes up to three arguments, all int or all long'
1
? 0
