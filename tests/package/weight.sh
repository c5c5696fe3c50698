#!/usr/bin/env bash
# What a program pays for that links the static library: the kernels of the questions that it asks, and of no other. No flags are
# needed for it: the linker takes those files of libsepal.a that are asked for.
# Usage: weight.sh INSTRUCTION_SETS OPTIMIZATION: how many the library has, and meson's option
. "$(dirname "$0")/tap.sh"
here=$SOURCE/tests/package
library=$BUILD/src/libsepal.a

# How many kB of code and constants such a program may have, on x86-64 with all three instruction sets. Builds without
# optimisation and for other machines have sizes of their own.
measured=no
if [[ $1 == 0 ]]; then
    skip 'kernels' 'this machine has none'
    finish
fi
if [[ $($CC -dumpmachine) == x86_64-* && $1 == 3 && $2 != [0g] ]]; then
    measured=yes
fi

add='sepal_polys_create(NULL, &set) || sepal_polys_add(set, x, y, 3, NULL)'
drop='(sepal_polys_destroy(set), 0)'
add_solid='sepal_solids_create(NULL, &solids) || sepal_solids_add_hull(solids, x, y, z, 3, 0, NULL)'
drop_solid='(sepal_solids_destroy(solids), 0)'

asks() { # KB CALLS KERNEL...: a program with these calls has the kernels of these names, and not more than so many kB
    local most=$1 calls=$2 size
    shift 2
    $CC -std=c11 -O1 -Wall -Wextra -Werror -I "$SOURCE/include" -DASKS="$calls" "$here/asks.c" "$library" -lm -o "$work/asks"
    "$work/asks"
    printf '%s\n' "$@" | sed '/^$/d' | sort -u >"$work/expected"
    nm "$work/asks" | sed -nE 's/^.* sepal_((polys|solids|search)_.*)_(sse2|avx2|avx512)$/\1/p' | sort -u >"$work/kernels"
    diff -u "$work/expected" "$work/kernels"
    if [[ $measured == yes ]]; then
        size=$(size "$work/asks" | awk 'NR == 2 { print int($1 / 1000) }')
        echo "$size kB of at most $most"
        ((size <= most))
    fi
}

polys() { # NAME KB CALL KERNEL...
    check "$1" asks "$2" "$add || $3 || $drop" "${@:4}"
}

solids() { # NAME KB CALL KERNEL...
    check "$1" asks "$2" "$add_solid || $3 || $drop_solid" "${@:4}"
}

checks='polys_indices_within polys_poses_within' # of arguments
large='polys_overlap_large polys_cores_large polys_contact_large polys_meet_along polys_contain_large' # one unit
large+=' polys_load_largest'
overlap="polys_overlap_pairs polys_overlap_rows polys_overlap_cores polys_overlap_plan polys_overlap_round $large"
push="$large polys_mtv_pairs polys_mtv_rows polys_mtv_cores polys_mtv_block polys_mtv_points polys_mtv_known"
solids_overlap='solids_overlap_pairs solids_overlap_rows solids_overlap_filter solids_find_parts'
solids_overlap+=' solids_core_searches solids_search_in_rows' # which pushes ask, too
solids_push='solids_mtv_pairs solids_mtv_block solids_mtv_points solids_known_points' # one unit asks another
tree='search_bounds search_hilbert_keys search_hilbert_keys_in_space search_join_block search_join_box search_join_leaf'
finder='(sepal_finder_create(NULL, &finder) || sepal_polys_find_pairs(finder, set, set, NULL, NULL, 1, &near, &found) || '
finder+='(sepal_finder_destroy(finder), 0))'

# Contacts, and pushes in space, sort out first what does not meet. A sweep that meets at its beginning has the normal of the push.
# shellcheck disable=SC2086 # lists of words
{
    polys 'a set' 25 0
    polys 'overlap' 625 'sepal_polys_overlap_pairs(set, set, &pair, 1, NULL, &bits)' $checks $overlap
    polys 'rows of overlap' 625 'sepal_polys_overlap_rows(set, set, &row, 1, NULL, &bits)' $checks $overlap
    polys 'containment' 310 'sepal_polys_contains_pairs(set, set, &pair, 1, NULL, &bits)' $checks polys_contains_pairs $large
    check 'overlap in a set of doubles' asks 1105 \
        "sepal_polys_create_doubles(NULL, 0, 0, &set) || sepal_polys_overlap_pairs(set, set, &pair, 0, NULL, &bits) || $drop" \
        $checks $overlap polys_overlap_doubles polys_contain_doubles
    polys 'areas in common' 735 'sepal_polys_common_pairs(set, set, &pair, 1, &(sepal_commons){0})' \
        $checks polys_common_pairs $overlap
    polys 'polygons in common' 650 \
        'sepal_polys_common_polygons(set, set, NULL, 0, NULL, 0, NULL, NULL, (uint32_t[1]){0}, &found)' $checks $overlap
    polys 'pushes' 900 'sepal_polys_mtv_pairs(set, set, &pair, 1, NULL, &(sepal_mtvs){0})' $checks $push
    polys 'contacts' 940 'sepal_polys_contacts_pairs(set, set, &pair, 1, NULL, &(sepal_contacts){0})' \
        $checks polys_contacts_pairs $overlap
    polys 'sweeps' 1825 'sepal_polys_sweep_pairs(set, NULL, set, NULL, &pair, 1, NULL, &(sepal_hits){0})' \
        $checks polys_sweep_pairs $overlap $push
    polys 'finder' 815 "$finder" $checks $overlap $tree
    solids 'a set of solids' 35 0
    solids 'overlap of solids' 880 'sepal_solids_overlap_pairs(solids, solids, &pair, 1, NULL, &bits)' $solids_overlap
    solids 'rows of solids' 880 'sepal_solids_overlap_rows(solids, solids, &row, 1, NULL, &bits)' $solids_overlap
    solids 'containment of solids' 1070 'sepal_solids_contains_pairs(solids, solids, &pair, 1, NULL, &bits)' \
        solids_contains_pairs $solids_overlap
    solids 'pushes of solids' 1580 'sepal_solids_mtv_pairs(solids, solids, &pair, 1, NULL, &(sepal_solid_mtvs){0})' \
        $solids_push $solids_overlap
    solids 'contacts of solids' 1980 \
        'sepal_solids_contacts_pairs(solids, solids, &pair, 1, NULL, &(sepal_solid_contacts){0})' \
        solids_contacts_pairs $solids_push $solids_overlap
    solids 'sweeps of solids' 2255 \
        'sepal_solids_sweep_pairs(solids, NULL, solids, NULL, &pair, 1, NULL, &(sepal_solid_hits){0})' \
        solids_sweep_pairs $solids_push $solids_overlap
}
finish
