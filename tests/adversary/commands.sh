# The command `adversary` of ./dev, which reads this file.
# shellcheck shell=bash disable=SC2154 # dev sets $build and $test_packages

adversary() { # [SECONDS [NAME]]: how long to search in all; only the bounds of one file, such as boxes
    local packages
    packages=$(build_packages)
    # shellcheck disable=SC2086 # lists of words
    need $packages $test_packages
    configure tests=enabled
    ninja -C "$build" tests/adversary/adversary tests/adversary/undecided
    "$build/tests/adversary/adversary" "$@"
    "$build/tests/adversary/undecided"
}
