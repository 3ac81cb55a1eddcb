// expect: failure assertion
/* B5: a pop finds nothing though something is there. */
#define ELIMINATION_NO_ASSIGNMENT
#include "../programs/elimination_assignment.h"
