/* asks.c — a program for weight.sh that makes the calls of ASKS, an expression that is 0 if they succeed. */
#include <sepal/sepal.h>

int main(void) {
    const float x[] = {0, 1, 0}, y[] = {0, 0, 1}, z[] = {0, 0, 0};
    const sepal_pair pair = {0, 0};
    const sepal_row row = {0, 0, 1};
    uint64_t bits = 0;
    sepal_pair near = {0, 0};
    size_t found = 0;
    sepal_polys *set = NULL;
    sepal_solids *solids = NULL;
    sepal_finder *finder = NULL;
    (void)x, (void)y, (void)z, (void)pair, (void)row, (void)bits, (void)near, (void)found;
    (void)set, (void)solids, (void)finder;
    return ASKS;
}
