"""From ClickHouse's spelling of a type to the type: every family and alias, declared once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from sparktree.errors import Code, Error, not_implemented
from sparktree.hints import maybe
from sparktree.kernel.sql import Sql
from sparktree.registry import NamedRegistry
from sparktree.types import composite, geo, numeric, texts, times
from sparktree.types.aliases import ALIASES, BY_CAPITALS
from sparktree.types.base import Type
from sparktree.types.dictionaries import low_cardinality


@dataclass(frozen=True, slots=True)
class Family:
    """A family of types: its name, its maker and whether its name ignores case."""

    name: str
    make: Callable[[Parser], Type]
    any_case: bool = False


FAMILIES: NamedRegistry[Family] = NamedRegistry()


def family(
    name: str, *, any_case: bool = False
) -> Callable[[Callable[[Parser], Type]], Callable[[Parser], Type]]:
    """Declare a family whose arguments the decorated function parses."""

    def declare(make: Callable[[Parser], Type]) -> Callable[[Parser], Type]:
        FAMILIES.name(name, Family(name, make, any_case), any_case=any_case)
        return make

    return declare


_TOKEN = re.compile(
    r"\s*(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<number>-?\d+(?:\.\d*)?)|'(?P<string>(?:[^'\\]|\\.|'')*)'"
    r"|`(?P<quoted>(?:[^`\\]|\\.)*)`|\"(?P<quoted2>(?:[^\"\\]|\\.)*)\"|(?P<sign>[(),=.]))",
    re.DOTALL,
)
_UNESCAPE = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "b": "\b", "f": "\f"}


def _unescape(text: str) -> str:
    text = re.sub(r"\\(.)", lambda m: _UNESCAPE.get(m.group(1), m.group(1)), text, flags=re.DOTALL)
    return text.replace("''", "'")


class Parser:
    """A cursor over the tokens of a type's text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def peek(self) -> re.Match[str] | None:
        """The next token."""
        return _TOKEN.match(self.text, self.position)

    def take(self) -> re.Match[str]:
        """The next token, consumed."""
        match = self.peek()
        if match is None:
            raise Error(Code.SYNTAX_ERROR, f"Cannot parse data type: {self.text!r}.")
        self.position = match.end()
        return match

    def sign(self, sign: str) -> bool:
        """Consume the sign if it is next."""
        match = self.peek()
        if match is not None and match.group("sign") == sign:
            self.position = match.end()
            return True
        return False

    def expect(self, sign: str) -> None:
        """Consume the sign or fail."""
        if not self.sign(sign):
            raise Error(
                Code.SYNTAX_ERROR,
                f"Cannot parse data type {self.text!r}: expected '{sign}'"
                f" at position {self.position + 1}.",
            )

    def number(self) -> int:
        """An integer."""
        token = self.take()
        if token.group("number") is None or "." in token.group("number"):
            raise Error(
                Code.UNEXPECTED_AST_STRUCTURE, f"Data type {self.text!r} takes a number here."
            )
        return int(token.group("number"))

    def string(self) -> str:
        """A quoted string."""
        token = self.take()
        if token.group("string") is None:
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT, f"Data type {self.text!r} takes a string here."
            )
        return _unescape(token.group("string"))

    def name(self) -> str | None:
        """A name, plain or quoted, if one is next."""
        match = self.peek()
        if match is None:
            return None
        for group in ("quoted", "quoted2"):
            if match.group(group) is not None:
                self.position = match.end()
                return _unescape(match.group(group))
        if match.group("name") is None:
            return None
        self.position = match.end()
        return match.group("name")

    def arguments(self, parse: Callable[[], object]) -> list[object]:
        """The arguments in parentheses, none if there are no parentheses."""
        if not self.sign("("):
            return []
        found: list[object] = []
        while not self.sign(")"):
            if found:
                self.expect(",")
            found.append(parse())
        return found

    def type(self) -> Type:
        """A whole type."""
        word = self.name()
        if word is None:
            raise Error(Code.SYNTAX_ERROR, f"Cannot parse data type: {self.text!r}.")
        return self._family(self._long_name(word)).make(self)

    def _long_name(self, word: str) -> str:
        """Names of several words: DOUBLE PRECISION, INT UNSIGNED, CHARACTER VARYING."""
        while (following := self.peek()) is not None and following.group("name") is not None:
            longer = f"{word} {following.group('name')}"
            known = (a for a in BY_CAPITALS if f"{a} ".startswith(f"{longer.upper()} "))
            if not any(known):
                break
            self.position = following.end()
            word = longer
        return word

    def _family(self, word: str) -> Family:
        if word in FAMILIES:
            return FAMILIES[word]
        if word.upper() in BY_CAPITALS:
            return FAMILIES[BY_CAPITALS[word.upper()]]
        if (family := FAMILIES.find(word)) is not None:
            return family
        sized = _SIZED_ENUMS.get(word.lower())
        if sized is not None and _NUMBERED.match(self.text, self.position):
            return FAMILIES[sized]
        if word in _NOT_BUILT:
            raise not_implemented(f"The data type {word} is not supported.")
        known = [*FAMILIES, *ALIASES]
        raise Error(
            Code.UNKNOWN_TYPE, f"Unknown data type family: {word}{maybe(word, known, 2) or '.'}"
        )


# The parser itself knows the sized enums, in any case, if all elements have a number.
_SIZED_ENUMS = {"enum8": "Enum8", "enum16": "Enum16"}
_ELEMENT = r"\s*'(?:[^'\\]|\\.|'')*'\s*=\s*-?\d+\s*"
_NUMBERED = re.compile(rf"\s*\({_ELEMENT}(?:,{_ELEMENT})*,?\s*\)", re.DOTALL)
_NOT_BUILT = frozenset(("JSON", "Object", "Dynamic", "QBit"))
_SEVERAL_WORDS = re.compile(r"\w+\s+\w")  # of which ClickHouse's parser takes only known ones


@lru_cache(maxsize=4096)
def parse_type(text: str) -> Type:
    """The type that the text spells."""
    parser = Parser(text.strip())
    try:
        parsed = parser.type()
    except Error as error:
        if error.code == Code.UNKNOWN_TYPE and _SEVERAL_WORDS.match(parser.text):
            message = f"Cannot parse data type {text!r}: unexpected word"
            raise Error(Code.SYNTAX_ERROR, message) from error
        raise
    if parser.position != len(parser.text):
        raise Error(
            Code.SYNTAX_ERROR,
            f"Cannot parse data type {text!r}: unexpected {parser.text[parser.position :]!r}.",
        )
    return parsed


def _no_arguments(name: str, type_: Type, any_case: bool = False) -> None:
    def make(parser: Parser) -> Type:
        if parser.arguments(lambda: parser.take().group()):
            raise Error(
                Code.DATA_TYPE_CANNOT_HAVE_ARGUMENTS, f"Data type {name} cannot have arguments."
            )
        return type_

    FAMILIES.name(name, Family(name, make, any_case), any_case=any_case)


def _integer(type_: numeric.Integer) -> None:
    def make(parser: Parser) -> Type:
        parser.arguments(parser.number)  # INT(11) as MySQL writes it
        return type_

    FAMILIES.add(str(type_), Family(str(type_), make))


for _bits in (8, 16, 32, 64, 128, 256):
    _integer(numeric.Integer(_bits, True))
    _integer(numeric.Integer(_bits, False))
for _unit in numeric.INTERVAL_UNITS:
    _no_arguments(f"Interval{_unit}", numeric.Interval(_unit))
_no_arguments("BFloat16", numeric.BFLOAT16)
_no_arguments("Bool", numeric.BOOL, any_case=True)
_no_arguments("UUID", texts.UUID())
_no_arguments("IPv4", texts.IPv4())
_no_arguments("IPv6", texts.IPv6())
_no_arguments("Date", times.DATE, any_case=True)
_no_arguments("Date32", times.DATE32, any_case=True)
_no_arguments("Time", times.Time(), any_case=True)
_no_arguments("Nothing", composite.NOTHING)


@family("Float32")
def _float32(parser: Parser) -> Type:
    parser.arguments(parser.number)
    return numeric.FLOAT32


@family("Float64")
def _float64(parser: Parser) -> Type:
    parser.arguments(parser.number)
    return numeric.FLOAT64


@family("String")
def _string(parser: Parser) -> Type:
    parser.arguments(parser.number)  # VARCHAR(255): the size says nothing
    return texts.STRING


@family("FixedString")
def _fixed_string(parser: Parser) -> Type:
    sizes = parser.arguments(parser.number)
    if len(sizes) != 1:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "FixedString data type family must have exactly one argument - size in bytes",
        )
    if not isinstance(sizes[0], int) or sizes[0] <= 0:
        raise Error(
            Code.UNEXPECTED_AST_STRUCTURE,
            "FixedString data type family must have a number (positive integer) as its argument",
        )
    if sizes[0] > 0xFFFFFF:
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, "FixedString size is too large")
    return texts.FixedString(sizes[0])


def _checked_decimal(precision: int, scale: int) -> numeric.Decimal:
    if not 1 <= precision <= 76:
        raise Error(Code.ARGUMENT_OUT_OF_BOUND, "Wrong precision: it must be between 1 and 76")
    if not 0 <= scale <= precision:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            "Negative scales and scales larger than precision are not supported",
        )
    return numeric.Decimal(precision, scale)


@family("Decimal", any_case=True)
def _decimal(parser: Parser) -> Type:
    arguments = [n for n in parser.arguments(parser.number) if isinstance(n, int)]
    if len(arguments) > 2:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            "Decimal data type family must have precision and optional scale arguments",
        )
    precision, scale = [*arguments, *(10, 0)[len(arguments) :]]
    return _checked_decimal(precision, scale)


def _sized_decimal(name: str, precision: int) -> None:
    def make(parser: Parser) -> Type:
        arguments = parser.arguments(parser.number)
        if len(arguments) != 1 or not isinstance(arguments[0], int):
            raise Error(
                Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
                "Decimal data type family must have exactly one argument - scale",
            )
        return _checked_decimal(precision, arguments[0])

    FAMILIES.name(name, Family(name, make, any_case=True), any_case=True)


for _bits, _precision in ((32, 9), (64, 18), (128, 38), (256, 76)):
    _sized_decimal(f"Decimal{_bits}", _precision)


@family("DateTime", any_case=True)
def _datetime(parser: Parser) -> Type:
    if not parser.sign("("):
        return times.DATETIME
    token = parser.peek()
    if token is not None and token.group("number") is not None:
        return _datetime64_arguments(parser)
    zone = parser.string()
    parser.expect(")")
    return times.DateTime(known_zone(zone))


@family("DateTime32", any_case=True)
def _datetime32(parser: Parser) -> Type:
    return _datetime(parser)


@family("DateTime64", any_case=True)
def _datetime64(parser: Parser) -> Type:
    return _datetime64_arguments(parser) if parser.sign("(") else times.DateTime64(3)


def _datetime64_arguments(parser: Parser) -> Type:
    precision = _tick_precision(parser.number())
    zone = known_zone(parser.string()) if parser.sign(",") else None
    parser.expect(")")
    return times.DateTime64(precision, zone)


def _tick_precision(precision: int) -> int:
    if not 0 <= precision <= 9:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Scale {precision} is too large for DateTime64. Maximum is up to nanoseconds (9).",
        )
    return precision


def known_zone(zone: str) -> str:
    """The zone, if there is such a one."""
    if zone not in times.zones():
        raise Error(Code.BAD_ARGUMENTS, f"Cannot load time zone {zone}")
    return zone


@family("Time64", any_case=True)
def _time64(parser: Parser) -> Type:
    arguments = parser.arguments(parser.number)
    return times.Time64(
        _tick_precision(arguments[0]) if arguments and isinstance(arguments[0], int) else 3
    )


def _enum_values(parser: Parser) -> tuple[tuple[str, int], ...]:
    values: list[tuple[str, int]] = []
    numbered: list[bool] = []

    def one() -> None:
        label = parser.string()
        numbered.append(bool(parser.sign("=")))
        number = parser.number() if numbered[-1] else (values[-1][1] + 1 if values else 1)
        values.append((label, number))

    parser.arguments(one)
    # Those after the first have all a number or none.
    if len(set(numbered[1:])) > 1:
        raise Error(
            Code.UNEXPECTED_AST_STRUCTURE,
            "All elements of Enum data type must be of form: 'name' = number or 'name', where name"
            " is string literal and number is an integer",
        )
    if not values:
        raise Error(Code.EMPTY_DATA_PASSED, "Data type Enum cannot be empty")
    for what, seen in (("name", [v[0] for v in values]), ("value", [v[1] for v in values])):
        if len(set(seen)) != len(seen):
            raise Error(Code.SYNTAX_ERROR, f"Duplicate {what}s in enum")
    return tuple(sorted(values, key=lambda v: v[1]))


def _enum(parser: Parser, bits: int | None) -> Type:
    values = _enum_values(parser)
    low, high = values[0][1], values[-1][1]
    fits8 = low >= -128 and high <= 127
    size = bits or (8 if fits8 else 16)
    if (size == 8 and not fits8) or low < -32768 or high > 32767:
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Value {low if low < 0 else high} for element of data type Enum{size} is out of range",
        )
    return texts.Enum(size, values)


@family("Enum8")
def _enum8(parser: Parser) -> Type:
    return _enum(parser, 8)


@family("Enum16")
def _enum16(parser: Parser) -> Type:
    return _enum(parser, 16)


@family("Enum", any_case=True)
def _enum_any(parser: Parser) -> Type:
    return _enum(parser, None)


def _types(parser: Parser, name: str, count: int) -> list[Type]:
    found = [t for t in parser.arguments(parser.type) if isinstance(t, Type)]
    if len(found) != count:
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"{name} data type family must have exactly {count} argument{'s' if count > 1 else ''}",
        )
    return found


@family("Nullable")
def _nullable(parser: Parser) -> Type:
    (inner,) = _types(parser, "Nullable", 1)
    if composite.make_nullable(inner) == inner or isinstance(inner, composite.LowCardinality):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Nested type {inner} cannot be inside Nullable type",
        )
    return composite.Nullable(inner)


@family("Variant")
def _variant(parser: Parser) -> Type:
    return composite.variant(t for t in parser.arguments(parser.type) if isinstance(t, Type))


@family("LowCardinality")
def _low_cardinality(parser: Parser) -> Type:
    (inner,) = _types(parser, "LowCardinality", 1)
    return low_cardinality(inner)


@family("Array")
def _array(parser: Parser) -> Type:
    return composite.Array(*_types(parser, "Array", 1))


@family("Map")
def _map(parser: Parser) -> Type:
    key, value = _types(parser, "Map", 2)
    if key.nullable and not isinstance(key, composite.Variant):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Map cannot have a key of type {key}",
        )
    return composite.Map(key, value)


def _named_or_not(parser: Parser) -> tuple[str | None, Type]:
    """`name Type` or `Type`: which of the two is known after the first word."""
    start = parser.position
    name = parser.name()
    following = parser.peek()
    if name is not None and following is not None and following.group("sign") is None:
        after_name = parser.position
        try:
            return name, parser.type()
        except Error:
            parser.position = after_name
    parser.position = start
    return None, parser.type()


@family("Tuple")
def _tuple(parser: Parser) -> Type:
    items: list[tuple[str | None, Type]] = []
    parser.arguments(lambda: items.append(_named_or_not(parser)))
    names = tuple(name for name, _ in items if name is not None)
    if names and len(names) != len(items):
        raise Error(Code.BAD_ARGUMENTS, "Names are specified not for all elements of Tuple type")
    if len(set(names)) != len(names):
        raise Error(Code.DUPLICATE_COLUMN, "Tuple names must be unique")
    if "null" in names:
        raise Error(
            Code.BAD_ARGUMENTS,
            "Tuple element name 'null' is reserved because it would conflict with the subcolumn"
            " name used for Nullable null maps if such a tuple is wrapped in Nullable. Please use"
            " a different name",
        )
    return composite.Tuple(tuple(t for _, t in items), names or None)


@family("Nested")
def _nested(parser: Parser) -> Type:
    items: list[tuple[str | None, Type]] = []
    parser.arguments(lambda: items.append(_named_or_not(parser)))
    if not items:
        raise Error(Code.EMPTY_DATA_PASSED, "Nested cannot be empty")
    if any(name is None for name, _ in items):
        raise Error(Code.BAD_ARGUMENTS, "Data type Nested must have names for all elements")
    return composite.Nested(tuple(str(name) for name, _ in items), tuple(t for _, t in items))


@family("SimpleAggregateFunction")
def _simple_aggregate(parser: Parser) -> Type:
    function, parameters, arguments = _aggregate_arguments(parser)
    if len(arguments) != 1:
        raise Error(
            Code.BAD_ARGUMENTS, "SimpleAggregateFunction takes a function and one argument type."
        )
    function = AggregateStates.simple_function(function, parameters, arguments[0])
    return composite.SimpleAggregateFunction(arguments[0], function + _bracketed(parameters))


def _bracketed(parameters: tuple[str, ...]) -> str:
    return f"({', '.join(parameters)})" if parameters else ""


def _aggregate_arguments(parser: Parser) -> tuple[str, tuple[str, ...], tuple[Type, ...]]:
    parser.expect("(")
    version = parser.peek()
    if version is not None and version.group("number") is not None:
        parser.number()  # the function itself knows its version
        parser.expect(",")
    function = parser.name()
    if function is None:
        raise Error(
            Code.BAD_ARGUMENTS,
            "Unexpected first parameter of AggregateFunction: it must be a name.",
        )
    parameters = tuple(str(p) for p in parser.arguments(lambda: parser.take().group().strip()))
    arguments: list[Type] = []
    while not parser.sign(")"):
        parser.expect(",")
        arguments.append(parser.type())
    return function, parameters, tuple(arguments)


StateOf = Callable[[str, tuple[str, ...], tuple[Type, ...]], Type]


def _no_states(function: str, parameters: tuple[str, ...], arguments: tuple[Type, ...]) -> Type:
    raise not_implemented(f"States of the aggregate function {function} are not supported.")


def _no_text(type_: composite.AggregateFunction, state: Sql) -> Sql:
    raise not_implemented("The text of states needs the aggregate functions.")


def _no_simple(function: str, parameters: tuple[str, ...], stored: Type) -> str:
    raise not_implemented("SimpleAggregateFunction needs the aggregate functions.")


class AggregateStates:
    """Who knows the states of aggregate functions: the functions room, once it is loaded."""

    state_of: StateOf = staticmethod(_no_states)
    text_of: Callable[[composite.AggregateFunction, Sql], Sql] = staticmethod(_no_text)
    of_text: Callable[[composite.AggregateFunction, Sql], Sql] = staticmethod(_no_text)
    simple_function: Callable[[str, tuple[str, ...], Type], str] = staticmethod(_no_simple)


@family("AggregateFunction")
def _aggregate_function(parser: Parser) -> Type:
    function, parameters, arguments = _aggregate_arguments(parser)
    return AggregateStates.state_of(function, parameters, arguments)


for _shape in geo.SHAPES:
    _no_arguments(str(_shape), _shape)
