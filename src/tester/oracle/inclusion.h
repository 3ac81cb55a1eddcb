/* Is a history one of those a reference has, or weaker than one of them?
 *
 * The reference need not be atomic: it is known by the histories it was seen to have.  After Bouajjani, Emmi, Enea and
 * Hamza's "Tractable refinement checking for concurrent objects", sections 4 and 5: an object refines a reference iff
 * each of its histories is weaker than one of the reference's.
 */
#ifndef LC_TESTER_ORACLE_INCLUSION_H
#define LC_TESTER_ORACLE_INCLUSION_H

#include <lince/history.h>

typedef struct lcd_references lcd_references;

lcd_references *lcd_references_new(void); /* NULL: out of memory */
void lcd_references_free(lcd_references *);

/* A history of the reference; it is not needed any longer afterwards. */
bool lcd_references_add(lcd_references *, const lince_history *); /* false: out of memory */

/* If it is allowed, `nearest` is the number (in the order they were added, from 0) of a reference it is weaker than. If
 * not, of one that is not far from it: of the same operations, if there is one, with as many of them as possible
 * matched in an order that is respected.  SIZE_MAX: there is none at all. */
bool lcd_references_allow(lcd_references *, const lince_history *, size_t *nearest);
/* Memory ran out, now or earlier: a history that was not allowed may be allowed. */
bool lcd_references_failed(const lcd_references *);

#endif
