//! Records the maxima and minima of Rust's standard library and of LLVM's intrinsics:
//!
//!     rustc +nightly -O record.rs -o record_rust && ./operands.py f64 f32 f16 | ./record_rust | gzip -9n > rust.gz
#![feature(f16, float_minimum_maximum, link_llvm_intrinsics)]
#![allow(internal_features)]
use std::hint::black_box;
use std::io::BufRead;

macro_rules! extrema {
    ($module:ident, $float:ident, $digits:literal, $bits:ident, $llvm:literal) => {
        mod $module {
            use super::*;
            unsafe extern "C" {
                #[link_name = concat!("llvm.maxnum.", $llvm)]
                fn maxnum(x: $float, z: $float) -> $float;
                #[link_name = concat!("llvm.minnum.", $llvm)]
                fn minnum(x: $float, z: $float) -> $float;
                #[link_name = concat!("llvm.maximum.", $llvm)]
                fn maximum(x: $float, z: $float) -> $float;
                #[link_name = concat!("llvm.minimum.", $llvm)]
                fn minimum(x: $float, z: $float) -> $float;
                #[link_name = concat!("llvm.maximumnum.", $llvm)]
                fn maximumnum(x: $float, z: $float) -> $float;
                #[link_name = concat!("llvm.minimumnum.", $llvm)]
                fn minimumnum(x: $float, z: $float) -> $float;
            }
            pub fn record(dtype: &str, x_digits: &str, z_digits: &str) {
                let x = black_box($float::from_bits($bits::from_str_radix(x_digits, 16).unwrap()));
                let z = black_box($float::from_bits($bits::from_str_radix(z_digits, 16).unwrap()));
                let results = unsafe {
                    [
                        ("rust.max", x.max(z)),
                        ("rust.min", x.min(z)),
                        ("rust.maximum", x.maximum(z)),
                        ("rust.minimum", x.minimum(z)),
                        ("llvm.maxnum", maxnum(x, z)),
                        ("llvm.minnum", minnum(x, z)),
                        ("llvm.maximum", maximum(x, z)),
                        ("llvm.minimum", minimum(x, z)),
                        ("llvm.maximumnum", maximumnum(x, z)),
                        ("llvm.minimumnum", minimumnum(x, z)),
                    ]
                };
                for (function, y) in results {
                    println!(concat!("{} {} {} {} {:0", $digits, "x}"), function, dtype, x_digits, z_digits, y.to_bits());
                }
            }
        }
    };
}
extrema!(binary64, f64, "16", u64, "f64");
extrema!(binary32, f32, "8", u32, "f32");
extrema!(binary16, f16, "4", u16, "f16");

fn main() {
    println!("# row: function dtype x z y");
    println!("# {}", option_env!("RUSTC_VERSION").unwrap_or("rustc"));
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "f64" => binary64::record(words[0], words[1], words[2]),
            "f32" => binary32::record(words[0], words[1], words[2]),
            _ => binary16::record(words[0], words[1], words[2]),
        }
    }
}
