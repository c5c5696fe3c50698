/* bench_place.h — models turned and moved: "place/<models>/<who>", for every instruction set; ns a shape. */
#ifndef BENCH_BENCH_PLACE_H
#define BENCH_BENCH_PLACE_H

void bench_place_register(void);

/* After the run. */
void bench_place_free(void);

#endif
