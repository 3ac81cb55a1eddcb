/* Lince finds out whether a concurrent object is correct.  This header brings in the whole library. */
#ifndef LINCE_LINCE_H
#define LINCE_LINCE_H

#include <lince/check.h>
#include <lince/checker.h>
#include <lince/error.h>
#include <lince/follow.h>
#include <lince/history.h>
#include <lince/spec.h>
#include <lince/value.h>

#ifdef __cplusplus
extern "C" {
#endif

LINCE_API const char *lince_version(void);

#ifdef __cplusplus
}
#endif
#endif
