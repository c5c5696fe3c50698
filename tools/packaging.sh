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
    dev_offline meson test -C "$work/tarball/build" --no-rebuild golden
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
    ! grep -q 'packages/debug/lib/libsepal' "$work/vcpkg/Release.log"
}

package_conan() {
    if command -v conan >/dev/null; then
        conan create "$recipes/conan" --version "$version" --build=missing
    else
        mkdir "$work/conan"
        dev_offline python3 tests/package/managers/conan.py "$recipes/conan" "$version" "$work/conan"
    fi
}

package_homebrew() {
    mkdir -p "$work/homebrew/source" "$work/homebrew/test"
    ruby -c "$recipes/homebrew/sepal.rb"
    tar -xf "$tarball" -C "$work/homebrew/source" --strip-components=1
    dev_offline ruby tests/package/managers/homebrew.rb "$recipes/homebrew/sepal.rb" \
        "$work/homebrew/source" "$work/homebrew/prefix" "$work/homebrew/test"
}

package_debian() { # source and binary packages, by the tarball
    # shellcheck disable=SC2086
    dev_need $debian_packages
    local folder=$work/debian/sepal-$version
    mkdir -p "$folder"
    cp "$tarball" "$work/debian/sepal_$version.orig.tar.xz"
    tar -xf "$tarball" -C "$folder" --strip-components=1
    (cd "$folder" && unset CC CXX && dpkg-buildpackage --unsigned-source --unsigned-changes)
    lintian --fail-on error,warning --info "$work/debian"/*.changes
    dpkg-deb --info "$work"/debian/python3-sepal_*.deb | grep 'Depends:'
}

package_versions() { tools/versions.py .; }

dev_test_packaging() { # [PACKAGE...]
    local packages package failed names=(versions tarball wrap vcpkg conan homebrew debian) status=0
    [[ $# -eq 0 ]] || names=("$@")
    packages=$(dev_build_packages)
    # shellcheck disable=SC2086 # lists of words
    dev_need $packages $packaging_packages
    work=$(mktemp -d)
    dev_tarball "$work"
    tarball=$(echo "$work"/sepal-*.tar.xz)
    recipes=$work/recipes
    version=$(basename "$tarball" .tar.xz)
    version=${version#sepal-}
    packaging/recipes.py "$tarball" "file://$tarball" https://example.org/sepal "$recipes"
    for package in "${names[@]}"; do
        declare -F "package_$package" >/dev/null || dev_die "there is no package '$package' among: ${names[*]}"
        set +e # as a condition, bash would go on after a command that fails
        (set -e && "package_$package") >"$work/$package.log" 2>&1
        failed=$?
        set -e
        if [[ $failed -eq 0 ]]; then
            dev_say "$package: ok"
        else
            cat "$work/$package.log" >&2
            dev_say "$package: FAILED"
            status=1
        fi
    done
    rm -rf "$work"
    return $status
}
