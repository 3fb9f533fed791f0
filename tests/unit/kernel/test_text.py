"""Any bytes as kernel text: exact, and in the order of the bytes."""

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sparktree.functions.core.byte_encodings import LATIN, WHOLE
from sparktree.kernel.connection import kernel
from sparktree.kernel.text import (
    escape,
    escape_array,
    has_escapes,
    replaced_buffer,
    unescape,
    unescape_array,
)

# Bytes at the borders of what may begin and continue a character, and some in between.
_BORDERS = bytes.fromhex("00417f808f909fa0a9bdbebfc0c1c2c3dfe0e1e2ecedeeeff0f1f3f4f5f8ff")
_PIECES = st.one_of(
    st.sampled_from([bytes([byte]) for byte in _BORDERS]),
    st.text(max_size=2).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.just(b"\xf4\x8f\xbe\x80"),
)
_STRINGS = st.lists(_PIECES, max_size=8).map(b"".join)


@given(_STRINGS)
def test_escaping_is_exact(data: bytes) -> None:
    """Every string comes back, and valid text is kept as it is."""
    text = escape(data)
    text.encode("utf-8")  # no surrogates: the kernel takes it
    assert unescape(text) == data
    if not has_escapes(text):
        assert text.encode() == data


@given(_STRINGS, _STRINGS)
def test_texts_are_in_the_order_of_the_bytes(one: bytes, other: bytes) -> None:
    """What the kernel compares is in the order in which ClickHouse compares bytes."""
    left, right = escape(one).encode(), escape(other).encode()
    assert (left < right, left == right) == (one < other, one == other)


def test_the_kernel_sorts_by_bytes() -> None:
    """The kernel's own ORDER BY, min and max agree."""
    values = [b"a", "é".encode(), b"\x80", b"\xff", b"", b"z", b"\xc3", b"\xe2\x82A"]
    with kernel() as cursor:
        cursor.register("t", pa.table({"s": escape_array(pa.array(values, pa.binary()))}))
        rows = cursor.sql("SELECT s FROM t ORDER BY s").fetchall()
        bounds = cursor.sql("SELECT min(s), max(s) FROM t").fetchall()
    assert [unescape(row[0]) for row in rows] == sorted(values)
    assert [unescape(value) for value in bounds[0]] == [min(values), max(values)]


def test_arrays_come_back() -> None:
    """NULLs stay, bytes come back."""
    data = pa.array([b"\xff\xfe", None, b"", b"ok"], pa.binary())
    assert unescape_array(escape_array(data)).equals(data)


@given(st.lists(st.none() | _STRINGS, max_size=6), st.integers(0, 3))
def test_arrays_are_escaped_as_single_strings_are(values: list[bytes | None], cut: int) -> None:
    """Whatever lies before, behind and between the strings in their buffer."""
    data = pa.array(values, pa.binary())[cut:]
    texts = escape_array(data)
    kept = values[cut:]
    assert texts.type == pa.string()
    assert texts.to_pylist() == [None if v is None else escape(v) for v in kept]
    assert unescape_array(texts).to_pylist() == kept


@given(st.lists(_STRINGS, min_size=1, max_size=4), st.data())
def test_cut_texts_are_unescaped_alike(values: list[bytes], data: st.DataObject) -> None:
    """The kernel may cut a text between an escape and what stands before it."""
    texts = [escape(value) for value in values]
    cut = [text[data.draw(st.integers(0, len(text))) :] for text in texts]
    assert unescape_array(pa.array(cut, pa.string())).to_pylist() == [unescape(t) for t in cut]


@pytest.mark.parametrize(
    ("data", "shown"), [(b"a\xffb", "a�b"), (b"\xff\xfe", "�"), ("é".encode(), "é")]
)
def test_bad_bytes_are_shown_as_replacement_characters(data: bytes, shown: str) -> None:
    """One for each run of them."""
    assert replaced_buffer(escape(data).encode()).decode() == shown


@given(st.lists(_STRINGS, min_size=1, max_size=4))
def test_the_forms_of_texts_are_exact(values: list[bytes]) -> None:
    """With a character for every byte, or for every byte that is not UTF-8: all come back."""
    texts = escape_array(pa.array(values, pa.binary()))
    for form in (LATIN, WHOLE):
        there, back = form.there.text.apply, form.back.text.apply
        assert back(there(texts)).equals(texts)
        assert there(texts).to_pylist() == [form.of_constant(text) for text in texts.to_pylist()]
    assert [len(text) for text in LATIN.there.text.apply(texts).to_pylist()] == list(
        map(len, values)
    )


@pytest.mark.parametrize("every", [2, 7, 100])
def test_a_few_odd_strings_among_many(every: int) -> None:
    values = [b"\xff\xc3\xa9 %d" % n if n % every == 0 else b"plain %d" % n for n in range(500)]
    values[7] = values[8] = b""
    for array in (
        pa.array(values, pa.binary()),
        pa.array(values, pa.binary()).slice(13, 400),
        pa.array([None if n % 11 == 3 else value for n, value in enumerate(values)], pa.binary()),
    ):
        escaped = escape_array(array)
        wanted = [None if one is None else escape(one) for one in array.to_pylist()]
        assert escaped.to_pylist() == wanted
        assert unescape_array(escaped).to_pylist() == array.to_pylist()
