/* ask.h — the questions of search.h about sets of any kind: checks the arguments, then asks search_find.c. */
#ifndef SEPAL_SEARCH_ASK_H
#define SEPAL_SEARCH_ASK_H

#include "finder.h"

/* a, b: sets of the kind. All other arguments and what is returned: as in search.h. */
sepal_status sepal_search_pairs(sepal_finder *finder, const sepal_find_kind *kind, const void *a, const void *b,
                                const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found);
sepal_status sepal_search_each(sepal_finder *finder, const sepal_find_kind *kind, const void *a, const void *b,
                               const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take, void *context);
sepal_status sepal_search_near(sepal_finder *finder, const sepal_find_kind *kind, const void *a, const void *b,
                               const sepal_filter *filter, float margin, size_t room, sepal_pair *pairs, size_t *found);
sepal_status sepal_search_keep(sepal_finder *finder, const sepal_find_kind *kind, const void *b, float slack);
sepal_status sepal_search_update(sepal_finder *finder, const sepal_find_kind *kind, const uint32_t *shapes, size_t count);
sepal_status sepal_search_kept(sepal_finder *finder, const sepal_find_kind *kind, const sepal_filter *filter,
                               const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found);
sepal_status sepal_search_each_kept(sepal_finder *finder, const sepal_find_kind *kind, const sepal_filter *filter,
                                    const sepal_rule *rule, sepal_take_pairs *take, void *context);
sepal_status sepal_search_near_kept(sepal_finder *finder, const sepal_find_kind *kind, const sepal_filter *filter, float margin,
                                    size_t room, sepal_pair *pairs, size_t *found);
sepal_status sepal_search_list(sepal_finder *finder, const sepal_find_kind *kind, const void *a, const uint32_t *shapes,
                               size_t count, const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs,
                               size_t *found);
sepal_status sepal_search_range(sepal_finder *finder, const sepal_find_kind *kind, const void *a, size_t first, size_t count,
                                const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found);

sepal_status sepal_search_each_list(sepal_finder *finder, const sepal_find_kind *kind, const void *a, const uint32_t *shapes,
                                    size_t count, const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take,
                                    void *context);
sepal_status sepal_search_each_range(sepal_finder *finder, const sepal_find_kind *kind, const void *a, size_t first, size_t count,
                                     const sepal_filter *filter, const sepal_rule *rule, sepal_take_pairs *take, void *context);

/* low, high: the coordinates of two corners of the window, two or, in space, three. */
sepal_status sepal_search_in(sepal_finder *finder, const sepal_find_kind *kind, const float *low, const float *high,
                             const sepal_filter *filter, const sepal_rule *rule, size_t room, uint32_t *shapes, size_t *found);

sepal_status sepal_search_at(sepal_finder *finder, const sepal_find_kind *kind, const sepal_find_points *points, size_t count,
                             const sepal_filter *filter, const sepal_rule *rule, size_t room, sepal_pair *pairs, size_t *found);

#endif
