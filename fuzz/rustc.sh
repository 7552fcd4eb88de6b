#!/bin/sh
# Cargo's RUSTC_WRAPPER for the fuzz targets: adds the coverage instructions of libFuzzer to the crate under test only.
# `-Zsanitizer` of a nightly compiler sets the same options.
rustc=$1
shift
case " $* " in
*" --crate-name ethereal_query "*)
  set -- "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares
  ;;
esac
exec "$rustc" "$@"
