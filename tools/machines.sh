# shellcheck shell=bash disable=SC2154 # dev sets $test_packages
# machines.sh — the tests on other machines, with other flags, and with instructions that this machine may not have. Each command
# ends with one line that says what has passed. Debian's packages bring everything that is needed.

cross_files=$PWD/tools/machines

# --- What they share --------------------------------------------------------------------------------------------------------------

dev_build_as() { # NAME PACKAGE...: another build directory, and what every such build needs
    build=${BUILD:-build}-$1
    shift
    dev_need meson ninja-build pkgconf libsimde-dev "$@"
    mkdir -p "$build"
    build=$(cd "$build" && pwd)
}

dev_sysroot() { # ARCHITECTURE PACKAGE...: unpacks packages of another architecture, with all that they depend on, beside the build
    local architecture=$1 root=$build/sysroot options package link
    shift
    if [[ ! -e $root/complete ]]; then
        dev_say "unpacking for $architecture: $*"
        rm -rf "$root"
        mkdir -p "$root"/apt/{lists/partial,archives/partial}
        touch "$root/apt/status"
        options=(-o "APT::Architecture=$architecture" -o "APT::Architectures=$architecture" -o APT::Sandbox::User=
            -o "Dir::State=$root/apt" -o "Dir::State::status=$root/apt/status" -o "Dir::Cache=$root/apt")
        apt-get "${options[@]}" update -qq || dev_say "some sources have nothing for $architecture"
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
    dev_constant sysroot "$root"
}

dev_simde_alone() { # a folder with nothing but SIMDe, as a constant for the cross file
    local simde
    simde=$(echo '#include <simde/simde-common.h>' | $CC -E -x c - | sed -n 's|^# 1 "\(.*/simde\)/simde-common.h".*|\1|p' | head -1)
    mkdir -p "$build/simde"
    ln -sfn "$simde" "$build/simde/simde"
    dev_constant simde "$build/simde"
}

dev_constant() { # NAME VALUE: a constant for the cross file, in a file of its own
    printf "[constants]\n%s = '%s'\n" "$1" "$2" >"$build/constants.ini"
    setup_options=(--cross-file "$build/constants.ini")
}

dev_build_for() { # MACHINE OPTION...: by its cross file, without a warning; dev_run_all builds what the tests that it runs need
    setup_options+=(--cross-file "$cross_files/$1.ini")
    shift
    dev_configure werror=true "$@"
}

dev_run_all() { # TITLE ARGUMENT...: the tests; ends with the one line
    local title=$1 log=$build/tests.log
    shift
    dev_meson_test "$@" | tee "$log" || dev_die "$title: FAILED"
    dev_say "$title: $(sed -n 's/^Ok: *\([0-9]*\).*/\1/p' "$log") test programs passed; $(dev_isas)"
}

inside=() # a command that runs `meson test`, with arguments of its own

dev_meson_test() { # ARGUMENT...
    rm -f "$build"/meson-logs/testlog*
    "${inside[@]}" meson test -C "$build" --print-errorlogs --timeout-multiplier "$((6 * ${TIMEOUTS:-1}))" "$@"
}

dev_isas() { # which instruction sets have given the stored answers
    grep -ho 'golden[a-z_]*: .* on .*' "$build"/meson-logs/testlog*.txt
}

# --- Machines under qemu ----------------------------------------------------------------------------------------------------------

# Criterion starts each test as a process of its own, so the kernel itself must know what runs programs of this machine: by
# binfmt_misc, in a namespace of our own, where that takes no rights and concerns nobody else. Magic and mask of the ELF header are
# those of qemu's scripts/qemu-binfmt-conf.sh.
binfmt_aarch64=':sepal-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
binfmt_aarch64+=':\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'

dev_with_binfmt() { # REGISTRATION COMMAND...
    # shellcheck disable=SC2016 # for the inner shell
    unshare --user --map-root-user --mount bash -euc '
        mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
        printf "%s\n" "$0" >/proc/sys/fs/binfmt_misc/register
        exec "$@"' "$@"
}

dev_test_aarch64() {
    dev_build_as aarch64 qemu-user gcc-aarch64-linux-gnu
    dev_sysroot arm64 libc6-dev libsimde-dev libcriterion-dev libgmp-dev
    local registration
    registration=$binfmt_aarch64$(command -v qemu-aarch64):
    if dev_with_binfmt "$registration" true 2>/dev/null; then
        dev_build_for aarch64 tests=enabled runner=criterion
        inside=(dev_with_binfmt "$registration")
        QEMU_LD_PREFIX=$build/sysroot dev_run_all 'aarch64, Criterion' "$@"
    else
        dev_say 'namespaces with binfmt_misc are refused here: all tests run, but each program in one process'
        dev_build_for aarch64 tests=enabled runner=plain
        dev_run_all 'aarch64, each program in one process' "$@"
    fi
}

dev_test_armhf() {
    dev_build_as armhf qemu-user gcc-arm-linux-gnueabihf
    dev_sysroot armhf libc6-dev libgmp-dev
    dev_build_for armhf tests=enabled runner=plain
    dev_run_all 'armhf' "$@"
}

dev_test_s390x() {
    dev_build_as s390x qemu-user gcc-s390x-linux-gnu
    dev_sysroot s390x libc6-dev libgmp-dev
    dev_build_for s390x tests=enabled runner=plain
    dev_run_all 's390x (big endian)' "$@"
}

dev_test_riscv64() {
    dev_build_as riscv64 qemu-user gcc-riscv64-linux-gnu libc6-dev-riscv64-cross
    setup_options=()
    dev_build_for riscv64 runner=plain
    dev_run_all 'riscv64' "$@"
}

# --- x86 --------------------------------------------------------------------------------------------------------------------------

dev_test_i386() {
    dev_build_as i386 gcc-i686-linux-gnu
    dev_sysroot i386 libc6-dev libsimde-dev libcriterion-dev libgmp-dev
    dev_build_for i386 tests=enabled runner=criterion
    dev_run_all 'i386, Criterion' "$@"
}

# Processors that lack the newest instructions, so that the library must not choose them. Both are emulated at the same time.
dev_test_old_x86() {
    local packages cpu failed=0
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # a list of words
    dev_build_as old-x86 qemu-user $packages
    dev_configure werror=true runner=plain bench=disabled examples=disabled
    ninja -C "$build" tests/golden tests/golden_solids tests/test_base tests/test_state
    for cpu in Nehalem Haswell; do
        dev_runs_on "$cpu" >"$build/$cpu.log" 2>&1 &
    done
    wait
    dev_gives Nehalem 'on scalar sse2' || failed=1
    dev_gives Haswell 'on scalar sse2 avx2' || failed=1
    [[ $failed -eq 0 ]] || dev_die 'old x86: FAILED'
    dev_say 'old x86: golden, golden_solids, base and state passed as Nehalem on scalar sse2; as Haswell on scalar sse2 avx2'
}

dev_runs_on() { # CPU: what is run there
    qemu-x86_64 -cpu "$1" "$build/tests/test_base" &&
        qemu-x86_64 -cpu "$1" "$build/tests/test_state" &&
        qemu-x86_64 -cpu "$1" "$build/tests/golden" tests/golden/golden.expected &&
        qemu-x86_64 -cpu "$1" "$build/tests/golden_solids" tests/golden/solids.expected && echo passed
}

dev_gives() { # CPU TEXT: everything passed, and both programs that compare answers ended with the text
    [[ $(tail -n 1 "$build/$1.log") == passed && $(grep -c "^golden.*: .* $2\$" "$build/$1.log") == 2 ]] && return
    tail -n 5 "$build/$1.log" >&2
    return 1
}

# The 16-lane kernels in plain C, by SIMDe, on any machine.
dev_test_avx512() {
    local packages
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # lists of words
    dev_build_as avx512 $packages $test_packages
    dev_configure werror=true tests=enabled portable_avx512=true bench=disabled examples=disabled
    dev_run_all '16 lanes without AVX-512' --no-suite package "$@"
    ! dev_isas | grep -v 'on scalar avx512$' || dev_die "the 16 lanes were not used: $(dev_isas)"
}

# --- WebAssembly ------------------------------------------------------------------------------------------------------------------

dev_test_wasm() {
    dev_build_as wasm emscripten
    export NODE_PATH=/usr/share/nodejs
    dev_simde_alone
    dev_build_for wasm runner=plain
    dev_run_all 'WebAssembly' "$@"
}

# --- Windows ----------------------------------------------------------------------------------------------------------------------

dev_test_windows() {
    dev_build_as windows gcc-mingw-w64-x86-64 binutils-mingw-w64-x86-64 wine64
    dev_simde_alone
    export WINEPREFIX=$build/wine WINEDEBUG=-all
    dev_build_for windows # without Criterion, so that only golden and the examples are built
    ninja -C "$build"
    dev_exports
    dev_run_all 'Windows' "$@"
}

# The DLL exports what the headers declare, and nothing else; the static library exports nothing.
dev_exports() {
    local dll
    dll=$(find "$build/src" -name 'libsepal*.dll')
    x86_64-w64-mingw32-objdump -p "$dll" | sed -n '/Name Pointer\] Table/,/^$/s/^\t\[.*\] //p' | sort >"$build/exported"
    grep -ohP 'SEPAL_API [^(]*?\bsepal_\w+(?=\()' include/sepal/*.h | grep -oP '\w+$' | sort >"$build/declared"
    [[ -s $build/declared ]] && diff -u "$build/declared" "$build/exported" || dev_die 'the DLL exports other names'
    ! x86_64-w64-mingw32-objdump -s -j .drectve "$build/src/libsepal.a" 2>/dev/null | grep -q export ||
        dev_die 'the static library exports names'
}

# --- Compilers and their options --------------------------------------------------------------------------------------------------

# One line per variant, as it is done. Nothing may be printed while a variant is built: a warning is an error.
dev_test_variants() {
    local packages compiler variant began log failed=0
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # a list of words
    dev_build_as variants $packages gcc clang lld llvm cmake
    local place=$build
    for compiler in gcc clang; do
        for variant in optimization=0 optimization=2 optimization=3 b_lto=true c_args=-march=native unity=on; do
            build=$place/$compiler-$variant
            log=$place/$compiler-$variant.log
            began=$SECONDS
            if dev_variant_passes "$compiler" "$variant" >"$log" 2>&1; then
                echo "ok    $compiler, $variant ($((SECONDS - began)) s): $(tail -1 "$log")"
            else
                echo "FAIL  $compiler, $variant: see $log"
                failed=1
            fi
        done
        dev_builds_pass "$compiler" "$place/$compiler-optimization=3" || failed=1
    done
    [[ $failed -eq 0 ]] || dev_die 'variants: FAILED'
    dev_say 'variants: every one was built without a warning and gives the stored answers'
}

dev_variant_passes() { # COMPILER VARIANT
    local linker=bfd
    [[ $1 == gcc ]] || linker=lld # whose link-time optimisation needs it
    [[ -f $build/build.ninja ]] || CC=$1 CC_LD=$linker meson setup -Dwerror=true -Dtests=auto -Dbench=disabled -Dexamples=disabled \
        -Dunity_size=1000 "-D$2" "$build" || return
    ninja -C "$build" tests/golden tests/golden_solids tests/libgolden.a tests/libgolden_solids.a &&
        "$build/tests/golden" tests/golden/golden.expected && "$build/tests/golden_solids" tests/golden/solids.expected
}

dev_builds_pass() { # COMPILER FOLDER: the builds of others; FOLDER has the archives of golden and golden_solids, built by meson
    local version archives
    version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
    archives=$(printf "$2/tests/lib%s.a " golden golden_solids question_helpers scene_helpers)
    SOURCE=$PWD CC=$1 VERSION=$version ARCHIVES=$archives tests/package/builds.sh all
}
