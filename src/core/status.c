/* status.c — status texts and the version. */
#include "arithmetic.h"

#include <sepal/base.h>

#define TEXT_OF(x)                        #x
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *sepal_status_text(sepal_status status) {
    switch (status) {
    case SEPAL_OK:
        return "success";
    case SEPAL_BAD_ARGUMENT:
        return "bad argument: a null pointer, an index or range outside a set, or a rule or name without meaning";
    case SEPAL_BAD_SHAPE:
        return "bad shape: not finite, not convex, winding more than once, no vertices or too many, or a negative extent or radius";
    case SEPAL_NO_MEMORY:
        return "out of memory";
    case SEPAL_TOO_SMALL:
        return "too small: the output has no room for all";
    case SEPAL_BAD_KIND:
        return "bad kind of set: the call is not for sets of doubles, or only for them, or two sets differ in this or in their "
               "origin";
    }
    return "unknown status";
}

const char *sepal_version(void) {
    return VERSION_TEXT(SEPAL_VERSION_MAJOR, SEPAL_VERSION_MINOR, SEPAL_VERSION_PATCH);
}
