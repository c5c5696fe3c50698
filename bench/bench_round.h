/* bench_round.h — which round shapes overlap? Every scene, for every instruction set: "round/<scene>/<who>". */
#ifndef BENCH_BENCH_ROUND_H
#define BENCH_BENCH_ROUND_H

void bench_round_register(void);

/* After the run. */
void bench_round_free(void);

#endif
