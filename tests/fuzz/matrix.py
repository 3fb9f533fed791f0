"""Every pair of types under every operation: the type of the result, or the error."""

from collections.abc import Iterator, Sequence

from tests.fuzz.compare import Pair

_INTEGERS = [f"{u}Int{bits}" for bits in (8, 16, 32, 64, 128, 256) for u in ("", "U")]
NUMBERS = [
    *_INTEGERS,
    # Quotients of decimals of different scales depend on the values: they are not asked for here.
    *("Float32", "Float64", "Decimal(9, 2)", "Decimal(18, 2)", "Decimal(38, 2)", "Decimal(76, 2)"),
    *("Nullable(Int8)", "Nullable(Float64)", "Nullable(Decimal(9, 2))"),
]
MOMENTS = [
    *("Date", "Date32", "DateTime", "DateTime('Asia/Tokyo')", "DateTime64(3)", "Nullable(Date)"),
    *("DateTime64(6, 'Europe/Berlin')", "String", "Nullable(String)", "LowCardinality(String)"),
    *("Enum8('a' = 1)", "Array(UInt8)", "Array(Nullable(Int64))", "Tuple(UInt8, String)"),
]
ARITHMETIC = ["plus", "minus", "multiply", "divide", "intDiv", "modulo", "bitAnd"]
CHOICES = ["if(u8 = 1, {a}, {b})", "[{a}, {b}]", "ifNull({a}, {b})"]


def columns(types: Sequence[str]) -> str:
    """A table of one row that has a column of every type, as a subquery of FROM."""
    items = [f"defaultValueOfTypeName({_quoted(type_)}) AS x{i}" for i, type_ in enumerate(types)]
    return f"(SELECT materialize(1) AS u8, {', '.join(items)})"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "\\'") + "'"


def calls(operations: Sequence[str], count: int) -> Iterator[list[str]]:
    """The calls over all pairs of `count` columns, in groups that share their first column."""
    for operation in operations:
        pattern = operation if "{a}" in operation else operation + "({a}, {b})"
        for left in range(count):
            yield [pattern.format(a=f"x{left}", b=f"x{right}") for right in range(count)]


def differences(pair: Pair, types: Sequence[str], operations: Sequence[str]) -> Iterator[str]:
    """Where the types of results differ, each with the types that it is about."""
    source = columns(types)
    for group in calls(operations, len(types)):
        for call, ours, theirs in _results(pair, group, source):
            if ours != theirs and theirs != "NOT_IMPLEMENTED":
                shown = call
                for i in reversed(range(len(types))):
                    shown = shown.replace(f"x{i}", types[i])
                yield f"{shown}: ClickHouse {theirs}, sparktree {ours}"


def _results(pair: Pair, group: list[str], source: str) -> Iterator[tuple[str, str, str]]:
    """The type or the error of each call on both sides; one query for all that succeed."""
    if not group:
        return
    query = f"SELECT {', '.join(f'toTypeName({call})' for call in group)} FROM {source}"
    ours, theirs = pair.ours(query), pair.theirs(query)
    if not ours.error and not theirs.error:
        both = zip(ours.text.split("\t"), theirs.text.split("\t"), strict=True)
        yield from ((call, a.strip(), b.strip()) for call, (a, b) in zip(group, both, strict=True))
    elif len(group) == 1:
        yield group[0], ours.error or ours.text.strip(), theirs.error or theirs.text.strip()
    else:
        half = len(group) // 2
        yield from _results(pair, group[:half], source)
        yield from _results(pair, group[half:], source)
