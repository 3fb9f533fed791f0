"""AES over whole arrays of blocks: the cipher itself, its modes, and the tag of GCM."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from sparktree.functions.core.byte_spans import Places, Words
from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.hashes.md5_arrays import filled

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


@cache
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
    """The cipher with one key, or with one for every text; blocks are rows of 16 bytes."""

    keys: Bytes  # by round, by key
    owners: Places | None = None  # the key of every text, if there are several

    @classmethod
    def of(cls, keys: Bytes, owners: Places | None = None) -> Aes:
        """The cipher of keys of 16, 24 or 32 bytes, a row each."""
        size = keys.shape[1] // 4
        rounds = size + 6
        words = list(np.ascontiguousarray(keys.T).reshape(size, 4, -1))
        constant = 1
        for i in range(size, 4 * (rounds + 1)):
            word = words[-1]
            if i % size == 0:
                word = _SBOX[np.roll(word, -1, axis=0)]
                word[0] ^= constant
                constant = (constant << 1) ^ (0x11B if constant & 0x80 else 0)
            elif size > 6 and i % size == 4:
                word = _SBOX[word]
            words.append(words[i - size] ^ word)
        table = np.stack(words).reshape(rounds + 1, BLOCK, -1)
        return cls(np.ascontiguousarray(table.transpose(0, 2, 1)), owners)

    def _spread(self, keys: Bytes, texts: Places) -> Bytes:
        """A round's key for blocks of these texts."""
        return keys if self.owners is None else keys[self.owners[texts]]

    def encrypted(self, blocks: Bytes, texts: Places) -> Bytes:
        """Every block encrypted by itself; each is of a text."""
        state = blocks ^ self._spread(self.keys[0], texts)
        for key in self.keys[1:-1]:
            state = _turn(state, _MIXED, _SHIFTED)
            state ^= self._spread(key, texts)
        done: Bytes = _SBOX[state][:, _SHIFTED] ^ self._spread(self.keys[-1], texts)
        return done

    def decrypted(self, blocks: Bytes, texts: Places) -> Bytes:
        """Every block decrypted by itself."""
        state = blocks ^ self._spread(self.keys[-1], texts)
        for key in self.keys[-2:0:-1]:
            state = _turn(state, _MIXED_BACK, _SHIFTED_BACK)
            state ^= self._spread(_turn(key, _UNBOXED_BACK, np.arange(BLOCK)), texts)
        done: Bytes = _SBOX_BACK[state[:, _SHIFTED_BACK]] ^ self._spread(self.keys[0], texts)
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
    turn = cipher.decrypted if back else cipher.encrypted
    return Blocks(turn(blocks.lines, blocks.rows), blocks.counts)


def chained(cipher: Aes, blocks: Blocks, vectors: Bytes) -> Blocks:
    """CBC: every block is mixed with the encrypted one before it; texts side by side."""
    lines, last, firsts = blocks.lines.copy(), vectors.copy(), blocks.firsts
    for step in range(int(blocks.counts.max(initial=0))):
        active = np.flatnonzero(blocks.counts > step)
        place = firsts[active] + step
        last[active] = cipher.encrypted(lines[place] ^ last[active], active)
        lines[place] = last[active]
    return Blocks(lines, blocks.counts)


def unchained(cipher: Aes, blocks: Blocks, vectors: Bytes) -> Blocks:
    """The way back from CBC."""
    before = np.roll(blocks.lines, 1, axis=0)
    some = blocks.counts > 0
    before[blocks.firsts[some]] = vectors[some]
    return Blocks(cipher.decrypted(blocks.lines, blocks.rows) ^ before, blocks.counts)


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
    return Blocks(blocks.lines ^ cipher.encrypted(numbers, blocks.rows), blocks.counts)


def fed_back(cipher: Aes, blocks: Blocks, vectors: Bytes) -> Blocks:
    """OFB: texts mixed with the vector encrypted again and again, as CBC does with zeros."""
    stream = chained(cipher, Blocks(np.zeros_like(blocks.lines), blocks.counts), vectors)
    return Blocks(blocks.lines ^ stream.lines, blocks.counts)


# --- GCM ----------------------------------------------------------------------------------------


def _shifts(keys: Bytes) -> Words:
    """What each of the 128 bits of a block gives with every key in GF(2^128)."""
    high, low = keys.view(">u8").astype(np.uint64).T
    found = np.empty((len(keys), 8 * BLOCK, 2), np.uint64)
    one = np.uint64(1)
    for bit in range(8 * BLOCK):
        found[:, bit, 0], found[:, bit, 1] = high, low
        odd = (low & one) * np.uint64(0xE1 << 56)
        low, high = low >> one | high << np.uint64(63), high >> one ^ odd
    return found.byteswap()


def _products(keys: Bytes) -> Words:
    """What every byte, at each of the 16 places of a block, gives with every key."""
    single = _shifts(keys).reshape(-1, BLOCK, 8, 2)
    table = np.zeros((len(keys), BLOCK, 256, 2), np.uint64)
    for bit in range(8):
        with_bit = np.arange(256) >> (7 - bit) & 1 == 1
        table[:, :, with_bit] ^= single[:, :, bit : bit + 1]
    return table


_FEW = 32  # keys, whose products are worth a table of 64 KiB each


@dataclass(frozen=True, slots=True)
class _Hash:
    """GHASH: the products of few keys, or the shifts of every text's key."""

    table: Words | None
    shifts: Words | None
    owners: Places | None

    @classmethod
    def of(cls, cipher: Aes, count: int) -> _Hash:
        """The hash of so many texts."""
        number = cipher.keys.shape[1]
        texts = np.arange(count)
        if number > _FEW:
            keys = cipher.encrypted(np.zeros((count, BLOCK), np.uint8), texts)
            return cls(None, _shifts(keys), None)
        keys = Aes(cipher.keys).encrypted(np.zeros((number, BLOCK), np.uint8), texts)
        return cls(_products(keys), None, cipher.owners)

    def of_blocks(self, blocks: Blocks, state: Words) -> Words:
        """The hash going on with the blocks of every text, all texts side by side."""
        total, firsts = state.copy(), blocks.firsts
        for step in range(int(blocks.counts.max(initial=0))):
            active = np.flatnonzero(blocks.counts > step)
            mixed = total[active].view(np.uint8) ^ blocks.lines[firsts[active] + step]
            total[active] = self._times(mixed, active)
        return total

    def _times(self, mixed: Bytes, texts: Places) -> Words:
        """Blocks of these texts times their keys."""
        found = np.zeros((len(mixed), 2), np.uint64)
        if self.table is not None:
            own = 0 if self.owners is None else self.owners[texts]
            for place in range(BLOCK):
                found ^= self.table[own, place, mixed[:, place]]
            return found
        assert self.shifts is not None
        shifts = self.shifts if len(texts) == len(self.shifts) else self.shifts[texts]
        bits = np.unpackbits(mixed, axis=1).astype(np.uint64)
        return np.asarray(np.bitwise_xor.reduce(shifts * bits[:, :, None], axis=1), np.uint64)


def _lengths(first: Places, second: Places) -> Blocks:
    """A block for every text: how many bits there are of both."""
    lines = (np.stack([first, second], axis=1) * 8).astype(">u8").view(np.uint8)
    return Blocks(lines.reshape(-1, BLOCK), np.ones(len(first), np.int64))


@dataclass(frozen=True, slots=True)
class _Seal:
    """What tags are made of: the hash of the key, and where each text starts to count."""

    cipher: Aes
    hash: _Hash
    starts: Bytes

    @classmethod
    def of(cls, cipher: Aes, vectors: Texts) -> _Seal:
        """The start is a vector of 12 bytes and the number 1; the hash of another vector."""
        usual = vectors.sizes == BLOCK - 4
        made = _Hash.of(cipher, len(usual))
        hashed = np.zeros((len(usual), 2), np.uint64)
        if not usual.all():
            hashed = made.of_blocks(blocks_of(vectors), hashed)
            sizes = _lengths(np.zeros_like(vectors.sizes), vectors.sizes)
            hashed = made.of_blocks(sizes, hashed)
        starts = hashed.view(np.uint8).reshape(-1, BLOCK)
        places = vectors.starts[usual][:, None] + np.arange(BLOCK - 4)
        starts[usual, :-4] = vectors.data[places]
        starts[usual, -4:] = (0, 0, 0, 1)
        return cls(cipher, made, starts)

    def tags(self, hidden: Blocks, sizes: Places, shown: Texts) -> Bytes:
        """The tag of every text, which has so many bytes."""
        state = np.zeros((len(sizes), 2), np.uint64)
        for blocks in (blocks_of(shown), hidden, _lengths(shown.sizes, sizes)):
            state = self.hash.of_blocks(blocks, state)
        mask = self.cipher.encrypted(self.starts, np.arange(len(sizes)))
        return state.view(np.uint8).reshape(-1, BLOCK) ^ mask

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
