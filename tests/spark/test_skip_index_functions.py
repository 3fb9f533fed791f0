"""Which functions use which indexes: the matrix of the MergeTree documentation, row by row.

ClickHouse 26.9 differs in some cells (it does not use bloom_filter for `!=`, for instance); the
documentation wins.
"""

import pytest

import sparktree

_KINDS = {
    "minmax": "minmax",
    "ngrambf_v1": "ngrambf_v1(3, 4096, 3, 0)",
    "tokenbf_v1": "tokenbf_v1(4096, 3, 0)",
    "bloom_filter": "bloom_filter(0.001)",
    "text": "text(tokenizer = splitByNonAlpha)",
    "set": "set(0)",
}
_ALL = ("primary key", "minmax", "ngrambf_v1", "tokenbf_v1", "bloom_filter", "text")
_ORDER = ("primary key", "minmax")
_TOKENS = ("ngrambf_v1", "tokenbf_v1", "text")
_BLOOMS = ("ngrambf_v1", "tokenbf_v1", "bloom_filter")
_WORDS = ("tokenbf_v1", "text")
# Requirement, condition over s (or arr), the indexes that are used; those that must skip blocks.
_MATRIX = [
    ("Equals", "s = 'word3 alpha3'", _ALL, _ALL),
    ("NotEquals", "s != 'word3 alpha3'", _ALL, ()),
    ("Like", "s LIKE 'word3 alpha3%'", (*_ORDER, *_TOKENS), (*_ORDER, *_TOKENS)),
    ("NotLike", "s NOT LIKE 'word3 alpha3%'", (*_ORDER, *_TOKENS), ()),
    ("Match", "match(s, 'word3 alpha3')", _TOKENS, ("ngrambf_v1",)),
    ("MatchPattern", "match(s, 'word3 alpha3[0-9]*$')", _TOKENS, ("ngrambf_v1",)),
    ("MatchWords", "match(s, '[a-z]+[0-9] alpha3$')", _TOKENS, _TOKENS),
    ("StartsWith", "startsWith(s, 'word3 alpha')", (*_ORDER, *_TOKENS), (*_ORDER, *_TOKENS)),
    ("EndsWith", "endsWith(s, ' alpha3')", _TOKENS, _TOKENS),
    (
        "MultiSearchAny",
        "multiSearchAny(s, ['word3 alpha'])",
        ("ngrambf_v1", "text"),
        ("ngrambf_v1",),
    ),
    ("In", "s IN ('word3 alpha3')", _ALL, _ALL),
    ("NotIn", "s NOT IN ('word3 alpha3')", _ALL, ()),
    ("Less", "s < 'word1'", _ORDER, _ORDER),
    ("Greater", "s > 'word8'", _ORDER, _ORDER),
    ("LessOrEquals", "s <= 'word1'", _ORDER, _ORDER),
    ("GreaterOrEquals", "s >= 'word8'", _ORDER, _ORDER),
    ("Empty", "empty(s)", _ORDER, _ORDER),
    ("NotEmpty", "notEmpty(s)", _ORDER, ()),
    ("Has", "has(arr, 'el3')", (*_BLOOMS, "text"), ("bloom_filter", "text")),
    ("HasAny", "hasAny(arr, ['el3'])", _BLOOMS, ("bloom_filter",)),
    ("HasAll", "hasAll(arr, ['el3'])", _BLOOMS, ("bloom_filter",)),
    ("HasToken", "hasToken(s, 'word3')", _WORDS, _WORDS),
    ("HasTokenOrNull", "hasTokenOrNull(s, 'word3')", _WORDS, _WORDS),
    ("HasTokenCaseInsensitive", "hasTokenCaseInsensitive(s, 'WORD3')", ("lowered",), ("lowered",)),
    (
        "HasTokenCaseInsensitiveOrNull",
        "hasTokenCaseInsensitiveOrNull(s, 'WORD3')",
        ("lowered",),
        ("lowered",),
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def session(shared_engine: sparktree.Engine) -> sparktree.Session:
    """A database with a table for every kind of index, 16 granules of different values each."""
    session = shared_engine.session()
    session.query("CREATE DATABASE skip_functions")
    session.query("USE skip_functions")
    for kind, type_ in _KINDS.items():
        arrays = (
            ""
            if kind == "minmax"
            else f", INDEX a arr TYPE {type_.replace('splitByNonAlpha', 'array')}"
        )
        _create(session, kind, f"INDEX i s TYPE {type_}{arrays}", "tuple()")
    _create(session, "lowered", "INDEX i lower(s) TYPE tokenbf_v1(4096, 3, 0)", "tuple()")
    _create(session, "primary key", "INDEX i s TYPE minmax", "s")
    return session


def _create(session: sparktree.Session, name: str, indexes: str, order: str) -> None:
    session.query(
        f"CREATE TABLE `{name}` (s String, arr Array(String), {indexes}) ENGINE = MergeTree"
        f" ORDER BY {order} SETTINGS index_granularity = 8"
    )
    session.query(
        f"INSERT INTO `{name}` SELECT concat('word', n, ' alpha', n), [concat('el', n)] FROM"
        " (SELECT toString(intDiv(number, 8)) AS n FROM numbers(128))"
    )


def _used(session: sparktree.Session, kind: str, condition: str) -> int | None:
    """How many granules are left; None if the index is not used."""
    index = "a" if "arr" in condition else "i"
    force = f"force_data_skipping_indices = '{index}'"
    if kind == "primary key":
        force = "force_primary_key = 1, use_skip_indexes = 0"
    try:
        found = session.query(
            f"EXPLAIN ESTIMATE SELECT * FROM `{kind}` WHERE {condition} SETTINGS {force}"
        ).rows()
    except sparktree.Error as error:
        assert error.name == "INDEX_NOT_USED"
        return None
    return found[0][4] if found else 0


@pytest.mark.requirement(
    "MT.SkipFn.General",
    "MT.SkipFn.Equals",
    "MT.SkipFn.NotEquals",
    "MT.SkipFn.Like",
    "MT.SkipFn.NotLike",
    "MT.SkipFn.Match",
    "MT.SkipFn.StartsWith",
    "MT.SkipFn.EndsWith",
    "MT.SkipFn.MultiSearchAny",
    "MT.SkipFn.In",
    "MT.SkipFn.NotIn",
    "MT.SkipFn.Less",
    "MT.SkipFn.Greater",
    "MT.SkipFn.LessOrEquals",
    "MT.SkipFn.GreaterOrEquals",
    "MT.SkipFn.Empty",
    "MT.SkipFn.NotEmpty",
    "MT.SkipFn.Has",
    "MT.SkipFn.HasAny",
    "MT.SkipFn.HasAll",
    "MT.SkipFn.HasToken",
    "MT.SkipFn.HasTokenOrNull",
    "MT.SkipFn.HasTokenCaseInsensitive",
    "MT.SkipFn.HasTokenCaseInsensitiveOrNull",
)
@pytest.mark.parametrize(
    ("condition", "used", "skips"), [pytest.param(*row[1:], id=row[0]) for row in _MATRIX]
)
def test_the_index_is_used(
    session: sparktree.Session, condition: str, used: tuple[str, ...], skips: tuple[str, ...]
) -> None:
    kinds = [*_ALL, "lowered"]
    if "arr" in condition:
        kinds.remove("minmax")
        kinds.remove("lowered")
    left = {kind: _used(session, kind, condition) for kind in kinds}
    assert [kind for kind in kinds if left[kind] is not None] == [k for k in kinds if k in used]
    assert [k for k in kinds if k in skips and (left[k] or 0) >= 16] == []


@pytest.mark.requirement("MT.SkipFn.Set")
@pytest.mark.parametrize("condition", [row[1] for row in _MATRIX])
def test_set_is_used_by_every_function(session: sparktree.Session, condition: str) -> None:
    assert _used(session, "set", condition) is not None


@pytest.mark.requirement("MT.SkipNeg.Rule")
@pytest.mark.parametrize("kind", [*_KINDS, "lowered", "primary key"])
def test_results_are_those_of_a_scan(session: sparktree.Session, kind: str) -> None:
    conditions = [row[1] for row in _MATRIX]
    conditions += [f"NOT ({condition})" for condition in conditions]
    counts = [
        f"SELECT {n} AS n, count() AS c FROM `{kind}` WHERE {condition}"
        for n, condition in enumerate(conditions)
    ]
    found = session.query(f"SELECT * FROM ({' UNION ALL '.join(counts)}) ORDER BY n").rows()
    scan = session.query(
        "SELECT " + ", ".join(f"countIf({c})" for c in conditions) + f" FROM `{kind}`"
    ).rows()
    assert [row[1] for row in found] == list(scan[0])
