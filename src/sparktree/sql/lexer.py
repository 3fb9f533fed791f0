"""Text to tokens, as ClickHouse's lexer cuts it."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from enum import IntEnum

from sparktree.errors import Code, Error
from sparktree.kernel import text as kernel_text


class Kind(IntEnum):
    """What a token is."""

    WORD = 1
    QUOTED = 2
    STRING = 3
    NUMBER = 4
    SYMBOL = 5
    END = 6
    ERROR = 7


class Token:
    """A piece of the text; `key` is what grammar compares: the word in capitals, or the symbol."""

    __slots__ = ("end", "key", "kind", "start", "text")

    def __init__(self, kind: Kind, text: str, key: str, start: int, end: int) -> None:
        self.kind = kind
        self.text = text
        self.key = key
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"Token({self.kind.name}, {self.text!r}, {self.start})"


SPACE = (
    "[ \\t\\n\\r\\f\\v\\0\u00a0\u1680\u180e\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]"
)
_SKIP = re.compile(rf"(?:{SPACE}+|--[^\n]*|//[^\n]*|\#[ !][^\n]*)+")
_COMMENT_MARK = re.compile(r"/\*|\*/")
_NEVER_SKIPPED = frozenset(string.ascii_letters + string.digits + "_(),.'`=*+<>[]{};:")
_TOKEN = re.compile(
    r"""
      (?P<hex>[xX]'[0-9a-fA-F]*')
    | (?P<bits>[bB]'[01]*')
    | (?P<word>[A-Za-z_][A-Za-z0-9_$]*)
    | (?P<symbol><=>|->|<=|>=|<>|!=|!~\*?|~\*?|==|\|\||::|@@|[(){}\[\],;.+\-−*/%=<>?:@^|])
    | (?P<number>0[xX][0-9a-fA-F](?:_?[0-9a-fA-F])*(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?\d+)?
        | 0[bB][01](?:_?[01])*
        | \d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?)?(?:[eE][+-]?\d(?:_?\d)*)?)
    | (?P<string>'[^'\\]*+(?:(?:\\.|'')[^'\\]*+)*+')
    | (?P<backtick>`[^`\\]*+(?:(?:\\.|``)[^`\\]*+)*+`)
    | (?P<double>"[^"\\]*+(?:(?:\\.|"")[^"\\]*+)*+")
    | (?P<single_curly>\u2018[^\u2019]*\u2019)
    | (?P<double_curly>\u201c[^\u201d]*\u201d)
    | \$(?P<tag>[A-Za-z0-9_]*)\$(?P<heredoc>.*?)\$(?P=tag)\$
    | (?P<dollar>\$[A-Za-z0-9_$]+)
    """,
    re.VERBOSE | re.DOTALL,
)
_NAMED = re.compile(rf"\{{{SPACE}*(\w+){SPACE}*:{SPACE}*Identifier{SPACE}*\}}")
_FRACTION = re.compile(r"\.\d(?:_?\d)*(?:[eE][+-]?\d(?:_?\d)*)?")
_INTEGER = re.compile(r"\d(?:_?\d)*")
_WORD_TAIL = re.compile(r"[A-Za-z0-9_$]+")
_BEFORE_DOT = (Kind.WORD, Kind.QUOTED, Kind.NUMBER)


class Lexer:
    """Tokens of a text, one `next` at a time; a piece that is no token becomes an ERROR token.

    `{name:Identifier}` is the name that `names` has for it, as if it were written there in quotes.
    """

    __slots__ = ("names", "position", "previous", "text")

    def __init__(
        self, text: str, position: int = 0, names: Mapping[str, str] | None = None
    ) -> None:
        self.text = text
        self.names = names
        self.position = position
        self.previous: Token | None = None

    def next(self) -> Token:
        """The token at the position, or END."""
        text, start = self.text, self.position
        if start < len(text) and text[start] not in _NEVER_SKIPPED:
            self.position = start = _skipped(text, start)
        if start >= len(text):
            return self._next_token(Kind.END, "", "", start)
        first = text[start]
        if first == "." or "0" <= first <= "9":
            return self._number_or_dot(start)
        if first == "{" and self.names and (named := _NAMED.match(text, start)):
            name = self.names.get(named.group(1))
            if name is not None:
                return self._next_token(Kind.QUOTED, name, "", named.end())
        match = _TOKEN.match(text, start)
        if match is None or (first == "/" and text.startswith("/*", start)):
            return self._error(start)
        group = match.lastgroup or ""
        if group == "word":
            word = match.group()
            return self._next_token(Kind.WORD, word, word.upper(), match.end())
        if group == "symbol":
            symbol = match.group()
            if symbol == "−":
                symbol = "-"
            return self._next_token(Kind.SYMBOL, symbol, symbol, match.end())
        return self._literal(group, match)

    def _literal(self, group: str, match: re.Match[str]) -> Token:
        text = match.group()
        if group == "string":
            return self._next_token(Kind.STRING, unescape(text[1:-1], "'"), "", match.end())
        if group == "backtick" or group == "double":
            return self._next_token(Kind.QUOTED, unescape(text[1:-1], text[0]), "", match.end())
        if group == "hex" or group == "bits":
            return self._next_token(Kind.STRING, _from_digits(group, text[2:-1]), "", match.end())
        if group == "single_curly":
            return self._next_token(Kind.STRING, text[1:-1], "", match.end())
        if group == "double_curly":
            return self._next_token(Kind.QUOTED, text[1:-1], "", match.end())
        if group == "heredoc":
            return self._next_token(Kind.STRING, match.group("heredoc"), "", match.end())
        return self._next_token(Kind.WORD, text, text.upper(), match.end())

    def _number_or_dot(self, start: int) -> Token:
        text, previous = self.text, self.previous
        if text[start] == ".":
            match = _FRACTION.match(text, start)
            if match is None or (previous is not None and _takes_dot(previous)):
                return self._next_token(Kind.SYMBOL, ".", ".", start + 1)
        elif previous is not None and previous.key == ".":
            match = _INTEGER.match(text, start)  # t.1.2 is two elements, not 1.2
        else:
            match = _TOKEN.match(text, start)
        if match is None:
            return self._error(start)
        tail = _WORD_TAIL.match(text, match.end())
        if tail is None:
            return self._next_token(Kind.NUMBER, match.group(), "", match.end())
        word = _WORD_TAIL.match(text, start)
        if word is None or word.end() != tail.end():
            return self._error(start)
        return self._next_token(Kind.WORD, word.group(), word.group().upper(), word.end())

    def _error(self, start: int) -> Token:
        first = self.text[start]
        if first in "'\"`‘“" or self.text.startswith("/*", start):
            return self._next_token(Kind.ERROR, self.text[start:], "", len(self.text))
        return self._next_token(Kind.ERROR, first, "", start + 1)

    def _next_token(self, kind: Kind, text: str, key: str, end: int) -> Token:
        token = Token(kind, text, key, self.position, end)
        self.position = end
        self.previous = token
        return token


def _skipped(text: str, start: int) -> int:
    """Where spaces and comments end; comments may hold comments."""
    while True:
        space = _SKIP.match(text, start)
        end = space.end() if space else start
        if text.startswith("/*", end):
            end = _comment_end(text, end)
        if end == start:
            return start
        start = end


def _comment_end(text: str, start: int) -> int:
    """Behind the comment; its start if it has no end."""
    depth = 0
    for mark in _COMMENT_MARK.finditer(text, start):
        depth += 1 if mark.group() == "/*" else -1
        if depth == 0:
            return mark.end()
    return start


def _from_digits(group: str, digits: str) -> str:
    """The string that `x'4142'` or `b'01000001'` spells."""
    width, base = (2, 16) if group == "hex" else (8, 2)
    padded = digits.zfill(-(-len(digits) // width) * width)
    pieces = (padded[start : start + width] for start in range(0, len(padded), width))
    return kernel_text.escape(bytes(int(piece, base) for piece in pieces))


def _takes_dot(previous: Token) -> bool:
    return previous.kind in _BEFORE_DOT or previous.key in (")", "]")


_ESCAPE = re.compile(rb"\\x([0-9a-fA-F]{2})|\\(.)|''|``|\"\"", re.DOTALL)
_SIMPLE = {
    b"b": b"\b", b"f": b"\f", b"r": b"\r", b"n": b"\n", b"t": b"\t", b"0": b"\0", b"a": b"\a",
    b"v": b"\v", b"e": b"\x1b", b"N": b"", b"\\": b"\\", b"'": b"'", b'"': b'"', b"`": b"`",
    b"/": b"/", b"=": b"=",
}  # fmt: skip


def unescape(body: str, quote: str) -> str:
    """What a quoted string's inside stands for; an unknown escape keeps its backslash."""
    if "\\" not in body and quote + quote not in body:
        return body
    doubled = (quote * 2).encode()

    def replace(match: re.Match[bytes]) -> bytes:
        whole = match.group()
        if match.group(1):
            return bytes.fromhex(match.group(1).decode())
        if match.group(2):
            if whole == b"\\x":
                raise Error(Code.SYNTAX_ERROR, "Cannot parse escape sequence \\x.")
            return _SIMPLE.get(match.group(2), whole)
        return whole[:1] if whole == doubled else whole

    return kernel_text.escape(_ESCAPE.sub(replace, kernel_text.unescape(body)))
