/* The memory every execution starts from: the variables of the program and of its shared objects, thread-local ones,
 * the heap, and memory that the program has mapped (target/runtime/mapped.h).
 *
 * All memory is restored that the code under test can write to and that holds its state: its own variables, those of
 * libraries, instrumented or not, but not those of libc, which lives on through all executions, nor those of this
 * runtime (section `lince_state`).
 */
#ifndef LC_TARGET_RUNTIME_IMAGE_H
#define LC_TARGET_RUNTIME_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

/* Once, before the test's setup: each thread gets thread-local variables of its own. */
void lct_image_init(void);
/* The object that this address of code belongs to is instrumented: its variables change in most executions. */
void lct_image_add_object(const void *inside);

/* After the setup: remembers everything, the heap included (lct_heap_mark).  The former image is dropped. */
void lct_image_take(void);
/* The same for a state that is restored at most once: restoring takes longer, but the kernel may also write anywhere
 * meanwhile (see image_calls.c). */
void lct_image_take_once(void);
/* Variables and the contents of the heap as they were then; lct_heap_reset does the rest. */
void lct_image_restore(void);
/* A write to `address` failed with SIGSEGV: is it to be tried again? */
bool lct_image_fault(void *address);

/* The memory that is not restored, as a sentence for the user; NULL: none. */
const char *lct_image_warning(void);

#endif
