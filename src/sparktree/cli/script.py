"""Where each statement of a script ends, found by tokens alone.

A statement that does not parse can still be shown, skipped or completed on the next line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<comment>--[^\n]*|\#[ !][^\n]*|/\*.*?\*/)
  | (?P<string>'(?:[^'\\]|\\.|'')*' | "(?:[^"\\]|\\.|"")*" | `(?:[^`\\]|\\.|``)*`
      | \$(?P<tag>\w*)\$.*?\$(?P=tag)\$)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<vertical>\\G)
  | (?P<end>;)
  | (?P<open>/\*|['"`])
  | (?P<open_bracket>[(\[{])
  | (?P<close_bracket>[)\]}])
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SAME_LINE_COMMENTS = re.compile(r"[ \t]*(?:(?:--|\#[ !])[^\n]*|/\*[^\n]*?\*/[ \t]*)*")
# After one of these words an INSERT carries no data of the format that it names.
_INSERT_SOURCES = frozenset({"SELECT", "WITH", "VALUES", "WATCH", "INFILE"})


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a script, as it was written."""

    text: str
    """Without the delimiter; with the data of INSERT ... FORMAT."""
    full: str
    """With its delimiter and the comments on the same line after it."""
    line: int
    """Of the script, from 1."""
    delimited: bool
    """It ends with `;` or `\\G`, or with the empty line after INSERT data."""
    vertical: bool
    """It ends with `\\G`: the result is wanted as Vertical."""
    unfinished: bool
    """A quote, a comment or a bracket is left open."""
    awaits_data: bool
    """An INSERT whose data does not follow in the script."""


@dataclass(slots=True)
class _Scan:
    """What has been seen of the statement at hand."""

    depth: int = 0
    empty: bool = True
    first_words: tuple[str, ...] = ()
    has_source: bool = False
    awaits_format: bool = False
    data_is_next: bool = False

    def take_word(self, word: str) -> bool:
        """Whether the word names the format of the data that follows."""
        self.data_is_next = False
        self.empty = False
        if self.awaits_format:
            self.awaits_format = False
            self.data_is_next = word.upper() == "VALUES"
            return not self.data_is_next
        upper = word.upper()
        if len(self.first_words) < 2:
            self.first_words = (*self.first_words, upper)
        if self.depth == 0 and "INSERT" in self.first_words and not self.has_source:
            self.has_source = upper in _INSERT_SOURCES
            self.data_is_next = upper == "VALUES"
            self.awaits_format = upper == "FORMAT"
        if upper == "INPUT" and "INSERT" in self.first_words:
            self.has_source = False  # input() stands for the data behind FORMAT
        return False

    def take_other(self, kind: str) -> None:
        self.empty = False
        self.awaits_format = False
        self.data_is_next = False
        if kind == "open_bracket":
            self.depth += 1
        elif kind == "close_bracket":
            self.depth = max(0, self.depth - 1)


def statements(text: str) -> Iterator[Statement]:
    """The statements of a script in order; comments alone are no statement."""
    start = 0
    while (start := _skip_space(text, start)) < len(text):
        statement, start = _next(text, start)
        if statement is not None:
            yield statement


def _skip_space(text: str, start: int) -> int:
    while start < len(text) and text[start].isspace():
        start += 1
    return start


def _next(text: str, start: int) -> tuple[Statement | None, int]:
    """The statement that begins here, and where the one after it begins."""
    scan = _Scan()
    position = start
    while position < len(text):
        token = _TOKEN.match(text, position)
        assert token is not None  # any character matches
        kind = token.lastgroup if token.lastgroup != "tag" else "string"
        if kind in ("end", "vertical"):
            return _ended(text, start, token, scan)
        if kind == "open":
            return _left_open(text, start, position)
        position = token.end()
        if kind == "word" and scan.take_word(token.group()):
            return _with_data(text, start, position)
        if kind in ("other", "string", "open_bracket", "close_bracket"):
            scan.take_other(kind)
    if scan.empty:
        return None, len(text)
    end = len(text)
    return _statement(
        text, start, end, end, unfinished=scan.depth > 0, awaits_data=scan.data_is_next
    ), end


def _ended(
    text: str, start: int, token: re.Match[str], scan: _Scan
) -> tuple[Statement | None, int]:
    if scan.empty:
        return None, token.end()
    comments = _SAME_LINE_COMMENTS.match(text, token.end())
    assert comments is not None  # it matches the empty string
    end = comments.end() if comments.group().strip() else token.end()
    vertical = token.lastgroup == "vertical"
    return _statement(
        text,
        start,
        token.start(),
        end,
        delimited=True,
        vertical=vertical,
        awaits_data=scan.data_is_next,
    ), end


def _left_open(text: str, start: int, position: int) -> tuple[Statement, int]:
    """A quote is never closed: the statement is the rest of that line, as ClickHouse skips it."""
    line_end = text.find("\n", position)
    end = len(text) if line_end < 0 else line_end
    return _statement(text, start, end, end, unfinished=True), end


def _with_data(text: str, start: int, position: int) -> tuple[Statement, int]:
    """INSERT ... FORMAT name: data up to an empty line, or no data before the delimiter."""
    rest = re.compile(r"[ \t]*;").match(text, position)
    if rest is not None:
        token = _TOKEN.match(text, rest.end() - 1)
        assert token is not None
        statement, end = _ended(text, start, token, _Scan(empty=False, data_is_next=True))
        assert statement is not None
        return statement, end
    empty_line = text.find("\n\n", position)
    end = len(text) if empty_line < 0 else empty_line
    nothing = not text[position:end].strip()
    return _statement(text, start, end, end, delimited=empty_line >= 0, awaits_data=nothing), end


def _statement(
    text: str,
    start: int,
    end: int,
    full_end: int,
    *,
    delimited: bool = False,
    vertical: bool = False,
    unfinished: bool = False,
    awaits_data: bool = False,
) -> Statement:
    return Statement(
        text=text[start:end],
        full=text[start:full_end].rstrip(),
        line=text.count("\n", 0, start) + 1,
        delimited=delimited,
        vertical=vertical,
        unfinished=unfinished,
        awaits_data=awaits_data,
    )
