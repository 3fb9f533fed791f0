"""The text of HTML without its tags: extractTextFromHTML.

Comments, scripts, styles and tags stand for a blank; what blanks there are together is one. Only
CDATA is taken as it is, so that texts with it are put together piece by piece.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.functions.rows import row_function
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types import STRING, String, Type

_BLANK = r"[ \t-\r]"
# A comment ends behind the first `-->` with something before it; without one it ends behind the
# last bracket.
_COMMENT = r"<!--(?:[^>]*>)*?[^>]+-->|<!--(?:[^>]*>)*"
_TAG = r"<[^>]*>?"
_CDATA = "<![CDATA["


def _element(name: str, inside: str, end: str) -> str:
    """An element with all that is in it."""
    return rf"<{name}(?:{_BLANK}[^>]*)?>{inside}*?(?:</{name}{_BLANK}*>|{end})"


_SKIPPED = "|".join((_COMMENT, _element("script", ".", r"\z"), _element("style", ".", r"\z"), _TAG))
_IN_ELEMENT = r"(?:<!\[CDATA\[.*?\]\]>|.)"
_PIECES = re.compile(
    "|".join(
        (
            _COMMENT,
            r"<!\[CDATA\[(?P<cdata>.*?)\]\]>|<!\[CDATA\[",
            _element("script", _IN_ELEMENT, r"\Z"),
            _element("style", _IN_ELEMENT, r"\Z"),
            _TAG,
        )
    ).encode(),
    re.DOTALL,
)


def _type(arguments: Sequence[Argument]) -> Type:
    if not isinstance(arguments[0].type, String):
        raise illegal_type("extractTextFromHTML", arguments[0].type)
    return STRING


@function(
    "extractTextFromHTML",
    returns=_type,
    family="strings",
    example=("extractTextFromHTML('<p>Hello <b>World</b></p><script>x()</script>')", "Hello World"),
)
def extract_text_from_html(call: Call) -> Sql:
    """The text of HTML: without tags, comments, scripts and styles, with single blanks."""

    def extracted(text: Sql) -> Sql:
        plain = sql.call("regexp_replace", text, sql.string(f"(?s){_SKIPPED}"), "' '", "'g'")
        single = sql.call("regexp_replace", plain, sql.string(f"{_BLANK}+"), "' '", "'g'")
        by_pieces = sql.call("st_html_text", text)
        verbatim = sql.call("contains", text, sql.string(_CDATA))
        return sql.case((verbatim, by_pieces), otherwise=sql.call("trim", single, "' '"))

    return sql.let(call[0], extracted)


@row_function("st_html_text", ("VARCHAR",), "VARCHAR")
def _by_pieces(text: bytes) -> bytes:
    made, place = bytearray(), 0
    for match in _PIECES.finditer(text):
        _append(made, text[place : match.start()])
        made += match.group("cdata") or b""
        place = match.end()
    _append(made, text[place:])
    return bytes(made)


def _append(made: bytearray, piece: bytes) -> None:
    """Words with single blanks, and one before them."""
    words = piece.split()
    if words and made and not made.endswith(b" "):
        made += b" "
    made += b" ".join(words)
