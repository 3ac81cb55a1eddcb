/* The symbols that the shared library exports: those marked LINCE_API alone. */
#ifndef LINCE_EXPORT_H
#define LINCE_EXPORT_H

#if defined(__GNUC__)
#define LINCE_API __attribute__((visibility("default")))
#else
#define LINCE_API
#endif

#endif
