//! Records `as` of Rust from floating types and integers, and `clamp` of floating numbers; `floats` is made as
//! record_casts.js says:
//!
//!     rustc -O record_casts.rs -o record_casts && ./record_casts < floats

use std::hint::black_box;

macro_rules! casts {
    ($x:expr, $from:expr, $digits:expr, $($to:ident $name:expr, $unsigned:ident, $width:expr);*) => {
        $(println!("rust.as {}>{} {} {:0w$x}", $from, $name, $digits, (black_box($x) as $to) as $unsigned, w = $width);)*
    };
}
macro_rules! all_casts {
    ($x:expr, $from:expr, $digits:expr) => {
        casts!($x, $from, $digits, i8 "s8", u8, 2; u8 "u8", u8, 2; i16 "s16", u16, 4; u16 "u16", u16, 4;
               i32 "s32", u32, 8; u32 "u32", u32, 8; i64 "s64", u64, 16; u64 "u64", u64, 16)
    };
}
macro_rules! integers {
    ($($from:ident $name:expr, $unsigned:ident, $width:expr);*) => {
        for edge in [0i128, 7, 8, 15, 16, 31, 32, 63].iter().flat_map(|e| [(1 << e) - 1, 1 << e, -(1 << e), -(1 << e) - 1, 300]) {
            $(let x = edge as $from;
            all_casts!(x, $name, format!("{:0w$x}", x as $unsigned, w = $width));)*
        }
    };
}
macro_rules! clamps {
    ($float:ident, $bits:ident, $name:expr, $width:expr) => {
        let values = [0.0, -0.0, 1.0, -1.0, 2.5, -2.5, $float::MIN_POSITIVE / 2.0, $float::MAX, $float::INFINITY,
                      $float::NEG_INFINITY, $float::NAN, -$float::NAN, $float::from_bits($float::INFINITY.to_bits() + 1)];
        for x in values {
            for lower in values {
                for upper in values {
                    if lower <= upper {
                        let y = black_box(x).clamp(black_box(lower), black_box(upper));
                        println!("rust.clamp {} {:0w$x} {:0w$x} {:0w$x} {:0w$x}", $name, x.to_bits(), lower.to_bits(),
                                 upper.to_bits(), y.to_bits(), w = $width);
                    }
                }
            }
        }
    };
}

fn main() {
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let (dtype, x) = line.split_once(' ').unwrap();
        let bits = u64::from_str_radix(x, 16).unwrap();
        if dtype == "f64" {
            all_casts!(f64::from_bits(bits), "f64", x);
        } else {
            all_casts!(f32::from_bits(bits as u32), "f32", x);
        }
    }
    integers!(i8 "s8", u8, 2; u8 "u8", u8, 2; i16 "s16", u16, 4; u16 "u16", u16, 4; i32 "s32", u32, 8; u32 "u32", u32, 8;
              i64 "s64", u64, 16; u64 "u64", u64, 16);
    clamps!(f64, u64, "f64", 16);
    clamps!(f32, u32, "f32", 8);
}
