"""Moments in any usual notation: ClickHouse's best effort, a scan of digits and words."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sparktree.errors import Code, Error
from sparktree.types.base import Type
from sparktree.types.moments import epoch_of
from sparktree.types.reading import failure

_DIGITS = re.compile(r"[0-9]{1,19}")
_WORD = re.compile(r"[A-Za-z]+")
MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september",
           "october", "november", "december")  # fmt: skip
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
ZONE_HOURS = {"utc": 0, "gmt": 0, "msk": 3, "msd": 4}
# Lengths of seconds of the epoch, and of thousandths, millionths and billionths.
STAMPS = (9, 10, 13, 16, 19)
_SECOND_DIGITS = 10
_ENDS_AFTER_YEAR = frozenset(",;'\"")
_DATE_DELIMITERS = "/.-"
_STRICT_DELIMITERS = "/-:"


@dataclass(frozen=True, slots=True)
class ParsedMoment:
    """Seconds of the epoch, the digits of the fraction, and where the moment ended."""

    seconds: int
    fraction: str
    end: int


def best_effort(
    text: str,
    type_: Type,
    zone: str,
    *,
    fractions: bool,
    us_style: bool = False,
    strict: bool = False,
) -> ParsedMoment:
    """The moment that the text begins with; a `strict` one looks like nothing but a moment."""
    scan = _Scan(text, type_, fractions=fractions, us_style=us_style, strict=strict)
    scan.run()
    return scan.stamp or scan.parsed(zone)


@dataclass(slots=True)
class _Scan:
    """What was seen so far; 0 stands for a part of the date that has not been seen."""

    text: str
    type_: Type
    fractions: bool
    us_style: bool
    strict: bool = False  # a whole date, with signs between its parts
    position: int = 0
    year: int = 0
    month: int = 0
    day: int = 0
    clock: list[int] = field(default_factory=lambda: [0, 0, 0])
    has_time: bool = False
    fraction: str | None = None
    has_offset: bool = False
    offset: list[int] = field(default_factory=lambda: [0, 0])  # hours and minutes, of all together
    behind_utc: bool = False
    half: str = ""
    comma: bool = False
    stamp: ParsedMoment | None = None

    def fail(self, message: str) -> Error:
        return failure(Code.CANNOT_PARSE_DATETIME, f"Cannot read DateTime: {message}", self.type_)

    def peek(self) -> str:
        return self.text[self.position : self.position + 1]

    def take(self, character: str) -> bool:
        if self.peek() == character and character:
            self.position += 1
            return True
        return False

    def digits(self) -> str:
        match = _DIGITS.match(self.text, self.position)
        if match is None:
            return ""
        self.position = match.end()
        return match.group()

    def short_number(self, after: str) -> int:
        """One or two digits that must follow."""
        digits = self.digits()
        if len(digits) not in (1, 2):
            raise self.fail(f"unexpected number of decimal digits after {after}: {len(digits)}")
        return int(digits)

    def unix_timestamp(self, digits: str) -> None:
        """Seconds of the epoch, with or without a fraction."""
        fraction = digits[_SECOND_DIGITS:]
        if not fraction and self.fractions and self.take("."):
            fraction = self.digits()
        self.stamp = ParsedMoment(int(digits[:_SECOND_DIGITS]), fraction, self.position)

    def run(self) -> None:
        while self.position < len(self.text):
            if bool(self.year) != self.has_time and self.take(","):
                self.comma = True
                if self.position == len(self.text):
                    break
            digits = self.digits() if not self.year or not self.has_time else ""
            if digits:
                if not self.number(digits):
                    break
            elif not self.sign():
                break

    def number(self, digits: str) -> bool:
        """A run of digits, by its length; False where the moment ends."""
        size = len(digits)
        if size in STAMPS and not self.year and not self.has_time and not self.strict:
            self.unix_timestamp(digits)
            return False
        if self.strict and size in (6, 8, 14):
            raise self.fail("the parts of a date or a time are not apart")
        if size == 14 and not self.year and not self.has_time:
            self.whole_date(digits)
            self.whole_clock(digits[8:])
        elif size == 8 and not self.year:
            self.whole_date(digits)
        elif size == 6:
            self.six(digits)
        elif size == 4 and not self.year:
            return self.from_year(int(digits))
        elif size in (1, 2):
            self.short(int(digits))
        else:
            raise self.fail(f"unexpected number of decimal digits: {size}")
        return True

    def whole_date(self, digits: str) -> None:
        self.year, self.month, self.day = int(digits[:4]), int(digits[4:6]), int(digits[6:8])

    def whole_clock(self, digits: str) -> None:
        self.clock = [int(digits[:2]), int(digits[2:4]), int(digits[4:6])]
        self.has_time = True

    def six(self, digits: str) -> None:
        if not self.year and not self.month:
            self.year, self.month = int(digits[:4]), int(digits[4:])
        elif not self.has_time:
            self.whole_clock(digits)
        else:
            raise self.fail("ambiguous 6 digits, it can be YYYYMM or hhmmss")

    def from_year(self, year: int) -> bool:
        """YYYY, and month and day if the same sign goes before each."""
        self.year = year
        delimiter = self.peek()
        if not delimiter:
            return True
        if delimiter < " " or delimiter in _ENDS_AFTER_YEAR or not delimiter.isascii():
            return False
        if self.month:
            return True
        self.position += 1
        digits = self.digits()
        if len(digits) not in (1, 2):
            if delimiter == " " and not (digits and self.strict):
                return True
            raise self.fail(f"unexpected number of decimal digits after year: {len(digits)}")
        if self.strict and delimiter not in _STRICT_DELIMITERS:
            raise self.fail(f"unexpected sign after year: {delimiter}")
        self.month = int(digits)
        if not self.day and self.take(delimiter):
            digits = self.digits()
            if len(digits) not in (1, 2):
                if delimiter == " " and not (digits and self.strict):
                    return True
                what = "unexpected number of decimal digits after year and month"
                raise self.fail(f"{what}: {len(digits)}")
            self.day = int(digits)
        return True

    def short(self, number: int) -> None:
        """An hour before a colon, a day before a date's sign, else a day and then an hour."""
        if self.take(":"):
            self.from_hour(number)
        elif self.take(","):
            if self.month and not self.day:
                self.day = number
        elif self.takes_delimiter():
            self.from_day(number)
        elif self.day:
            self.clock[0] = number
        else:
            self.day = number

    def takes_delimiter(self) -> bool:
        """Go over a sign between the parts of a date."""
        signs = _STRICT_DELIMITERS if self.strict else _DATE_DELIMITERS
        return bool(self.peek()) and self.peek() in signs and self.take(self.peek())

    def from_hour(self, hour: int) -> None:
        if self.has_time:
            raise self.fail("time component is duplicated")
        self.has_time = True
        self.clock = [hour, self.short_number("hour"), 0]
        if self.take(":"):
            self.clock[2] = self.short_number("hour and minute")

    def from_day(self, number: int) -> None:
        """DD/MM/YYYY and its relatives; MM/DD/YYYY in the style of the US."""
        if self.day:
            raise self.fail("day of month is duplicated")
        if self.month:
            raise self.fail("month is duplicated")
        if self.us_style:
            self.month, self.day = number, self.short_number("month")
        else:
            self.day, self.month = number, self.month_after_day()
        if self.month > 12:
            self.month, self.day = self.day, self.month
        if self.takes_delimiter():
            self.last_year()

    def month_after_day(self) -> int:
        if not _WORD.match(self.text, self.position):
            return self.short_number("day of month")
        word = self.word()
        if len(word) < 3:
            what = "unexpected number of alphabetical characters after day of month"
            raise self.fail(f"{what}: {len(word)}")
        month = _named(word, MONTHS)
        if not month:
            raise self.fail(
                "alphabetical characters after day of month don't look like month: " + word[:3]
            )
        return month

    def last_year(self) -> None:
        if self.year:
            raise self.fail("year component is duplicated")
        digits = self.digits()
        if len(digits) not in (2, 4):
            what = "unexpected number of decimal digits after day of month and month"
            raise self.fail(f"{what}: {len(digits)}")
        self.year = int(digits)
        if len(digits) == 2:
            self.year += 1900 if self.year >= 70 else 2000

    def sign(self) -> bool:
        """Anything but a digit; False where the moment ends."""
        character = self.peek()
        if character == " " or (character == "T" and self.year and not self.has_time):
            self.position += 1
        elif character == "Z":
            self.position += 1
            self.has_offset = True
        elif character == ".":
            self.position += 1
            self.after_point()
        elif character in "+-":
            self.position += 1
            self.after_plus(character == "-")
        elif _WORD.match(character):
            self.name(self.word())
        else:
            return False
        return True

    def after_point(self) -> None:
        if not self.has_time:
            raise self.fail("unexpected point symbol")
        if self.fraction is not None:
            raise self.fail("duplicate fractional part")
        self.fraction = self.digits()

    def after_plus(self, minus: bool) -> None:
        """hhmmss after a whole date, otherwise the offset of a time zone."""
        digits = self.digits()
        if len(digits) == 6 and not self.has_time and self.year and self.month and self.day:
            self.whole_clock(digits)
            return
        if not 1 <= len(digits) <= 4:
            what = "unexpected number of decimal digits for time zone offset"
            raise self.fail(f"{what}: {len(digits)}")
        split = len(digits) - 2 if len(digits) > 2 else len(digits)
        hours, minutes = int(digits[:split]), int(digits[split:] or "0")
        if len(digits) < 3 and self.take(":"):
            minutes = self.zone_minutes()
        self.has_offset, self.behind_utc = True, self.behind_utc or minus
        self.offset = [self.offset[0] + hours, self.offset[1] + minutes]

    def zone_minutes(self) -> int:
        digits = self.digits()
        if len(digits) not in (1, 2):
            what = "unexpected number of decimal digits for time zone offset in minutes"
            raise self.fail(f"{what}: {len(digits)}")
        return int(digits)

    def word(self) -> str:
        match = _WORD.match(self.text, self.position)
        assert match is not None
        self.position = match.end()
        return match.group().lower()

    def name(self, word: str) -> None:
        """A month, a weekday, a time zone, AM or PM."""
        if len(word) == 1:
            raise self.fail("unexpected alphabetical character")
        if word in ("am", "pm"):
            self.half = word
        elif month := _named(word, MONTHS):
            self.month = month
        elif word in ZONE_HOURS:
            self.has_offset = True
            self.offset[0] = ZONE_HOURS[word] or self.offset[0]
        elif _named(word, DAYS):
            self.take(",")
        else:
            raise self.fail("unexpected word")

    def parsed(self, zone: str) -> ParsedMoment:
        if self.comma and not (self.has_time and self.year and self.month and self.day):
            raise self.fail("unexpected word after Date")
        if not (self.year or self.month or self.day or self.has_time):
            raise self.fail("neither Date nor Time was parsed successfully")
        if self.strict and not (self.year and self.month and self.day):
            raise self.fail("the date is not whole")
        month, day = self.month or 1, self.day or 1
        year = self.year or _recent_year(month, day)
        if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(year, month)[1]:
            raise self.fail(f"unexpected date: {year}-{month}-{day}")
        second = self.hour() * 3600 + self.clock[1] * 60 + self.clock[2]
        if self.has_offset:
            offset = self.offset[0] * 3600 + self.offset[1] * 60
            seconds = epoch_of(year, month, day, second, "UTC")
            seconds += offset if self.behind_utc else -offset
        else:
            seconds = epoch_of(year, month, day, second, zone)
        return ParsedMoment(seconds, self.fraction or "", self.position)

    def hour(self) -> int:
        hour = self.clock[0]
        if self.half == "am" and hour == 12:
            return 0
        return hour + 12 if self.half == "pm" and hour < 12 else hour


def _named(word: str, names: tuple[str, ...]) -> int:
    """The number of a name, whole or by its first three letters; 0 if it is none."""
    for number, name in enumerate(names, 1):
        if word in (name, name[:3]):
            return number
    return 0


def _recent_year(month: int, day: int) -> int:
    """A date without a year is not in the future."""
    today = datetime.now(UTC)
    return today.year if (month, day) <= (today.month, today.day) else today.year - 1
