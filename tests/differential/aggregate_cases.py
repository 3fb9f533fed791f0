"""The calls that an aggregate function is tried with: rows of every type, and every combinator."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from zlib import crc32

from sparktree.functions.aggregates.declare import AGGREGATES, Aggregate
from tests.differential.cases import Case, borders
from tests.differential.values import COLUMNS

ROWS = "FROM numbers(10)"
NO_ROWS = f"{ROWS} WHERE number > 100"
GROUPS = f"{ROWS} GROUP BY number % 3 ORDER BY number % 3"
WINDOW = "OVER (ORDER BY number ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)"
# Only over a window may these be called.
WINDOW_EXAMPLE = "exponentialTimeDecayedAvg(10)(number, number)"
# What ClickHouse gives by chance is compared through a function.
THROUGH = {"groupArraySample": "length({})"}
# Which of equally frequent values they give, or in which order, is not said.
TIES = {
    "groupUniqArray": "arraySort({})",
    **dict.fromkeys(("topK", "topKWeighted", "approx_top_k", "approx_top_sum"), "length({})"),
    "anyHeavy": "toTypeName({})",
}
# Floats whose last digits depend on the order of summation or on an approximation.
USUAL_TOLERANCE = 1e-9
TOLERANCES = {"quantileTDigest": 1e-5, "quantilesTDigest": 1e-5}
# The sorts that every function is tried with; of the others it gets some, always the same.
ALWAYS = ("rows", "groups", "none", "null", "edge", "type", "merge")
OTHERS_TRIED = 6


@dataclass(frozen=True, slots=True)
class Sample:
    """A declaration's example, taken apart: the name, the parameters and the arguments."""

    name: str
    parameters: tuple[str, ...]
    arguments: tuple[str, ...]

    def call(self, *arguments: str, suffix: str = "", more: tuple[str, ...] = ()) -> str:
        """A call with these arguments, a combinator's suffix and its parameters."""
        parameters = (*self.parameters, *more)
        given = f"({', '.join(parameters)})" if parameters else ""
        return f"{self.name}{suffix}{given}({', '.join(arguments)})"

    def each(self, form: str) -> list[str]:
        """The arguments, each in a form such as `[{}, {}]`."""
        return [form.replace("{}", argument) for argument in self.arguments]

    def put(self, position: int, value: str) -> str:
        """The example with another argument in one place."""
        return self.call(*self.arguments[:position], value, *self.arguments[position + 1 :])


def declared_aggregates() -> list[Aggregate]:
    """Every aggregate function that users can call, once."""
    unique = {a.name: a for a in AGGREGATES.values()}
    return [unique[name] for name in sorted(unique)]


def aggregate_cases(declared: Aggregate, *, full: bool = False) -> list[Case]:
    """The calls of an aggregate function; not `full`: some of each sort, always the same."""
    made = list(dict.fromkeys(_cases(declared)))
    if full:
        return made
    mixed = sorted(made, key=lambda case: crc32(case.sql.encode()))
    first = {case.sort: case for case in reversed(mixed)}
    others = [case for sort, case in first.items() if sort not in ALWAYS]
    others.sort(key=lambda case: crc32(case.sql.encode()))
    return [*(first[sort] for sort in ALWAYS if sort in first), *others[:OTHERS_TRIED]]


def _cases(declared: Aggregate) -> Iterator[Case]:
    sample = sample_of(declared)
    through = THROUGH.get(declared.name, "{}")
    tolerance = TOLERANCES.get(declared.name, USUAL_TOLERANCE)
    made = _over_windows(sample) if declared.window_only else _calls(sample)
    for sort, text, rows in made:
        tied = TIES.get(declared.name) if sort in ("edge", "type") else None
        shown = (tied or through).replace("{}", text)
        yield Case(declared.name, sort, shown, rows=rows, tolerance=tolerance)


Made = Iterator[tuple[str, str, str]]


def _calls(sample: Sample) -> Made:
    plain = sample.call(*sample.arguments)
    yield "rows", plain, ROWS
    yield "groups", plain, GROUPS
    yield "none", plain, NO_ROWS
    yield "window", f"{plain} {WINDOW}", f"{ROWS} ORDER BY number"
    yield from _arities(sample)
    for position in range(len(sample.arguments)):
        yield from _changes(sample, position)
    for sort, text in _combined(sample):
        yield sort, text, ROWS
        yield sort, text, NO_ROWS
        yield sort, text, GROUPS
    yield from _states(sample)


def _over_windows(sample: Sample) -> Made:
    """The window is part of every call."""
    for sort, text, _ in _calls(sample):
        if sort in ("rows", "null", "edge", "type", "arity", "parameters"):
            yield sort, f"{text} {WINDOW}", f"{ROWS} ORDER BY number"
    yield "window", sample.call(*sample.arguments), ROWS


def _arities(sample: Sample) -> Made:
    yield "arity", sample.call(), ROWS
    yield "arity", sample.call(*sample.arguments[:-1]), ROWS
    yield "arity", sample.call(*sample.arguments, "1"), ROWS
    for given in (
        (),
        ("'x'",),
        ("-1",),
        ("NULL",),
        ("0.5", "0.5", "3", "4"),
        (*sample.parameters, "2"),
    ):
        yield "parameters", replace(sample, parameters=given).call(*sample.arguments), ROWS


def _changes(sample: Sample, position: int) -> Made:
    argument = sample.arguments[position]
    own = _kind(argument)
    yield "null", sample.put(position, "NULL"), ROWS
    if own != "array":
        yield "null", sample.put(position, f"if(number % 3 = 1, NULL, {argument})"), ROWS
        yield "null", sample.put(position, f"if(number % 3 = 1, NULL, {argument})"), GROUPS
        yield "null", sample.put(position, f"if(number > 100, {argument}, NULL)"), ROWS
        yield "null", sample.put(position, f"toNullable({argument})"), NO_ROWS
        yield "dictionary", sample.put(position, f"toLowCardinality({argument})"), ROWS
        yield (
            "dictionary",
            sample.put(position, f"toLowCardinality(if(number % 3 = 1, NULL, {argument}))"),
            ROWS,
        )
    for name, columns in COLUMNS.items():
        for number, column in enumerate(columns):
            if name == own or number == 0:
                yield "edge" if name == own else "type", sample.put(position, column), ROWS


def _combined(sample: Sample) -> Iterator[tuple[str, str]]:
    """The call with every combinator, and with some of them above others."""
    plain, arrays = sample.arguments, sample.each("[{}, {}]")
    odd = "number % 2 = 1"
    yield "If", sample.call(*plain, odd, suffix="If")
    yield "If", sample.call(*plain, "if(number % 3 = 1, NULL, 1)", suffix="If")
    yield "If", sample.call(*plain, "number > 100", suffix="If")
    yield "Distinct", sample.call(*sample.each("({})"), suffix="Distinct")
    yield "Distinct", sample.call(*plain, odd, suffix="DistinctIf")
    for suffix in ("OrDefault", "OrNull"):
        yield suffix, sample.call(*plain, suffix=suffix)
        yield suffix, sample.call(*plain, "number > 100", suffix=f"{suffix}If")
        yield suffix, sample.call(*plain, "number > 100", suffix=f"If{suffix}")
    yield "Array", sample.call(*arrays, suffix="Array")
    yield "Array", sample.call(*sample.each("arrayResize([{}], number % 3)"), suffix="Array")
    yield "Array", sample.call(*arrays, odd, suffix="ArrayIf")
    yield "Array", sample.call(*arrays, suffix="ArrayOrNull")
    yield "ForEach", sample.call(*arrays, suffix="ForEach")
    yield "ForEach", sample.call(*sample.each("arrayResize([{}], number % 3)"), suffix="ForEach")
    yield "ForEach", sample.call(*arrays, odd, suffix="ForEachIf")
    yield "Map", sample.call(*sample.each("map(number % 2, {}, 7, {})"), suffix="Map")
    yield "Map", sample.call(*sample.each("map('a', {})"), odd, suffix="MapIf")
    for suffix in ("ArgMin", "ArgMax"):
        yield suffix, sample.call(*plain, "number % 4", suffix=suffix)
    edges = ("2", "9", "3")
    yield "Resample", sample.call(*plain, "number", suffix="Resample", more=edges)
    yield "Resample", sample.call(*plain, "number", odd, suffix="ResampleIf", more=edges)
    yield "SimpleState", sample.call(*plain, suffix="SimpleState")
    yield "State", f"finalizeAggregation({sample.call(*plain, suffix='State')})"
    yield "State", f"toTypeName({sample.call(*plain, suffix='State')})"
    yield "State", f"toTypeName({sample.call(*plain, odd, suffix='StateIf')})"


def _states(sample: Sample) -> Made:
    """States of groups, merged: what tasks on several machines do."""
    plain, odd = sample.arguments, "number % 2 = 1"
    for sort, suffix, arguments in (
        ("merge", "", plain),
        ("merge", "If", (*plain, odd)),
        ("merge", "Array", sample.each("[{}, {}]")),
        ("merge", "OrNull", plain),
        ("merge", "Distinct", plain),
    ):
        state = sample.call(*arguments, suffix=f"{suffix}State")
        rows = f"FROM (SELECT {state} AS s {GROUPS})"
        merge = replace(sample, name=f"{sample.name}{suffix}")
        yield sort, merge.call("s", suffix="Merge"), rows
        if not suffix:
            state = merge.call("s", suffix="MergeState")
            yield "MergeState", f"finalizeAggregation({state})", rows
            yield "MergeState", f"toTypeName({state})", rows
            yield "merge", merge.call("s", "1", suffix="MergeIf"), rows


def sample_of(declared: Aggregate) -> Sample:
    """The parameters and arguments of the function's example."""
    name = declared.name
    text = declared.example[0] if declared.example else WINDOW_EXAMPLE
    if not declared.example:
        text = f"{name}(10)({', '.join('number' for _ in range(declared.arity[0]))})"
    start = text.find(f"{name}(") + len(name) + 1
    first, end = _pieces(text, start)
    if not text[end:].startswith("("):
        return Sample(name, (), first)
    return Sample(name, first, _pieces(text, end + 1)[0])


def _pieces(text: str, start: int) -> tuple[tuple[str, ...], int]:
    """What stands between commas up to the closing bracket, and where that is behind."""
    ends = list(borders(text, start))
    starts = [start, *(end + 1 for end in ends)]
    pieces = [text[low:high].strip() for low, high in zip(starts, ends, strict=False)]
    return tuple(p for p in pieces if p), ends[-1] + 1


def _kind(argument: str) -> str:
    return "array" if argument.startswith("[") else "integer"
