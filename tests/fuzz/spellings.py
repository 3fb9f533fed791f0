"""The same query in another spelling: names, keywords, aliases, quotes, operators as functions."""

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st

from sparktree.functions.aggregates.declare import AGGREGATES
from sparktree.functions.core.declare import FUNCTIONS
from sparktree.sql import ast, format_query, parse, transform
from tests.fuzz.selects import INTS, TEXTS, Statement, selects

_TOKEN = re.compile(
    r"'(?:[^'\\]|\\.|'')*'|`[^`]*`|\"[^\"]*\"|[A-Za-z_][A-Za-z_0-9]*|\s+|.", re.DOTALL
)
_COMBINED = re.compile(
    "(.+?)((?:If|Array|Map|State|Merge|ForEach|Distinct|OrDefault|OrNull|Resample|SimpleState"
    "|ArgMin|ArgMax)+)"
)  # the names of combinators have one spelling only
_WORDS = """
    SELECT DISTINCT FROM WHERE GROUP BY HAVING QUALIFY ORDER ASC DESC NULLS FIRST LAST LIMIT OFFSET
    WITH TIES FILL TO STEP INTERPOLATE ROLLUP CUBE TOTALS GROUPING SETS ALL AND OR NOT IN IS NULL
    LIKE BETWEEN UNION INTERSECT EXCEPT INNER LEFT RIGHT FULL SEMI ANTI ANY CROSS JOIN ON USING
    ARRAY AS OVER PARTITION ROWS RANGE PRECEDING FOLLOWING CURRENT ROW UNBOUNDED SETTINGS CASE WHEN
    THEN ELSE END
"""
_KEYWORDS = frozenset(_WORDS.split())
_COLUMNS = frozenset((*INTS, *TEXTS))


def _synonyms() -> dict[str, list[str]]:
    """The names in any case of each function, by any of them in small letters."""
    by_function: dict[str, list[str]] = defaultdict(list)
    for lower, spelling in FUNCTIONS.any_case.items():
        by_function[FUNCTIONS[spelling].name].append(lower)
    for lower, spelling in AGGREGATES.any_case.items():
        by_function[AGGREGATES[spelling].name].append(lower)
    found = {lower: names for names in by_function.values() for lower in names}
    own = {name: names for name, names in by_function.items() if name not in found}
    return {**own, **found}


# Names that are syntax too, or whose alias has another syntax.
_SYNTAX = frozenset({"left", "right", "cast", "not", "if", "trim", "date", "position", "grouping"})
SYNONYMS = {
    name: kept
    for name, names in _synonyms().items()
    if (kept := [n for n in names if n not in _SYNTAX]) and name not in _SYNTAX
}


@dataclass(frozen=True)
class Respelt:
    """A query in two spellings."""

    statement: Statement
    sql: str


def respelt(sql: str, random: Random) -> str:
    """The query with other words for the same."""
    parsed = parse(sql).statement

    def as_call(node: ast.Node) -> ast.Node:
        if not isinstance(node, ast.Function) or node.name in ("tuple", "array"):
            return node
        return replace(node, operator=node.operator and random.random() > 0.3)

    return with_synonyms(format_query(transform(parsed, as_call), one_line=True), random)


def with_synonyms(sql: str, random: Random) -> str:
    """A text with other words in the places of its words: names, keywords, quotes of columns."""
    tokens = _TOKEN.findall(sql)
    return "".join(_word(t, tokens[i + 1 : i + 2] == ["("], random) for i, t in enumerate(tokens))


def _word(token: str, called: bool, random: Random) -> str:
    if called and token.lower() in SYNONYMS and token.upper() not in _KEYWORDS:
        return _any_case(random.choice(SYNONYMS[token.lower()]), random)
    combined = _COMBINED.fullmatch(token) if called else None
    if combined and combined[1].lower() in AGGREGATES.any_case:
        other = random.choice(SYNONYMS.get(combined[1].lower(), [combined[1]]))
        return _any_case(other, random) + combined[2]
    if token in _KEYWORDS:
        return _any_case(token, random)
    if token in _COLUMNS and not called:
        return random.choice((token, f"`{token}`", f'"{token}"'))
    return token


def _any_case(word: str, random: Random) -> str:
    return random.choice(
        (word, word.upper(), word.lower(), "".join(random.choice((c, c.swapcase())) for c in word))
    )


@st.composite
def respellings(draw: st.DrawFn) -> Respelt:
    """A random query and another spelling of it."""
    statement = draw(selects())
    return Respelt(statement, respelt(statement.sql, Random(draw(st.integers(0, 10**9)))))
