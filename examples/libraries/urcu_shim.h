/* liburcu's atomics are inline assembly.  With URCU_USE_CC_BUILTINS they are the compiler's, which liburcu has for
 * processors it knows nothing about; include this before the object's own header. */
#ifndef URCU_SHIM_H
#define URCU_SHIM_H

#define _LGPL_SOURCE /* what is small is in the headers, and compiled with the test */

#if URCU_USE_CC_BUILTINS
#define _URCU_ARCH_UATOMIC_X86_H
#define UATOMIC_HAS_ATOMIC_BYTE
#define UATOMIC_HAS_ATOMIC_SHORT
#include <urcu/arch.h>
#undef cmm_mb
#define cmm_mb() __sync_synchronize()
#include <urcu/uatomic/generic.h>
#endif

#endif
