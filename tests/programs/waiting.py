"""Objects whose operations wait: locks, semaphores, and those at which threads meet.

A thread may wait as long as the specification lets it. A mistake is that two are let in, or that a thread waits which
could go on; that is the failure `blocked`.
"""

from bodies import Impl, Slip
from data import Type
from language import Op

PLUS = "c++"
WAITS = "blocked"
BOTH = "lock() unlock() | lock() unlock()"

MUTEX = Type("mutex", "mutex", [Op("lock"), Op("unlock")], "bool held;",
             {"lock": "if (@held) lince_retry(); @held = true;", "unlock": "if (!@held) lince_retry(); @held = false;"},
             "", "", protocol="(lock unlock)*", calls={"lock": "lock() unlock()"})
TRYLOCK = Type("mutex with trylock", "mutex", [Op("lock"), Op("trylock", "bool"), Op("unlock")], "bool held;",
               {"lock": "if (@held) lince_retry(); @held = true;", "unlock": "if (!@held) lince_retry(); @held = false;",
                "trylock": "if (@held) return false; @held = true; return true;"},
               "", "", protocol="(lock unlock | trylock=true unlock | trylock=false)*",
               calls={"lock": "lock() unlock()", "trylock": "trylock() unlock()"})
NUMBERED = Type("mutex by numbers", "", [Op("lock", "void", "long me", "lince_thread_id"),
                                         Op("unlock", "void", "long me", "lince_thread_id")], "bool held;",
                {"lock": "(void)me; if (@held) lince_retry(); @held = true;",
                 "unlock": "(void)me; if (!@held) lince_retry(); @held = false;"},
                "", "", protocol="(lock unlock)*", calls={"lock": "lock(ME) unlock(ME)"}, threads=2)
RWLOCK = Type("rwlock", "rwlock", [Op("rdlock"), Op("rdunlock"), Op("wrlock"), Op("wrunlock")], "", {}, "", "",
              protocol="(rdlock rdunlock | wrlock wrunlock)*",
              calls={"rdlock": "rdlock() rdunlock()", "wrlock": "wrlock() wrunlock()"})
SEMAPHORE = Type("semaphore", "semaphore:n=1", [Op("wait"), Op("post")], "int n;",
                 {"wait": "if (!@n) lince_retry(); @n--;", "post": "@n++;"}, "", "", start="{1}",
                 protocol="(wait post)*", calls={"wait": "wait() post()"})
CHANNEL = Type("channel", "channel", [Op("send", "void", "long v", "lince_unique"), Op("receive", "long")], "", {}, "", "",
               calls={"send": "send(1)", "receive": "receive()"})
EXCHANGER = Type("exchanger", "exchanger", [Op("exchange", "long", "long v", "lince_unique")], "", {}, "", "",
                 calls={"exchange": "exchange(1)"})
BARRIER = Type("barrier", "barrier:n=2", [Op("sync")], "", {}, "", "", calls={"sync": "sync()"})
BLOCKING = Type("blocking queue", "", [Op("enq", "void", "long v", "lince_unique"), Op("deq", "long")], "long at[8]; int n;",
                {"enq": "@at[@n++] = v;",
                 "deq": """if (!@n) lince_retry();
                 long v = @at[0];
                 for (int i = 1; i < @n; i++) @at[i - 1] = @at[i];
                 @at[--@n] = 0;
                 return v;"""}, "", "", calls={"enq": "enq(1)", "deq": "deq()"})

MONITOR = "pthread_mutex_t m; pthread_cond_t c;"
READY = "pthread_mutex_init(&@m, NULL); pthread_cond_init(&@c, NULL); "
ENTER, LEAVE, SLEEP, WAKE = ("pthread_mutex_lock(&@m);", "pthread_mutex_unlock(&@m);", "pthread_cond_wait(&@c, &@m);",
                             "pthread_cond_broadcast(&@c);")


def inside(text):
    return "%s\n%s\n%s" % (ENTER, text, LEAVE)


def two_enter(op, right, wrong, witness=BOTH):
    return Slip("two get in", op, right, wrong, "violation blocked", witness)


def waits(name, op, right, wrong, witness=BOTH):
    return Slip(name, op, right, wrong, WAITS, witness)


IMPLS = [
    Impl("pthread_mutex", MUTEX, "pthread_mutex_t m;", "pthread_mutex_init(&@m, NULL);", {"lock": ENTER, "unlock": LEAVE},
         slips=[waits("not released", "unlock", LEAVE, "")]),
    Impl("std::mutex", MUTEX, "std::mutex m;", "", {"lock": "@m.lock();", "unlock": "@m.unlock();"}, PLUS,
         slips=[waits("not released", "unlock", "@m.unlock();", "")]),
    Impl("CAS", MUTEX, "ATOMIC(int) m;", "STORE(@m, 0);",
         {"lock": "for (int z = 0; !CAS(@m, z, 1); z = 0) {}", "unlock": "STORE(@m, 0);"},
         slips=[two_enter("lock", "for (int z = 0; !CAS(@m, z, 1); z = 0) {}", "while (LOAD(@m)) {}\nSTORE(@m, 1);"),
                waits("not released", "unlock", "STORE(@m, 0);", "STORE(@m, 1);")]),
    Impl("exchange", MUTEX, "ATOMIC(int) m;", "STORE(@m, 0);",
         {"lock": "while (SWAP(@m, 1)) while (LOAD(@m)) {}", "unlock": "STORE(@m, 0);"},
         slips=[two_enter("lock", "while (SWAP(@m, 1)) while (LOAD(@m)) {}", "if (SWAP(@m, 1)) sched_yield();")]),
    Impl("ticket", MUTEX, "ATOMIC(unsigned) tickets; ATOMIC(unsigned) serving;", "STORE(@tickets, 0); STORE(@serving, 0);",
         {"lock": "unsigned t = ADD(@tickets, 1);\nwhile (LOAD(@serving) != t) {}", "unlock": "STORE(@serving, LOAD(@serving) + 1);"},
         slips=[two_enter("lock", "unsigned t = ADD(@tickets, 1);", "unsigned t = LOAD(@tickets);\nSTORE(@tickets, t + 1);"),
                waits("one left out", "unlock", "+ 1);", "+ 2);")]),
    Impl("MCS", MUTEX, "struct { ATOMIC(int) waits; ATOMIC(int) next; } q[16]; ATOMIC(int) tail;",
         "for (int i = 0; i < 16; i++) { STORE(@q[i].waits, 0); STORE(@q[i].next, 0); }\nSTORE(@tail, 0);",
         {"lock": """int me = lince_thread_number();
          STORE(@q[me].next, 0);
          STORE(@q[me].waits, 1);
          int before = SWAP(@tail, me + 1);
          if (before) {
          STORE(@q[before - 1].next, me + 1);
          while (LOAD(@q[me].waits)) {}
          }""",
          "unlock": """int me = lince_thread_number(), last = me + 1;
          if (!LOAD(@q[me].next) && CAS(@tail, last, 0)) return;
          while (!LOAD(@q[me].next)) {}
          STORE(@q[LOAD(@q[me].next) - 1].waits, 0);"""},
         slips=[waits("waits too late", "lock", "STORE(@q[before - 1].next, me + 1);",
                      "STORE(@q[before - 1].next, me + 1);\nSTORE(@q[me].waits, 1);"),
                two_enter("lock", "while (LOAD(@q[me].waits)) {}", ""),
                waits("not handed over", "unlock", "while (!LOAD(@q[me].next)) {}", "if (!LOAD(@q[me].next)) return;")]),
    Impl("CLH", MUTEX, "ATOMIC(int) busy[17]; ATOMIC(int) tail; int mine[16]; int before[16];",
         """for (int i = 0; i < 17; i++) STORE(@busy[i], 0);
         for (int i = 0; i < 16; i++) @mine[i] = i, @before[i] = 0;
         STORE(@tail, 16);""",
         {"lock": """int me = lince_thread_number(), p;
          STORE(@busy[@mine[me]], 1);
          @before[me] = p = SWAP(@tail, @mine[me]);
          while (LOAD(@busy[p])) {}""",
          "unlock": """int me = lince_thread_number(), n = @mine[me];
          @mine[me] = @before[me];
          STORE(@busy[n], 0);"""}, zero=False,
         slips=[two_enter("lock", "STORE(@busy[@mine[me]], 1);\n@before[me] = p = SWAP(@tail, @mine[me]);",
                          "@before[me] = p = SWAP(@tail, @mine[me]);\nSTORE(@busy[@mine[me]], 1);")]),
    Impl("semaphore", MUTEX, "sem_t s;", "sem_init(&@s, 0, 1);", {"lock": "sem_wait(&@s);", "unlock": "sem_post(&@s);"}, zero=False,
         slips=[waits("not released", "unlock", "sem_post(&@s);", "")]),
    Impl("condition", MUTEX, MONITOR + " bool busy;", READY + "@busy = false;",
         {"lock": inside("while (@busy) %s\n@busy = true;" % SLEEP), "unlock": inside("@busy = false;\n" + WAKE)},
         slips=[waits("missed wake-up", "unlock", WAKE, ""), two_enter("lock", "while (@busy) " + SLEEP, ""),
                waits("woken too early", "unlock", "@busy = false;\n" + WAKE, WAKE)]),

    Impl("pthread_mutex", TRYLOCK, "pthread_mutex_t m;", "pthread_mutex_init(&@m, NULL);",
         {"lock": ENTER, "trylock": "return pthread_mutex_trylock(&@m) == 0;", "unlock": LEAVE},
         slips=[Slip("inverted", "trylock", "== 0", "!= 0", "violation blocked", "trylock()"),
                waits("not released", "unlock", LEAVE, "", "trylock() unlock() | lock() unlock()")]),
    Impl("std::mutex", TRYLOCK, "std::mutex m;", "",
         {"lock": "@m.lock();", "trylock": "return @m.try_lock();", "unlock": "@m.unlock();"}, PLUS,
         slips=[Slip("inverted", "trylock", "return @m", "return !@m", "violation blocked", "trylock()")]),
    Impl("CAS", TRYLOCK, "ATOMIC(int) m;", "STORE(@m, 0);",
         {"lock": "for (int z = 0; !CAS(@m, z, 1); z = 0) {}", "trylock": "int z = 0;\nreturn CAS(@m, z, 1);",
          "unlock": "STORE(@m, 0);"},
         slips=[two_enter("trylock", "int z = 0;\nreturn CAS(@m, z, 1);", "if (LOAD(@m)) return false;\nSTORE(@m, 1);\nreturn true;",
                          "trylock() unlock() | trylock() unlock()")]),
    Impl("ticket", TRYLOCK, "ATOMIC(unsigned) tickets; ATOMIC(unsigned) serving;", "STORE(@tickets, 0); STORE(@serving, 0);",
         {"lock": "unsigned t = ADD(@tickets, 1);\nwhile (LOAD(@serving) != t) {}",
          "trylock": "unsigned t = LOAD(@serving);\nreturn CAS(@tickets, t, t + 1);",
          "unlock": "STORE(@serving, LOAD(@serving) + 1);"},
         slips=[two_enter("trylock", "return CAS(@tickets, t, t + 1);", "STORE(@tickets, t + 1);\nreturn true;",
                          "lock() unlock() | trylock() unlock()")]),
    Impl("Peterson", NUMBERED, "ATOMIC(int) wants[3]; ATOMIC(long) turn;",
         "for (int i = 0; i < 3; i++) STORE(@wants[i], 0);\nSTORE(@turn, 0);",
         {"lock": "STORE(@wants[me], 1);\nSTORE(@turn, 3 - me);\nwhile (LOAD(@wants[3 - me]) && LOAD(@turn) == 3 - me) {}",
          "unlock": "STORE(@wants[me], 0);"},
         slips=[two_enter("lock", "STORE(@wants[me], 1);\nSTORE(@turn, 3 - me);", "STORE(@turn, 3 - me);\nSTORE(@wants[me], 1);",
                          "lock(ME) unlock(ME) | lock(ME) unlock(ME)"),
                two_enter("lock", "STORE(@turn, 3 - me);", "STORE(@turn, me);", "lock(ME) unlock(ME) | lock(ME) unlock(ME)"),
                waits("not released", "unlock", "STORE(@wants[me], 0);", "", "lock(ME) unlock(ME) | lock(ME) unlock(ME)")]),

    Impl("pthread_rwlock", RWLOCK, "pthread_rwlock_t m;", "pthread_rwlock_init(&@m, NULL);",
         {"rdlock": "pthread_rwlock_rdlock(&@m);", "rdunlock": "pthread_rwlock_unlock(&@m);",
          "wrlock": "pthread_rwlock_wrlock(&@m);", "wrunlock": "pthread_rwlock_unlock(&@m);"},
         slips=[two_enter("wrlock", "pthread_rwlock_wrlock", "pthread_rwlock_rdlock", "wrlock() wrunlock() | rdlock() rdunlock()")]),
    Impl("CAS", RWLOCK, "ATOMIC(int) n;", "STORE(@n, 0);",
         {"rdlock": "int n = LOAD(@n);\nwhile (n < 0 || !CAS(@n, n, n + 1)) n = LOAD(@n);", "rdunlock": "ADD(@n, -1);",
          "wrlock": "int z = 0;\nwhile (!CAS(@n, z, -1)) z = 0;", "wrunlock": "STORE(@n, 0);"},
         slips=[two_enter("wrlock", "while (!CAS(@n, z, -1)) z = 0;", "while (LOAD(@n) > 0) {}\nSTORE(@n, z - 1);",
                          "wrlock() wrunlock() | wrlock() wrunlock()"),
                waits("not released", "rdunlock", "ADD(@n, -1);", "", "rdlock() rdunlock() | wrlock() wrunlock()")]),
    Impl("condition", RWLOCK, MONITOR + " int n;", READY + "@n = 0;",
         {"rdlock": inside("while (@n < 0) %s\n@n++;" % SLEEP), "rdunlock": inside("if (--@n == 0) " + WAKE),
          "wrlock": inside("while (@n) %s\n@n = -1;" % SLEEP), "wrunlock": inside("@n = 0;\n" + WAKE)},
         slips=[waits("missed wake-up", "rdunlock", "if (--@n == 0) " + WAKE, "--@n;", "rdlock() rdunlock() | wrlock() wrunlock()"),
                waits("missed wake-up", "wrunlock", WAKE, "", "wrlock() wrunlock() | rdlock() rdunlock()"),
                two_enter("wrlock", "while (@n) ", "while (@n < 0) ", "rdlock() rdunlock() | wrlock() wrunlock()")]),

    Impl("sem_t", SEMAPHORE, "sem_t s;", "sem_init(&@s, 0, 1);", {"wait": "sem_wait(&@s);", "post": "sem_post(&@s);"}, zero=False,
         slips=[waits("not released", "post", "sem_post(&@s);", "", "wait() post() | wait() post()")]),
    Impl("CAS", SEMAPHORE, "ATOMIC(int) n;", "STORE(@n, 1);",
         {"wait": "int n = LOAD(@n);\nwhile (!n || !CAS(@n, n, n - 1)) n = LOAD(@n);", "post": "ADD(@n, 1);"}, zero=False,
         slips=[two_enter("wait", "while (!n || !CAS(@n, n, n - 1)) n = LOAD(@n);", "while (!n) n = LOAD(@n);\nSTORE(@n, n - 1);",
                          "wait() post() | wait() post()")]),
    Impl("condition", SEMAPHORE, MONITOR + " int n;", READY + "@n = 1;",
         {"wait": inside("while (!@n) %s\n@n--;" % SLEEP), "post": inside("@n++;\n" + WAKE)}, zero=False,
         slips=[waits("missed wake-up", "post", WAKE, "", "wait() post() | wait() post()"),
                two_enter("wait", "while (!@n) " + SLEEP, "", "wait() post() | wait() post()")]),

    Impl("condition", CHANNEL, MONITOR + " int state; long slot;", READY + "@state = 0; @slot = 0;",
         {"send": inside("""while (@state != 0) %s
          @slot = v;
          @state = 1;
          %s
          while (@state != 2) %s
          @state = 0;
          %s""" % (SLEEP, WAKE, SLEEP, WAKE)),
          "receive": inside("while (@state != 1) %s\nlong v = @slot;\n@state = 2;\n%s" % (SLEEP, WAKE)) + "\nreturn v;"},
         slips=[waits("missed wake-up", "receive", WAKE, "", "send(1) | receive()"),
                waits("missed wake-up", "send", "@state = 1;\n" + WAKE, "@state = 1;", "receive() | send(1)"),
                Slip("does not wait", "send", "while (@state != 2) %s\n@state = 0;" % SLEEP, "", "violation", "send(1) | receive()")]),
    Impl("CAS", CHANNEL, "ATOMIC(long) slot;", "STORE(@slot, 0);",
         {"send": "for (long z = 0; !CAS(@slot, z, v); z = 0) {}\nwhile (LOAD(@slot) != -1) {}\nSTORE(@slot, 0);",
          "receive": "for (;;) {\nlong v = LOAD(@slot);\nif (v > 0 && CAS(@slot, v, -1)) return v;\n}"},
         slips=[Slip("does not wait", "send", "while (LOAD(@slot) != -1) {}\nSTORE(@slot, 0);", "", "violation", "send(1) | receive()"),
                Slip("taken twice", "receive", "if (v > 0 && CAS(@slot, v, -1)) return v;",
                     "if (v > 0) {\nSTORE(@slot, -1);\nreturn v;\n}", "violation", "send(1) | receive() | receive()")]),

    Impl("condition", EXCHANGER, MONITOR + " int state; long first; long second;", READY + "@state = 0; @first = @second = 0;",
         {"exchange": inside("""long r;
          while (@state == 2) %s
          if (@state == 1) {
          @second = v;
          r = @first;
          @state = 2;
          %s
          } else {
          @first = v;
          @state = 1;
          while (@state == 1) %s
          r = @second;
          @state = 0;
          %s
          }""" % (SLEEP, WAKE, SLEEP, WAKE)) + "\nreturn r;"},
         slips=[Slip("own value", "exchange", "r = @second;", "r = @first;", "violation", "exchange(1) | exchange(2)"),
                waits("missed wake-up", "exchange", "@state = 2;\n" + WAKE, "@state = 2;", "exchange(1) | exchange(2)"),
                waits("third one", "exchange", "while (@state == 2) " + SLEEP, "", "exchange(1) | exchange(2) exchange(3)")]),

    Impl("condition", BARRIER, MONITOR + " int count; long round;", READY + "@count = 0; @round = 0;",
         {"sync": inside("""long round = @round;
          if (++@count == 2) {
          @count = 0;
          @round++;
          %s
          } else while (round == @round) %s""" % (WAKE, SLEEP))},
         slips=[waits("missed wake-up", "sync", WAKE, "", "sync() | sync()"),
                waits("no rounds", "sync", "while (round == @round)", "while (@count)", "sync() sync() | sync() sync()"),
                Slip("does not wait", "sync", "while (round == @round) " + SLEEP, "(void)round;", "violation", "sync() | sync()")]),
    Impl("pthread_barrier", BARRIER, "pthread_barrier_t b;", "pthread_barrier_init(&@b, NULL, 2);", {"sync": "pthread_barrier_wait(&@b);"},
         zero=False),

    Impl("condition", BLOCKING, MONITOR + " long cell[8]; unsigned head; unsigned tail;", READY + "@head = @tail = 0;",
         {"enq": inside("@cell[@tail++ % 8] = v;\n" + WAKE),
          "deq": inside("while (@head == @tail) %s\nlong v = @cell[@head++ %% 8];" % SLEEP) + "\nreturn v;"},
         slips=[waits("missed wake-up", "enq", WAKE, "", "deq() | enq(1)"),
                Slip("does not wait", "deq", "while (@head == @tail) " + SLEEP, "if (@head == @tail) @head--;",
                     "violation", "deq() | enq(1)")]),
    Impl("std::deque", BLOCKING, "std::mutex m; std::condition_variable c; std::deque<long> q;", "",
         {"enq": "{\nstd::lock_guard<std::mutex> guard(@m);\n@q.push_back(v);\n}\n@c.notify_one();",
          "deq": """std::unique_lock<std::mutex> guard(@m);
          @c.wait(guard, [this] { return !q.empty(); });
          long v = @q.front();
          @q.pop_front();
          return v;"""}, PLUS,
         slips=[waits("missed wake-up", "enq", "@c.notify_one();", "", "deq() | enq(1)")]),
]
