"""Parts of strings by regular expressions, and their replacement."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sparktree.errors import Code, Error
from sparktree.functions.core import patterns
from sparktree.functions.core.byte_encodings import LATIN, WHOLE
from sparktree.functions.core.convert_numbers import number
from sparktree.functions.core.declare import Arguments, Call, Rule, function
from sparktree.functions.core.text_arguments import Takes, check_text
from sparktree.functions.core.text_functions import ASCII, bad, refusal, same_text, text_function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import INT64, STRING, UINT64, Array, FixedString, Integer, Type

_KEY = r"'(\\w)=(\\d)'"


def _pattern(call: Call, position: int = 1) -> str:
    return patterns.check_regexp(str(call.value(position)))


def _texts(takes: Sequence[Takes], result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        check_text(arguments, takes)
        return result

    return returns


def _groups(pattern: str) -> int:
    count = patterns.group_count(pattern)
    if not count:
        raise bad(f"There are no groups in regexp: {pattern}")
    return count


@function(
    "extract",
    args=2,
    returns=_texts((Takes.STRING, Takes.STRING), STRING),
    constant_arguments=(1,),
    example=("extract('number: 123', '[0-9]+')", "123"),
)
def extract(call: Call) -> Sql:
    """The first match of a regular expression, or of its first group if it has one."""
    pattern = _pattern(call)
    group = Sql("1") if patterns.group_count(pattern) else Sql("0")
    return sql.call("regexp_extract", call[0], sql.string(pattern), group, sql.string("s"))


@function(
    "extractAll",
    args=2,
    returns=_texts((Takes.STRING, Takes.STRING), Array(STRING)),
    constant_arguments=(1,),
    example=("extractAll('a1b22', '[0-9]+')", "['1','22']"),
)
def extract_all(call: Call) -> Sql:
    """All matches of a regular expression, or of its first group if it has one, before the first
    match that is empty."""
    pattern = _pattern(call)
    if not pattern:
        none = sql.cast(Sql("[]"), "VARCHAR[]")
        return sql.case((sql.is_null(call[0]), sql.NULL), otherwise=none)
    if patterns.group_count(pattern):
        wholes, groups = (_matches(call[0], pattern, group) for group in (0, 1))
        return sql.let(wholes, lambda v: _cut_at_empty(groups, v))
    return sql.let(_matches(call[0], pattern, 0), lambda v: _cut_at_empty(v, v))


def _matches(text: Sql, pattern: str, group: int) -> Sql:
    """What a group (0 is all) has in every match; one without a part in a match has ''."""
    found = sql.call(
        "regexp_extract_all", text, *patterns.at_group(pattern, group), sql.string("s")
    )
    if not group:
        return found
    item = sql.name("_m")
    return sql.call(
        "list_transform", found, sql.function(["_m"], sql.coalesce(item, sql.string("")))
    )


def _cut_at_empty(groups: Sql, wholes: Sql) -> Sql:
    first = sql.call("list_position", wholes, sql.string(""))
    return sql.case((sql.op(">", first, 0), Sql(f"{groups}[:{first} - 1]")), otherwise=groups)


def _all_groups(call: Call) -> tuple[Sql, int]:
    """A list for every group; a match behind the last character is none."""
    pattern = _pattern(call)
    count = _groups(pattern)
    lists = [_matches(call[0], pattern, group) for group in range(1, count + 1)]
    before = sql.string(rf"\A((?s:.*))(?:{pattern})\z")
    at_end = sql.op("=", sql.call("regexp_extract", call[0], before, 1, sql.string("s")), call[0])
    ends_empty = sql.all_in_turn((Sql(f"{_matches(call[0], pattern, 0)}[-1] = ''"), at_end))

    def shortened(known: Sql) -> Sql:
        shorter = sql.array(*(Sql(f"{known}[{i}][:-2]") for i in range(1, count + 1)))
        return sql.case((ends_empty, shorter), otherwise=known)

    return sql.let(sql.array(*lists), shortened), count


@function(
    "extractAllGroupsHorizontal",
    args=2,
    returns=_texts((Takes.TEXT, Takes.TEXT), Array(Array(STRING))),
    constant_arguments=(1,),
    example=(f"extractAllGroupsHorizontal('a=1,b=2', {_KEY})", "[['a','b'],['1','2']]"),
)
def extract_all_groups_horizontal(call: Call) -> Sql:
    """For every group the list of its matches."""
    lists, _ = _all_groups(call)
    return sql.case((sql.is_null(call[0]), sql.NULL), otherwise=lists)


@function(
    "extractAllGroupsVertical",
    args=2,
    returns=_texts((Takes.TEXT, Takes.TEXT), Array(Array(STRING))),
    constant_arguments=(1,),
    aliases=("extractAllGroups",),
    example=(f"extractAllGroupsVertical('a=1,b=2', {_KEY})", "[['a','1'],['b','2']]"),
)
def extract_all_groups_vertical(call: Call) -> Sql:
    """For every match the list of its groups."""
    lists, count = _all_groups(call)

    def transposed(v: Sql) -> Sql:
        row = sql.array(*(Sql(f"{v}[{group}][_i]") for group in range(1, count + 1)))
        indexes = Sql(f"range(1, len({v}[1]) + 1)")
        return sql.call(
            "list_transform", indexes, sql.function(["_i"], Sql(row.replace("[_i]", '["_i"]')))
        )

    return sql.case((sql.is_null(call[0]), sql.NULL), otherwise=sql.let(lists, transposed))


@function(
    "extractGroups",
    args=2,
    returns=_texts((Takes.TEXT, Takes.TEXT), Array(STRING)),
    constant_arguments=(1,),
    example=(f"extractGroups('a=1,b=2', {_KEY})", "['a','1']"),
)
def extract_groups(call: Call) -> Sql:
    """The groups of the first match."""
    pattern = _pattern(call)
    count = _groups(pattern)
    groups = sql.array(
        *(
            sql.call("regexp_extract", call[0], *patterns.at_group(pattern, group), sql.string("s"))
            for group in range(1, count + 1)
        )
    )
    found = sql.call("regexp_matches", call[0], sql.string(pattern), sql.string("s"))
    none = sql.cast(Sql("[]"), "VARCHAR[]")
    return sql.case((sql.is_null(call[0]), sql.NULL), (found, groups), otherwise=none)


@function(
    "regexpExtract",
    args=(2, 3),
    returns=_texts((Takes.STRING, Takes.STRING, Takes.ANY_INTEGER), STRING),
    constant_arguments=(1,),
    any_case_aliases=("REGEXP_EXTRACT", "REGEXP_SUBSTR"),
    example=(f"regexpExtract('a=1', {_KEY}, 2)", "1"),
)
def regexp_extract(call: Call) -> Sql:
    """A group of the first match, the first one by default; 0 is the whole match."""
    pattern = _pattern(call)
    count = patterns.group_count(pattern)
    default = 1 if count else 0
    type_ = call.inner(2) if len(call) > 2 else STRING
    wide = isinstance(type_, Integer) and type_.bits > 64
    if wide or (len(call) > 2 and not call.arguments[2].is_constant):
        index = number(call[2], call.inner(2), INT64)
        groups = ((sql.op("=", index, g), _group(call, pattern, g)) for g in range(count + 1))
        nulls = sql.any_of(sql.is_null(v) for v in (call[0], call[2]))
        far = refusal(
            Code.INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE,
            f"Index value is out of range, should be in [0, {count + 1})",
        )
        return sql.case((nulls, sql.NULL), *groups, otherwise=far)
    group = int(call.value(2)) if len(call) > 2 else default  # type: ignore[call-overload]
    if not 0 <= group <= count:
        raise Error(
            Code.INDEX_OF_POSITIONAL_ARGUMENT_IS_OUT_OF_RANGE,
            f"Index value {group} is out of range, should be in [0, {count + 1})",
        )
    return _group(call, pattern, group)


def _group(call: Call, pattern: str, group: int) -> Sql:
    return sql.call("regexp_extract", call[0], *patterns.at_group(pattern, group), sql.string("s"))


@function(
    "countMatches",
    args=2,
    returns=_texts((Takes.TEXT, Takes.STRING), UINT64),
    constant_arguments=(1,),
    example=("countMatches('aXbX', 'X')", "2"),
)
def count_matches(call: Call) -> Sql:
    """How often a regular expression matches."""
    return _count_matches(call, "s")


@function(
    "countMatchesCaseInsensitive",
    args=2,
    returns=_texts((Takes.TEXT, Takes.STRING), UINT64),
    constant_arguments=(1,),
    example=("countMatchesCaseInsensitive('aXbx', 'X')", "2"),
)
def count_matches_case_insensitive(call: Call) -> Sql:
    """As countMatches, whatever the case."""
    return _count_matches(call, "si")


def _count_matches(call: Call, options: str) -> Sql:
    found = sql.call(
        "regexp_extract_all", call[0], sql.string(_pattern(call)), 0, sql.string(options)
    )
    real = sql.call("list_filter", found, sql.function(["_m"], Sql("\"_m\" <> ''")))
    return sql.cast(sql.call("len", real), "UBIGINT")


# --- replacement --------------------------------------------------------------------------


def _replacement(text: str) -> str:
    """The replacement as the kernel reads it; of other escapes only the character stays."""
    pieces, position = [], 0
    while position < len(text):
        character = text[position]
        following = text[position + 1 : position + 2]
        if character == "\\" and following.isdigit() and following.isascii():
            pieces.append(character + following)
            position += 1
        elif character == "\\" and following:
            pieces.append("\\\\" if following == "\\" else following)
            position += 1
        else:
            pieces.append(character)
        position += 1
    return "".join(pieces)


def _replace(call: Call, options: str) -> Sql:
    pattern = patterns.check_regexp(str(call.value(1)), Code.BAD_ARGUMENTS)
    text = str(call.value(2))
    highest = max((int(p) for p in _referred(text)), default=0)
    if highest > patterns.group_count(pattern):
        raise bad(
            f"Substitution '{text}' in replaceRegexp function refers to group {highest} but the"
            f" regular expression has only {patterns.group_count(pattern)} groups"
        )
    if not pattern:
        return call[0]
    return sql.call(
        "regexp_replace",
        call[0],
        sql.string(pattern),
        sql.string(_replacement(text)),
        sql.string(options),
    )


def _referred(text: str) -> list[str]:
    return [b for a, b in pairwise(text) if a == "\\" and b.isdigit()]


@function(
    "replaceRegexpOne",
    args=3,
    returns=_texts((Takes.ONLY_COLUMN, Takes.STRING, Takes.STRING), STRING),
    constant_arguments=(1, 2),
    example=("replaceRegexpOne('hello', 'l', 'L')", "heLlo"),
)
def replace_regexp_one(call: Call) -> Sql:
    """The text with the first match replaced; \\0 to \\9 in the replacement are groups."""
    return _replace(call, "s")


@function(
    "replaceRegexpAll",
    args=3,
    returns=_texts((Takes.ONLY_COLUMN, Takes.STRING, Takes.STRING), STRING),
    constant_arguments=(1, 2),
    any_case_aliases=("REGEXP_REPLACE",),
    example=("replaceRegexpAll('hello', 'l', 'L')", "heLLo"),
)
def replace_regexp_all(call: Call) -> Sql:
    """The text with all matches replaced; \\0 to \\9 in the replacement are groups."""
    return _replace(call, "gs")


def _kernel_replace_one(call: Call, text: Sql, part: Sql, by: Sql) -> Sql:
    place = sql.call("instr", text, part)
    before, behind = Sql(f"substring({text}, 1, {place} - 1)"), Sql(f"{place} + length({part})")
    replaced = sql.op("||", before, by, sql.call("substring", text, behind))
    return sql.case((Sql(f"{place} = 0 OR {part} = ''"), text), otherwise=replaced)


text_function(
    "replaceAll",
    (Takes.ONLY_COLUMN, Takes.STRING, Takes.STRING),
    STRING,
    odd=LATIN,
    kernel=lambda call, s, p, r: sql.call("replace", s, p, r),
    any_case_aliases=("replace",),
    doc="The text with all occurrences of a part replaced.",
    example=("replaceAll('hello', 'l', 'L')", "heLLo"),
)
text_function(
    "replaceOne",
    (Takes.ONLY_COLUMN, Takes.STRING, Takes.STRING),
    STRING,
    odd=LATIN,
    kernel=_kernel_replace_one,
    doc="The text with the first occurrence of a part replaced.",
    example=("replaceOne('hello', 'l', 'L')", "heLlo"),
)


def _kernel_translate(call: Call, text: Sql, source: Sql, target: Sql) -> Sql:
    """Of equal characters the kernel takes the first, but ClickHouse the last."""
    before, after = str(call.value(1) or ""), str(call.value(2) or "")
    if len(before) < len(after):
        raise bad(
            f"Second argument of function {call.name} must not be shorter than the third argument."
            f" Size of the second argument: {len(before)}, size of the third argument: {len(after)}"
        )
    if call.name == "translate":
        _check_bytes(call, before, after)
    elif isinstance(call.inner(0), FixedString):
        raise bad(f"Function {call.name} does not support FixedString argument")
    pairs = dict(zip(before, after, strict=False))
    gone = "".join(dict.fromkeys(c for c in before if c not in pairs))
    return sql.call(
        "translate", text, sql.string("".join(pairs) + gone), sql.string("".join(pairs.values()))
    )


def _check_bytes(call: Call, before: str, after: str) -> None:
    """Bytes that are not ASCII have no partners; a FixedString keeps its size."""
    if not before.isascii() or not after.isascii():
        raise bad("Second and third arguments must be ASCII strings")
    if isinstance(call.inner(0), FixedString) and len(before) != len(after):
        raise bad("Second and third arguments must be the same length")


text_function(
    "translate",
    (Takes.TEXT, Takes.TEXT, Takes.TEXT),
    same_text,
    odd=LATIN,
    kernel=_kernel_translate,
    plain=ASCII,
    constant_arguments=(1, 2),
    doc="The text with every byte of the second replaced by the one of the third.",
    example=("translate('hello', 'el', 'ip')", "hippo"),
)
text_function(
    "translateUTF8",
    (Takes.TEXT, Takes.TEXT, Takes.TEXT),
    STRING,
    odd=WHOLE,
    kernel=_kernel_translate,
    constant_arguments=(1, 2),
    doc="As translate, in characters.",
    example=("translateUTF8('héllo', 'é', 'e')", "hello"),
)


text_function(
    "regexpQuoteMeta",
    (Takes.STRING,),
    STRING,
    odd=LATIN,
    kernel=lambda call, s: sql.call(
        "regexp_replace",
        s,
        sql.string(r"([\x00\\().|\[\]?*+{}:\-^$])"),
        sql.string("\\\\\\1"),
        sql.string("g"),
    ),
    doc="The text with a backslash before what is special in regular expressions.",
    example=("regexpQuoteMeta('a.b')", "a\\\\.b"),
)
