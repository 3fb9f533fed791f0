"""AES over whole arrays of blocks: the cipher itself, its modes, and the tag of GCM."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sparktree.functions.hash_arrays import Places, Texts, Words
from sparktree.functions.md5_arrays import filled

Bytes = npt.NDArray[np.uint8]
Columns = npt.NDArray[np.uint32]
Flags = npt.NDArray[np.bool_]
BLOCK = 16


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
# Bytes of a block lie column by column; row r moves r columns to the left.
_SHIFTED = np.array([(i + 4 * (i % 4)) % BLOCK for i in range(BLOCK)])
_SHIFTED_BACK = np.argsort(_SHIFTED)


def _mixing(factors: tuple[int, ...], box: Bytes) -> Columns:
    """What a byte of each row gives to its column: its place in the box times the matrix whose
    rows are the factors, turned."""
    table = np.zeros((4, 256, 4), np.uint8)
    for row in range(4):
        for place in range(4):
            table[row, :, place] = _times(factors[(row - place) % 4])[box]
    return table.view(np.uint32).reshape(4, 256)


_MIXED = _mixing((2, 3, 1, 1), _SBOX)
_MIXED_BACK = _mixing((14, 11, 13, 9), _SBOX_BACK)
_UNBOXED_BACK = _mixing((14, 11, 13, 9), np.arange(256, dtype=np.uint8))


def _turn(state: Bytes, table: Columns, shifted: Places) -> Bytes:
    """A round without its key: bytes replaced, rows moved, columns mixed."""
    columns = np.empty((len(state), 4), np.uint32)
    for column in range(4):
        first, *rest = (shifted[4 * column + row] for row in range(4))
        mixed = table[0][state[:, first]]
        for row, place in enumerate(rest, 1):
            mixed ^= table[row][state[:, place]]
        columns[:, column] = mixed
    return columns.view(np.uint8).reshape(-1, BLOCK)


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
            state = _turn(state, _MIXED, _SHIFTED)
            state ^= key
        done: Bytes = _SBOX[state][:, _SHIFTED] ^ self.keys[-1]
        return done

    def decrypted(self, blocks: Bytes) -> Bytes:
        """Every block decrypted by itself."""
        state = blocks ^ self.keys[-1]
        for key in self.keys[-2:0:-1]:
            state = _turn(state, _MIXED_BACK, _SHIFTED_BACK)
            state ^= _turn(key[None], _UNBOXED_BACK, np.arange(BLOCK))
        done: Bytes = _SBOX_BACK[state[:, _SHIFTED_BACK]] ^ self.keys[0]
        return done


# --- modes --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Blocks:
    """Texts of whole blocks, one behind the other: the blocks, and how many each text has."""

    lines: Bytes
    counts: Places

    @property
    def firsts(self) -> Places:
        """The first block of every text."""
        return np.cumsum(self.counts) - self.counts

    @property
    def rows(self) -> Places:
        """The text of every block."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    @property
    def places(self) -> Places:
        """Which block of its text every block is."""
        return np.arange(len(self.lines)) - self.firsts[self.rows]

    def texts(self, sizes: Places) -> Texts:
        """Texts of so many bytes each."""
        data = np.concatenate([self.lines.reshape(-1), np.zeros(BLOCK, np.uint8)])
        return Texts(data, self.firsts * BLOCK, sizes)


def blocks_of(texts: Texts) -> Blocks:
    """The texts, with zeros behind them where the last block is not full."""
    counts = -(-texts.sizes // BLOCK)
    made = filled(texts, counts * BLOCK)
    return Blocks(made.data[: int(counts.sum()) * BLOCK].reshape(-1, BLOCK), counts)


def padded(texts: Texts) -> Blocks:
    """The texts filled up to whole blocks, as PKCS#7 does."""
    counts = texts.sizes // BLOCK + 1
    made = filled(texts, counts * BLOCK)
    blocks = Blocks(made.data[: int(counts.sum()) * BLOCK].reshape(-1, BLOCK), counts)
    missing = counts * BLOCK - texts.sizes
    last = blocks.firsts + counts - 1
    behind = np.arange(BLOCK) >= (BLOCK - missing)[:, None]
    blocks.lines[last] |= np.where(behind, missing[:, None], 0).astype(np.uint8)
    return blocks


def unpadded(blocks: Blocks) -> tuple[Texts, Flags]:
    """The texts without what `padded` added, and whether it was there; no blocks are no bytes."""
    last = np.where(blocks.counts > 0, blocks.firsts + blocks.counts - 1, 0)
    lines = blocks.lines[last] if len(blocks.lines) else np.zeros((len(last), BLOCK), np.uint8)
    missing = lines[:, -1].astype(np.int64)
    behind = np.arange(BLOCK) >= (BLOCK - missing)[:, None]
    right = (missing >= 1) & (missing <= BLOCK) & (~behind | (lines == lines[:, -1:])).all(axis=1)
    right |= blocks.counts == 0
    sizes = np.maximum(blocks.counts * BLOCK - missing, 0)
    return blocks.texts(np.where(right, sizes, 0)), right


def by_itself(cipher: Aes, blocks: Blocks, *, back: bool = False) -> Blocks:
    """ECB: blocks know nothing of each other; and the way back."""
    lines = cipher.decrypted(blocks.lines) if back else cipher.encrypted(blocks.lines)
    return Blocks(lines, blocks.counts)


def chained(cipher: Aes, blocks: Blocks, vectors: Bytes) -> Blocks:
    """CBC: every block is mixed with the encrypted one before it; texts side by side."""
    lines, last, firsts = blocks.lines.copy(), vectors.copy(), blocks.firsts
    for step in range(int(blocks.counts.max(initial=0))):
        active = np.flatnonzero(blocks.counts > step)
        place = firsts[active] + step
        last[active] = cipher.encrypted(lines[place] ^ last[active])
        lines[place] = last[active]
    return Blocks(lines, blocks.counts)


def unchained(cipher: Aes, blocks: Blocks, vectors: Bytes) -> Blocks:
    """The way back from CBC."""
    before = np.roll(blocks.lines, 1, axis=0)
    some = blocks.counts > 0
    before[blocks.firsts[some]] = vectors[some]
    return Blocks(cipher.decrypted(blocks.lines) ^ before, blocks.counts)


def counted(cipher: Aes, blocks: Blocks, starts: Bytes, *, bits: int = 128) -> Blocks:
    """CTR: texts mixed with encrypted numbers from a start on, of which `bits` count up."""
    words = np.ascontiguousarray(starts).view(">u8").astype(np.uint64)[blocks.rows]
    added = words[:, 1] + blocks.places.astype(np.uint64)
    if bits == 128:
        words[:, 0] += (added < words[:, 1]).astype(np.uint64)
        words[:, 1] = added
    else:
        low = np.uint64((1 << bits) - 1)
        words[:, 1] = (words[:, 1] & ~low) | (added & low)
    numbers = words.astype(">u8").view(np.uint8).reshape(-1, BLOCK)
    return Blocks(blocks.lines ^ cipher.encrypted(numbers), blocks.counts)


def fed_back(cipher: Aes, blocks: Blocks, vectors: Bytes) -> Blocks:
    """OFB: texts mixed with the vector encrypted again and again, as CBC does with zeros."""
    stream = chained(cipher, Blocks(np.zeros_like(blocks.lines), blocks.counts), vectors)
    return Blocks(blocks.lines ^ stream.lines, blocks.counts)


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


def _hashed(table: Words, blocks: Blocks, state: Words) -> Words:
    """GHASH going on with the blocks of every text, all texts side by side."""
    total, firsts = state.copy(), blocks.firsts
    for step in range(int(blocks.counts.max(initial=0))):
        active = np.flatnonzero(blocks.counts > step)
        mixed = total[active].view(np.uint8) ^ blocks.lines[firsts[active] + step]
        found = np.zeros((len(active), 2), np.uint64)
        for place in range(BLOCK):
            found ^= table[place, mixed[:, place]]
        total[active] = found
    return total


def _lengths(first: Places, second: Places) -> Blocks:
    """A block for every text: how many bits there are of both."""
    lines = (np.stack([first, second], axis=1) * 8).astype(">u8").view(np.uint8)
    return Blocks(lines.reshape(-1, BLOCK), np.ones(len(first), np.int64))


@dataclass(frozen=True, slots=True)
class _Seal:
    """What tags are made of: the products of the key, and where each text starts to count."""

    cipher: Aes
    table: Words
    starts: Bytes

    @classmethod
    def of(cls, cipher: Aes, vectors: Texts) -> _Seal:
        """The start is a vector of 12 bytes and the number 1; the hash of another vector."""
        table = _products(cipher.encrypted(np.zeros((1, BLOCK), np.uint8)).tobytes())
        nothing = np.zeros((len(vectors.sizes), 2), np.uint64)
        hashed = _hashed(table, blocks_of(vectors), nothing)
        hashed = _hashed(table, _lengths(np.zeros_like(vectors.sizes), vectors.sizes), hashed)
        starts = hashed.view(np.uint8).reshape(-1, BLOCK).copy()
        usual = np.flatnonzero(vectors.sizes == BLOCK - 4)
        starts[usual, :-4] = vectors.data[vectors.starts[usual][:, None] + np.arange(BLOCK - 4)]
        starts[usual, -4:] = (0, 0, 0, 1)
        return cls(cipher, table, starts)

    def tags(self, hidden: Blocks, sizes: Places, shown: Texts) -> Bytes:
        """The tag of every text, which has so many bytes."""
        state = np.zeros((len(sizes), 2), np.uint64)
        for blocks in (blocks_of(shown), hidden, _lengths(shown.sizes, sizes)):
            state = _hashed(self.table, blocks, state)
        return state.view(np.uint8).reshape(-1, BLOCK) ^ self.cipher.encrypted(self.starts)

    def counted(self, blocks: Blocks) -> Blocks:
        """The texts mixed with the numbers behind the start."""
        after = np.ascontiguousarray(self.starts).view(">u4").astype(np.uint32)
        after[:, -1] += np.uint32(1)
        first = after.astype(">u4").view(np.uint8).reshape(-1, BLOCK)
        return counted(self.cipher, blocks, first, bits=32)


def _cut(blocks: Blocks, sizes: Places) -> Blocks:
    """The blocks with zeros behind the bytes of their texts."""
    left = (sizes[blocks.rows] - blocks.places * BLOCK)[:, None]
    return Blocks(np.where(np.arange(BLOCK) < left, blocks.lines, np.uint8(0)), blocks.counts)


def sealed(cipher: Aes, texts: Texts, vectors: Texts, shown: Texts) -> Texts:
    """GCM: texts encrypted, each with a tag over it and what is shown besides."""
    seal = _Seal.of(cipher, vectors)
    hidden = _cut(seal.counted(blocks_of(texts)), texts.sizes)
    tags = seal.tags(hidden, texts.sizes, shown)
    made = filled(hidden.texts(texts.sizes), texts.sizes + BLOCK)
    made.data[(made.starts + texts.sizes)[:, None] + np.arange(BLOCK)] = tags
    return made


def unsealed(cipher: Aes, texts: Texts, vectors: Texts, shown: Texts) -> tuple[Texts, Flags]:
    """The way back from GCM, and whether the tags fit."""
    seal = _Seal.of(cipher, vectors)
    sizes = texts.sizes - BLOCK
    hidden = blocks_of(Texts(texts.data, texts.starts, sizes))
    given = texts.data[(texts.starts + sizes)[:, None] + np.arange(BLOCK)]
    right = (seal.tags(hidden, sizes, shown) == given).all(axis=1)
    return seal.counted(hidden).texts(np.where(right, sizes, 0)), right
