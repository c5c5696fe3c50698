/* cpu.h — what the machine can execute. */
#ifndef SEPAL_CORE_CPU_H
#define SEPAL_CORE_CPU_H

#include <stdbool.h>

/* Each says that the processor and the operating system support all that the kernels of that name were compiled for. */
bool sepal_cpu_has_avx2(void);
bool sepal_cpu_has_avx512(void);

#endif
