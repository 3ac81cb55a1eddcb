// needs: omp.h
// flags: -fopenmp
// expect: failure unsupported
/* How threads of OpenMP wait for each other is not seen: that is said at once. */
#include <lince/test.h>

static int sum;

static void count(void) {
#pragma omp parallel num_threads(2)
#pragma omp critical
    sum++;
    lince_assert(sum == 2);
}

LINCE_TEST(team) { lince_test_thread(count); }
