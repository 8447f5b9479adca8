#!/bin/sh
# An adapter for conform: it reads requests, calls a Punycode codec, and writes the answers.
#
# Fill in the function below; until then every request is answered "unsupported". The rest can stay as it is.

name=@NAME@
version=unknown # better: what the program itself says

# ==== YOUR CODEC ======================================================================================================
# Gets the operation and then the code points, in hexadecimal, as arguments; prints one answer:
#
#     ok 62 fc       the result, as code points; ok alone for the empty string
#     reject TEXT    the codec refused the input
#     fault TEXT     the codec broke
#     unsupported    the codec's strings cannot hold the input: arguments of a program, for one, cannot hold 0
#
# For a program that reads the code points as they come here, and says no by its exit status:
#
#     if output=$(my-punycode "$@"); then echo "ok $output"; else echo "reject exit status $?"; fi

call() {
    echo "unsupported not filled in"
}

# ==== The protocol: one answer a line, code points in hexadecimal =====================================================

while read -r first second numbers; do
    numbers=${numbers%"$(printf '\r')"}
    second=${second%"$(printf '\r')"}
    case $first,$second in
    conform,*) echo "conform 1 name=$name version=$version language=@LANGUAGE@ ops=encode,decode" ;;
    *,encode | *,decode) # shellcheck disable=SC2086 # the numbers are words
        echo "$first $(call "$second" $numbers </dev/null)" ;;
    *) echo "$first fault no such operation" ;;
    esac
done
