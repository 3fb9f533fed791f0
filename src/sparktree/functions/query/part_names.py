"""Names of parts: what they tell, and which parts cover which."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.errors import Code
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.declare import Arguments, Call, Rule, function
from sparktree.functions.core.text_arguments import is_text
from sparktree.functions.core.text_functions import refusal
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import INT64, STRING, UINT8, Tuple, Type

_MAX_LEVELS = (4294967295, 999999999)  # of parts that cover a range whatever is in it
_NAME = "([^_]+)_(-?[0-9]+)_(-?[0-9]+)_([0-9]+)(?:_([0-9]+))?"
# The parts of a name by their places in what the kernel finds; detached ones have more of them.
_PARTITION, _FIRST, _LAST, _LEVEL, _MUTATION = 1, 2, 3, 4, 5
_DETACHED = f"(?:([^_]+)_)??{_NAME}(?:_([^_0-9][^_]*))?"
_PREFIX, _SUFFIX = 1, 7


class _Name:
    """A name in the kernel, taken apart by a regular expression."""

    def __init__(self, text: Sql, form: str, behind: int = 0) -> None:
        self._text, self._form, self._behind = text, sql.string(f"^{form}$"), behind

    def group(self, place: int) -> Sql:
        return sql.call("regexp_extract", self._text, self._form, place)

    def part(self, place: int) -> Sql:
        """A part of the name proper."""
        return self.group(place + self._behind)

    def number(self, place: int, kernel: str = "BIGINT") -> Sql:
        """A part as a number: a mutation that is not there is 0."""
        digits = self.part(place)
        return (
            sql.coalesce(sql.try_cast(digits, kernel), 0)
            if place == _MUTATION
            else (sql.try_cast(digits, kernel))
        )

    def refused_unless_valid(self, made: Sql) -> Sql:
        """What was made of the name, or BAD_ARGUMENTS if it is none."""
        level = self.number(_LEVEL, "UINTEGER")
        valid = Sql(f"({self.number(_FIRST)} <= {self.number(_LAST)} AND {level} IS NOT NULL)")
        known = sql.all_of([sql.call("regexp_matches", self._text, self._form), valid])
        bad = refusal(Code.BAD_ARGUMENTS, "Invalid MergeTree part name: '", self._text, "'")
        return sql.case(
            (sql.is_null(self._text), sql.NULL), (sql.coalesce(known, False), made), otherwise=bad
        )


def _of_texts(roles: Sequence[str], result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        for position, (argument, role) in enumerate(zip(arguments, roles, strict=True)):
            if not is_text(argument.type):
                wanted = "String or FixedString or LowCardinality String"
                raise wrong(arguments.function, position, argument, role, wanted)
        return result

    return returns


_INFO = Tuple(
    (STRING, STRING, STRING, INT64, INT64, INT64, INT64),
    ("partition_id", "prefix", "suffix", "min_block", "max_block", "level", "mutation"),
)


@function(
    "mergeTreePartInfo",
    returns=_of_texts(("part_name",), _INFO),
    nulls="guard",
    any_case=True,
    low_cardinality=False,
    example=("mergeTreePartInfo('all_12_25_7_4')", "('all','','',12,25,7,4)"),
)
def merge_tree_part_info(call: Call) -> Sql:
    """What the name of a part tells: its partition, blocks, level and mutation."""

    def info(text: Sql) -> Sql:
        name = _Name(text, _DETACHED, behind=1)
        numbers = (name.number(place) for place in (_FIRST, _LAST, _LEVEL, _MUTATION))
        texts = (name.part(_PARTITION), name.group(_PREFIX), name.group(_SUFFIX))
        return name.refused_unless_valid(_INFO.pack(*texts, *numbers))

    return sql.let(call[0], info)


@function(
    "isMergeTreePartCoveredBy",
    args=2,
    returns=_of_texts(("nested_part", "covering_part"), UINT8),
    any_case=True,
    low_cardinality=False,
    example=("isMergeTreePartCoveredBy('all_12_25_7_4', 'all_7_100_10_20')", "1"),
)
def is_merge_tree_part_covered_by(call: Call) -> Sql:
    """Whether a part is covered by another one, by their names."""

    def covered(nested: Sql, covering: Sql) -> Sql:
        inner, outer = (_Name(text, _DETACHED, behind=1) for text in (nested, covering))
        pairs = {
            place: (inner.number(place), outer.number(place))
            for place in (_FIRST, _LAST, _LEVEL, _MUTATION)
        }
        same_blocks = sql.all_of(sql.op("=", *pairs[place]) for place in (_FIRST, _LAST))
        whatever = (sql.op("=", pairs[_LEVEL][1], level) for level in _MAX_LEVELS)
        conditions = [
            sql.op("=", inner.part(_PARTITION), outer.part(_PARTITION)),
            sql.op(">=", *pairs[_FIRST]),
            *(sql.op("<=", *pairs[place]) for place in (_LAST, _LEVEL, _MUTATION)),
            sql.any_of([same_blocks, sql.op("<", *pairs[_LEVEL]), *whatever]),
        ]
        found = sql.cast(sql.all_of(conditions), "UTINYINT")
        return inner.refused_unless_valid(outer.refused_unless_valid(found))

    return sql.let(call[0], lambda a: sql.let(call[1], lambda b: covered(a, b)))
