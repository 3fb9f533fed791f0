"""The text of HTML without its tags: extractTextFromHTML.

Comments, scripts, styles and tags stand for a blank; what blanks there are together is one. Only
CDATA is taken as it is, and the attributes of a script or style that is cut off there are text, so
that such texts are put together piece by piece.
"""

from __future__ import annotations

import pyarrow as pa

from sparktree.functions.core.byte_texts import Texts
from sparktree.functions.core.declare import Arguments, Call, function, illegal_type
from sparktree.functions.strings.html_pieces import html_texts
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function, whole
from sparktree.kernel.sql import Sql
from sparktree.kernel.text import escape_array
from sparktree.types import STRING, String, Type

_BLANK = r"[ \t-\r]"
# A comment ends behind the first `-->` with something before it; without one it ends behind the
# last bracket.
_COMMENT = r"<!--(?:[^>]*>)*?[^>]+-->|<!--(?:[^>]*>)*"
_TAG = r"<[^>]*>?"
_CDATA = "<![CDATA["
_CUT = rf"<(script|style){_BLANK}[^>]*\z"


def _element(name: str, inside: str, end: str) -> str:
    """An element with all that is in it."""
    return rf"<{name}(?:{_BLANK}[^>]*)?>{inside}*?(?:</{name}{_BLANK}*>|{end})"


_SKIPPED = "|".join((_COMMENT, _element("script", ".", r"\z"), _element("style", ".", r"\z"), _TAG))


def _type(arguments: Arguments) -> Type:
    if not isinstance(arguments[0].type, String):
        raise illegal_type(arguments.function, arguments[0].type)
    return STRING


@function(
    "extractTextFromHTML",
    returns=_type,
    example=("extractTextFromHTML('<p>Hello <b>World</b></p><script>x()</script>')", "Hello World"),
)
def extract_text_from_html(call: Call) -> Sql:
    """The text of HTML: without tags, comments, scripts and styles, with single blanks."""

    def extracted(text: Sql) -> Sql:
        plain = sql.call(
            "regexp_replace", text, sql.string(f"(?s){_SKIPPED}"), sql.string(" "), sql.string("g")
        )
        single = sql.call(
            "regexp_replace", plain, sql.string(f"{_BLANK}+"), sql.string(" "), sql.string("g")
        )
        by_pieces = _by_pieces(text)
        verbatim = sql.call("contains", text, sql.string(_CDATA))
        cut = sql.call("regexp_matches", text, sql.string(_CUT))
        special = sql.any_of([verbatim, cut])
        return sql.case((special, by_pieces), otherwise=sql.call("trim", single, sql.string(" ")))

    return sql.let(call[0], extracted)


@arrow_function("st_html_text", ("VARCHAR",), "VARCHAR")
def _by_pieces(texts: pa.ChunkedArray) -> pa.Array:
    return escape_array(html_texts(Texts.of(whole(texts))))
