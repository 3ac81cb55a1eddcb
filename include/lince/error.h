/* Errors: filled in by functions that can fail, owned by the caller.  A verdict is never an error. */
#ifndef LINCE_ERROR_H
#define LINCE_ERROR_H

typedef enum lince_status {
    LINCE_DONE = 0,
    LINCE_END,           /* nothing more to read */
    LINCE_BAD_INPUT,     /* malformed input or wrong use; the error has the place and the reason */
    LINCE_OUT_OF_MEMORY, /* the memory limit, or the machine's, was reached */
    LINCE_STOPPED        /* the caller wanted it to stop */
} lince_status;

typedef struct lince_error {
    char file[256];     /* "" when the error is not about a file */
    unsigned long line; /* 0 when it is not about a line */
    char message[512];
} lince_error;

#endif
