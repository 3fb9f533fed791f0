"""Elements of nested arrays numbered: arrayEnumerateUniqRanked, arrayEnumerateDenseRanked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sparktree.errors import Code, Error
from sparktree.functions.arrays.sets import array_enumerate_dense, array_enumerate_uniq
from sparktree.functions.core import lists
from sparktree.functions.core.declare import Argument, Call, function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import UINT32, Array, Integer, Type

Numbering = Callable[[Call], Sql]


@dataclass(frozen=True, slots=True)
class _Plan:
    """Which arguments are arrays, how deep each is looked into, and where numbers begin anew."""

    clear: int
    depths: tuple[tuple[int, int], ...]  # an argument and its depth

    @property
    def depth(self) -> int:
        return max(depth for _, depth in self.depths)


def _dimensions(type_: Type) -> int:
    return 1 + _dimensions(type_.of) if isinstance(type_, Array) else 0


def _bad(name: str, what: str) -> Error:
    return Error(Code.BAD_ARGUMENTS, f"Incorrect arguments of function {name}: {what}")


def _level(name: str, argument: Argument) -> int:
    """A constant that tells a depth."""
    known = argument.is_constant and isinstance(argument.type, Integer)
    if not known or int(str(argument.value)) < 1:
        raise _bad(name, f"a depth must be a constant positive integer, got {argument.type}")
    return int(str(argument.value))


def _plan(name: str, arguments: Sequence[Argument]) -> _Plan:
    """A level to clear at may come first, and a depth behind each array."""
    first = 0 if isinstance(arguments[0].type, Array) else 1
    clear = _level(name, arguments[0]) if first else 1
    depths: list[tuple[int, int]] = []
    for place, argument in enumerate(arguments[first:], first):
        if isinstance(argument.type, Array):
            depths.append((place, _dimensions(argument.type)))
        elif place == first or not isinstance(arguments[place - 1].type, Array):
            raise _bad(name, f"expected an Array, got {argument.type}")
        elif (depth := _level(name, argument)) > depths[-1][1]:
            raise _bad(name, f"depth {depth} is larger than that of the array, {depths[-1][1]}")
        else:
            depths[-1] = (place - 1, depth)
    if not depths:
        raise _bad(name, "at least one array should be passed")
    plan = _Plan(clear, tuple(depths))
    if clear > plan.depth:
        raise _bad(name, f"clear_depth ({clear}) is larger than the depth ({plan.depth})")
    return plan


def _numbered(call: Call, numbering: Numbering) -> Sql:
    plan = _plan(call.name, call.arguments)
    arrays = tuple(call.arguments[place] for place, _ in plan.depths)

    def flat(values: Sequence[Sql]) -> Sql:
        return numbering(replace(call, arguments=arrays, sqls=tuple(values)))

    values = [call[place] for place, _ in plan.depths]
    return _nested(call.name, values, [depth for _, depth in plan.depths], plan.clear, flat)


def _nested(
    name: str, values: list[Sql], depths: list[int], clear: int, flat: Callable[[list[Sql]], Sql]
) -> Sql:
    """The numbers of arrays of such depths, in as many levels as the deepest has."""
    depth = max(depths)
    if depth == 1:
        return flat(values)
    deepest = depths.index(depth)
    rows = lists.zipped(name, values)
    below = [max(level - 1, 1) for level in depths]

    def inner(row: Sql) -> list[Sql]:
        """The arrays of one element of the outer ones; what is less deep is repeated."""
        fields = lists.fields(row, len(values))
        return [
            field if level > 1 else _repeated(field, fields[deepest])
            for field, level in zip(fields, depths, strict=True)
        ]

    if clear > 1:
        return lists.transform(rows, lambda row: _nested(name, inner(row), below, clear - 1, flat))

    def numbers(joined: list[Sql]) -> Sql:
        return _nested(name, joined, below, clear, flat)

    return sql.bound(rows, lambda known: _across(known, inner, deepest, numbers))


def _repeated(value: Sql, array: Sql) -> Sql:
    return lists.transform(array, lambda _: value)


def _joined(rows: Sql, inner: Callable[[Sql], list[Sql]], which: int) -> Sql:
    """One of the inner arrays of all elements, one behind the other."""
    return sql.call("flatten", lists.transform(rows, lambda row: inner(row)[which]))


def _across(
    rows: Sql,
    inner: Callable[[Sql], list[Sql]],
    deepest: int,
    numbered: Callable[[list[Sql]], Sql],
) -> Sql:
    """Numbers that go on from one inner array to the next."""
    count = len(inner(Sql("NULL")))
    joined = [_joined(rows, inner, i) for i in range(count)]
    sizes = lists.transform(rows, lambda row: lists.size(inner(row)[deepest]))

    def nested(numbers: Sql) -> Sql:
        def piece(size: Sql, place: Sql) -> Sql:
            before = Sql(f"coalesce(list_sum({sizes}[1:{place} - 1]), 0)")
            return Sql(f"{numbers}[{before} + 1:{before} + {size}]")

        return lists.transform_at(sizes, piece)

    return sql.bound(numbered(joined), nested)


def _declare(name: str, numbering: Numbering, doc: str, shown: str) -> None:
    def returns(arguments: Sequence[Argument]) -> Type:
        type_: Type = UINT32
        for _ in range(_plan(name, arguments).depth):
            type_ = Array(type_)
        return type_

    def lower(call: Call) -> Sql:
        return _numbered(call, numbering)

    lower.__doc__ = doc
    function(
        name, args=(1, None), returns=returns,
        too_few=Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
        example=(f"{name}([[5, 6], [5], [6]])", shown),
    )(lower)  # fmt: skip


_declare(
    "arrayEnumerateUniqRanked",
    array_enumerate_uniq,
    "For every element of nested arrays, how many equal ones have come so far.",
    "[[1,1],[2],[2]]",
)
_declare(
    "arrayEnumerateDenseRanked",
    array_enumerate_dense,
    "For every element of nested arrays, the number of its value in the order of appearance.",
    "[[1,2],[1],[2]]",
)
