/* bench_mtv_round.h — the smallest push of shapes with radii, and under a margin: "mtv-round/<scene>/<instruction set>". */
#ifndef BENCH_BENCH_MTV_ROUND_H
#define BENCH_BENCH_MTV_ROUND_H

void bench_mtv_round_register(void);
void bench_mtv_round_free(void);

#endif
