"""The parser's place in the tokens, with what every grammar rule needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from sparktree.errors import Code, Error
from sparktree.sql.ast import Expression, Query
from sparktree.sql.lexer import Kind, Lexer, Token

T = TypeVar("T")
MAX_DEPTH = 1000
_AHEAD = 16  # tokens that are always there beyond the current one


class SyntaxFailure(Exception):  # noqa: N818 (it is a failed attempt, not yet an error)
    """A rule did not match; the text of the error is made when no other rule does."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that refer to each other in a circle; given, so that modules need not."""

    expression: Callable[[Cursor], Expression]  # no alias
    element: Callable[[Cursor], Expression]  # `expression [AS alias]`
    query: Callable[[Cursor], Query]


class Cursor:
    """Tokens read so far and the current one. Lexing is lazy: inline data is never cut up."""

    def __init__(
        self,
        text: str,
        rules: Rules,
        start: int = 0,
        parameters: Mapping[str, str] | None = None,
        trace: bool = False,
    ) -> None:
        self.text = text
        self.start = start
        self.lexer = Lexer(text, start, parameters)
        self.tokens: list[Token] = []
        self.index = 0
        self.furthest = 0
        self.depth = 0
        self.opening = (0, 0)  # a run of parentheses that was looked through: first, behind last
        self.expected: dict[int, list[str]] = {}
        self.parameters = parameters
        self.trace = trace
        self.rules = rules
        self._fill()
        self.token = self.tokens[0]

    def _fill(self) -> None:
        tokens, following = self.tokens, self.lexer.next
        wanted = self.index + 2 * _AHEAD
        while len(tokens) <= wanted:
            tokens.append(following())

    # --- moving ----------------------------------------------------------------------------

    def advance(self) -> Token:
        """Step over the current token and return it."""
        token = self.token
        self.index += 1
        if self.index + _AHEAD >= len(self.tokens):
            self._fill()
        self.token = self.tokens[self.index]
        if self.index > self.furthest:
            self.furthest = self.index
        return token

    def peek(self, distance: int = 1) -> Token:
        """A token beyond the current one."""
        if distance >= _AHEAD:
            while self.index + distance >= len(self.tokens):
                self.tokens.append(self.lexer.next())
        return self.tokens[self.index + distance]

    def rewind(self, index: int) -> None:
        """Go back to where `index` was read."""
        self.index = index
        self.token = self.tokens[index]

    # --- matching --------------------------------------------------------------------------

    def at(self, *keys: str) -> bool:
        """Whether the current token is one of these words or symbols."""
        if self.trace:
            for key in keys:
                self.expect_note(key)
        return self.token.key in keys

    def at_words(self, words: str) -> bool:
        """Whether these words follow, e.g. `at_words("IF NOT EXISTS")`."""
        for distance, word in enumerate(words.split(" ")):
            if self.tokens[self.index + distance].key != word:
                if self.trace:
                    self._partial(words, distance, word)
                return False
        return True

    def _partial(self, words: str, distance: int, word: str) -> None:
        """Words that began to match count as progress: the error is at the one that did not."""
        if not distance:
            self.expect_note(words)
            return
        self.furthest = max(self.furthest, self.index + distance)
        noted = self.expected.setdefault(self.index + distance, [])
        if word not in noted:
            noted.append(word)

    def accept(self, key: str) -> bool:
        """Step over the token if it is this one."""
        if self.token.key == key:
            self.advance()
            return True
        if self.trace:
            self.expect_note(key)
        return False

    def accept_words(self, words: str) -> bool:
        """Step over these words if they all follow."""
        if not self.at_words(words):
            return False
        for _ in range(words.count(" ") + 1):
            self.advance()
        return True

    def accept_any(self, *phrases: str) -> str | None:
        """The first of these phrases that follows, stepped over."""
        for phrase in phrases:
            if self.accept_words(phrase):
                return phrase
        return None

    def expect(self, key: str) -> Token:
        """Step over this token; anything else is a syntax error."""
        if self.token.key != key:
            self.fail(key)
        return self.advance()

    def expect_words(self, words: str) -> None:
        """Step over these words; anything else is a syntax error."""
        for word in words.split(" "):
            if self.token.key != word:
                self.fail(words)
            self.advance()

    def expect_any(self, *phrases: str) -> str:
        """One of these phrases; anything else is a syntax error."""
        found = self.accept_any(*phrases)
        if found is None:
            self.fail(*phrases)
        return found

    # --- leaves ----------------------------------------------------------------------------

    def at_identifier(self) -> bool:
        """Whether a name can start here."""
        return self.token.kind <= Kind.QUOTED or self._at_named_parameter()

    def identifier(self, what: str = "identifier") -> str:
        """One name, bare or quoted, but never empty."""
        if self.token.kind <= Kind.QUOTED and self.token.text:
            return self.advance().text
        if not self._at_named_parameter():
            self.fail(what)
        name = self.peek().text
        raise Error(Code.UNKNOWN_QUERY_PARAMETER, f"Substitution `{name}` is not set.")

    def _at_named_parameter(self) -> bool:
        if self.token.key != "{" or self.parameters is None:
            return False
        following = [self.peek(distance) for distance in (2, 3, 4)]
        return [token.key for token in following] == [":", "IDENTIFIER", "}"]

    def compound(self) -> tuple[str, ...]:
        """`a.b.c`."""
        parts = [self.identifier()]
        while self.token.key == ".":
            following = self.tokens[self.index + 1]
            if following.kind > Kind.QUOTED and following.key != "{":
                break
            self.advance()
            parts.append(self.identifier())
        return tuple(parts)

    def string(self) -> str:
        """A string literal."""
        if self.token.kind is not Kind.STRING:
            self.fail("string literal")
        return self.advance().text

    def at_string(self) -> bool:
        """Whether a string literal follows."""
        return self.token.kind is Kind.STRING

    def unsigned(self) -> int:
        """A whole number as written."""
        if self.token.kind is not Kind.NUMBER:
            self.fail("number")
        text = self.token.text.replace("_", "")
        if not text.isdigit():
            self.fail("unsigned integer")
        self.advance()
        return int(text)

    # --- shapes ----------------------------------------------------------------------------

    def listed(self, rule: Callable[[Cursor], T]) -> tuple[T, ...]:
        """One or more, separated by commas."""
        items = [rule(self)]
        while self.accept(","):
            items.append(rule(self))
        return tuple(items)

    def parenthesized(self, rule: Callable[[Cursor], T]) -> T:
        """`( rule )`."""
        self.expect("(")
        value = rule(self)
        self.expect(")")
        return value

    def attempt(self, rule: Callable[[Cursor], T]) -> T | None:
        """What the rule makes, or None with the place unchanged."""
        index, depth = self.index, self.depth
        try:
            return rule(self)
        except SyntaxFailure:
            self.rewind(index)
            self.depth = depth
            return None

    def deeper(self, rule: Callable[[Cursor], T]) -> T:
        """Run a rule one level down, within ClickHouse's limit."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise too_deep()
        value = rule(self)
        self.depth -= 1
        return value

    # --- failing ---------------------------------------------------------------------------

    def expect_note(self, what: str) -> None:
        """Remember what would have fitted here, for the error message."""
        noted = self.expected.setdefault(self.index, [])
        if what not in noted:
            noted.append(what)

    def failure(self, *expected: str) -> SyntaxFailure:
        """What to raise when none of these follows."""
        if self.trace:
            for what in expected:
                self.expect_note(what)
        return SyntaxFailure()

    def fail(self, *expected: str) -> NoReturn:
        """Give up this rule."""
        raise self.failure(*expected)


def too_deep() -> Error:
    """ClickHouse's error for text nested past `max_parser_depth`."""
    return Error(
        Code.TOO_DEEP_RECURSION,
        f"Maximum parse depth ({MAX_DEPTH}) exceeded. Consider raising max_parser_depth parameter.",
    )
