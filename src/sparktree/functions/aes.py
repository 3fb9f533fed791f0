"""AES over whole arrays of blocks: the cipher itself, its modes, and the tag of GCM."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]
BLOCK = 16


class DecryptionError(Exception):
    """What was given is no encrypted text of this key."""


def _sbox() -> tuple[Bytes, Bytes]:
    """Inverses in GF(2^8), then an affine map; and the way back."""
    powers, value = [0] * 256, 1
    for place in range(255):
        powers[place] = value
        value ^= (value << 1) ^ (0x11B if value & 0x80 else 0)
    logs = {power: place for place, power in enumerate(powers[:255])}
    there = np.zeros(256, np.uint8)
    for number in range(256):
        inverse = powers[(255 - logs[number]) % 255] if number else 0
        turned = inverse
        for turn in range(1, 5):
            turned ^= ((inverse << turn) | (inverse >> (8 - turn))) & 0xFF
        there[number] = turned ^ 0x63
    back = np.zeros(256, np.uint8)
    back[there] = np.arange(256, dtype=np.uint8)
    return there, back


def _times(factor: int) -> Bytes:
    """The products of all bytes with a factor in GF(2^8)."""
    products = np.zeros(256, np.uint8)
    for number in range(256):
        total, shifted, left = 0, number, factor
        while left:
            total ^= shifted if left & 1 else 0
            shifted = (shifted << 1) ^ (0x11B if shifted & 0x80 else 0)
            left >>= 1
        products[number] = total
    return products


_SBOX, _SBOX_BACK = _sbox()
_PRODUCTS = {factor: _times(factor) for factor in (1, 2, 3, 9, 11, 13, 14)}
# Bytes of a block lie column by column; row r moves r columns to the left.
_SHIFTED = np.array([(i + 4 * (i % 4)) % BLOCK for i in range(BLOCK)])
_SHIFTED_BACK = np.argsort(_SHIFTED)


@dataclass(frozen=True, slots=True)
class Aes:
    """The cipher with one key; blocks are rows of 16 bytes."""

    keys: Bytes  # one row a round

    @classmethod
    def of(cls, key: bytes) -> Aes:
        """The cipher of a key of 16, 24 or 32 bytes."""
        size = len(key) // 4
        rounds = size + 6
        words = [list(key[4 * i : 4 * i + 4]) for i in range(size)]
        constant = 1
        for i in range(size, 4 * (rounds + 1)):
            word = list(words[-1])
            if i % size == 0:
                word = [int(_SBOX[b]) for b in (*word[1:], word[0])]
                word[0] ^= constant
                constant = (constant << 1) ^ (0x11B if constant & 0x80 else 0)
            elif size > 6 and i % size == 4:
                word = [int(_SBOX[b]) for b in word]
            words.append([a ^ b for a, b in zip(words[i - size], word, strict=True)])
        return cls(np.array(words, np.uint8).reshape(rounds + 1, BLOCK))

    def encrypted(self, blocks: Bytes) -> Bytes:
        """Every block encrypted by itself."""
        state = blocks ^ self.keys[0]
        for key in self.keys[1:-1]:
            state = _mixed(_SBOX[state][:, _SHIFTED], (2, 3, 1, 1)) ^ key
        done: Bytes = _SBOX[state][:, _SHIFTED] ^ self.keys[-1]
        return done

    def decrypted(self, blocks: Bytes) -> Bytes:
        """Every block decrypted by itself."""
        state = blocks ^ self.keys[-1]
        for key in self.keys[-2:0:-1]:
            state = _mixed(_SBOX_BACK[state[:, _SHIFTED_BACK]] ^ key, (14, 11, 13, 9))
        done: Bytes = _SBOX_BACK[state[:, _SHIFTED_BACK]] ^ self.keys[0]
        return done


def _mixed(state: Bytes, factors: tuple[int, ...]) -> Bytes:
    """Every column multiplied by the matrix whose rows are the factors, turned."""
    columns = state.reshape(-1, 4, 4)
    mixed = np.zeros_like(columns)
    for row in range(4):
        for place in range(4):
            mixed[:, :, row] ^= _PRODUCTS[factors[(place - row) % 4]][columns[:, :, place]]
    return mixed.reshape(-1, BLOCK)


# --- modes --------------------------------------------------------------------------------------


def padded(text: bytes) -> bytes:
    """The text filled up to whole blocks, as PKCS#7 does."""
    missing = BLOCK - len(text) % BLOCK
    return text + bytes([missing]) * missing


def unpadded(text: bytes) -> bytes:
    """The text without what `padded` added."""
    if not text or not 1 <= text[-1] <= BLOCK or text[-text[-1] :] != bytes([text[-1]]) * text[-1]:
        raise DecryptionError("Cannot decrypt: invalid PKCS#7 padding")
    return text[: -text[-1]]


def _blocks(text: bytes) -> Bytes:
    if len(text) % BLOCK:
        raise DecryptionError(
            f"Cannot decrypt: data size {len(text)} is not a multiple of the cipher block size 16"
        )
    return np.frombuffer(text, np.uint8).reshape(-1, BLOCK)


def _each(cipher: Aes, texts: list[bytes], *, back: bool) -> list[bytes]:
    """All blocks of all texts in one go."""
    blocks = [_blocks(text) for text in texts]
    joined = np.vstack([np.zeros((0, BLOCK), np.uint8), *blocks])
    done = (cipher.decrypted(joined) if back else cipher.encrypted(joined)).tobytes()
    ends = np.cumsum([0, *(len(text) for text in texts)])
    return [done[start:end] for start, end in pairwise(ends)]


def by_itself(cipher: Aes, texts: list[bytes]) -> list[bytes]:
    """ECB: blocks know nothing of each other."""
    return _each(cipher, texts, back=False)


def back_by_itself(cipher: Aes, texts: list[bytes]) -> list[bytes]:
    """The way back from ECB."""
    return _each(cipher, texts, back=True)


def _side_by_side(texts: list[bytes]) -> tuple[Bytes, npt.NDArray[np.int64]]:
    """The blocks of every text, a line each, and how many it has."""
    sizes = np.array([len(text) // BLOCK for text in texts], np.int64)
    blocks = np.zeros((len(texts), int(sizes.max(initial=0)), BLOCK), np.uint8)
    for place, text in enumerate(texts):
        blocks[place, : sizes[place]] = _blocks(text)
    return blocks, sizes


def chained(cipher: Aes, texts: list[bytes], vectors: list[bytes]) -> list[bytes]:
    """CBC: every block is mixed with the encrypted one before it; texts side by side."""
    blocks, sizes = _side_by_side(texts)
    last = np.frombuffer(b"".join(vectors), np.uint8).reshape(-1, BLOCK)
    for step in range(blocks.shape[1]):
        last = cipher.encrypted(blocks[:, step] ^ last)
        blocks[:, step] = last
    return [blocks[place, : sizes[place]].tobytes() for place in range(len(texts))]


def unchained(cipher: Aes, texts: list[bytes], vectors: list[bytes]) -> list[bytes]:
    """The way back from CBC."""
    plain = back_by_itself(cipher, texts)
    before = [vector + text[:-BLOCK] for vector, text in zip(vectors, texts, strict=True)]
    return [_mix(p, b) for p, b in zip(plain, before, strict=True)]


def counted(
    cipher: Aes, texts: list[bytes], starts: list[bytes], *, bits: int = 128
) -> list[bytes]:
    """CTR: texts mixed with encrypted numbers from a start on, of which `bits` count up."""
    counts = [-(-len(text) // BLOCK) for text in texts]
    numbers = [_numbers(s, c, bits) for s, c in zip(starts, counts, strict=True)]
    return [_mix(t, s) for t, s in zip(texts, by_itself(cipher, numbers), strict=True)]


def _numbers(start: bytes, count: int, bits: int) -> bytes:
    first, space = int.from_bytes(start, "big"), 1 << bits
    fixed = first // space * space
    return b"".join((fixed + (first + i) % space).to_bytes(BLOCK, "big") for i in range(count))


def fed_back(cipher: Aes, texts: list[bytes], vectors: list[bytes]) -> list[bytes]:
    """OFB: texts mixed with the vector encrypted again and again, as CBC does with zeros."""
    nothing = [bytes(-(-len(text) // BLOCK) * BLOCK) for text in texts]
    return [_mix(t, s) for t, s in zip(texts, chained(cipher, nothing, vectors), strict=True)]


def _mix(text: bytes, stream: bytes) -> bytes:
    both = np.frombuffer(text, np.uint8), np.frombuffer(stream[: len(text)], np.uint8)
    return bytes((both[0] ^ both[1]).tobytes())


# --- GCM ----------------------------------------------------------------------------------------


def _products(key: bytes) -> Words:
    """What every byte, at each of the 16 places of a block, gives with the key in GF(2^128)."""
    shifted, bits = int.from_bytes(key, "big"), []
    for _ in range(8 * BLOCK):
        bits.append(shifted.to_bytes(BLOCK, "big"))
        shifted = (shifted >> 1) ^ (0xE1 << 120 if shifted & 1 else 0)
    single = np.frombuffer(b"".join(bits), np.uint64).reshape(BLOCK, 8, 2)
    table = np.zeros((BLOCK, 256, 2), np.uint64)
    for bit in range(8):
        with_bit = np.arange(256) >> (7 - bit) & 1 == 1
        table[:, with_bit] ^= single[:, bit : bit + 1]
    return table


def _hashes(table: Words, texts: list[bytes]) -> list[bytes]:
    """GHASH of texts of whole blocks, all of them side by side."""
    blocks, sizes = _side_by_side(texts)
    total = np.zeros((len(texts), 2), np.uint64)
    for step in range(blocks.shape[1]):
        active = sizes > step
        mixed = (total[active].view(np.uint8) ^ blocks[active, step]).reshape(-1, BLOCK)
        found = np.zeros((len(mixed), 2), np.uint64)
        for place in range(BLOCK):
            found ^= table[place, mixed[:, place]]
        total[active] = found
    return [row.tobytes() for row in total]


def _filled(data: bytes) -> bytes:
    return data + bytes(-len(data) % BLOCK)


def _lengths(first: bytes, second: bytes) -> bytes:
    return (len(first) * 8).to_bytes(8, "big") + (len(second) * 8).to_bytes(8, "big")


def _starts(table: Words, vectors: list[bytes]) -> list[bytes]:
    hashed = _hashes(table, [_filled(v) + _lengths(b"", v) for v in vectors])
    return [
        vector + bytes((0, 0, 0, 1)) if len(vector) == 12 else found
        for vector, found in zip(vectors, hashed, strict=True)
    ]


def _after(start: bytes) -> bytes:
    number = (int.from_bytes(start[12:], "big") + 1) % (1 << 32)
    return start[:12] + number.to_bytes(4, "big")


@dataclass(frozen=True, slots=True)
class _Seal:
    """What tags are made of: the products of the key, and where each text starts to count."""

    cipher: Aes
    table: Words
    starts: list[bytes]

    @classmethod
    def of(cls, cipher: Aes, vectors: list[bytes]) -> _Seal:
        table = _products(by_itself(cipher, [bytes(BLOCK)])[0])
        return cls(cipher, table, _starts(table, vectors))

    def tags(self, hidden: list[bytes], shown: list[bytes]) -> list[bytes]:
        pairs = zip(shown, hidden, strict=True)
        hashed = _hashes(self.table, [_filled(s) + _filled(h) + _lengths(s, h) for s, h in pairs])
        masks = by_itself(self.cipher, self.starts)
        return [_mix(h, mask) for h, mask in zip(hashed, masks, strict=True)]

    def counted(self, texts: list[bytes]) -> list[bytes]:
        return counted(self.cipher, texts, [_after(start) for start in self.starts], bits=32)


def sealed(
    cipher: Aes, texts: list[bytes], vectors: list[bytes], shown: list[bytes]
) -> list[bytes]:
    """GCM: texts encrypted, each with a tag over it and what is shown besides."""
    seal = _Seal.of(cipher, vectors)
    hidden = seal.counted(texts)
    return [h + tag for h, tag in zip(hidden, seal.tags(hidden, shown), strict=True)]


def unsealed(
    cipher: Aes, texts: list[bytes], vectors: list[bytes], shown: list[bytes]
) -> list[bytes]:
    """The way back from GCM; every tag must fit."""
    seal = _Seal.of(cipher, vectors)
    hidden = [text[:-BLOCK] for text in texts]
    if seal.tags(hidden, shown) != [text[-BLOCK:] for text in texts]:
        raise DecryptionError("Cannot decrypt: the tag does not fit")
    return seal.counted(hidden)
