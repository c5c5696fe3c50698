/* families.h — the attacks of all files. */
#ifndef SEPAL_TESTS_ADVERSARY_FAMILIES_H
#define SEPAL_TESTS_ADVERSARY_FAMILIES_H

#include "attack.h"

extern const attack_family axes_attacks, boxes_attacks, circles_attacks, common_attacks, contact_attacks, core_parts_attacks,
    crossing_attacks, doubles_attacks, entries_attacks, exact_attacks, forms_attacks, hulls_attacks, lanes_attacks, least_attacks,
    meet_attacks, meeting_attacks, moving_parts_attacks, moving_triangle_attacks, mtv_attacks, near_attacks, nearest_attacks,
    parts_attacks, place_attacks, planes_attacks, points_attacks, pushed_points_attacks, rays_attacks, reach_attacks,
    reference_edge_attacks, round_sweep_attacks, search_attacks, solid_contacts_attacks, solid_points_attacks, solid_sweep_attacks,
    solids_attacks, sweep_attacks, tetrahedra_attacks, upright_attacks, within_attacks;

#endif
