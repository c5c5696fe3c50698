# Turns the plain comments of the public headers into Doxygen's: the headers stay readable as they are. Doxygen runs it on each file.
#
#   the comment at the top of a file               describes the file
#   a comment in the first column                  describes what follows; lines of dashes head a section, and describe nothing
#   a comment behind a member, or behind several   describes it, or each of them
#   " * name, name: ..." above a function          describes arguments, which must then have these names
#   " * SEPAL_BAD_..." above a function            says what is returned

function print_comment(declaration,    i, line) {
    for (i = 1; i <= count; i++) {
        line = comment[i]
        if (i == 1)
            sub(/^\/\* /, top ? "/** @file\n * " : line ~ /^\/\* ---/ ? "/* " : "/** ", line)
        if (declaration ~ /^SEPAL_API/) {
            if (match(line, /^ \* [a-z][a-z0-9_]*(, [a-z][a-z0-9_]*)*: /)) {
                names = substr(line, 4, RLENGTH - 5)
                gsub(/ /, "", names)
                line = " * @param " names " " substr(line, RLENGTH + 1)
            } else {
                sub(/^ \* SEPAL_BAD_/, " * @return SEPAL_BAD_", line)
            }
        }
        print line
    }
    top = 0
    count = 0
}

# A member, or several in one declaration, with its comment behind each. (Doxygen would give it to the last one only.)
function documented(members, text,    i, n, name, type, all) {
    if (members !~ /,.*;$/ || members ~ /\(/)
        return members " " text
    sub(/;$/, "", members)
    n = split(members, name, /, */)
    type = name[1]
    sub(/\**[a-z0-9_]+$/, "", type)
    for (i = 1; i <= n; i++)
        all = all (i > 1 ? type : "") name[i] "; " text " "
    return all
}

BEGIN { top = 1 }
/^#define SEPAL_API$/ { $0 = "" } # an attribute, nothing to describe
/^\/\*/ { inside = 1 }
inside {
    comment[++count] = $0
    inside = !/\*\/$/
    next
}
{
    if (count > 0)
        print_comment($0)
    if (match($0, /[^ ] +\/\* .*\*\/$/))
        $0 = documented(substr($0, 1, RSTART), "/**< " substr($0, RSTART + index(substr($0, RSTART), "/*") + 2))
    print
}
END { if (count > 0) print_comment("") }
