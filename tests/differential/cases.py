"""The calls that a declaration is tried with: derived from its example, its arity and the pool."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from zlib import crc32

from sparktree.functions.core.declare import FUNCTIONS, Function
from tests.differential.values import POOL, kind

# The sorts of calls that every function is tried with, and those of which it gets one.
ALWAYS = ("column", "null", "null of a type", "edge", "type")
IN_TURN = ("nullable", "dictionary", "arity")


@dataclass(frozen=True, slots=True)
class Case:
    """One call: `text` is an expression; without `valued` only its type is compared."""

    function: str
    sort: str
    text: str
    valued: bool = True
    rows: str = ""  # where the rows of an aggregate come from
    tolerance: float = 0.0  # how far floats may be apart

    @property
    def sql(self) -> str:
        """The call as a query."""
        return f"SELECT {self.text} {self.rows}".rstrip()

    @property
    def key(self) -> str:
        """Under what the list of known differences has it."""
        return f"{self.function}/{self.sort}"


@dataclass(frozen=True, slots=True)
class Sample:
    """A declaration's example, taken apart around the arguments of its function."""

    before: str
    arguments: tuple[str, ...]
    after: str

    def call(self, *arguments: str) -> str:
        """The example with other arguments."""
        return f"{self.before}{', '.join(arguments)}{self.after}"

    def put(self, position: int, value: str) -> str:
        """The example with another argument in one place."""
        return self.call(*self.arguments[:position], value, *self.arguments[position + 1 :])


def declared() -> list[Function]:
    """Every scalar function that users can call, once."""
    unique = {f.name: f for f in FUNCTIONS.values() if not f.name.startswith("_")}
    return [unique[name] for name in sorted(unique)]


def cases(function: Function, *, full: bool = False) -> list[Case]:
    """The calls of a function; not `full`: one of each sort, always the same."""
    made = list(dict.fromkeys(_cases(function)))
    if full:
        return made
    turn = IN_TURN[crc32(function.name.encode()) % len(IN_TURN)]
    mixed = sorted(made, key=lambda case: crc32(case.text.encode()))
    first = {case.sort: case for case in reversed(mixed)}
    return [first[sort] for sort in (*ALWAYS, turn) if sort in first]


def _cases(function: Function) -> Iterator[Case]:
    sample = sample_of(function)
    for sort, text in _calls(function, sample):
        case = Case(function.name, sort, text)
        random = not function.deterministic or function.constant_in_query
        yield replace(case, valued=not random)


def _calls(function: Function, sample: Sample) -> Iterator[tuple[str, str]]:
    columns = [
        a if i in function.constant_arguments or not kind(a) else f"materialize({a})"
        for i, a in enumerate(sample.arguments)
    ]
    yield "column", sample.call(*columns)
    yield from _arities(sample)
    for position, argument in enumerate(sample.arguments):
        if kind(argument):
            yield from _changes(sample, position, function)


def _arities(sample: Sample) -> Iterator[tuple[str, str]]:
    yield "arity", sample.call()
    yield "arity", sample.call(*sample.arguments[:-1])
    yield "arity", sample.call(*sample.arguments, "1")
    yield "arity", sample.call(*sample.arguments, "'a'", "2", "3")


def _changes(sample: Sample, position: int, function: Function) -> Iterator[tuple[str, str]]:
    argument = sample.arguments[position]
    own = kind(argument)
    yield "null", sample.put(position, "NULL")
    yield "nullable", sample.put(position, f"toNullable({argument})")
    if position not in function.constant_arguments:
        if own not in ("array", "map"):  # there ClickHouse makes a Variant, another type
            yield "null", sample.put(position, f"if(materialize(1), NULL, {argument})")
        yield "nullable", sample.put(position, f"materialize(toNullable({argument}))")
        yield "dictionary", sample.put(position, f"materialize(toLowCardinality({argument}))")
    yield "dictionary", sample.put(position, f"toLowCardinality({argument})")
    for name, values in POOL.items():
        for number, value in enumerate(values):
            sort = "edge" if name == own else "type"
            if name == own or number == 0:
                yield sort, sample.put(position, value)
            if position in function.constant_arguments:
                continue
            if name == own:
                yield sort, sample.put(position, f"materialize({value})")
            if number == 0 and name not in ("array", "map"):
                yield "null of a type", sample.put(position, f"arrayJoin([NULL, {value}])")


def sample_of(function: Function) -> Sample:
    """The arguments of the function's example; of one without, as many ones as it takes."""
    text = function.example[0] if function.example else ""
    start = text.find(f"{function.name}(")
    if start < 0:
        ones = ", ".join("1" for _ in range(function.arity[0]))
        text, start = f"{function.name}({ones})", 0
    start += len(function.name) + 1
    ends = list(borders(text, start))
    starts = [start, *(end + 1 for end in ends)]
    arguments = [text[low:high].strip() for low, high in zip(starts, ends, strict=False)]
    given = tuple(a for a in arguments if a)
    return Sample(text[:start], given, text[ends[-1] :])


def borders(text: str, start: int) -> Iterator[int]:
    """Where the arguments end: at commas, and at the bracket that closes the call."""
    depth, quoted = 0, False
    for place in range(start, len(text)):
        character = text[place]
        if character == "'" and text[place - 1] != "\\":
            quoted = not quoted
        elif not quoted and depth == 0 and character in ",)":
            yield place
            if character == ")":
                return
        elif not quoted:
            depth += (character in "([{") - (character in ")]}")
