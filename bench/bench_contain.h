/* bench_contain.h — which pairs contain? "contain/<scene>/<who>", for every instruction set. */
#ifndef BENCH_BENCH_CONTAIN_H
#define BENCH_BENCH_CONTAIN_H

void bench_contain_register(void);

/* After the run. */
void bench_contain_free(void);

#endif
