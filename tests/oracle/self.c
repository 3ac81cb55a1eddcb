/* Is the oracle itself right, and would the random tests notice a mistake? */
#include <string.h>

#include "../tap.h"
#include "generate.h"

/* Histories whose verdicts are known, by hand or from the literature. */
typedef struct known {
    const char *what, *scenario, *text;
    bool linearizable, sequential;
} known;

static const known textbook[] = {
    {"concurrent additions leave in either order", "queue",
     "T1 invoke enq(1)\nT2 invoke enq(2)\nT1 return\nT2 return\nT1 invoke deq()\nT1 return 2\n", true, true},
    {"additions one after the other do not, unless only program order counts", "queue",
     "T1 invoke enq(1)\nT1 return\nT2 invoke enq(2)\nT2 return\nT3 invoke deq()\nT3 return 2\n", false, true},
    {"additions of one thread never do", "queue",
     "T1 invoke enq(1)\nT1 return\nT1 invoke enq(2)\nT1 return\nT3 invoke deq()\nT3 return 2\n", false, false},
    {"sequential consistency is not local to keys", "set",
     "T1 invoke add(1)\nT1 return true\nT1 invoke contains(2)\nT1 return false\n"
     "T2 invoke add(2)\nT2 return true\nT2 invoke contains(1)\nT2 return false\n",
     false, false},
    {"each of those keys alone is sequentially consistent", "set",
     "T1 invoke add(1)\nT1 return true\nT2 invoke contains(1)\nT2 return false\n", false, true},
    {"sequential consistency is not local to objects", "two-queues",
     "T1 invoke p.enq(1)\nT1 return\nT1 invoke q.enq(1)\nT1 return\nT2 invoke q.enq(2)\nT2 return\n"
     "T2 invoke p.enq(2)\nT2 return\nT1 invoke p.deq()\nT1 return 2\nT2 invoke q.deq()\nT2 return 1\n",
     false, false},
    {"one of those objects alone is sequentially consistent", "two-queues",
     "T1 invoke p.enq(1)\nT1 return\nT2 invoke p.enq(2)\nT2 return\nT1 invoke p.deq()\nT1 return 2\n", false, true},
    {"two objects do not disturb each other", "queue+register",
     "T1 invoke q.enq(1)\nT2 invoke r.write(2)\nT2 return\nT2 invoke q.deq()\nT2 return 1\nT1 return\n"
     "T1 invoke r.read()\nT1 return 2\n",
     true, true},
    {"a read may not be stale", "register", "T1 invoke write(1)\nT1 return\nT2 invoke read()\nT2 return nil\n", false,
     true},
    {"two readers may not see two writes in opposite orders", "register",
     "T1 invoke write(1)\nT2 invoke write(2)\nT3 invoke read()\nT3 return 1\nT4 invoke read()\nT4 return 2\n"
     "T3 invoke read()\nT3 return 2\nT4 invoke read()\nT4 return 1\nT1 return\nT2 return\n",
     false, false},
    {"the initial value", "register-init", "T1 invoke read()\nT1 return 1\n", true, true},
    {"nothing but the initial value", "register-init", "T1 invoke read()\nT1 return nil\n", false, false},

    {"what crashed may have happened", "queue", "T1 invoke enq(7)\nT1 crash\nT2 invoke deq()\nT2 return 7\n", true,
     true},
    {"or happen later", "queue",
     "T1 invoke enq(7)\nT1 crash\nT2 invoke deq()\nT2 return EMPTY\nT2 invoke deq()\nT2 return 7\n", true, true},
    {"or never", "queue", "T1 invoke enq(7)\nT1 crash\nT2 invoke deq()\nT2 return EMPTY\n", true, true},
    {"but not twice", "queue",
     "T1 invoke enq(7)\nT1 crash\nT2 invoke deq()\nT2 return 7\nT2 invoke deq()\nT2 return 7\n", false, false},
    {"a thread that goes on does not wait for what crashed", "queue",
     "T1 invoke enq(1)\nT1 crash\nT1 invoke deq()\nT1 return EMPTY\nT1 invoke deq()\nT1 return 1\n", true, true},
    {"what crashed comes after what its thread did before", "queue",
     "T1 invoke deq()\nT1 return 7\nT1 invoke enq(7)\nT1 crash\n", false, false},
    {"what crashed comes after what others did before, in real time", "queue",
     "T2 invoke deq()\nT2 return 7\nT1 invoke enq(7)\nT1 crash\n", false, true},
    {"a pending operation may have taken something", "queue",
     "T1 invoke enq(1)\nT1 return\nT2 invoke deq()\nT3 invoke deq()\nT3 return EMPTY\n", true, true},
    {"without it, it is still there", "queue", "T1 invoke enq(1)\nT1 return\nT1 invoke deq()\nT1 return EMPTY\n", false,
     false},
    {"what failed did not happen", "queue", "T1 invoke enq(9)\nT1 fail\nT2 invoke deq()\nT2 return 9\n", false, false},
    {"so nothing is there", "queue", "T1 invoke enq(9)\nT1 fail\nT2 invoke deq()\nT2 return EMPTY\n", true, true},

    {"a stack turns things round", "stack",
     "T1 invoke push(1)\nT1 return\nT1 invoke push(2)\nT1 return\nT1 invoke pop()\nT1 return 1\n", false, false},
    {"a full queue refuses", "queue:capacity=2",
     "T1 invoke enq(1)\nT1 return true\nT1 invoke enq(1)\nT1 return true\nT1 invoke enq(1)\nT1 return false\n", true,
     true},
    {"and only a full one", "stack:capacity=2",
     "T1 invoke push(1)\nT1 return true\nT1 invoke push(1)\nT1 return false\n", false, false},
    {"both ends of a deque", "deque",
     "T1 invoke push_front(1)\nT1 return\nT1 invoke push_front(2)\nT1 return\nT1 invoke push_back(3)\nT1 return\n"
     "T1 invoke pop_back()\nT1 return 3\nT1 invoke pop_front()\nT1 return 2\n",
     true, true},
    {"the smallest priority, not the smallest value", "pqueue",
     "T1 invoke insert(2, 1)\nT1 return\nT1 invoke insert(1, 9)\nT1 return\nT1 invoke delmin()\nT1 return 1\n", false,
     false},
    {"equal priorities in any order", "pqueue",
     "T1 invoke insert(1, 5)\nT1 return\nT1 invoke insert(1)\nT1 return\nT1 invoke insert(1, 6)\nT1 return\n"
     "T1 invoke delmin()\nT1 return 6\nT1 invoke delmin()\nT1 return 1\n",
     true, true},
    {"any element of a bag", "bag",
     "T1 invoke put(1)\nT1 return\nT1 invoke put(2)\nT1 return\nT1 invoke take()\nT1 return 2\nT1 invoke take()\n"
     "T1 return 1\nT1 invoke take()\nT1 return EMPTY\n",
     true, true},
    {"a counter", "counter",
     "T1 invoke dec()\nT1 return\nT1 invoke add(3)\nT1 return\nT1 invoke fetch_add(2)\nT1 return 2\n"
     "T1 invoke get()\nT1 return 4\n",
     true, true},
    {"a map", "map",
     "T1 invoke append(1, \"a\")\nT1 return\nT1 invoke append(1, \"b\")\nT1 return\nT1 invoke get(1)\n"
     "T1 return \"ab\"\nT1 invoke del(1)\nT1 return true\nT1 invoke cas(1, nil, \"b\")\nT1 return true\n"
     "T1 invoke get(0)\nT1 return nil\n",
     true, true},
    {"a map's absent keys", "map-init",
     "T1 invoke get(0)\nT1 return \"\"\nT1 invoke cas(0, \"\", \"a\")\nT1 return true\nT1 invoke del(1)\nT1 return "
     "false\n",
     true, true},
    {"two cannot hold a mutex", "mutex", "T1 invoke lock()\nT1 return\nT2 invoke lock()\nT2 return\n", false, false},
    {"one can wait for it", "mutex", "T1 invoke lock()\nT1 return\nT2 invoke lock()\n", true, true},
    {"anyone may unlock it", "mutex",
     "T1 invoke lock()\nT1 return\nT2 invoke unlock()\nT2 return\nT2 invoke trylock()\nT2 return true\n", true, true},
    {"trylock fails only when it must", "mutex", "T1 invoke trylock()\nT1 return false\n", false, false},
    {"readers share", "rwlock",
     "T1 invoke rdlock()\nT1 return\nT2 invoke rdlock()\nT2 return\nT1 invoke rdunlock()\nT1 return\n", true, true},
    {"writers do not", "rwlock", "T1 invoke rdlock()\nT1 return\nT1 invoke wrlock()\nT1 return\n", false, false},
    {"two may enter", "semaphore:n=2",
     "T1 invoke wait()\nT1 return\nT1 invoke wait()\nT1 return\nT1 invoke trywait()\nT1 return false\n", true, true},
    {"the third may not", "semaphore:n=2",
     "T1 invoke wait()\nT1 return\nT1 invoke wait()\nT1 return\nT1 invoke wait()\nT1 return\n", false, false},
    {"nobody can leave before someone came", "snzi", "T1 invoke depart()\nT1 return\nT2 invoke arrive()\nT2 return\n",
     false, true},
};

static const scenario *find_scenario(const char *name) {
    const scenario *s = oracle_scenarios;
    while (s->name && strcmp(s->name, name) != 0) s++;
    return s->name ? s : NULL;
}

static void test_textbook(void) {
    for (size_t i = 0; i < sizeof textbook / sizeof *textbook; i++) {
        const known *k = &textbook[i];
        history h;
        oracle_begin(find_scenario(k->scenario), &h);
        bool understood = oracle_read_history(&h, k->text);
        expect(understood && oracle_holds(&h, LINEARIZABLE) == k->linearizable &&
                   oracle_holds(&h, SEQUENTIAL) == k->sequential,
               "%s: %s", k->scenario, k->what);
    }
}

static void test_witness(void) {
    history h;
    oracle_begin(find_scenario("queue"), &h);
    oracle_read_history(&h,
                        "T1 invoke enq(1)\nT1 return\nT2 invoke enq(2)\nT2 crash\nT2 invoke deq()\nT2 return 1\n"
                        "T3 invoke enq(3)\nT3 fail\nT3 invoke deq()\nT3 return 2\n");
    static const struct {
        const char *what;
        unsigned order[6];
        int count;
        bool linearizable, sequential;
    } orders[] = {
        {"the order of the calls", {0, 1, 2, 4}, 4, true, true},
        {"a crashed operation later", {0, 2, 1, 4}, 4, true, true},
        {"a crashed operation left out", {0, 2, 4}, 3, false, false},
        {"a returned operation left out", {0, 1, 2}, 3, false, false},
        {"the wrong real-time order", {1, 0, 2, 4}, 4, false, false},
        {"a failed operation", {0, 1, 2, 3, 4}, 5, false, false},
        {"an operation twice", {0, 1, 2, 2, 4}, 5, false, false},
        {"an operation that is not there", {0, 1, 2, 5, 4}, 5, false, false},
    };
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        expect(!oracle_witness_fault(&h, LINEARIZABLE, orders[i].order, orders[i].count) == orders[i].linearizable &&
                   !oracle_witness_fault(&h, SEQUENTIAL, orders[i].order, orders[i].count) == orders[i].sequential,
               "witness: %s", orders[i].what);

    oracle_begin(find_scenario("register"), &h);
    oracle_read_history(&h, "T1 invoke write(1)\nT1 return\nT2 invoke read()\nT2 return nil\n");
    static const unsigned stale[] = {1, 0};
    expect(oracle_witness_fault(&h, LINEARIZABLE, stale, 2) && !oracle_witness_fault(&h, SEQUENTIAL, stale, 2),
           "witness: real-time order counts for linearizable only");
}

static void test_parts(void) {
    history h;
    int number[MOST_OPS];
    oracle_begin(find_scenario("queue"), &h);
    oracle_read_history(&h,
                        "T1 invoke enq(1)\nT1 return\nT3 invoke deq()\nT3 fail\nT2 invoke deq()\nT2 return EMPTY\n");
    history five = oracle_prefix(&h, 5), three = oracle_prefix(&h, 3);
    expect(!oracle_holds(&h, LINEARIZABLE) && oracle_holds(&five, LINEARIZABLE) && five.op_count == 2 &&
               three.op_count == 2,
           "a prefix: what returns or fails later is pending");
    history forgotten = oracle_part(&h, 5, 1, number), alone = oracle_part(&h, 4, 0, number);
    expect(forgotten.op_count == 2 && number[2] == 0 && oracle_holds(&forgotten, LINEARIZABLE) &&
               oracle_holds(&alone, LINEARIZABLE) && forgotten.ops[0].end == NEVER,
           "a part: operations lose their return or are left out");
}

static void test_times(void) {
    static const int touching[] = {0, 1, 1, 2};
    history others, same;
    oracle_begin(find_scenario("register"), &others);
    oracle_begin(find_scenario("register"), &same);
    oracle_read_history(&others, "T1 invoke write(1)\nT1 return\nT2 invoke read()\nT2 return nil\n");
    oracle_read_history(&same, "T1 invoke write(1)\nT1 return\nT1 invoke read()\nT1 return nil\n");
    bool apart = oracle_holds(&others, LINEARIZABLE);
    memcpy(others.times, touching, sizeof touching);
    memcpy(same.times, touching, sizeof touching);
    expect(!apart && oracle_holds(&others, LINEARIZABLE), "operations that touch overlap");
    expect(!oracle_holds(&same, LINEARIZABLE) && !oracle_holds(&same, SEQUENTIAL), "unless they are of one thread");

    int lost = 0, won = 0, changed = 0;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        history h, blurred;
        oracle_generate(find_scenario("set+map"), seed, &h);
        blurred = h;
        oracle_blur_times(&blurred, seed);
        lost += oracle_holds(&h, LINEARIZABLE) && !oracle_holds(&blurred, LINEARIZABLE);
        won += !oracle_holds(&h, LINEARIZABLE) && oracle_holds(&blurred, LINEARIZABLE);
        changed += oracle_holds(&h, SEQUENTIAL) != oracle_holds(&blurred, SEQUENTIAL);
    }
    expect(lost == 0 && won > 0 && changed == 0,
           "blurred times make %d of 2000 histories linearizable, never the reverse", won);
}

/* Histories that nearly all hold, or nearly all fail, test nothing; each run of the generator is the same. */
static void test_balance(void) {
    enum { COUNT = 2000 };
    for (const scenario *s = oracle_scenarios; s->name; s++) {
        int holds[2] = {0}, only_sequential = 0, wrong_way = 0, open = 0, failed = 0;
        for (uint64_t seed = 1; seed <= COUNT; seed++) {
            history h;
            oracle_generate(s, seed, &h);
            bool linearizable = oracle_holds(&h, LINEARIZABLE), sequential = oracle_holds(&h, SEQUENTIAL);
            holds[LINEARIZABLE] += linearizable;
            holds[SEQUENTIAL] += sequential;
            only_sequential += sequential && !linearizable;
            wrong_way += linearizable && !sequential;
            for (int i = 0; i < h.op_count; i++) {
                open += !oracle_returned(&h, &h.ops[i]) && !oracle_failed(&h, &h.ops[i]);
                failed += oracle_failed(&h, &h.ops[i]);
            }
        }
        int linearizable = holds[LINEARIZABLE] * 100 / COUNT, sequential = holds[SEQUENTIAL] * 100 / COUNT;
        expect(30 <= linearizable && linearizable <= 70 && 30 <= sequential && sequential <= 70,
               "%s: %d %% linearizable, %d %% sequential", s->name, linearizable, sequential);
        expect(wrong_way == 0 && only_sequential > COUNT / 100 && open > COUNT / 4 && failed > COUNT / 10,
               "%s: linearizable implies sequential; %d only sequential; %d operations open, %d failed", s->name,
               only_sequential, open, failed);
    }
}

static void test_mutants(void) {
    enum { COUNT = 1000 };
    for (const mutant *m = oracle_mutants; m->model; m++) {
        model wrong = *oracle_model(m->model);
        wrong.step = m->step;
        int told_apart[2] = {0};
        for (uint64_t seed = 1; seed <= COUNT; seed++) {
            history h, other;
            oracle_generate(find_scenario(m->model), seed, &h);
            other = h;
            other.objects[0].model = &wrong;
            for (criterion c = LINEARIZABLE; c <= SEQUENTIAL; c++)
                told_apart[c] += oracle_holds(&h, c) != oracle_holds(&other, c);
        }
        expect(told_apart[LINEARIZABLE] && told_apart[SEQUENTIAL], "%s where %s: told apart by %d and %d of %d",
               m->model, m->mistake, told_apart[LINEARIZABLE], told_apart[SEQUENTIAL], COUNT);
    }
    for (const model *m = oracle_models; m->name; m++) {
        const mutant *some = oracle_mutants;
        while (some->model && strcmp(some->model, m->name) != 0) some++;
        expect(some->model, "%s has a mutant", m->name);
    }
}

int main(void) {
    test_textbook();
    test_witness();
    test_parts();
    test_times();
    test_balance();
    test_mutants();
    return tap_end();
}
