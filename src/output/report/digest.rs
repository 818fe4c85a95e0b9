//! Digests of texts (SHA-256, FIPS 180-4), as a content policy names what a page may do.

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
static ROUNDS: [u32; 64] = [
    0x428a_2f98,
    0x7137_4491,
    0xb5c0_fbcf,
    0xe9b5_dba5,
    0x3956_c25b,
    0x59f1_11f1,
    0x923f_82a4,
    0xab1c_5ed5,
    0xd807_aa98,
    0x1283_5b01,
    0x2431_85be,
    0x550c_7dc3,
    0x72be_5d74,
    0x80de_b1fe,
    0x9bdc_06a7,
    0xc19b_f174,
    0xe49b_69c1,
    0xefbe_4786,
    0x0fc1_9dc6,
    0x240c_a1cc,
    0x2de9_2c6f,
    0x4a74_84aa,
    0x5cb0_a9dc,
    0x76f9_88da,
    0x983e_5152,
    0xa831_c66d,
    0xb003_27c8,
    0xbf59_7fc7,
    0xc6e0_0bf3,
    0xd5a7_9147,
    0x06ca_6351,
    0x1429_2967,
    0x27b7_0a85,
    0x2e1b_2138,
    0x4d2c_6dfc,
    0x5338_0d13,
    0x650a_7354,
    0x766a_0abb,
    0x81c2_c92e,
    0x9272_2c85,
    0xa2bf_e8a1,
    0xa81a_664b,
    0xc24b_8b70,
    0xc76c_51a3,
    0xd192_e819,
    0xd699_0624,
    0xf40e_3585,
    0x106a_a070,
    0x19a4_c116,
    0x1e37_6c08,
    0x2748_774c,
    0x34b0_bcb5,
    0x391c_0cb3,
    0x4ed8_aa4a,
    0x5b9c_ca4f,
    0x682e_6ff3,
    0x748f_82ee,
    0x78a5_636f,
    0x84c8_7814,
    0x8cc7_0208,
    0x90be_fffa,
    0xa450_6ceb,
    0xbef9_a3f7,
    0xc671_78f2,
];

/// The state before the first block: the first bits behind the point of the square roots of the first eight primes.
const START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The bytes of a block.
const BLOCK: usize = 64;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// What a content policy calls an inline text: `'sha256-...'`. Lines end as browsers read them.
pub(super) fn source(text: &str) -> String {
    format!("'sha256-{}'", base64(&digest(text.replace("\r\n", "\n").as_bytes())))
}

fn digest(bytes: &[u8]) -> [u8; 32] {
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize(padded.len().next_multiple_of(BLOCK), 0);
    if padded.len() - bytes.len() < 9 {
        padded.resize(padded.len() + BLOCK, 0);
    }
    let end = padded.len() - 8;
    padded[end..].copy_from_slice(&(8 * bytes.len() as u64).to_be_bytes());
    let state = padded.chunks_exact(BLOCK).fold(START, compressed);
    let mut digest = [0; 32];
    digest.chunks_exact_mut(4).zip(state).for_each(|(four, word)| four.copy_from_slice(&word.to_be_bytes()));
    digest
}

/// The state after a block.
fn compressed(before: [u32; 8], block: &[u8]) -> [u32; 8] {
    let mut words: Vec<u32> =
        block.chunks_exact(4).map(|four| four.iter().fold(0, |word, &byte| word << 8 | u32::from(byte))).collect();
    for place in 16..BLOCK {
        let (near, far) = (words[place - 2], words[place - 15]);
        let near = near.rotate_right(17) ^ near.rotate_right(19) ^ near >> 10;
        let far = far.rotate_right(7) ^ far.rotate_right(18) ^ far >> 3;
        words.push(words[place - 16].wrapping_add(far).wrapping_add(words[place - 7]).wrapping_add(near));
    }
    let mut state = before;
    for (word, constant) in words.into_iter().zip(ROUNDS) {
        let [one, two, three, four, five, six, seven, eight] = state;
        let mixed = five.rotate_right(6) ^ five.rotate_right(11) ^ five.rotate_right(25);
        let chosen = five & six ^ !five & seven;
        let added = [mixed, chosen, constant, word].iter().fold(eight, |sum, &one| sum.wrapping_add(one));
        let turned = one.rotate_right(2) ^ one.rotate_right(13) ^ one.rotate_right(22);
        let most = one & two ^ one & three ^ two & three;
        let first = added.wrapping_add(turned).wrapping_add(most);
        state = [first, one, two, three, four.wrapping_add(added), five, six, seven];
    }
    std::array::from_fn(|place| before[place].wrapping_add(state[place]))
}

fn base64(bytes: &[u8]) -> String {
    let group = |three: &[u8]| {
        let bits = (0..3).fold(0_usize, |bits, place| bits << 8 | usize::from(three.get(place).copied().unwrap_or(0)));
        let letter = move |place: usize| char::from(LETTERS[bits >> (18 - 6 * place) & 63]);
        let used = three.len() + 1;
        (0..4).map(move |place| if place < used { letter(place) } else { '=' })
    };
    bytes.chunks(3).flat_map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hexadecimal(bytes: &[u8]) -> String {
        bytes
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 15])
            .map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)]))
            .collect()
    }

    /// The examples of the standard, and lengths around a block.
    #[test]
    fn digests_are_those_of_the_standard() {
        for (text, expected) in [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(hexadecimal(&digest(text.as_bytes())), expected, "{text}");
        }
    }

    #[test]
    fn three_bytes_are_four_letters() {
        for (text, expected) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }
}
