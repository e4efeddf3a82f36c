//! Tests that the compressed files of the web app decompress to their contents.

#[path = "../../build/pack.rs"]
mod pack;

use std::io::Read;

use faraday_rules::zobrist::mix;
use pack::Effort;

fn text() -> Vec<u8> {
    (0..20_000u32).flat_map(|number| format!("line {} of a file\n", number % 977).into_bytes()).collect()
}

#[test]
fn what_is_packed_is_unpacked_to_the_same_bytes() {
    for bytes in [text(), Vec::new(), vec![7]] {
        for effort in [Effort::Quick, Effort::Full] {
            let (mut brotli, mut gzip) = (Vec::new(), Vec::new());
            let packed = pack::brotli(&bytes, effort).unwrap();
            brotli::BrotliDecompress(&mut packed.as_slice(), &mut brotli).unwrap();
            assert_eq!(brotli, bytes, "{}", effort.name());
            let packed = pack::gzip(&bytes, effort).unwrap();
            flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut gzip).unwrap();
            assert_eq!(gzip, bytes);
        }
    }
}

#[test]
fn packing_pays_for_text_and_not_for_what_is_packed() {
    let packed = pack::brotli(&text(), Effort::Quick).unwrap();
    assert!(pack::pays(text().len(), packed.len()));
    let noise: Vec<u8> = (0..50_000u64).map(|number| (mix(number) >> 32) as u8).collect();
    for packed in [pack::brotli(&noise, Effort::Full), pack::gzip(&noise, Effort::Full)] {
        assert!(!pack::pays(noise.len(), packed.unwrap().len()));
    }
    assert!(!pack::pays(0, 0));
}

#[test]
fn a_tag_tells_contents_apart() {
    assert_eq!(pack::tag(b"one"), pack::tag(b"one"));
    assert_ne!(pack::tag(b"one"), pack::tag(b"two"));
}
