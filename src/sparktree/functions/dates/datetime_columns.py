"""The moments of a column of texts, read piece by piece of a pattern: all rows at once."""

from __future__ import annotations

import calendar
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sparktree.errors import Code, Error
from sparktree.functions.core.byte_texts import Texts

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

MONTHS = [m.lower() for m in calendar.month_name]
SHORT_MONTHS = [m.lower() for m in calendar.month_abbr]
DAYS = [d.lower() for d in calendar.day_name]
SHORT_DAYS = [d.lower() for d in calendar.day_abbr]
_FORMS = {"month": "date", "day": "date", "day_of_year": "day_of_year", "week": "week",
          "week_year": "week", "weekday": "week"}  # fmt: skip
_BEYOND = 64  # bytes behind the last text, for reading past its end


@dataclass(slots=True)
class Moments:
    """What was read of each text so far, and what kept the first wrong row from being read."""

    texts: Texts
    data: npt.NDArray[np.uint8] = field(init=False)
    positions: Numbers = field(init=False)
    ends: Numbers = field(init=False)
    right: Flags = field(init=False)
    values: dict[str, Numbers] = field(default_factory=dict)
    fraction: tuple[Numbers, Numbers] | None = None  # the digits as a number, and how many
    offset: Numbers | None = None
    form: str = ""  # what told the day at last: a date, a week or a day_of_year
    wrong: tuple[int, str] | None = None

    def __post_init__(self) -> None:
        self.data = np.concatenate([self.texts.data, np.zeros(_BEYOND, np.uint8)])
        self.positions = self.texts.starts.copy()
        self.ends = self.texts.starts + self.texts.sizes
        self.right = np.ones(len(self.ends), np.bool_)

    def _bytes(self, step: int | Numbers = 0) -> Numbers:
        """The byte of each row at its position and some more; 0 behind its end."""
        places = self.positions + step
        inside = places < self.ends
        return np.where(inside, self.data[np.where(inside, places, 0)], 0).astype(np.int64)

    def _require(self, fine: Flags, piece: str, reason: str) -> None:
        """Rows that are not fine are wrong from here on."""
        failed = self.right & ~fine
        if failed.any():
            row = int(failed.argmax())
            if self.wrong is None or row < self.wrong[0]:
                rest = self._text(row, int(self.positions[row]))
                message = f"Unable to parse fragment {piece} from {rest} because {reason}"
                self.wrong = row, message
            self.right &= fine

    def _text(self, row: int, start: int) -> str:
        return self.data[start : self.ends[row]].tobytes().decode("utf-8", "replace")

    def _digits(self, most: int | Numbers) -> tuple[Numbers, Numbers]:
        """As many digits as there are, and as their number may be."""
        value, count = np.zeros(len(self.ends), np.int64), np.zeros(len(self.ends), np.int64)
        for step in range(int(np.max(most, initial=0))):
            digit = self._bytes(step) - ord("0")
            more = (count == step) & (digit >= 0) & (digit <= 9) & (step < most)
            value = np.where(more, value * 10 + digit, value)
            count += more
        return value, count

    # --- what the letters of patterns stand for ---

    def literal(self, text: str) -> None:
        """The text itself."""
        data = text.encode()
        same = np.ones(len(self.ends), np.bool_)
        for step, byte in enumerate(data):
            same &= self._bytes(step) == byte
        self._require(same, "LITERAL", f"Expected to parse literal {text}")
        self.positions = self.positions + np.where(self.right, len(data), 0)

    def number(
        self, piece: str, name: str, least: int | Numbers, most: int | Numbers, low: int, high: int
    ) -> None:
        """A number of so many digits within bounds."""
        value, count = self._digits(most)
        self._require(count >= least, piece, "there are too few digits")
        fits = (value >= low) & (value <= high)
        self._require(fits, piece, f"Value for {name} must be in the range [{low}, {high}]")
        self._keep(name, value)
        self.positions = self.positions + np.where(self.right, count, 0)

    def short_year(self, piece: str) -> None:
        """Two digits of a year of this century."""
        self.number(piece, "year", 2, 2, 0, 99)
        self.values["year"] = self.values["year"] + 2000

    def _keep(self, name: str, value: Numbers) -> None:
        self.values[name] = value
        self.form = _FORMS.get(name, self.form)
        if name in ("hour", "hour12"):  # the last one counts
            self.values.pop("hour12" if name == "hour" else "hour", None)

    def padded(self, piece: str, name: str, low: int, high: int) -> None:
        """Two digits, or a space and a digit."""
        self.positions = self.positions + (self._bytes() == ord(" "))
        behind = (self._bytes(-1) == ord(" ")) & (self.positions > self.texts.starts)
        digits = np.where(behind, 1, 2)
        self.number(piece, name, digits, digits, low, high)

    def word(self, piece: str, name: str, *lists: list[str]) -> None:
        """One of some words, in any case; its place in its list is the value."""
        value, size = np.zeros(len(self.ends), np.int64), np.zeros(len(self.ends), np.int64)
        for words in lists:
            for number, word in enumerate(words):
                same = np.full(len(self.ends), bool(word)) & (size == 0)
                for step, letter in enumerate(word.encode()):
                    same &= (self._bytes(step) | 0x20) == letter
                value, size = np.where(same, number, value), np.where(same, len(word), size)
        self._require(size > 0, piece, f"Unable to parse {name}")
        self._keep(name, value)
        self.positions = self.positions + np.where(self.right, size, 0)

    def digits(self, piece: str, most: int, *, right: bool = False) -> None:
        """The digits of a fraction; at the `right` zeros before them may be missing."""
        value, count = self._digits(most)
        self._require(count > 0, piece, "Expected digits of a fraction")
        self.fraction = value, np.full(len(count), most, np.int64) if right else count
        self.positions = self.positions + np.where(self.right, count, 0)

    def zone_offset(self, piece: str, *, limited: bool = False) -> None:
        """+hhmm or -hhmm; if `limited`, of less than a day."""
        sign = self._bytes()
        self._require((sign == ord("+")) | (sign == ord("-")), piece, "Expected an offset")
        self.positions = self.positions + self.right
        value, count = self._digits(4)
        self._require(count == 4, piece, "Expected a time zone offset")
        if limited:
            fits = (value // 100 < 24) & (value % 100 < 60)
            self._require(fits, piece, "the time zone offset is out of range")
        size = value // 100 * 3600 + value % 100 * 60
        self.offset = np.where(sign == ord("-"), -size, size)
        self.positions = self.positions + np.where(self.right, count, 0)

    # --- the answer ---

    def ticks(self, digits: int) -> Numbers:
        """Seconds that a clock shows since 1970, or those of the epoch if there was an offset; with
        so many digits of the fraction."""
        self._require(self.positions == self.ends, "END", "the format input is malformed")
        seconds = self._day() * 86400 + self._hour() * 3600
        seconds += self._value("minute") * 60 + self._value("second")
        if self.offset is not None:
            seconds = seconds - self.offset
        ticks = seconds * 10**digits
        if self.fraction is not None:
            value, count = self.fraction
            ticks += np.where(
                count > digits,
                value // 10 ** np.maximum(count - digits, 0),
                value * 10 ** np.maximum(digits - count, 0),
            )
        return np.asarray(ticks, np.int64)

    def first_error(self) -> Error | None:
        """The error of the first row that is wrong."""
        return None if self.wrong is None else Error(Code.CANNOT_PARSE_DATETIME, self.wrong[1])

    def _value(self, name: str, otherwise: int = 0) -> Numbers:
        found = self.values.get(name)
        return np.full(len(self.ends), otherwise, np.int64) if found is None else found

    def _hour(self) -> Numbers:
        hour, half = self._value("hour"), self._value("half")
        if "hour12" in self.values:
            return np.asarray((self.values["hour12"] % 12 + 12 * (half > 0)) % 24, np.int64)
        return np.asarray((hour + 12 * ((half > 0) & (hour < 12))) % 24, np.int64)

    def _day(self) -> Numbers:
        year = self._year()
        if self.form == "day_of_year":
            days = self.values["day_of_year"]
            fits = _first_of(year, 1) + days <= _first_of(year + 1, 1)
            self._require(fits, "day of year", "the year has fewer days")
            return _first_of(year, 1) + days - 1
        if self.form == "week":  # days that are not of the year are those of the next
            weekday = self._value("weekday", 1)
            week = self.values.get("week_year", year)
            days = (self._value("week", 1) - 1) * 7 + np.where(weekday == 0, 7, weekday)
            return _first_week(week) + days - 1
        month, day = self._value("month", 1), self._value("day", 1)
        first, next_ = _first_of(year, month), _first_of(year, month + 1)
        self._require(first + day <= next_, "day", "the day is not in its month")
        return first + day - 1

    def _year(self) -> Numbers:
        if "year" in self.values:
            return self.values["year"]
        if "year2" in self.values:
            short = self.values["year2"]
            return short + np.where(short >= 70, 1900, 2000)
        if "century" in self.values:
            return self.values["century"] * 100
        return self._value("", 2000 if self.form else 1970)


def _first_of(year: Numbers, month: Numbers | int) -> Numbers:
    """The first day of a month, from 1970 on; the 13th is that of the next year."""
    months = ((year - 1970) * 12 + month - 1).astype("datetime64[M]")
    return np.asarray(months.astype("datetime64[D]").astype(np.int64))


def _first_week(year: Numbers) -> Numbers:
    """The Monday of the week with the 4th of January."""
    fourth = _first_of(year, 1) + 3
    return fourth - (fourth + 3) % 7
