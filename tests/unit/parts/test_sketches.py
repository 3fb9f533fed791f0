"""Sketches of columns against the truth."""

import numpy as np
import pytest

from sparktree.parts.indexes.hashing import mixed
from sparktree.parts.sketches import Digest, cardinality, counts_of, frequency, registers_of

_RANDOM = np.random.default_rng(5)
_SHAPES = {
    "even": _RANDOM.random(50_000),
    "normal": _RANDOM.normal(100, 15, 50_000),
    "steep": _RANDOM.exponential(3, 50_000),
    "few": _RANDOM.integers(0, 10, 50_000).astype(np.float64),
    "same": np.full(1000, 7.0),
    "none": np.zeros(0),
}


@pytest.mark.requirement("MT.Stat.TDigest")
@pytest.mark.parametrize("shape", _SHAPES)
@pytest.mark.parametrize("pieces", [1, 7])
def test_a_digest_knows_how_many_numbers_are_below(shape: str, pieces: int) -> None:
    numbers = _SHAPES[shape]
    digests = [Digest.of(piece) for piece in np.array_split(numbers, pieces)]
    digest = sum(digests[1:], digests[0])
    asked = [*np.quantile(numbers, [0.01, 0.1, 0.5, 0.9, 0.999]), 3.0, 7.0] if len(numbers) else [1]
    for number in asked:
        for inclusive in (False, True):
            truth = np.count_nonzero(numbers <= number if inclusive else numbers < number)
            found = digest.count_below(float(number), inclusive=inclusive)
            assert abs(found - truth) <= 0.01 * len(numbers)
    assert len(digest.means) <= 512


@pytest.mark.requirement("MT.Stat.Uniq")
@pytest.mark.parametrize("count", [0, 1, 10, 1000, 20_000, 300_000])
def test_registers_know_how_many_values_there_are(count: int) -> None:
    hashes = mixed(np.arange(count, dtype=np.uint64))
    both = np.maximum(registers_of(hashes[: count // 3]), registers_of(hashes[count // 4 :]))
    assert cardinality(registers_of(hashes)) == pytest.approx(count, rel=0.05)
    assert cardinality(both) == cardinality(registers_of(hashes))


@pytest.mark.requirement("MT.Stat.CountMin")
def test_counts_know_how_often_a_value_is_there() -> None:
    values = np.repeat(np.arange(3000, dtype=np.uint64), np.arange(3000) % 50)
    hashes = mixed(values)
    half = len(hashes) // 2
    counts = counts_of(hashes[:half]) + counts_of(hashes[half:])
    found = [frequency(counts, one) for one in mixed(np.arange(3000, dtype=np.uint64))]
    truth = np.arange(3000) % 50
    assert all(f >= t for f, t in zip(found, truth, strict=True))
    assert np.mean(np.array(found) - truth) < 0.002 * len(hashes)
    assert (counts == counts_of(hashes)).all()
