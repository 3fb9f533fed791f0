"""ngrambf_v1 and tokenbf_v1: Bloom filters of pieces of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from sparktree.engines.keys.condition import Condition
from sparktree.engines.skip_indexes.bloom import filters_of
from sparktree.engines.skip_indexes.kind import KINDS, Arguments, Content, Question, literals
from sparktree.engines.skip_indexes.needles import Segment, tokens_of
from sparktree.engines.skip_indexes.probes import probing
from sparktree.engines.skip_indexes.text_search import TextMatcher
from sparktree.errors import Code, Error
from sparktree.parts.indexes.hashing import Hashes
from sparktree.parts.indexes.tokens import city_hashes, ngram_hashes
from sparktree.sql import ast
from sparktree.types import Array, FixedString, String, Type, remove_low_cardinality

_BOTH = frozenset(
    {
        "equals", "notEquals", "like", "notLike", "match", "startsWith", "endsWith",
        "has", "hasAny", "hasAll", "mapContainsKey", "mapContainsValue",
    }
)  # fmt: skip
_MOST_BYTES = 1 << 30


def token_hashes_of(segments: Sequence[Segment]) -> Hashes:
    """The hashes of the whole tokens in pieces of text."""
    tokens = [token for segment in segments for token in tokens_of(segment)]
    return city_hashes(pa.array(tokens, pa.binary()))


def ngram_hashes_of(segments: Sequence[Segment], size: int) -> Hashes:
    """The hashes of the n-grams in pieces of text."""
    found = [ngram_hashes(pa.array([s.text], pa.binary()), size) for s in segments]
    return np.unique(np.concatenate(found)) if found else np.zeros(0, np.uint64)


@dataclass(frozen=True, slots=True)
class TokenBloom:
    """Pieces of text in Bloom filters of fixed size."""

    kind: str
    parameters: int
    functions: frozenset[str]
    ordered: bool = False

    def arguments(self, type_: ast.Function) -> Arguments:
        """[length of an n-gram,] size in bytes, number of hash functions, seed."""
        found = literals(type_)
        short = self.kind.removesuffix("_v1")
        if len(found) != self.parameters:
            message = f"`{short}` index must have exactly {self.parameters} arguments"
            raise Error(Code.BAD_ARGUMENTS, message)
        if self.parameters == 4 and isinstance(found[0], str):
            raise Error(Code.BAD_GET, "Bad get: has String, requested UInt64")
        numbers = [v for v in found if isinstance(v, int) and not isinstance(v, bool) and v >= 0]
        if len(numbers) < len(found):
            raise Error(
                Code.BAD_ARGUMENTS, "All parameters to *bf_v1 index must be unsigned integers"
            )
        if self.parameters == 4 and numbers[0] < 1:
            raise Error(Code.BAD_ARGUMENTS, "ngram length must be at least 1")
        if not numbers[-3]:
            raise Error(Code.BAD_ARGUMENTS, "The size of bloom filter cannot be zero")
        if numbers[-3] > _MOST_BYTES:
            message = f"The size of bloom filter cannot be more than {_MOST_BYTES}"
            raise Error(Code.BAD_ARGUMENTS, message)
        if not numbers[-2]:
            message = "The number of hash functions for bloom filter cannot be zero"
            raise Error(Code.BAD_ARGUMENTS, message)
        return tuple(numbers)

    def check_types(self, types: Sequence[Type]) -> None:
        """Text, and arrays of text."""
        for type_ in types:
            of = type_.of if isinstance(type_, Array) else remove_low_cardinality(type_)
            if not isinstance(of, String | FixedString):
                raise Error(
                    Code.BAD_ARGUMENTS,
                    "Ngram and token bloom filter indexes can only be used with column types"
                    " `String`, `FixedString`, `LowCardinality(String)`,"
                    " `LowCardinality(FixedString)`, `Array(String)` or `Array(FixedString)`",
                )

    def condition(self, question: Question) -> Condition:
        """Searches in text."""
        if self.kind == "tokenbf_v1":
            return probing(question, TextMatcher(question, self.functions, token_hashes_of))
        size = int(question.arguments[0])
        matcher = TextMatcher(question, self.functions, lambda s: ngram_hashes_of(s, size))
        return probing(question, matcher)

    def condition_text(
        self, question: Question, condition: Condition, names: Sequence[str]
    ) -> str | None:
        """Nothing: ClickHouse shows none."""
        return None

    def content(
        self, table: pa.Table, about: dict[str, Any], arguments: Arguments, types: Sequence[Type]
    ) -> Content:
        """The filters."""
        return filters_of(table, self.kind, arguments, len(types))


KINDS.add("ngrambf_v1", TokenBloom("ngrambf_v1", 4, _BOTH | {"multiSearchAny"}))
KINDS.add(
    "tokenbf_v1",
    TokenBloom(
        "tokenbf_v1",
        3,
        _BOTH
        | {
            "hasToken", "hasTokenOrNull",
            "hasTokenCaseInsensitive", "hasTokenCaseInsensitiveOrNull",
        },
    ),
)  # fmt: skip
