# packaging.sh — the packages of other package managers, built as far as this machine can.
# shellcheck shell=bash disable=SC2154 # dev sets $build and so on

packaging_packages='git cmake xz-utils ruby'
debian_packages='build-essential debhelper dh-python lintian libcriterion-dev libgmp-dev python3-numpy python3-pytest python3-dev'

# Without the network, where the machine lets a command be cut off from it.
dev_offline() {
    if unshare --map-root-user --net true 2>/dev/null; then
        unshare --map-root-user --net "$@"
    else
        "$@"
    fi
}

# What a package's check did, and what it could not do and why; printed after its result.
package_checked() { printf '    checked: %s\n' "$*" >>"$said"; }
package_unchecked() { printf '    not checked: %s\n' "$*" >>"$said"; }

dev_tarball() { # FOLDER: the tarball of the last commit, without a build of it
    dev_configure
    [[ -z $(git status --porcelain) ]] || dev_say 'the tarball has the last commit, and not what is not committed'
    meson dist -C "$build" --no-tests --allow-dirty --formats xztar >&2
    mv "$build"/meson-dist/sepal-*.tar.xz* "$1"
}

package_tarball() { # builds from the tarball, which needs nothing else, and compares the stored answers
    mkdir "$work/tarball"
    tar -xf "$tarball" -C "$work/tarball" --strip-components=1
    dev_offline meson setup "$work/tarball/build" "$work/tarball" -Dbench=disabled
    dev_offline ninja -C "$work/tarball/build"
    dev_offline meson test -C "$work/tarball/build" --no-rebuild golden golden_solids
    package_checked 'the tarball alone builds without a network, and gives the stored answers'
}

package_wrap() { # a project that has nothing of sepal but the wrap
    mkdir -p "$work/wrap/subprojects"
    cp "$recipes/wrapdb/sepal.wrap" "$work/wrap/subprojects"
    cp tests/package/program.c "$work/wrap"
    cat >"$work/wrap/meson.build" <<'END_OF_FILE'
project('parent', 'c', default_options: ['c_std=c11', 'buildtype=release'])
test('program', executable('program', 'program.c', dependencies: dependency('sepal')))
END_OF_FILE
    dev_offline meson setup "$work/wrap/build" "$work/wrap" -Dsepal:default_library=static
    dev_offline ninja -C "$work/wrap/build"
    dev_offline meson test -C "$work/wrap/build" --no-rebuild
    package_checked 'a project that has nothing of sepal but the wrap gets the tarball by it, builds, and its program runs'
    package_unchecked "what WrapDB's own review runs: that needs its repository"
}

package_vcpkg() {
    python3 -m json.tool "$recipes/vcpkg/vcpkg.json" >/dev/null
    dev_offline cmake -DPORT="$recipes/vcpkg" -DWORK="$work/vcpkg" -P tests/package/managers/vcpkg.cmake
    mkdir "$work/vcpkg/program"
    cp tests/package/program.c tests/package/CMakeLists.txt "$work/vcpkg/program"
    local type
    for type in Debug Release; do # as vcpkg's toolchain lets programs find packages
        cmake -S "$work/vcpkg/program" -B "$work/vcpkg/program/$type" -DCMAKE_BUILD_TYPE=$type \
            -Dsepal_DIR="$work/vcpkg/packages/share/sepal"
        cmake --build "$work/vcpkg/program/$type" --verbose >"$work/vcpkg/$type.log"
        "$work/vcpkg/program/$type/program"
    done
    grep -q 'packages/debug/lib/libsepal' "$work/vcpkg/Debug.log"
    ! grep 'packages/debug/lib/libsepal' "$work/vcpkg/Release.log" || dev_die 'the Release program is linked with the Debug library'
    package_checked "the portfile, with stand-ins for vcpkg's functions; programs find the Debug and the Release package by CMake, and run"
    package_unchecked "vcpkg itself and its port of simde: both come from its repository; SIMDe was Debian's"
}

package_conan() {
    if command -v conan >/dev/null; then
        conan create "$recipes/conan" --version "$version" --build=missing
        package_checked 'conan create, with the program of the test package'
    else
        mkdir "$work/conan"
        dev_offline python3 tests/package/managers/conan.py "$recipes/conan" "$version" "$work/conan"
        package_checked "all steps of the recipe, with stand-ins for Conan's classes; the program of the test package runs"
        package_unchecked "Conan itself: there is no command 'conan' here; SIMDe was Debian's"
    fi
}

package_homebrew() {
    mkdir -p "$work/homebrew/source" "$work/homebrew/test"
    ruby -c "$recipes/homebrew/sepal.rb"
    tar -xf "$tarball" -C "$work/homebrew/source" --strip-components=1
    dev_offline ruby tests/package/managers/homebrew.rb "$recipes/homebrew/sepal.rb" \
        "$work/homebrew/source" "$work/homebrew/prefix" "$work/homebrew/test"
    package_checked "the formula's Ruby, its install and its test, with stand-ins for Homebrew's classes"
    package_unchecked "Homebrew itself and its audit, which need its repositories; macOS, which this machine is not"
}

package_wheel() { # the wheel from the tarball, installed where nothing else of sepal is
    # shellcheck disable=SC2086
    dev_need $python_packages $python_test_packages
    local tree=$work/wheel/tree wheel needed
    mkdir -p "$tree"
    tar -xf "$tarball" -C "$tree" --strip-components=1
    dev_offline bash -c "$(declare -f dev_build_wheel); python=$python dev_build_wheel $tree $work/wheel/dist $tree/build"
    wheel=$(echo "$work"/wheel/dist/*.whl)
    [[ $wheel == *-abi3-* ]] || dev_die "'$wheel' serves one version of Python only"
    "$python" -m venv --system-site-packages "$work/wheel/venv"
    "$work/wheel/venv/bin/pip" install --quiet --no-index --no-deps "$wheel"
    "$work/wheel/venv/bin/python" "$tree/tests/package/wheel.py"
    unzip -p "$wheel" '*/METADATA' >"$work/wheel/METADATA"
    grep -q '^Classifier: License :: OSI Approved :: MIT License$' "$work/wheel/METADATA" || dev_die 'the wheel has no classifiers'
    ! grep -n '](\(\.\|include\|docs\)' "$work/wheel/METADATA" || dev_die 'the description has a link that leads nowhere outside of the tree'
    # What a module needs of the C library decides on which systems it runs: manylinux_2_28 allows what glibc 2.28 has.
    unzip -q -o "$wheel" 'sepal/_core*.so' -d "$work/wheel/module"
    needed=$(objdump -T "$work"/wheel/module/sepal/_core* | grep -oP 'GLIBC_\K[0-9.]+' | sort -uV | tail -1)
    [[ $(printf '%s\n' 2.28 "$needed" | sort -V | tail -1) == 2.28 ]] || dev_die "the module needs glibc $needed, and manylinux_2_28 has 2.28"
    # The tests compare with the library without Python: here a shared one of the very objects that the wheel has.
    "${CC%% *}" -shared -Wl,--whole-archive "$tree/build/src/libsepal.a" -Wl,--no-whole-archive -lm -o "$work/wheel/libsepal.so"
    (cd "$tree" && SEPAL_LIBRARY=$work/wheel/libsepal.so "$work/wheel/venv/bin/python" -m pytest -q -p no:cacheprovider)
    package_checked "$(basename "$wheel") is built without a network, installed, and passes the tests of python/tests"
    package_checked "its module needs glibc $needed, which manylinux_2_28 has"
    package_unchecked 'cibuildwheel and its images, other versions of Python than this one, macOS, Windows'
}

package_npm() { # the package for JavaScript from the tarball, packed, and installed where nothing else is
    # shellcheck disable=SC2086
    dev_need $npm_tools node-typescript
    local tree=$work/npm/tree project=$work/npm/project
    mkdir -p "$tree" "$project"
    tar -xf "$tarball" -C "$tree" --strip-components=1
    (cd "$tree" && dev_offline ./dev npm "$work/npm")
    cp tests/package/npm/* "$project"
    cd "$project"
    npm init --yes >/dev/null
    npm install --offline --no-audit --no-fund "$work"/npm/*.tgz
    node program.mjs node_modules/sepal-wasm/README.md
    node refused.mjs node_modules/sepal-wasm/index.d.ts
    tsc --noEmit --strict --target es2022 --module es2022 --moduleResolution node16 types.mts
    package_checked 'the packed package is installed in an empty project; known answers, what is refused, the same bits from both builds, its types'
    package_unchecked 'browsers other than Chromium, where ./dev test-web uses the package for the page; bundlers'
}

package_debian() { # source and binary packages, by the tarball
    # shellcheck disable=SC2086
    dev_need $debian_packages
    local folder=$work/debian/sepal-$version root=$work/debian/root libraries
    mkdir -p "$folder" "$root" "$work/debian/test"
    cp "$tarball" "$work/debian/sepal_$version.orig.tar.xz"
    tar -xf "$tarball" -C "$folder" --strip-components=1
    ! (cd "$folder" && make -f debian/rules clean) || dev_die 'packages are built that do not say who makes them'
    ! DEBFULLNAME='' DEBEMAIL='' "$folder/debian/maintainer" || dev_die 'debian/maintainer enters nobody'
    export DEBFULLNAME=${DEBFULLNAME:-A test} DEBEMAIL=${DEBEMAIL:-test@example.org}
    "$folder/debian/maintainer"
    [[ $(dpkg-parsechangelog -l "$folder/debian/changelog" -S Maintainer) == "$DEBFULLNAME <$DEBEMAIL>" ]]
    package_checked 'debian/rules refuses to build before debian/maintainer has entered a name and an address'
    # Debian's own commands, and not others of the same names that come before them on the path.
    (cd "$folder" && unset CC CXX && PATH=/usr/sbin:/usr/bin:/sbin:/bin dpkg-buildpackage --unsigned-source --unsigned-changes)
    package_checked 'source and binary packages are built by dpkg-buildpackage; the list of symbols and the name of the library hold'
    if [[ " ${DEB_BUILD_OPTIONS:-} " == *' nocheck '* ]]; then
        package_unchecked 'the tests of the tree during the build: DEB_BUILD_OPTIONS has nocheck'
    else
        package_checked 'the tests of the tree during the build'
    fi
    lintian --allow-root --fail-on error,warning --info "$work/debian"/*.changes
    package_checked "lintian $(dpkg-query -W -f '${Version}' lintian) says nothing of source and binary packages"
    for package in "$work"/debian/*.deb; do
        dpkg-deb --extract "$package" "$root"
    done
    dpkg-deb --info "$work"/debian/python3-sepal_*.deb | grep 'Depends:'
    libraries=$root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
    # As on a machine that has these packages: everything is found in the folder that they were unpacked to.
    AUTOPKGTEST_TMP=$work/debian/test PKG_CONFIG_PATH=$libraries/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root \
        PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 PKG_CONFIG_ALLOW_SYSTEM_LIBS=1 LD_LIBRARY_PATH=$libraries sh debian/tests/library
    PATH=/usr/bin:/bin PYTHONPATH=$root/usr/lib/python3/dist-packages PYTHONDONTWRITEBYTECODE=1 \
        LD_LIBRARY_PATH=$libraries sh debian/tests/python
    package_checked 'debian/tests with the packages unpacked to a folder: a program in C, and the tests of the Python package'
    package_unchecked 'installation by apt, other architectures, a chroot with nothing but the build dependencies: this machine has none'
}

package_versions() {
    tools/versions.py .
    package_checked 'one version everywhere, and every public function in the list of symbols'
}

dev_test_packaging() { # [PACKAGE...]
    local packages package failed names=(versions tarball wrap vcpkg conan homebrew wheel npm debian) status=0 began
    [[ $# -eq 0 ]] || names=("$@")
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # lists of words
    dev_need $packages $packaging_packages
    work=$(mktemp -d)
    dev_tarball "$work"
    tarball=$(echo "$work"/sepal-*.tar.xz)
    # Where ccache is, what was compiled in another folder of the same layout is not compiled again.
    export CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1 PATH=/usr/lib/ccache:$PATH
    recipes=$work/recipes
    version=$(basename "$tarball" .tar.xz)
    version=${version#sepal-}
    packaging/recipes.py "$tarball" "file://$tarball" https://example.org/sepal "$recipes"
    for package in "${names[@]}"; do
        declare -F "package_$package" >/dev/null || dev_die "there is no package '$package' among: ${names[*]}"
        said=$work/$package.said
        : >"$said"
        began=$SECONDS
        set +e # as a condition, bash would go on after a command that fails
        (set -e && "package_$package") >"$work/$package.log" 2>&1
        failed=$?
        set -e
        if [[ $failed -eq 0 ]]; then
            dev_say "$package: ok ($((SECONDS - began)) s)"
        else
            cat "$work/$package.log" >&2
            dev_say "$package: FAILED ($((SECONDS - began)) s)"
            status=1
        fi
        cat "$said" >&2
    done
    rm -rf "$work"
    return $status
}
