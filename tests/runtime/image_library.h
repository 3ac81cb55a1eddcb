/* A shared object with variables of its own, for the test of images. */
#ifndef LC_TESTS_IMAGE_LIBRARY_H
#define LC_TESTS_IMAGE_LIBRARY_H

enum { LIBRARY_LARGE = 1 << 20 };

/* Asked for by calls, because variables that a program names itself are moved into the program. */
int *library_number(void); /* starts as 7 */
char *library_large(void);
int *library_thread_number(void); /* starts as 5 */
void *library_code(void);

#endif
