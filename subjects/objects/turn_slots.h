/* A bounded queue whose slots count the insertions and removals that they have had: even, it is empty; odd, full. The
 * counters of all insertions and removals select the next slot.
 *
 * A removal that finds its slot empty has to look whether its counter was as old as that: another removal may have
 * emptied the slot meanwhile, and the value behind it is still there. So has an insertion that finds its slot full. A
 * library is shipped without that (TURN_SLOTS_TRUSTING). */
#include <stdatomic.h>
#include <stdbool.h>

enum { TURN_SLOTS = 4 };
static struct turn_slot {
    atomic_ulong changes;
    long value;
} slots[TURN_SLOTS];
static atomic_ulong added, removed;

#ifdef TURN_SLOTS_TRUSTING
#define IS_NEXT(counter, seen) ((void)(counter), (void)(seen), true)
#else
#define IS_NEXT(counter, seen) (atomic_load(&(counter)) == (seen))
#endif

static bool insert(long value) {
    for (unsigned long n = atomic_load(&added);; n = atomic_load(&added)) {
        struct turn_slot *slot = &slots[n % TURN_SLOTS];
        unsigned long changes = atomic_load(&slot->changes);
        if (changes % 2) {
            if (IS_NEXT(added, n)) return false;
        } else if (changes / 2 == n / TURN_SLOTS && atomic_compare_exchange_strong(&added, &n, n + 1)) {
            slot->value = value;
            atomic_store(&slot->changes, changes + 1);
            return true;
        }
    }
}

static bool take(long *value) {
    for (unsigned long n = atomic_load(&removed);; n = atomic_load(&removed)) {
        struct turn_slot *slot = &slots[n % TURN_SLOTS];
        unsigned long changes = atomic_load(&slot->changes);
        if (changes % 2 == 0) {
            if (IS_NEXT(removed, n)) return false;
        } else if (changes / 2 == n / TURN_SLOTS && atomic_compare_exchange_strong(&removed, &n, n + 1)) {
            *value = slot->value;
            atomic_store(&slot->changes, changes + 1);
            return true;
        }
    }
}
