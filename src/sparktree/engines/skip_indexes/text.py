"""text(tokenizer = ...): the tokens of a part with the granules that hold them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.engines.keys.condition import Condition, Either
from sparktree.engines.keys.domain import Mask
from sparktree.engines.skip_indexes.kind import KINDS, Arguments, Content, Question
from sparktree.engines.skip_indexes.needles import Segment, ngrams_of, tokens_of
from sparktree.engines.skip_indexes.probes import Probe, probing
from sparktree.engines.skip_indexes.stored import solid_type
from sparktree.engines.skip_indexes.text_search import TextMatcher
from sparktree.errors import Code, Error, not_implemented
from sparktree.sql import ast
from sparktree.types import Array, FixedString, String, Type

_FUNCTIONS = frozenset(
    {
        "equals", "notEquals", "like", "notLike", "match", "startsWith", "endsWith",
        "multiSearchAny", "has", "mapContainsKey", "mapContainsValue",
        "hasToken", "hasTokenOrNull", "hasAnyTokens", "hasAllTokens",
    }
)  # fmt: skip
_NGRAM = 3  # ClickHouse's default
_ALIASES = {"default": "splitByNonAlpha", "ngram": "ngrams"}
_TOKENIZERS = ("splitByNonAlpha", "ngrams", "array")
_LATER = ("splitByString", "sparseGrams")


@dataclass(frozen=True, slots=True)
class Postings:
    """Tokens in order, each with its granules."""

    tokens: pa.Array
    granules: pa.ListArray
    count: int

    def hold_all(self, column: int, needles: Sequence[bytes]) -> Mask:
        """The granules that hold every one of the tokens."""
        found = pc.index_in(pa.array(needles, self.tokens.type), value_set=self.tokens)
        keep = np.ones(self.count, dtype=np.bool_)
        for place in found.to_pylist():
            inside = np.zeros(self.count, dtype=np.bool_)
            if place is not None:
                inside[np.asarray(self.granules[place].values.to_numpy(), dtype=np.int64)] = True
            keep &= inside
        return keep


class Text:
    """An inverted index."""

    ordered = False

    def arguments(self, type_: ast.Function) -> Arguments:
        """The tokenizer and its length of n-grams."""
        given: dict[str, ast.Expression] = {}
        for name, value in map(_parameter, type_.args):
            if name in given:
                message = f"Text index '{name}' argument is specified more than once"
                raise Error(Code.BAD_ARGUMENTS, message)
            given[name] = value
        if "tokenizer" not in given:
            raise Error(Code.BAD_ARGUMENTS, "Text index argument 'tokenizer' is required")
        name, size = _tokenizer(given.pop("tokenizer"))
        if "preprocessor" in given:
            raise not_implemented("A preprocessor of a text index is not supported yet.")
        _check_layout(given)
        return name, size

    def check_types(self, types: Sequence[Type]) -> None:
        """Text, and arrays of text."""
        if len(types) != 1:
            message = "Text index must be created on a single column"
            raise Error(Code.INCORRECT_NUMBER_OF_COLUMNS, message)
        if not isinstance(solid_type(types[0]), String | FixedString):
            raise Error(
                Code.BAD_ARGUMENTS,
                "Text index must be created on columns of type with base type of String or"
                f" FixedString, got: {types[0]}",
            )

    def condition(self, question: Question) -> Condition:
        """Searches in text."""
        name, size = str(question.arguments[0]), int(question.arguments[1])

        def cut(segments: Sequence[Segment]) -> list[bytes]:
            if name == "ngrams":
                found = [n for s in segments for n in ngrams_of(s, size)]
            elif name == "array":
                found = [s.text for s in segments if s.at_start and s.at_end]
            else:
                found = [t for s in segments for t in tokens_of(s)]
            return sorted(set(found))

        whole_values = name == "array" and not isinstance(question.keys[0].type, Array)
        functions = _FUNCTIONS - {"hasToken"} if whole_values else _FUNCTIONS
        return probing(question, TextMatcher(question, functions, cut))

    def condition_text(
        self, question: Question, condition: Condition, names: Sequence[str]
    ) -> str | None:
        """The tokens that are looked for, and whether rows must have all of them."""
        inside = list(_conditions(condition))
        needles = {needle for c in inside if isinstance(c, Probe) for needle in c.needles}
        tokens = [n.decode("utf-8", "replace") for n in sorted(needles)]
        mode = "Any" if any(isinstance(c, Either) for c in inside) else "All"
        return f"(mode: {mode}; tokens: {json.dumps(tokens, ensure_ascii=False)})"

    def content(
        self, table: pa.Table, about: dict[str, Any], arguments: Arguments, types: Sequence[Type]
    ) -> Content:
        """The lists of granules."""
        blocks = sum(count for _, count in about["blocks"])
        tokens, granules = (_whole(table[name]) for name in ("token", "granules"))
        return Content(blocks, Postings(tokens, granules, blocks))


def _conditions(condition: Condition) -> Iterator[Condition]:
    yield condition
    for child in condition.children():
        yield from _conditions(child)


def _whole(column: pa.ChunkedArray) -> Any:
    array = column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        return array.chunk(0) if array.num_chunks else pa.array([], array.type)
    return array


def _parameter(arg: ast.Expression) -> tuple[str, ast.Expression]:
    if isinstance(arg, ast.Function) and arg.name == "equals":
        name, value = arg.args
        if isinstance(name, ast.Identifier):
            return name.parts[-1], value
    raise Error(Code.BAD_ARGUMENTS, "Text index arguments must be of the form `name = value`")


# How ClickHouse lays out its files, with the least and the greatest value: ours have another form.
_LAYOUT = {
    "dictionary_block_size": (1, None),
    "dictionary_block_frontcoding_compression": (0, 1),
    "posting_list_block_size": (1, None),
}
_CODECS = ("none", "bitpacking")


def _check_layout(given: dict[str, ast.Expression]) -> None:
    for name, node in given.items():
        value = node.value if isinstance(node, ast.Literal) else None
        if name == "posting_list_codec":
            if value not in _CODECS:
                raise Error(Code.BAD_ARGUMENTS, f"Unknown posting list codec: '{value}'")
            continue
        if name == "support_phrase_search":
            raise not_implemented("Text indexes do not support the search of phrases.")
        if name not in _LAYOUT:
            raise Error(Code.BAD_ARGUMENTS, f"Unexpected text index arguments: {name}")
        least, most = _LAYOUT[name]
        about = f"Text index argument '{name}'"
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise Error(Code.BAD_ARGUMENTS, f"{about} expected to be UInt64")
        if value < least:
            raise Error(Code.BAD_ARGUMENTS, f"{about} must be greater than 0, but got {value}")
        if most is not None and value > most:
            raise Error(Code.BAD_ARGUMENTS, f"{about} must be 0 or 1, but got {value}")


def _tokenizer(node: ast.Expression) -> tuple[str, int]:
    size = _NGRAM
    if isinstance(node, ast.Literal):
        name = str(node.value)
    elif isinstance(node, ast.Identifier):
        name = node.parts[-1]
    else:
        assert isinstance(node, ast.Function)
        name = node.name
        sizes = [a.value for a in node.args if isinstance(a, ast.Literal)]
        if name in ("ngrams", "ngram") and sizes and isinstance(sizes[0], int):
            size = sizes[0]
    name = _ALIASES.get(name, name)
    if name in _LATER:
        raise not_implemented(f"The tokenizer {name} of a text index is not supported yet.")
    if name not in _TOKENIZERS:
        raise Error(Code.BAD_ARGUMENTS, f"Unknown tokenizer: '{name}'")
    if not 1 <= size <= 8:
        raise Error(Code.BAD_ARGUMENTS, f"Tokenizer ngrams: {size} is not between 1 and 8")
    return name, size


KINDS.add("text", Text())
