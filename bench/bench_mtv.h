/* bench_mtv.h — the smallest push that parts each pair: "mtv/<scene>/<who>", for every instruction set and every peer that has one.
 */
#ifndef BENCH_BENCH_MTV_H
#define BENCH_BENCH_MTV_H

#include <stdio.h>

void bench_mtv_register(void);

/* After the run: in what way the answers of the peers were wrong. */
void bench_mtv_explain(FILE *out);

void bench_mtv_free(void);

#endif
