"""How operations keep out of each other's way: locks that stand around whole operations.

`stuck` is how a thread fails that waits for such a lock which is never released. A guard with `zero` needs no
initialization beyond zeroes. `read` and `unread` are for operations that only read, where the lock knows a difference.
`scoped` is an object that holds the lock until the operation returns.
"""

import re
from dataclasses import dataclass


@dataclass
class Guard:
    name: str
    languages: str
    fields: str
    init: str
    lock: str
    unlock: str
    stuck: str = "deadlock"
    zero: bool = True
    read: str = ""
    unread: str = ""
    scoped: str = ""
    again: bool = False  # may be locked twice by one thread


SPINS = "spinning endless livelock deadlock"
ANY, C, PLUS = "c c++", "c", "c++"

GUARDS = [
    Guard("pthread_mutex", ANY, "pthread_mutex_t m;", "pthread_mutex_init(&@m, NULL);", "pthread_mutex_lock(&@m);",
          "pthread_mutex_unlock(&@m);"),
    Guard("recursive", ANY, "pthread_mutex_t m;",
          """pthread_mutexattr_t kind;
          pthread_mutexattr_init(&kind);
          pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
          pthread_mutex_init(&@m, &kind);
          pthread_mutexattr_destroy(&kind);""",
          "pthread_mutex_lock(&@m);", "pthread_mutex_unlock(&@m);", zero=False, again=True),
    Guard("pthread_spin", ANY, "pthread_spinlock_t m;", "pthread_spin_init(&@m, PTHREAD_PROCESS_PRIVATE);",
          "pthread_spin_lock(&@m);", "pthread_spin_unlock(&@m);", stuck=SPINS, zero=False),
    Guard("pthread_rwlock", ANY, "pthread_rwlock_t m;", "pthread_rwlock_init(&@m, NULL);", "pthread_rwlock_wrlock(&@m);",
          "pthread_rwlock_unlock(&@m);", read="pthread_rwlock_rdlock(&@m);", unread="pthread_rwlock_unlock(&@m);"),
    Guard("semaphore", ANY, "sem_t m;", "sem_init(&@m, 0, 1);", "sem_wait(&@m);", "sem_post(&@m);", zero=False),
    Guard("sysv_semaphore", ANY, "int m;", "@m = semget(IPC_PRIVATE, 1, 0600); semctl(@m, 0, SETVAL, 1);",
          "{ struct sembuf take = {0, -1, 0}; semop(@m, &take, 1); }", "{ struct sembuf give = {0, 1, 0}; semop(@m, &give, 1); }",
          zero=False),
    Guard("message", ANY, "int m;", "@m = msgget(IPC_PRIVATE, 0600); { long token[2] = {1, 0}; msgsnd(@m, token, 1, 0); }",
          "{ long token[2]; if (msgrcv(@m, token, 1, 0, 0) != 1) abort(); }", "{ long token[2] = {1, 0}; msgsnd(@m, token, 1, 0); }",
          zero=False),
    Guard("pipe", ANY, "struct { int ends[2]; } m;", "if (pipe(@m.ends) || write(@m.ends[1], \"t\", 1) != 1) abort();",
          "{ char token; if (read(@m.ends[0], &token, 1) != 1) abort(); }", "if (write(@m.ends[1], \"t\", 1) != 1) abort();",
          zero=False),
    Guard("eventfd", ANY, "int m;", "@m = eventfd(1, EFD_SEMAPHORE);",
          "{ eventfd_t one; if (eventfd_read(@m, &one)) abort(); }", "eventfd_write(@m, 1);", zero=False),
    Guard("c11_mutex", C, "mtx_t m;", "mtx_init(&@m, mtx_plain);", "mtx_lock(&@m);", "mtx_unlock(&@m);", zero=False),
    Guard("condition", ANY, "pthread_mutex_t m; pthread_cond_t c; bool busy;",
          "pthread_mutex_init(&@m, NULL); pthread_cond_init(&@c, NULL); @busy = false;",
          """pthread_mutex_lock(&@m);
          while (@busy) pthread_cond_wait(&@c, &@m);
          @busy = true;
          pthread_mutex_unlock(&@m);""",
          """pthread_mutex_lock(&@m);
          @busy = false;
          pthread_cond_signal(&@c);
          pthread_mutex_unlock(&@m);"""),
    Guard("cas_spin", ANY, "ATOMIC(int) m;", "STORE(@m, 0);", "for (int z = 0; !CAS(@m, z, 1); z = 0) {}", "STORE(@m, 0);",
          stuck=SPINS),
    Guard("swap_spin", ANY, "ATOMIC(int) m;", "STORE(@m, 0);", "while (SWAP(@m, 1)) sched_yield();", "STORE(@m, 0);",
          stuck=SPINS),
    Guard("read_spin", ANY, "ATOMIC(int) m;", "STORE(@m, 0);",
          """for (;;) {
          while (LOAD(@m)) {}
          if (!SWAP(@m, 1)) break;
          }""", "STORE(@m, 0);", stuck=SPINS),
    Guard("ticket", ANY, "ATOMIC(unsigned) tickets; ATOMIC(unsigned) serving;", "STORE(@tickets, 0); STORE(@serving, 0);",
          "for (unsigned ticket = ADD(@tickets, 1); LOAD(@serving) != ticket;) {}", "STORE(@serving, LOAD(@serving) + 1);",
          stuck=SPINS),
    Guard("std_mutex", PLUS, "std::mutex m;", "", "@m.lock();", "@m.unlock();", scoped="std::lock_guard<std::mutex> guard(@m);"),
    Guard("std_recursive", PLUS, "std::recursive_mutex m;", "", "@m.lock();", "@m.unlock();",
          scoped="std::lock_guard<std::recursive_mutex> guard(@m);", again=True),
    Guard("std_shared", PLUS, "std::shared_mutex m;", "", "@m.lock();", "@m.unlock();", read="@m.lock_shared();",
          unread="@m.unlock_shared();", scoped="std::unique_lock<std::shared_mutex> guard(@m);"),
    Guard("std_timed", PLUS, "std::timed_mutex m;", "", "@m.lock();", "@m.unlock();",
          scoped="std::scoped_lock guard(@m);"),
    Guard("std_flag", PLUS, "std::atomic_flag m = ATOMIC_FLAG_INIT;", "", "while (@m.test_and_set()) {}", "@m.clear();",
          stuck=SPINS),
    Guard("std_in_a_box", PLUS, "std::unique_ptr<std::mutex> m;", "@m = std::make_unique<std::mutex>();", "@m->lock();",
          "@m->unlock();", scoped="std::lock_guard<std::mutex> guard(*@m);"),
]


def twin(guard):
    """The same guard once more, in other members of the object."""
    def renamed(text):
        for member in "m", "c", "busy", "tickets", "serving":
            text = re.sub(r"(?<![\w.>])(@?)%s(?=[.;,)\s=-])" % member, r"\g<1>%s2" % member, text)
        return text

    return Guard(guard.name, guard.languages, *(renamed(t) for t in (guard.fields, guard.init, guard.lock, guard.unlock)),
                 guard.stuck, guard.zero, renamed(guard.read), renamed(guard.unread))
