"""Moments of whole arrays in any usual notation: `best_effort.py` for all texts at once.

Each step of the scan takes a number, a sign or a word of every text that has more of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from sparktree.types.best_effort import DAYS, MONTHS, STAMPS, ZONE_HOURS
from sparktree.types.reading_arrays import Flags, Numbers
from sparktree.types.text_pieces import Column, bytes_in
from sparktree.types.zone_clocks import epochs_of

_LONGEST = 19  # digits that are looked at as one number
_SECOND_DIGITS = 10  # of a number that has a fraction of the second behind them
_BEYOND = 32  # bytes behind the last text, for reading past its end
_LETTERS = 9  # of the longest word
_MONTH, _HALF, _ZONE, _WEEKDAY, _UNKNOWN = range(5)
_AM, _PM = 1, 2


def _code(word: str) -> int:
    code = 0
    for letter in word:
        code = code * 27 + ord(letter) - ord("a") + 1
    return code


def _words() -> tuple[Numbers, Numbers, Numbers]:
    """The codes of known words in their order, what they are and what they tell."""
    known = {"am": (_HALF, _AM), "pm": (_HALF, _PM)}
    known |= {word: (_ZONE, hours) for word, hours in ZONE_HOURS.items()}
    for names, kind in ((MONTHS, _MONTH), (DAYS, _WEEKDAY)):
        for number, name in enumerate(names, 1):
            known[name] = known[name[:3]] = (kind, number)
    coded = sorted((_code(word), *meaning) for word, meaning in known.items())
    codes, kinds, values = (np.array(column, np.int64) for column in zip(*coded, strict=True))
    return codes, kinds, values


_CODES, _KINDS, _VALUES = _words()


_DIGIT = bytes_in(b"0123456789")
_LETTER = bytes_in(bytes(range(65, 91)) + bytes(range(97, 123)))
_DELIMITER = bytes_in(b"/.-")
_ENDS_YEAR = bytes_in(bytes(range(32)) + b",;'\"" + bytes(range(128, 256)))


@dataclass(frozen=True, slots=True)
class ParsedMoments:
    """Seconds of the epoch, where the digits of the fractions are, and which texts are moments."""

    seconds: Numbers
    fine: Flags
    data: npt.NDArray[np.uint8]
    fraction_at: Numbers
    fraction_size: Numbers

    def fractions(self, precision: int) -> Numbers:
        """The fractions as ticks; digits beyond the precision are cut."""
        found = np.zeros(len(self.seconds), np.int64)
        for step in range(precision):
            digit = self.data[self.fraction_at + step].astype(np.int64) - ord("0")
            found = found * 10 + np.where(step < self.fraction_size, digit, 0)
        return found

    def ticks(self, precision: int) -> tuple[Numbers, Flags]:
        """Seconds and fractions as one number, and of which texts it has room in 64 bits."""
        least, most = (bound // 10**precision for bound in (-(2**63), 2**63 - 1))
        fits = self.fine & (self.seconds > least) & (self.seconds < most)
        return np.where(fits, self.seconds, 0) * 10**precision + self.fractions(precision), fits


def best_efforts(texts: pa.Array, zone: str, *, fractions: bool, us_style: bool) -> ParsedMoments:
    """The moments of texts without NULLs; a text must be nothing but a moment."""
    column = Column.of(pc.binary_join_element_wise(texts, "", "\0"))
    scan = _Scan(column, fractions=fractions, us_style=us_style)
    scan.run(np.arange(len(texts)))
    seconds = np.where(scan.is_stamp, scan.stamp, scan.parsed(zone))
    fine = (scan.is_stamp | ~scan.failed) & (scan.at == scan.ends)
    return ParsedMoments(seconds, fine, scan.data, scan.fraction_at, scan.fraction_size)


class _Scan:
    """What was seen so far of each text, behind which there is a zero byte; 0 stands for a part of
    a date that has not been seen."""

    def __init__(self, column: Column, *, fractions: bool, us_style: bool) -> None:
        count = len(column.bounds) - 1
        self.fractions, self.us_style = fractions, us_style
        self.data = np.concatenate([column.data, np.zeros(_BEYOND, np.uint8)])
        self.at, self.ends = column.bounds[:-1].copy(), column.bounds[1:] - 1
        self.digit_ends = _run_ends(_DIGIT[self.data])
        self.letter_ends = _run_ends(_LETTER[self.data])
        self.blank_ends = _run_ends(self.data == ord(" "))
        self.year, self.month, self.day = (np.zeros(count, np.int64) for _ in range(3))
        self.hour, self.minute, self.second = (np.zeros(count, np.int64) for _ in range(3))
        self.half, self.offset_hours, self.offset_minutes = (
            np.zeros(count, np.int64) for _ in range(3)
        )
        self.stamp, self.fraction_at = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.fraction_size = np.full(count, -1, np.int64)
        self.has_time, self.has_offset, self.behind_utc, self.comma, self.is_stamp = (
            np.zeros(count, np.bool_) for _ in range(5)
        )
        self.failed, self.ended = np.zeros(count, np.bool_), np.zeros(count, np.bool_)

    # --- what is at the positions of some rows ---

    def peek(self, rows: Numbers) -> npt.NDArray[np.uint8]:
        """The byte at the position, 0 behind the end."""
        return np.asarray(self.data[self.at[rows]])

    def takes(self, rows: Numbers, sign: str) -> Flags:
        """Where the sign is next, going over it."""
        found = self.peek(rows) == ord(sign)
        self.at[rows[found]] += 1
        return np.asarray(found)

    def count(self, rows: Numbers) -> Numbers:
        """How many digits come next."""
        at = self.at[rows]
        return np.asarray(np.minimum(self.digit_ends[at] - at, _LONGEST))

    def number(self, places: Numbers, sizes: Numbers | int) -> Numbers:
        """The number of so many digits somewhere."""
        found = np.zeros(len(places), np.int64)
        for step in range(int(np.max(sizes, initial=0))):
            digit = self.data[places + step].astype(np.int64) - ord("0")
            found = np.where(step < sizes, found * 10 + digit, found)
        return found

    def short(self, rows: Numbers) -> tuple[Numbers, Numbers]:
        """One or two digits that must follow: the rows that have them, and the numbers."""
        sizes = self.count(rows)
        fine = (sizes == 1) | (sizes == 2)
        self.failed[rows[~fine]] = True
        rows, sizes = rows[fine], sizes[fine]
        found = self.number(self.at[rows], sizes)
        self.at[rows] += sizes
        return rows, found

    def word(self, rows: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """The letters that come next: what they are, what they tell, and how many there are."""
        at = self.at[rows]
        sizes = self.letter_ends[at] - at
        codes = np.zeros(len(rows), np.int64)
        for step in range(min(int(sizes.max(initial=0)), _LETTERS)):
            letter = (self.data[at + step] | 32).astype(np.int64) - ord("a") + 1
            codes = np.where(step < sizes, codes * 27 + letter, codes)
        codes[sizes > _LETTERS] = -1
        self.at[rows] += sizes
        places = np.minimum(np.searchsorted(_CODES, codes), len(_CODES) - 1)
        kinds = np.where(_CODES[places] == codes, _KINDS[places], _UNKNOWN)
        return kinds, _VALUES[places], sizes

    # --- the scan ---

    def unix_timestamps(self, rows: Numbers, places: Numbers, sizes: Numbers) -> None:
        """Seconds of the epoch, with or without a fraction."""
        self.is_stamp[rows] = self.ended[rows] = True
        self.stamp[rows] = self.number(places, np.minimum(sizes, _SECOND_DIGITS))
        self.fraction_at[rows] = places + _SECOND_DIGITS
        self.fraction_size[rows] = np.maximum(sizes - _SECOND_DIGITS, 0)
        if self.fractions:
            rows = rows[sizes <= _SECOND_DIGITS]
            self.fraction(rows[self.takes(rows, ".")])

    def fraction(self, rows: Numbers) -> None:
        """The digits behind a point."""
        sizes = self.count(rows)
        self.fraction_at[rows], self.fraction_size[rows] = self.at[rows], sizes
        self.at[rows] += sizes

    def run(self, rows: Numbers) -> None:
        """Scan texts to their ends, or to where their moments end or are wrong."""
        while len(rows := rows[self.goes_on(rows)]):
            awaited = rows[(self.year[rows] != 0) != self.has_time[rows]]
            self.comma[awaited[self.takes(awaited, ",")]] = True
            rows = rows[self.at[rows] < self.ends[rows]]
            whole = (self.year[rows] != 0) & self.has_time[rows]
            sizes = np.where(whole, 0, self.count(rows))
            is_number = sizes > 0
            self.signs(rows[~is_number])
            self.digits(rows[is_number], sizes[is_number])

    def goes_on(self, rows: Numbers) -> Flags:
        """Rows that have more to be scanned."""
        return np.asarray(
            ~self.failed[rows] & ~self.ended[rows] & (self.at[rows] < self.ends[rows])
        )

    def digits(self, rows: Numbers, sizes: Numbers) -> None:
        """Runs of digits, by their lengths."""
        if not len(rows):
            return
        places = self.at[rows]
        self.at[rows] += sizes
        no_year, no_time = self.year[rows] == 0, ~self.has_time[rows]
        stamp = np.isin(sizes, STAMPS) & no_year & no_time
        whole = (sizes == 14) & no_year & no_time
        date, six = whole | ((sizes == 8) & no_year), sizes == 6
        year, short = (sizes == 4) & no_year, sizes <= 2
        self.failed[rows[~(stamp | date | six | year | short)]] = True
        self.unix_timestamps(rows[stamp], places[stamp], sizes[stamp])
        self.whole_dates(rows[date], places[date])
        self.whole_clocks(rows[whole], places[whole] + 8)
        self.sixes(rows[six], places[six])
        self.from_years(rows[year], places[year])
        self.shorts(rows[short], self.number(places[short], sizes[short]))

    def whole_dates(self, rows: Numbers, places: Numbers) -> None:
        """YYYYMMDD."""
        self.year[rows], self.month[rows] = self.number(places, 4), self.number(places + 4, 2)
        self.day[rows] = self.number(places + 6, 2)

    def whole_clocks(self, rows: Numbers, places: Numbers) -> None:
        """hhmmss."""
        self.hour[rows], self.minute[rows] = self.number(places, 2), self.number(places + 2, 2)
        self.second[rows] = self.number(places + 4, 2)
        self.has_time[rows] = True

    def sixes(self, rows: Numbers, places: Numbers) -> None:
        """YYYYMM or hhmmss."""
        date = (self.year[rows] == 0) & (self.month[rows] == 0)
        clock = ~date & ~self.has_time[rows]
        self.failed[rows[~date & ~clock]] = True
        self.year[rows[date]] = self.number(places[date], 4)
        self.month[rows[date]] = self.number(places[date] + 4, 2)
        self.whole_clocks(rows[clock], places[clock])

    def from_years(self, rows: Numbers, places: Numbers) -> None:
        """YYYY, and month and day if the same sign goes before each."""
        self.year[rows] = self.number(places, 4)
        rows = rows[self.at[rows] < self.ends[rows]]
        delimiters = self.peek(rows)
        ends = _ENDS_YEAR[delimiters]
        self.ended[rows[ends]] = True
        more = ~ends & (self.month[rows] == 0)
        rows, delimiters = rows[more], delimiters[more]
        if not len(rows):
            return
        self.at[rows] += 1
        other = self.other_numbers(rows, delimiters)
        rows, delimiters = rows[~other], delimiters[~other]
        fine, months = self.short(rows)
        self.month[fine] = months
        kept = ~self.failed[rows]
        rows, delimiters = rows[kept], delimiters[kept]
        again = (self.day[rows] == 0) & (self.peek(rows) == delimiters)
        rows, delimiters = rows[again], delimiters[again]
        self.at[rows] += 1
        rows, days = self.short(rows[~self.other_numbers(rows, delimiters)])
        self.day[rows] = days

    def other_numbers(self, rows: Numbers, delimiters: npt.NDArray[np.uint8]) -> Flags:
        """Where no month or day follows a blank; digits of another number are gone over."""
        sizes = self.count(rows)
        other = (delimiters == ord(" ")) & (sizes != 1) & (sizes != 2)
        self.at[rows[other]] += sizes[other]
        return np.asarray(other)

    def shorts(self, rows: Numbers, found: Numbers) -> None:
        """An hour before a colon, a day before a date's sign, else a day and then an hour."""
        if not len(rows):
            return
        signs = self.peek(rows)
        colon, comma = signs == ord(":"), signs == ord(",")
        delimiter = _DELIMITER[signs]
        self.at[rows[colon | comma | delimiter]] += 1
        plain = ~(colon | comma | delimiter)
        has_day = self.day[rows] != 0
        awaited = comma & (self.month[rows] != 0) & ~has_day
        hours = plain & has_day
        self.hour[rows[hours]] = found[hours]
        days = awaited | (plain & ~has_day)
        self.day[rows[days]] = found[days]
        self.from_hours(rows[colon], found[colon])
        self.from_days(rows[delimiter], found[delimiter])

    def from_hours(self, rows: Numbers, hours: Numbers) -> None:
        """hh:mm or hh:mm:ss."""
        again = self.has_time[rows]
        self.failed[rows[again]] = True
        rows, hours = rows[~again], hours[~again]
        self.has_time[rows] = True
        self.hour[rows], self.second[rows] = hours, 0
        rows, minutes = self.short(rows)
        self.minute[rows] = minutes
        rows, seconds = self.short(rows[self.takes(rows, ":")])
        self.second[rows] = seconds

    def from_days(self, rows: Numbers, found: Numbers) -> None:
        """DD/MM/YYYY and its relatives; MM/DD/YYYY in the style of the US."""
        again = (self.day[rows] != 0) | (self.month[rows] != 0)
        self.failed[rows[again]] = True
        rows, found = rows[~again], found[~again]
        if self.us_style:
            self.month[rows] = found
            fine, second = self.short(rows)
            self.day[fine] = second
        else:
            self.day[rows] = found
            fine = self.months_after_days(rows)
        swapped = fine[self.month[fine] > 12]
        self.month[swapped], self.day[swapped] = self.day[swapped], self.month[swapped]
        more = fine[_DELIMITER[self.peek(fine)]]
        self.at[more] += 1
        self.last_years(more)

    def months_after_days(self, rows: Numbers) -> Numbers:
        """The rows in which a month follows, by its number or its name."""
        named = _LETTER[self.peek(rows)]
        fine, months = self.short(rows[~named])
        self.month[fine] = months
        rows = rows[named]
        kinds, values, _ = self.word(rows)
        known = kinds == _MONTH
        self.failed[rows[~known]] = True
        self.month[rows[known]] = values[known]
        return np.concatenate([fine, rows[known]])

    def last_years(self, rows: Numbers) -> None:
        """Two or four digits."""
        sizes = self.count(rows)
        fine = (self.year[rows] == 0) & ((sizes == 2) | (sizes == 4))
        self.failed[rows[~fine]] = True
        rows, sizes = rows[fine], sizes[fine]
        years = self.number(self.at[rows], sizes)
        self.at[rows] += sizes
        century = np.where(years >= 70, 1900, 2000)
        self.year[rows] = np.where(sizes == 2, years + century, years)

    def signs(self, rows: Numbers) -> None:
        """Anything but digits."""
        if not len(rows):
            return
        signs = self.peek(rows)
        behind_date = (self.year[rows] != 0) & ~self.has_time[rows]
        blank = (signs == ord(" ")) | ((signs == ord("T")) & behind_date)
        utc, point = signs == ord("Z"), signs == ord(".")
        plus = (signs == ord("+")) | (signs == ord("-"))
        letters = _LETTER[signs] & ~blank & ~utc
        stepped = blank | utc | point | plus
        self.at[rows[stepped]] += 1
        self.at[rows[blank]] = self.blank_ends[self.at[rows[blank]]]
        self.has_offset[rows[utc]] = True
        self.after_points(rows[point])
        self.after_pluses(rows[plus], signs[plus] == ord("-"))
        self.names(rows[letters])
        self.ended[rows[~stepped & ~letters]] = True

    def after_points(self, rows: Numbers) -> None:
        """The fraction of a second."""
        wrong = ~self.has_time[rows] | (self.fraction_size[rows] >= 0)
        self.failed[rows[wrong]] = True
        self.fraction(rows[~wrong])

    def after_pluses(self, rows: Numbers, minus: Flags) -> None:
        """hhmmss after a whole date, otherwise the offset of a time zone."""
        if not len(rows):
            return
        sizes, places = self.count(rows), self.at[rows]
        self.at[rows] += sizes
        date = (self.year[rows] != 0) & (self.month[rows] != 0) & (self.day[rows] != 0)
        clock = (sizes == 6) & ~self.has_time[rows] & date
        self.whole_clocks(rows[clock], places[clock])
        fine = (sizes >= 1) & (sizes <= 4)
        self.failed[rows[~fine & ~clock]] = True
        rows, minus, sizes, places = rows[fine], minus[fine], sizes[fine], places[fine]
        split = np.where(sizes > 2, sizes - 2, sizes)
        hours, minutes = self.number(places, split), self.number(places + split, sizes - split)
        colon = sizes < 3
        colon[colon] = self.takes(rows[colon], ":")
        with_minutes, found = self.short(rows[colon])
        self.has_offset[rows] = True
        self.behind_utc[rows] |= minus
        self.offset_hours[rows] += hours
        self.offset_minutes[rows] += minutes
        self.offset_minutes[with_minutes] += found

    def names(self, rows: Numbers) -> None:
        """Months, weekdays, time zones, AM or PM."""
        if not len(rows):
            return
        kinds, values, _ = self.word(rows)
        self.failed[rows[kinds == _UNKNOWN]] = True
        for kind, part in ((_MONTH, self.month), (_HALF, self.half)):
            part[rows[kinds == kind]] = values[kinds == kind]
        self.has_offset[rows[kinds == _ZONE]] = True
        elsewhere = (kinds == _ZONE) & (values > 0)
        self.offset_hours[rows[elsewhere]] = values[elsewhere]
        self.takes(rows[kinds == _WEEKDAY], ",")

    def parsed(self, zone: str) -> Numbers:
        """Seconds of the epoch; what is no moment has failed."""
        year, month, day = self.year, np.maximum(self.month, 1), np.maximum(self.day, 1)
        date = (self.year != 0) & (self.month != 0) & (self.day != 0)
        something = (self.year != 0) | (self.month != 0) | (self.day != 0) | self.has_time
        self.failed |= (self.comma & ~(self.has_time & date)) | ~something
        year = np.where(year == 0, _recent_years(month, day), year)
        self.failed |= month > 12
        months = ((year - 1970) * 12 + np.minimum(month, 12) - 1).astype("M8[M]")
        first, following = (m.astype("M8[D]").astype(np.int64) for m in (months, months + 1))
        self.failed |= day > following - first
        hour = np.where((self.half == _AM) & (self.hour == 12), 0, self.hour)
        hour += 12 * ((self.half == _PM) & (self.hour < 12))
        days, second = first + day - 1, hour * 3600 + self.minute * 60 + self.second
        offset = self.offset_hours * 3600 + self.offset_minutes * 60
        shown = days * 86400 + second + np.where(self.behind_utc, offset, -offset)
        if self.has_offset.all():
            return np.asarray(shown)
        return np.where(self.has_offset, shown, epochs_of(days, second, zone))


def _run_ends(flags: Flags) -> Numbers:
    """Where the run of flags that a byte is in ends, or the byte itself."""
    stops = np.where(flags, len(flags), np.arange(len(flags)))
    return np.asarray(np.minimum.accumulate(stops[::-1])[::-1])


def _recent_years(months: Numbers, days: Numbers) -> Numbers:
    """Dates without a year are not in the future."""
    today = datetime.now(UTC)
    past = (months < today.month) | ((months == today.month) & (days <= today.day))
    return np.where(past, today.year, today.year - 1)
