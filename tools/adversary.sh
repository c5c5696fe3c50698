# adversary.sh — the command adversary, over the program of tests/adversary.
# shellcheck shell=bash disable=SC2154 # dev sets $build and $test_packages

dev_adversary() { # [SECONDS [NAME]]: how long to search in all; only the bounds of one file, such as boxes
    local packages
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # lists of words
    dev_need $packages $test_packages
    dev_configure tests=enabled
    ninja -C "$build" tests/adversary/adversary
    "$build/tests/adversary/adversary" "$@"
}
