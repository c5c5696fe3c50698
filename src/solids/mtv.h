/* mtv.h — what the scalar path and the kernels share of the smallest push. */
#ifndef SEPAL_SOLIDS_MTV_H
#define SEPAL_SOLIDS_MTV_H

/* How two solids meet, exactly. */
typedef enum sepal_solid_contact { SEPAL_SOLIDS_APART = -1, SEPAL_SOLIDS_TOUCH = 0, SEPAL_SOLIDS_OVERLAP = 1 } sepal_solid_contact;

#endif
