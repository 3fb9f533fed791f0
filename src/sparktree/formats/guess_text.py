"""What the fields of TabSeparated, CSV and Values look like."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from sparktree.formats.guess import FLAG, FRACTION, NULL, TEXT, Guess, Kind, Rules, whole_number
from sparktree.formats.guess_moment import guess_moment
from sparktree.formats.options import FormatSettings
from sparktree.types.escapes import unescaped_text

_NUMBER = re.compile(r"[+-]?(?:\d+(\.\d*)?|(\.\d+))([eE][+-]?\d+)?")
_PLAIN_NUMBER = r"-?(?:0|[1-9]\d{0,17})(?:\.\d+)?"
_PLAIN_NUMBERS = re.compile(rf"{_PLAIN_NUMBER}(?:\n{_PLAIN_NUMBER})*")
_INFINITY = re.compile(r"[+-]?(?:inf(?:inity)?|nan)", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+")
_BLANK = re.compile(r"\s*")
_QUOTED = re.compile(r"'((?:[^'\\]|\\.|'')*)'", re.DOTALL)
_WORDS = {"true": FLAG, "false": FLAG, "null": NULL}
_CLOSING = {"[": "]", "(": ")", "{": "}"}


class _UnknownError(ValueError):
    """The text is no value of any type."""


@dataclass(slots=True)
class _Scan:
    """Values as ClickHouse writes them inside of others: strings in single quotes."""

    text: str
    rules: Rules
    position: int = 0

    def unknown(self) -> NoReturn:
        raise _UnknownError(self.text)

    def blanks(self) -> None:
        match = _BLANK.match(self.text, self.position)
        assert match is not None
        self.position = match.end()

    def take(self, sign: str) -> bool:
        if self.text.startswith(sign, self.position):
            self.position += len(sign)
            return True
        return False

    def value(self) -> Guess:
        self.blanks()
        sign = self.text[self.position : self.position + 1]
        if sign in _CLOSING and sign:
            return self.container(sign)
        if sign == "'":
            return self.string()
        word = _WORD.match(self.text, self.position)
        known = _WORDS.get(word.group().lower()) if word else None
        if word is not None and known is not None:
            self.position = word.end()
            return known
        return self.number()

    def string(self) -> Guess:
        match = _QUOTED.match(self.text, self.position)
        if match is None:
            self.unknown()
        self.position = match.end()
        text = unescaped_text(match.group(1).replace("''", "'"))
        return guess_moment(text, self.rules.settings) or TEXT

    def number(self) -> Guess:
        endless = _INFINITY.match(self.text, self.position)
        if endless is not None:
            self.position = endless.end()
            return FRACTION
        match = _NUMBER.match(self.text, self.position)
        found = number_guess(match, self.rules.settings) if match else None
        if match is None or found is None:
            self.unknown()
        self.position = match.end()
        return found

    def items(self, closing: str) -> list[Guess]:
        found: list[Guess] = []
        self.blanks()
        while not self.take(closing):
            if found and not self.take(","):
                self.unknown()
            self.blanks()
            if self.take(closing):  # nothing follows the last comma
                break
            found.append(self.pair() if closing == "}" else self.value())
            self.blanks()
        self.blanks()
        return found

    def pair(self) -> Guess:
        key = self.value()
        self.blanks()
        if not self.take(":"):
            self.unknown()
        return Guess(Kind.TUPLE, (key, self.value()))

    def container(self, opening: str) -> Guess:
        self.position += 1
        items = self.items(_CLOSING[opening])
        if opening == "[":
            return Guess(Kind.ARRAY, (self.common(items),))
        if opening == "(":
            return Guess(Kind.TUPLE, tuple(items)) if items else self.unknown()
        keys = self.common([item.inner[0] for item in items])
        return Guess(Kind.MAP, (keys, self.common([item.inner[1] for item in items])))

    def common(self, items: list[Guess]) -> Guess:
        found = self.rules.common(items)
        return self.unknown() if found is None else found


def number_guess(match: re.Match[str], settings: FormatSettings) -> Guess | None:
    """What a number is, by its point, its exponent and its size."""
    if match.group(3) is not None:
        return FRACTION if settings.input_format_try_infer_exponent_floats else None
    if match.group(1) is not None or match.group(2) is not None:
        return FRACTION
    return whole_number(int(match.group()), settings)


def plain_numbers(texts: Sequence[str], settings: FormatSettings) -> Guess | None:
    """What fields have in common that are all empty or numbers in the usual form; else None."""
    written = "\n".join(text for text in texts if text)
    words = (
        settings.bool_true_representation, settings.bool_false_representation,
        settings.format_csv_null_representation, settings.format_tsv_null_representation,
    )  # fmt: skip
    if any(map(_PLAIN_NUMBERS.fullmatch, words)) or not _PLAIN_NUMBERS.fullmatch(written):
        return None
    if "." in written or not settings.input_format_try_infer_integers:
        return FRACTION
    return Guess(Kind.NEGATIVE if "-" in written else Kind.NATURAL)


def guess_value(text: str, rules: Rules) -> Guess | None:
    """A whole text that is one value; None if it is none."""
    scan = _Scan(text, rules)
    try:
        found = scan.value()
    except _UnknownError:
        return None
    return found if scan.position == len(text) else None


def guess_row(text: str, position: int, rules: Rules) -> tuple[Guess, int] | None:
    """The row of Values that begins there, and where it ends; None if it is no row of values."""
    scan = _Scan(text, rules, position)
    try:
        return scan.value(), scan.position
    except _UnknownError:
        return None


def guess_escaped(text: str, rules: Rules) -> Guess:
    """A field of TabSeparated."""
    settings = rules.settings
    if not settings.input_format_tsv_use_best_effort_in_schema_inference:
        return TEXT
    if not text or text == settings.format_tsv_null_representation:
        return NULL if text else Guess(Kind.NOTHING)
    if text in (settings.bool_true_representation, settings.bool_false_representation):
        return FLAG
    moment = guess_moment(text, settings)
    if moment is not None:
        return moment
    if text[0] == "0" and text[1:2].isdigit():  # a code, not a number
        return TEXT
    return guess_value(text, rules) or TEXT


def guess_csv(text: str, quoted: bool, rules: Rules) -> Guess:
    """A field of CSV."""
    settings = rules.settings
    if not settings.input_format_csv_use_best_effort_in_schema_inference:
        return TEXT
    if quoted:
        return _quoted_csv(text, rules)
    text = text.lstrip(" \t") if settings.input_format_csv_trim_whitespaces else text
    if not text or text == settings.format_csv_null_representation:
        return NULL if text else Guess(Kind.NOTHING)
    if text in (settings.bool_true_representation, settings.bool_false_representation):
        return FLAG
    return _csv_number(text, settings) or guess_moment(text, settings) or TEXT


def _csv_number(text: str, settings: FormatSettings) -> Guess | None:
    if _INFINITY.fullmatch(text):
        return FRACTION
    match = _NUMBER.fullmatch(text)
    if match is None:
        return None
    found = number_guess(match, settings)
    return FRACTION if found is None and match.group(3) is None else found


def _quoted_csv(text: str, rules: Rules) -> Guess:
    """Text in quotes: a moment or a container, seldom a number."""
    settings = rules.settings
    moment = guess_moment(text, settings)
    if moment is not None:
        return moment
    if text[:1] in _CLOSING and text:
        found = guess_value(text, rules)
        tuples = not settings.input_format_csv_try_infer_strings_from_quoted_tuples
        return found if found and (tuples or found.kind is not Kind.TUPLE) else TEXT
    numbers = settings.input_format_csv_try_infer_numbers_from_strings
    return (_csv_number(text, settings) if numbers else None) or TEXT
