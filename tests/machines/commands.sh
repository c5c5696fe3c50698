# shellcheck shell=bash disable=SC2154 # dev sets $test_packages
# Sourced by ./dev: the tests on other machines, with other flags, and with instructions that this machine may not have. Each
# command ends with one line that says what has passed. Debian's packages bring everything that is needed.

cross_files=$PWD/tests/machines

# --- What they share --------------------------------------------------------------------------------------------------------------

build_as() { # NAME PACKAGE...: another build directory, and what every such build needs
    build=${BUILD:-build}-$1
    shift
    need meson ninja-build pkgconf libsimde-dev "$@"
    mkdir -p "$build"
    build=$(cd "$build" && pwd)
}

sysroot() { # ARCHITECTURE PACKAGE...: unpacks packages of another architecture, with all that they depend on, beside the build
    local architecture=$1 root=$build/sysroot options package link
    shift
    if [[ ! -e $root/complete ]]; then
        say "unpacking for $architecture: $*"
        rm -rf "$root"
        mkdir -p "$root"/apt/{lists/partial,archives/partial}
        touch "$root/apt/status"
        options=(-o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" -o APT::Sandbox::User=
            -o "Dir::State=$root/apt" -o "Dir::State::status=$root/apt/status" -o "Dir::Cache=$root/apt")
        apt-get "${options[@]}" update -qq || say "some sources have nothing for $architecture"
        apt-get "${options[@]}" install -y -qq --no-install-recommends --download-only "$@" >/dev/null
        for package in "$root"/apt/archives/*.deb; do
            dpkg-deb -x "$package" "$root"
        done
        find "$root" -type l -lname '/*' | while read -r link; do # libm.so -> /lib/...: inside
            ln -sfn "$root$(readlink "$link")" "$link"
        done
        rm -rf "$root/apt"
        touch "$root/complete"
    fi
    constant sysroot "$root"
}

constant() { # NAME VALUE: a constant for the cross file, in a file of its own
    printf "[constants]\n%s = '%s'\n" "$1" "$2" >"$build/constants.ini"
    setup_options=(--cross-file "$build/constants.ini")
}

build_for() { # MACHINE OPTION...: by its cross file, without a warning
    setup_options+=(--cross-file "$cross_files/$1.ini")
    shift
    configure werror=true "$@"
    ninja -C "$build"
}

run_all() { # TITLE ARGUMENT...: the tests; ends with the one line
    local title=$1 log=$build/tests.log
    shift
    meson_test "$@" | tee "$log" || die "$title: FAILED"
    say "$title: $(sed -n 's/^Ok: *\([0-9]*\).*/\1/p' "$log") test programs passed; $(isas)"
}

inside=() # a command that runs `meson test`, with arguments of its own

meson_test() { # ARGUMENT...
    rm -f "$build"/meson-logs/testlog*
    "${inside[@]}" meson test -C "$build" --no-rebuild --print-errorlogs --timeout-multiplier 6 "$@"
}

isas() { # which instruction sets have given the stored answers
    grep -ho 'golden: .*' "$build"/meson-logs/testlog*.txt
}

# --- Machines under qemu ----------------------------------------------------------------------------------------------------------

# Criterion starts each test as a process of its own, so the kernel itself must know what runs programs of this machine: by
# binfmt_misc, in a namespace of our own, where that takes no rights and concerns nobody else. Magic and mask of the ELF header are
# those of qemu's scripts/qemu-binfmt-conf.sh.
binfmt_aarch64=':sepal-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
binfmt_aarch64+=':\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'

with_binfmt() { # REGISTRATION COMMAND...
    # shellcheck disable=SC2016 # for the inner shell
    unshare --user --map-root-user --mount bash -euc '
        mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
        printf "%s\n" "$0" >/proc/sys/fs/binfmt_misc/register
        exec "$@"' "$@"
}

test_aarch64() {
    build_as aarch64 qemu-user gcc-aarch64-linux-gnu
    sysroot arm64 libc6-dev libsimde-dev libcriterion-dev libgmp-dev
    local registration
    registration=$binfmt_aarch64$(command -v qemu-aarch64):
    if with_binfmt "$registration" true 2>/dev/null; then
        build_for aarch64 tests=enabled runner=criterion
        inside=(with_binfmt "$registration")
        QEMU_LD_PREFIX=$build/sysroot run_all 'aarch64, Criterion' "$@"
    else
        say 'namespaces with binfmt_misc are refused here: all tests run, but each program in one process'
        build_for aarch64 tests=enabled runner=plain
        run_all 'aarch64, each program in one process' "$@"
    fi
}

test_armhf() {
    build_as armhf qemu-user gcc-arm-linux-gnueabihf
    sysroot armhf libc6-dev libgmp-dev
    build_for armhf tests=enabled runner=plain
    run_all 'armhf' "$@"
}

test_s390x() {
    build_as s390x qemu-user gcc-s390x-linux-gnu
    sysroot s390x libc6-dev libgmp-dev
    build_for s390x tests=enabled runner=plain
    run_all 's390x (big endian)' "$@"
}

test_riscv64() {
    build_as riscv64 qemu-user gcc-riscv64-linux-gnu libc6-dev-riscv64-cross
    setup_options=()
    build_for riscv64 runner=plain
    run_all 'riscv64' "$@"
}

# --- x86 --------------------------------------------------------------------------------------------------------------------------

test_i386() {
    build_as i386 gcc-i686-linux-gnu
    sysroot i386 libc6-dev libsimde-dev libcriterion-dev libgmp-dev
    build_for i386 tests=enabled runner=criterion
    run_all 'i386, Criterion' "$@"
}

# Machines on which the newest instructions are missing, so that the dispatcher must not choose them.
test_old_x86() {
    local packages cpu expected report=()
    packages=$(build_packages)
    # shellcheck disable=SC2086 # a list of words
    build_as old-x86 qemu-user $packages
    configure werror=true runner=plain bench=disabled examples=disabled
    ninja -C "$build"
    for cpu in Nehalem Haswell; do
        expected='on scalar sse2'
        [[ $cpu == Nehalem ]] || expected='on scalar sse2 avx2'
        meson_test --wrapper "qemu-x86_64 -cpu $cpu" golden base state "$@" || die "x86 as $cpu: FAILED"
        [[ $(isas) == *"$expected" ]] || die "x86 as $cpu: $(isas), where '$expected' was expected"
        report+=("as $cpu ${expected}")
    done
    say "old x86: golden, base and state passed ${report[0]}; ${report[1]}"
}

# The 16-lane kernels in plain C, by SIMDe, on any machine.
test_x16() {
    local packages
    packages=$(build_packages)
    # shellcheck disable=SC2086 # lists of words
    build_as x16 $packages $test_packages
    configure werror=true tests=enabled portable_x16=true bench=disabled examples=disabled
    ninja -C "$build"
    run_all '16 lanes without AVX-512' --no-suite package "$@"
    [[ $(isas) == *'on scalar avx512' ]] || die "the 16 lanes were not used: $(isas)"
}

# --- WebAssembly ------------------------------------------------------------------------------------------------------------------

test_wasm() {
    build_as wasm emscripten
    export NODE_PATH=/usr/share/nodejs
    local simde
    simde=$(echo '#include <simde/simde-common.h>' | $CC -E -x c - | sed -n 's|^# 1 "\(.*/simde\)/simde-common.h".*|\1|p' | head -1)
    mkdir -p "$build/simde"
    ln -sfn "$simde" "$build/simde/simde"
    constant simde "$build/simde"
    build_for wasm runner=plain
    run_all 'WebAssembly' "$@"
}

# --- Compilers and their options --------------------------------------------------------------------------------------------------

# One line per variant, as it is done. Nothing may be printed while a variant is built: a warning is an error.
test_variants() {
    local packages compiler variant began log failed=0
    packages=$(build_packages)
    # shellcheck disable=SC2086 # a list of words
    build_as variants $packages gcc clang lld llvm
    local place=$build
    for compiler in gcc clang; do
        for variant in optimization=0 optimization=2 optimization=3 b_lto=true c_args=-march=native; do
            build=$place/$compiler-$variant
            log=$place/$compiler-$variant.log
            began=$SECONDS
            if variant_passes "$compiler" "$variant" >"$log" 2>&1; then
                echo "ok    $compiler, $variant ($((SECONDS - began)) s): $(tail -1 "$log")"
            else
                echo "FAIL  $compiler, $variant: see $log"
                failed=1
            fi
        done
    done
    [[ $failed -eq 0 ]] || die 'variants: FAILED'
    say 'variants: every one was built without a warning and gives the stored answers'
}

variant_passes() { # COMPILER VARIANT
    local linker=bfd
    [[ $1 == gcc ]] || linker=lld # whose link-time optimisation needs it
    [[ -f $build/build.ninja ]] ||
        CC=$1 CC_LD=$linker meson setup -Dwerror=true -Dtests=auto -Dbench=disabled -Dexamples=disabled "-D$2" "$build" || return
    ninja -C "$build" tests/golden && "$build/tests/golden" tests/golden/golden.expected
}
