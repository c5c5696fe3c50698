#!/usr/bin/env bash
# Each public header alone, as C11 and as C++11, without a warning; and whether sepal.h and the installation know them all.
. "$(dirname "$0")/tap.sh"

warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'

compiles() { # LANGUAGE COMPILER OPTION... : a file that includes only $header
    local language=$1
    shift
    printf '#include <sepal/%s>\nint main(void);\nint main(void) { return 0; }\n' "$header" |
        "$@" -x "$language" $warnings -I "$SOURCE/include" -fsyntax-only -
}

in_umbrella() { [[ $header == sepal.h ]] || grep -qx "#include \"$header\"" "$SOURCE/include/sepal/sepal.h"; }
is_installed() { grep -q "'include/sepal/$header'" "$SOURCE/meson.build"; }

warns_of_a_lost_status() { # LANGUAGE COMPILER OPTION...: and takes a cast to void as an answer
    local language=$1
    shift
    printf '#include <sepal/sepal.h>\nint main(void) { (void)sepal_isa_use(0); return 0; }\n' >"$work/looked_at"
    sed 's/(void)sepal/sepal/' "$work/looked_at" >"$work/lost"
    "$@" -x "$language" -Werror -I "$SOURCE/include" -fsyntax-only "$work/looked_at"
    ! "$@" -x "$language" -Werror -I "$SOURCE/include" -fsyntax-only "$work/lost"
}

for path in "$SOURCE"/include/sepal/*.h; do
    header=$(basename "$path")
    check "$header as C11" compiles c $CC -std=c11
    if [[ -n $CXX ]]; then
        check "$header as C++11" compiles c++ $CXX -std=c++11
    else
        skip "$header as C++11" 'no C++ compiler'
    fi
    check "$header in sepal.h" in_umbrella
    check "$header installed" is_installed
done
check 'a status that is lost, in C' warns_of_a_lost_status c $CC -std=c11
if [[ -n $CXX ]]; then
    check 'a status that is lost, in C++' warns_of_a_lost_status c++ $CXX -std=c++17
else
    skip 'a status that is lost, in C++' 'no C++ compiler'
fi
finish
