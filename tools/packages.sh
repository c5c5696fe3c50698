# packages.sh — what a command needs, by the names of Debian's packages.
# shellcheck shell=bash disable=SC2034 # dev uses the lists

dev_compiler_package() { # COMMAND: the package of a compiler; only names that look like one of Debian's are packages
    case $(basename "${1%% *}") in
        gcc | gcc-[0-9]* | g++ | g++-[0-9]* | clang | clang-[0-9]*) basename "${1%% *}" ;;
        clang++*) basename "${1%% *}" | sed 's/++//' ;;
        cc) echo gcc ;;
        *) command -v "${1%% *}" >/dev/null || dev_die "there is no compiler '$1'" ;;
    esac
}

dev_build_packages() {
    dev_compiler_package "$CC"
    dev_compiler_package "$CXX"
    echo libc6-dev meson ninja-build pkgconf libsimde-dev
}
test_packages='libcriterion-dev libgmp-dev cmake'
bench_packages='libbenchmark-dev'
peer_packages='libbox2d-dev libchipmunk-dev libgeos-dev libboost-dev libcgal-dev libpolyclipping-dev libopencv-imgproc-dev libfcl-dev libccd-dev libbullet-dev libode-dev'

dev_has_header() { echo "#include <$1>" | $CC -E -x c - >/dev/null 2>&1; }
dev_has_cxx_header() { echo "#include <$1>" | $CXX -E -x c++ - >/dev/null 2>&1; }
dev_has_command() { command -v "$1" >/dev/null; }

dev_has() { # PACKAGE: is what it brings here, from the package or from anywhere else?
    dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed && return
    case $1 in
        libc6-dev) dev_has_header stdio.h ;;
        ninja-build) dev_has_command ninja ;;
        pkgconf) dev_has_command pkg-config ;;
        libsimde-dev) dev_has_header simde/x86/sse2.h ;;
        libcriterion-dev) dev_has_header criterion/criterion.h ;;
        libgmp-dev) dev_has_header gmp.h ;;
        libclang-rt-dev) compgen -G "$(clang -print-resource-dir)/lib/*/*fuzzer*" >/dev/null ;;
        libbenchmark-dev) dev_has_cxx_header benchmark/benchmark.h ;;
        libbox2d-dev) dev_has_cxx_header box2d/box2d.h ;;
        libchipmunk-dev) dev_has_header chipmunk/chipmunk.h ;;
        libgeos-dev) dev_has_header geos_c.h ;;
        libboost-dev) dev_has_cxx_header boost/geometry.hpp ;;
        libcgal-dev) dev_has_cxx_header CGAL/box_intersection_d.h ;;
        libpolyclipping-dev) pkg-config --exists polyclipping ;;
        libopencv-imgproc-dev) dev_has_cxx_header opencv4/opencv2/imgproc.hpp ;;
        libfcl-dev | libccd-dev | libbullet-dev | libode-dev) pkg-config --exists "$(sed 's/lib\(.*\)-dev/\1/' <<<"$1")" ;;
        gnuplot-nox) dev_has_command gnuplot ;;
        *) dev_has_command "$1" ;;
    esac
}

installed=no
dev_need() { # PACKAGE...: installs those that are missing; without any, nothing is asked of the network
    local missing=() as_root=() package
    for package in "$@"; do
        dev_has "$package" || missing+=("$package")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    dev_has_command apt-get || dev_die "please install what corresponds to Debian's packages: ${missing[*]}"
    if [[ $(id -u) -ne 0 ]]; then
        dev_has_command sudo || dev_die "please install as root: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    dev_say "missing: ${missing[*]}"
    dev_say "now: ${as_root[*]:+sudo }apt-get install (Ctrl-C ends this)"
    local lock # .ci/run has two commands at work, and apt-get refuses to run twice
    exec {lock}<dev
    ! dev_has_command flock || flock "$lock"
    "${as_root[@]}" apt-get update -qq
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
    exec {lock}<&-
    installed=yes
}
