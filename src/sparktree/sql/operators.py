"""ClickHouse's operators: how tightly they bind and which function they call."""

from __future__ import annotations

TERNARY, OR, AND, NOT, IS, BETWEEN, COMPARISON = 2, 3, 4, 5, 6, 7, 9
CONCAT, ADDITIVE, MULTIPLICATIVE, UNARY_MINUS, POSTFIX = 10, 11, 12, 13, 14

# Symbol or word to (priority, function); the priorities are ClickHouse's.
BINARY: dict[str, tuple[int, str]] = {
    "=": (COMPARISON, "equals"),
    "==": (COMPARISON, "equals"),
    "!=": (COMPARISON, "notEquals"),
    "<>": (COMPARISON, "notEquals"),
    "<=>": (COMPARISON, "isNotDistinctFrom"),
    "<=": (COMPARISON, "lessOrEquals"),
    ">=": (COMPARISON, "greaterOrEquals"),
    "<": (COMPARISON, "less"),
    ">": (COMPARISON, "greater"),
    "LIKE": (COMPARISON, "like"),
    "ILIKE": (COMPARISON, "ilike"),
    "REGEXP": (COMPARISON, "match"),
    "~": (COMPARISON, "match"),
    "!~": (COMPARISON, "notMatch"),
    "~*": (COMPARISON, "matchCaseInsensitive"),
    "!~*": (COMPARISON, "notMatchCaseInsensitive"),
    "IN": (COMPARISON, "in"),
    "+": (ADDITIVE, "plus"),
    "-": (ADDITIVE, "minus"),
    "*": (MULTIPLICATIVE, "multiply"),
    "/": (MULTIPLICATIVE, "divide"),
    "%": (MULTIPLICATIVE, "modulo"),
    "MOD": (MULTIPLICATIVE, "modulo"),
    "DIV": (MULTIPLICATIVE, "intDiv"),
}

# Operators of any number of operands: `a OR b OR c` is one call.
MERGEABLE: dict[str, tuple[int, str]] = {
    "OR": (OR, "or"),
    "AND": (AND, "and"),
    "||": (CONCAT, "concat"),
}

# `NOT x` and `GLOBAL x` in the place of a binary operator.
NEGATED: dict[str, str] = {
    "LIKE": "notLike",
    "ILIKE": "notILike",
    "IN": "notIn",
}

LIKE_FUNCTIONS = frozenset({"like", "notLike", "ilike", "notILike"})
IN_FUNCTIONS = frozenset({"in", "notIn", "globalIn", "globalNotIn"})

# Comparison with ANY or ALL of a subquery: the function, and the aggregate of the subquery.
QUANTIFIED: dict[tuple[str, str], tuple[str, str | None]] = {
    ("equals", "ANY"): ("in", None),
    ("equals", "ALL"): ("in", "singleValueOrNull"),
    ("notEquals", "ANY"): ("notIn", "singleValueOrNull"),
    ("notEquals", "ALL"): ("notIn", None),
    ("less", "ANY"): ("less", "max"),
    ("less", "ALL"): ("less", "min"),
    ("lessOrEquals", "ANY"): ("lessOrEquals", "max"),
    ("lessOrEquals", "ALL"): ("lessOrEquals", "min"),
    ("greater", "ANY"): ("greater", "min"),
    ("greater", "ALL"): ("greater", "max"),
    ("greaterOrEquals", "ANY"): ("greaterOrEquals", "min"),
    ("greaterOrEquals", "ALL"): ("greaterOrEquals", "max"),
}
