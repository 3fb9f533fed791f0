"""Guesses of ClickHouse's schema inference: what values look like and have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto

from sparktree.errors import Code, Error
from sparktree.formats.options import FormatSettings
from sparktree.types.base import Type
from sparktree.types.composite import Array, Map, Nullable, Tuple, make_nullable
from sparktree.types.numeric import BOOL, FLOAT64, INT64, UINT64
from sparktree.types.texts import STRING
from sparktree.types.times import DATE, DATETIME, DateTime64


class Kind(Enum):
    """What a value looks like."""

    NOTHING = auto()  # a null, or what an empty array holds
    BOOL = auto()
    NATURAL = auto()  # a whole number from 0 that an Int64 can hold
    NEGATIVE = auto()
    GREAT = auto()  # a whole number that only a UInt64 can hold
    FLOAT = auto()
    DATE = auto()
    DATETIME = auto()
    DATETIME64 = auto()
    STRING = auto()
    ARRAY = auto()
    TUPLE = auto()
    MAP = auto()
    OBJECT = auto()  # of JSON


@dataclass(frozen=True, slots=True)
class Guess:
    """The kind of some values, of those inside of them, and whether a null was among them."""

    kind: Kind
    inner: tuple[Guess, ...] = ()  # of an array one, of a map two
    names: tuple[str, ...] = ()  # of an object
    null: bool = False

    @property
    def complete(self) -> bool:
        """Whether there was a value to guess from, also inside."""
        return self.kind is not Kind.NOTHING and all(one.complete for one in self.inner)


NOTHING, NULL = Guess(Kind.NOTHING), Guess(Kind.NOTHING, null=True)
TEXT, FLAG, FRACTION = Guess(Kind.STRING), Guess(Kind.BOOL), Guess(Kind.FLOAT)
_TYPES: dict[Kind, Type] = {
    Kind.NOTHING: STRING,
    Kind.BOOL: BOOL,
    Kind.NATURAL: INT64,
    Kind.NEGATIVE: INT64,
    Kind.GREAT: UINT64,
    Kind.FLOAT: FLOAT64,
    Kind.DATE: DATE,
    Kind.DATETIME: DATETIME,
    Kind.DATETIME64: DateTime64(9),
    Kind.STRING: STRING,
}
_WHOLE = frozenset({Kind.NATURAL, Kind.NEGATIVE, Kind.GREAT})
_NUMBERS = _WHOLE | {Kind.FLOAT}
_MOMENTS = (Kind.DATE, Kind.DATETIME, Kind.DATETIME64)  # each can hold those before it


def whole_number(value: int, settings: FormatSettings) -> Guess | None:
    """A number without a point; None if it is too great."""
    if not settings.input_format_try_infer_integers:
        return FRACTION
    if value < 0:
        return Guess(Kind.NEGATIVE) if value >= INT64.minimum else None
    if value <= INT64.maximum:
        return Guess(Kind.NATURAL)
    return Guess(Kind.GREAT) if value <= UINT64.maximum else None


@dataclass(frozen=True, slots=True)
class Rules:
    """How guesses become one: those of JSON are more lenient than those of other texts."""

    settings: FormatSettings
    json: bool = False

    @property
    def knows_enough(self) -> bool:
        """Whether nothing more is to be learnt of a column once it is one of texts."""
        return not self.json and _nullability(self.settings) != SEEN

    def common(self, guesses: Iterable[Guess]) -> Guess | None:
        """What all of them fit, None if there is no such thing."""
        found = NOTHING
        for guess in guesses:
            met = self.merged(found, guess)
            if met is None:
                return None
            found = met
        return found

    def merged(self, one: Guess, other: Guess) -> Guess | None:
        """What both fit."""
        if one == other:
            return one
        null = one.null or other.null
        if Kind.NOTHING in (one.kind, other.kind):
            found = other if one.kind is Kind.NOTHING else one
            return replace(found, null=null)
        if one.kind == other.kind:
            met = self._contained(one, other)
            return None if met is None else replace(met, null=null)
        kind = self._kind({one.kind, other.kind})
        return None if kind is None else Guess(kind, null=null)

    def _kind(self, kinds: set[Kind]) -> Kind | None:
        """The kind that two kinds of simple values have in common."""
        if kinds <= _WHOLE:
            if kinds == {Kind.NEGATIVE, Kind.GREAT} and self.json:
                return None
            return Kind.GREAT if Kind.GREAT in kinds else Kind.NEGATIVE
        if kinds <= _NUMBERS:
            return Kind.FLOAT
        if kinds <= set(_MOMENTS):
            return max(kinds, key=_MOMENTS.index)
        kinds = {Kind.STRING if kind in _MOMENTS else kind for kind in kinds}
        if len(kinds) == 1:
            return Kind.STRING
        return self._json_kind(kinds) if self.json else None

    def _json_kind(self, kinds: set[Kind]) -> Kind | None:
        settings = self.settings
        if Kind.STRING in kinds:
            numbers = (
                settings.input_format_json_read_numbers_as_strings
                or settings.input_format_json_try_infer_numbers_from_strings
            )
            bools = settings.input_format_json_read_bools_as_strings
            objects = settings.input_format_json_read_objects_as_strings
            fits = (
                (numbers and bool(kinds & _NUMBERS))
                or (bools and Kind.BOOL in kinds)
                or (objects and Kind.MAP in kinds)
            )
            return Kind.STRING if fits else None
        number = next(iter(kinds & _NUMBERS), None)
        if Kind.BOOL in kinds and number and settings.input_format_json_read_bools_as_numbers:
            return number
        return None

    def _contained(self, one: Guess, other: Guess) -> Guess | None:
        """Two of one kind, by what is inside of them."""
        if one.kind is Kind.OBJECT:
            return self._fields(one, other)
        if len(one.inner) != len(other.inner):
            return None
        inner = [self.merged(a, b) for a, b in zip(one.inner, other.inner, strict=True)]
        known = tuple(guess for guess in inner if guess is not None)
        return Guess(one.kind, known) if len(known) == len(inner) else None

    def _fields(self, one: Guess, other: Guess) -> Guess:
        found = dict(zip(one.names, one.inner, strict=True))
        for name, guess in zip(other.names, other.inner, strict=True):
            before = found.get(name, NOTHING)
            met = self.merged(before, guess)
            if met is None:
                met = self._ambiguous(name, before, guess)
            found[name] = met
        return Guess(Kind.OBJECT, tuple(found.values()), tuple(found))

    def _ambiguous(self, name: str, one: Guess, other: Guess) -> Guess:
        setting = (
            "input_format_json_use_string_type_for_ambiguous_paths_in_named_tuples_inference"
            "_from_objects"
        )
        if getattr(self.settings, setting):
            return TEXT
        raise Error(
            Code.INCORRECT_DATA,
            f"JSON objects have ambiguous data: in some objects path '{name}' has type"
            f" '{self.plain(other)}' and in some - '{self.plain(one)}'. You can enable setting"
            f" {setting} to use String type for path '{name}'",
        )

    def plain(self, guess: Guess) -> Type:
        """The type without what only settings add."""
        return _type_of(guess, lambda type_, null: type_)

    def column(self, guess: Guess) -> Type:
        """The type of a column of such values."""
        if not self.json and not guess.complete:
            guess = TEXT
        return _type_of(guess, _NULLS[_nullability(self.settings)])


def _type_of(guess: Guess, nulled: Callable[[Type, bool], Type]) -> Type:
    inner = [_type_of(one, nulled) for one in guess.inner]
    if guess.kind is Kind.ARRAY:
        return Array(inner[0])
    if guess.kind is Kind.MAP:
        return Map(_without_null(inner[0]), inner[1])
    if guess.kind is Kind.TUPLE or (guess.kind is Kind.OBJECT and inner):
        if "" in guess.names:
            raise Error(Code.BAD_ARGUMENTS, "Names of tuple elements cannot be empty")
        return nulled(Tuple(tuple(inner), guess.names or None), guess.null)
    return nulled(_TYPES.get(guess.kind, STRING), guess.null)


def _without_null(type_: Type) -> Type:
    return type_.of if isinstance(type_, Nullable) else type_


def _always(type_: Type, null: bool) -> Type:
    return Nullable(type_) if isinstance(type_, Tuple) else make_nullable(type_)


def _maybe_nullable(type_: Type, null: bool) -> Type:
    return _always(type_, null) if null else type_


def _never(type_: Type, null: bool) -> Type:
    return type_


NEVER, SEEN = "0", "2"
_NULLS = {NEVER: _never, SEEN: _maybe_nullable, "1": _always}


def _nullability(settings: FormatSettings) -> str:
    """Which columns may be NULL; of texts, `3` (as the data itself says) means all."""
    told = settings.schema_inference_make_columns_nullable
    if told.lower() == "auto":
        return SEEN
    return told if told in _NULLS else "1"


def without_nulls(settings: FormatSettings) -> bool:
    """Whether no column is to be Nullable, whatever its format says."""
    return _nullability(settings) == NEVER


def everything_nullable(settings: FormatSettings) -> bool:
    """Whether all columns are to be Nullable, whatever their format says."""
    return settings.schema_inference_make_columns_nullable == "1"


def merged_columns(
    rules: Rules, columns: dict[str, Guess], row: dict[str, Guess], number: int
) -> None:
    """Add the guesses of a row to those of the columns."""
    for name, guess in row.items():
        before = columns.get(name)
        if before is None or before == guess:
            columns[name] = guess
            continue
        met = rules.merged(before, guess)
        if met is None and rules.json:
            raise mismatch(rules, guess, before, f" for column '{name}' in row {number}")
        columns[name] = met if met is not None else replace(TEXT, null=before.null or guess.null)


def mismatch(rules: Rules, guess: Guess, before: Guess, where: str = "") -> Error:
    """The error of a value that has nothing in common with those before it."""
    return Error(
        Code.TYPE_MISMATCH,
        f"Automatically defined type {rules.plain(guess)}{where} differs from type defined by"
        f" previous rows: {rules.plain(before)}. You can specify the type for this column using"
        " setting schema_inference_hints",
    )
