"""JSONMergePatch: objects in text laid over each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_spans import Flags, Places, offsets, ranges
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Arguments, Call, function
from sparktree.functions.core.text_functions import bad
from sparktree.functions.json.escapes import CAPITALS, written
from sparktree.functions.json.numbers import Kind, flags
from sparktree.functions.json.tape import DEEPEST, Tape
from sparktree.functions.json.walking import FoundValues, members, read
from sparktree.functions.json.writing import POINTED, raw
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.errors import raising
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array
from sparktree.types import STRING, String, Type

_DEEPEST = 1000


def _type(arguments: Arguments) -> Type:
    for position, argument in enumerate(arguments):
        if not isinstance(argument.type, String):
            shown = min(position, 4)
            raise wrong(arguments.function, shown, argument, f"json{position + 1}", "String")
    return STRING


@function(
    "JSONMergePatch",
    args=(1, None),
    returns=_type,
    aliases=("jsonMergePatch",),
    refuses_default=True,
    example=("JSONMergePatch('{\"a\":1}', '{\"b\":2}', '{\"a\":3}')", '{"a":3,"b":2}'),
)
def json_merge_patch(call: Call) -> Sql:
    """JSON objects as one: members of later ones take the place of earlier ones, objects in
    both are merged again."""
    return _merged(sql.array(*call.sqls))


@arrow_function("st_json_merge", ("VARCHAR[]",), "VARCHAR", handles_null=True)
def _merged(column: pa.ChunkedArray) -> pa.Array:
    lists = whole(column)
    texts = lists.flatten()
    count = len(texts) // len(lists) if len(lists) else 0
    valid = flags(texts.is_valid()).reshape(len(lists), count).all(1)
    texts = texts.filter(pa.array(np.repeat(valid, count)))
    found = read(texts)
    _check(found, texts)
    groups = np.repeat(np.arange(int(valid.sum())), count)
    made = escape_array(_written(found.tape, _levels(found.tape, groups, found.values)))
    if valid.all():
        return made
    return pc.replace_with_mask(pa.nulls(len(lists), pa.string()), pa.array(valid), made)


def _check(found: FoundValues, texts: pa.Array) -> None:
    """The error of the first text that is no JSON object."""
    places = np.flatnonzero(~found.is_kind(Kind.OBJECT) | _too_deep(found))
    if len(places):
        error = _error(found, int(places[0]), texts[int(places[0])].as_py())
        raise ValueError(raising(error.code, error.message))


def _too_deep(found: FoundValues) -> Flags:
    if found.tape.depths.max(initial=0) < _DEEPEST:
        return np.zeros(len(found.values), np.bool_)
    deep = found.tape.texts_of_tokens(found.tape.deeper(_DEEPEST))
    return np.isin(found.values, found.tape.roots[deep]) & (found.values >= 0)


def _error(found: FoundValues, place: int, text: str) -> Error:
    if found.values[place] < 0 and Tape(pa.array([text])).depths[0] <= DEEPEST:
        what = "it cannot be parsed" if text.strip() else "The document is empty"
        return bad(f"Wrong JSON string to merge: {what}")
    if found.values[place] >= 0 and not found.is_kind(Kind.OBJECT)[place]:
        return bad("Wrong JSON string to merge. Expected JSON object")
    return Error(
        Code.TOO_DEEP_RECURSION,
        "Too deep nesting in a JSON document passed to function JSONMergePatch: the limit is"
        f" {_DEEPEST}",
    )


@dataclass(frozen=True, slots=True)
class _Level:
    """The members of merged objects: how many each has, the value whose key a member has, and the
    value that it has; or -1, if that is the next merged object of the level below."""

    counts: Places
    keys: Places
    values: Places


def _levels(tape: Tape, groups: Places, objects: Places) -> list[_Level]:
    """Objects merged level by level; those of a group stand together, in their order."""
    levels, count = [], int(groups[-1]) + 1 if len(groups) else 0
    while True:
        level, groups, objects = _merge(tape, groups, objects, count)
        levels.append(level)
        if not len(groups):
            return levels
        count = int(groups[-1]) + 1


def _merge(
    tape: Tape, groups: Places, objects: Places, count: int
) -> tuple[_Level, Places, Places]:
    """One level, and the objects that are to be merged below it."""
    counts, values = members(tape, objects)
    own = np.repeat(groups, counts)
    base = np.repeat(np.diff(groups, prepend=-1) > 0, counts)  # of the first object of a group
    keys = tape.keys(values).array().dictionary_encode().indices
    names = own * (len(values) + 1) + np.asarray(keys, np.int64)
    order = np.argsort(names, kind="stable")
    first = np.diff(names[order], prepend=-1) != 0
    # A key that the first object repeats is another member, which no other object changes.
    again = base[order] & ~first
    starts = np.flatnonzero(first[~again])
    order = order[~again]
    # Of the values of a member the last one counts; of objects all since the last other value.
    places = np.arange(len(order))
    is_object = tape.is_kind(values[order], Kind.OBJECT)
    others = np.maximum.accumulate(np.where(is_object, -1, places))
    lasts = np.append(starts, len(order))[1:] - 1
    runs = np.maximum(starts, others[lasts] + 1)
    sizes = lasts - runs + 1  # 0 if the last is no object
    merged = sizes > 1

    chosen = values.copy()
    heads = order[starts]
    chosen[heads] = np.where(merged, -1, values[order[lasts]])
    shown = np.ones(len(values), np.bool_)
    shown[order] = False
    shown[heads] = True
    level = _Level(np.bincount(own[shown], minlength=count), values[shown], chosen[shown])
    by_head = np.argsort(heads[merged], kind="stable")
    firsts, sizes = runs[merged][by_head], sizes[merged][by_head]
    below = np.repeat(np.arange(len(sizes)), sizes)
    return level, below, values[order[ranges(firsts, sizes)]]


def _written(tape: Tape, levels: list[_Level]) -> pa.Array:
    """The objects of the first level as text, from the last level on."""
    below = pa.array([], pa.binary())
    for level in reversed(levels):
        texts = raw(tape, level.values, POINTED)
        merged = level.values < 0
        if merged.any():
            texts = pc.replace_with_mask(texts, pa.array(merged), below)
        keys = written(tape.keys(level.keys), CAPITALS).array()
        pairs = pc.binary_join_element_wise(keys, texts, b":")
        lists = pa.ListArray.from_arrays(offsets(level.counts), pairs)
        below = pc.binary_join_element_wise(b"{", pc.binary_join(lists, b","), b"}", b"")
    return below
