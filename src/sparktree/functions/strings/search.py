"""Search in strings: position, beginnings and ends, LIKE, regular expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sparktree.errors import Code, Error
from sparktree.functions.core import patterns
from sparktree.functions.core.byte_encodings import LATIN, WHOLE, Kernel
from sparktree.functions.core.convert import convert
from sparktree.functions.core.declare import Argument, Arguments, Call, function, illegal_type
from sparktree.functions.core.text_arguments import Takes, is_text
from sparktree.functions.core.text_functions import text_function
from sparktree.functions.strings.basic import LOWER_UTF8, lower_bytes
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import PATTERN, has_escapes
from sparktree.types import (
    STRING,
    UINT8,
    UINT64,
    Array,
    Enum,
    FixedString,
    String,
    Type,
)

# --- position -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flavour:
    """How texts are looked at: in bytes or characters, with or without differences of case."""

    kernel: Callable[[Sql], Sql]
    in_bytes: bool

    def first_place(self, text: Sql, needle: Sql) -> Sql:
        """The first place of the needle in the kernel, from 1; 0 if there is none."""
        seen = self.kernel(text)
        found = sql.call("instr", seen, self.kernel(needle))
        if not self.in_bytes:
            return found
        before = sql.call("strlen", Sql(f"substring({seen}, 1, {found} - 1)"))
        return sql.case((sql.op("<=", found, 1), found), otherwise=sql.op("+", before, 1))

    def rest(self, text: Sql, start: Sql) -> Sql:
        """The text from a place (from 1) on, in characters."""
        return sql.call("substring", text, Sql(f"least(greatest({start}, 1), length({text}) + 1)"))

    def odd(self, kernel: Callable[[Flavour], Kernel]) -> Kernel:
        """What to do with texts that are not UTF-8: they are folded, then looked at as they are."""
        form = LATIN if self.in_bytes else WHOLE
        return form.kernel(kernel(AS_IT_IS), self.kernel)


def _same(text: Sql) -> Sql:
    return text


AS_IT_IS = Flavour(_same, False)
FLAVOURS: dict[str, Flavour] = {
    "": Flavour(_same, True),
    "CaseInsensitive": Flavour(lower_bytes, True),
    "UTF8": AS_IT_IS,
    "CaseInsensitiveUTF8": Flavour(LOWER_UTF8, False),
}


def _place_of(flavour: Flavour) -> Kernel:
    def place(call: Call, text: Sql, needle: Sql, start: Sql | None = None) -> Sql | None:
        if start is None:
            return sql.cast(flavour.first_place(text, needle), "UBIGINT")
        if flavour.in_bytes:
            return None
        first = sql.call("greatest", start, 1)
        found = flavour.first_place(flavour.rest(text, start), needle)
        known = sql.case((sql.op("=", found, 0), 0), otherwise=Sql(f"{found} + {first} - 1"))
        beyond = Sql(f"({first} > length({text}) + 1)")
        return sql.cast(sql.case((beyond, 0), otherwise=known), "UBIGINT")

    return place


def _declare_position(suffix: str, flavour: Flavour) -> None:
    text_function(
        f"position{suffix}", (Takes.TEXT_OR_ENUM, Takes.STRING), UINT64, optional=(Takes.INTEGER,),
        kernel=_place_of(flavour), odd=flavour.odd(_place_of),
        too_few=Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH if suffix else Code.SYNTAX_ERROR,
        any_case=suffix == "", any_case_aliases=("instr",) if suffix == "CaseInsensitive" else (),
        doc="The place of the first occurrence, from 1; 0 if there is none.",
        example=(f"position{suffix}('hello', 'l')", "3"),
    )  # fmt: skip


for _suffix, _flavour in FLAVOURS.items():
    _declare_position(_suffix, _flavour)


def _locate(flavour: Flavour) -> Kernel:
    def place(call: Call, one: Sql, other: Sql, *start: Sql) -> Sql | None:
        if call.context.settings.function_locate_has_mysql_compatible_argument_order:
            return _place_of(flavour)(call, other, one, *start)
        return _place_of(flavour)(call, one, other, *start)

    return place


text_function(
    "locate",
    (Takes.STRING, Takes.TEXT_OR_ENUM),
    UINT64,
    optional=(Takes.INTEGER,),
    kernel=_locate(FLAVOURS[""]),
    odd=FLAVOURS[""].odd(_locate),
    any_case=True,
    doc="As position, with the needle first (a setting puts it behind the text).",
    example=("locate('l', 'hello')", "3"),
)


def _count(flavour: Flavour) -> Kernel:
    def count(call: Call, text: Sql, needle: Sql, start: Sql | None = None) -> Sql | None:
        if start is not None and flavour.in_bytes:
            return None
        seen, wanted = flavour.kernel(text), flavour.kernel(needle)
        rest = seen if start is None else flavour.rest(seen, start)
        left = sql.call("strlen", sql.call("replace", rest, wanted, sql.string("")))
        found = Sql(f"(strlen({rest}) - {left}) // strlen({wanted})")
        return sql.cast(sql.case((Sql(f"{wanted} = ''"), 0), otherwise=found), "UBIGINT")

    return count


def _declare_count(suffix: str, flavour: Flavour) -> None:
    text_function(
        f"countSubstrings{suffix}", (Takes.STRING_COLUMN_OR_ENUM, Takes.STRING),
        UINT64, optional=(Takes.INTEGER,),
        kernel=_count(flavour),
        odd=flavour.odd(_count), any_case=suffix == "",
        doc="How often the needle occurs without overlap.",
        example=(f"countSubstrings{suffix}('aaaa', 'aa')", "2"),
    )  # fmt: skip


for _suffix in ("", "CaseInsensitive", "CaseInsensitiveUTF8"):
    _declare_count(_suffix, FLAVOURS[_suffix])


# --- beginnings and ends ------------------------------------------------------------------


def _edge_type(arguments: Arguments) -> Type:
    name = arguments.function
    types = [a.type for a in arguments]
    allowed = String if name.endswith("UTF8") else String | FixedString
    texts = all(isinstance(t, allowed) for t in types)
    if not texts and not all(isinstance(t, Array) for t in types):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal types {types[0]} {types[1]} of arguments of function {name}."
            " Both must be String or Array",
        )
    return UINT8


def _may_be_cut(argument: Argument) -> bool:
    """Whether the text may begin or end inside a character."""
    return not argument.is_constant or has_escapes(str(argument.value))


def _declare_edge(name: str, kernel: str, shown: str, doc: str) -> None:
    def lower(call: Call) -> Sql:
        if isinstance(call.inner(0), Array):
            return _array_edge(call, name)
        plain = sql.call(kernel, call[0], call[1])
        if call.name.endswith("UTF8") or not _may_be_cut(call.arguments[1]):
            return plain
        cut = sql.call("regexp_matches", call[1], sql.string(PATTERN))
        in_bytes = sql.call(kernel, *(LATIN.there.text(text) for text in call.sqls))
        return sql.case((cut, in_bytes), otherwise=plain)

    lower.__doc__ = doc
    for spelling in (name, f"{name}UTF8"):
        function(
            spelling, args=2, returns=_edge_type, condition=True,
            example=(f"{spelling}('hello', '{shown}')", "1"),
        )(lower)  # fmt: skip


def _array_edge(call: Call, name: str) -> Sql:
    size = sql.call("len", call[1])
    part = Sql(f"{call[0]}[:{size}]") if name == "startsWith" else Sql(f"{call[0]}[-{size}:]")
    empty = sql.op("=", size, 0)
    return sql.any_of(
        [
            empty,
            sql.op(
                "=", sql.cast(part, call.inner(0).kernel), sql.cast(call[1], call.inner(0).kernel)
            ),
        ]
    )


_declare_edge(
    "startsWith",
    "starts_with",
    "he",
    "Whether a text or an array begins with another.",
)
_declare_edge("endsWith", "ends_with", "lo", "Whether a text or an array ends with another.")


def _declare_folded_edge(name: str, utf: str, kernel: str) -> None:
    shown = "HE" if name == "startsWith" else "LO"

    def edge(flavour: Flavour) -> Kernel:
        return lambda call, *texts: sql.cast(
            sql.call(kernel, *map(flavour.kernel, texts)), "UTINYINT"
        )

    flavour = FLAVOURS[f"CaseInsensitive{utf}"]
    text_function(
        f"{name}CaseInsensitive{utf}", (Takes.STRING if utf else Takes.TEXT,) * 2, UINT8,
        kernel=edge(flavour),
        odd=flavour.odd(edge), doc=f"As {name}, whatever the case.",
        example=(f"{name}CaseInsensitive{utf}('hello', '{shown}')", "1"),
    )  # fmt: skip


for _utf in ("", "UTF8"):
    _declare_folded_edge("startsWith", _utf, "starts_with")
    _declare_folded_edge("endsWith", _utf, "ends_with")


# --- LIKE and regular expressions ---------------------------------------------------------


def _match_type(arguments: Arguments) -> Type:
    name = arguments.function
    if not is_text(arguments[0].type) and not isinstance(arguments[0].type, Enum):
        raise illegal_type(name, arguments[0].type)
    if not isinstance(arguments[1].type, String):
        raise illegal_type(name, arguments[1].type)
    return UINT8


def _subject(call: Call) -> Sql:
    if isinstance(call.inner(0), Enum):
        return convert(call[0], call.inner(0), STRING, call.context.zone)
    return call[0]


def _like_type(arguments: Arguments) -> Type:
    name = arguments.function
    if len(arguments) > 2:
        escape = arguments[2]
        if not isinstance(escape.type, String):
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal type {escape.type} of the ESCAPE argument of function {name}",
            )
        if escape.is_constant and (len(text := str(escape.value)) != 1 or not text.isascii()):
            raise Error(
                Code.BAD_ARGUMENTS,
                f"The ESCAPE argument of function {name} must be a single ASCII character,"
                f" got '{text}'",
            )
    return _match_type(arguments)


def _like(call: Call, *, ignore_case: bool) -> Sql:
    escape = str(call.value(2)) if len(call) > 2 else None
    if call.arguments[1].is_constant:
        pattern = str(call.value(1))
        return patterns.like(_subject(call), pattern, ignore_case=ignore_case, escape=escape)
    return patterns.like_any(_subject(call), call[1], ignore_case=ignore_case, escape=escape)


def _declare_like(
    name: str, *, ignore_case: bool, negated: bool, doc: str, result_text: str
) -> None:
    def lower(call: Call) -> Sql:
        found = _like(call, ignore_case=ignore_case)
        return sql.op("NOT", found) if negated else found

    lower.__doc__ = doc
    function(
        name, args=(2, 3), returns=_like_type, condition=True,
        constant_arguments=(2,), example=(f"{name}('Hello', 'H%o')", result_text),
    )(lower)  # fmt: skip


_declare_like(
    "like",
    ignore_case=False,
    negated=False,
    doc="Whether a text is like a pattern: % is any text, _ any character.",
    result_text="1",
)
_declare_like(
    "notLike", ignore_case=False, negated=True, doc="The opposite of like.", result_text="0"
)
_declare_like(
    "ilike", ignore_case=True, negated=False, doc="As like, whatever the case.", result_text="1"
)
_declare_like(
    "notILike", ignore_case=True, negated=True, doc="The opposite of ilike.", result_text="0"
)


def _matches(text: Sql, argument: Argument, pattern: Sql, options: str) -> Sql:
    if argument.is_constant:
        patterns.check_regexp(str(argument.value))
    return sql.call("regexp_matches", text, pattern, sql.string(options))


def _declare_match(
    name: str, options: str, negated: bool, doc: str, shown: str, alias: str = ""
) -> None:
    def lower(call: Call) -> Sql:
        found = _matches(_subject(call), call.arguments[1], call[1], options)
        return sql.op("NOT", found) if negated else found

    lower.__doc__ = doc
    function(
        name, args=2, returns=_match_type, condition=True,
        any_case_aliases=(alias,) if alias else (), example=(f"{name}('Hello', 'l+')", shown),
    )(lower)  # fmt: skip


_declare_match(
    "match", "s", False, "Whether a text matches a regular expression.", "1", "REGEXP_MATCHES"
)
_declare_match("notMatch", "s", True, "The opposite of match.", "0")
_declare_match("matchCaseInsensitive", "si", False, "As match, whatever the case.", "1")
_declare_match("notMatchCaseInsensitive", "si", True, "The opposite of matchCaseInsensitive.", "0")
