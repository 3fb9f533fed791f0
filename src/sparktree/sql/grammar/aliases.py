"""Words that cannot be an alias without AS, and the name that cannot have one."""

_WORDS = """
    ALL AND ANTI ANY ARRAY AS ASOF BETWEEN CROSS DIV ELSE EXCEPT FINAL FORMAT FROM FULL GLOBAL
    GROUP HAVING ILIKE IN INNER INTERSECT INTO JOIN LEFT LIKE LIMIT MOD NATURAL NOT OFFSET ON ONLY
    OR ORDER PARALLEL PASTE PREWHERE QUALIFY REGEXP RIGHT SAMPLE SEMI SETTINGS UNION USING WHERE
    WINDOW WITH
"""
RESTRICTED = frozenset(_WORDS.split())


def never_aliased(parts: tuple[str, ...]) -> bool:
    """Whether it is the name FROM: `SELECT a, FROM t` has a comma too many, no column FROM AS t."""
    return len(parts) == 1 and parts[0].upper() == "FROM"
