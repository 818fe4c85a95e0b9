#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| variscope_fuzz::targets::http(bytes));
