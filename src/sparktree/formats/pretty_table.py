"""A table of texts drawn with lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum as PythonEnum

from sparktree.formats.options import FormatSettings
from sparktree.formats.readable import number_tip
from sparktree.functions.strings.text_width import cut_to_width, text_width
from sparktree.types.base import Type


class Style(PythonEnum):
    """How many lines there are."""

    FULL = "full"
    COMPACT = "compact"
    SPACE = "space"


@dataclass(frozen=True, slots=True)
class Column:
    """A column's name and texts, and how wide it is drawn."""

    name: str
    name_width: int
    type: Type
    values: list[str]
    width: int
    right: bool


@dataclass(frozen=True, slots=True)
class Table:
    """Columns; `gap` is the shown row before which rows were left out."""

    columns: list[Column]
    total: int
    number_width: int
    gap: int | None


# Left end, line, crossing, right end.
_UTF8 = {
    "head_top": "┏━┳┓",
    "head_bottom": "┡━╇┩",
    "between": "├─┼┤",
    "bottom": "└─┴┘",
    "foot_top": "┢━╈┪",
    "foot_bottom": "┗━┻┛",
    "names_top": "┌─┬┐",
}
_ASCII = dict.fromkeys(_UTF8, "+-++")
_GRAY, _RED, _BOLD, _RESET = "\033[90m", "\033[31;1m", "\033[1m", "\033[0m"


def draw(table: Table, style: Style, settings: FormatSettings, *, color: bool) -> str:
    """The whole table as text."""
    return "".join(_Drawing(table, style, settings, color).lines())


@dataclass(frozen=True, slots=True)
class _Drawing:
    table: Table
    style: Style
    settings: FormatSettings
    color: bool

    @property
    def unicode(self) -> bool:
        return self.settings.output_format_pretty_grid_charset == "UTF-8"

    @property
    def blank(self) -> str:
        numbers = self.settings.output_format_pretty_row_numbers
        return " " * self.table.number_width if numbers else ""

    def colored(self, code: str, text: str) -> str:
        return f"{code}{text}{_RESET}" if self.color else text

    def grid(self, name: str) -> tuple[str, ...]:
        return tuple((_UTF8 if self.unicode else _ASCII)[name])

    def rule(self, name: str) -> str:
        """A horizontal line."""
        left, line, cross, right = self.grid(name)
        spans = (line * (column.width + 2) for column in self.table.columns)
        return f"{self.blank}{left}{cross.join(spans)}{right}\n"

    def lines(self) -> Iterator[str]:
        yield from self.head()
        for row in range(len(self.table.columns[0].values)):
            if row == self.table.gap:
                yield self.separator() + self.filler()
            if row:
                yield self.separator()
            yield from self.row(row)
        yield from self.foot()

    def separator(self) -> str:
        return self.rule("between") if self.style is Style.FULL else ""

    def head(self) -> Iterator[str]:
        if self.style is Style.FULL:
            yield self.rule("head_top")
        yield self.names("names_top")
        if self.style is Style.FULL:
            yield self.rule("head_bottom")
        elif self.style is Style.SPACE:
            yield "\n"

    def foot(self) -> Iterator[str]:
        settings = self.settings
        named = (
            settings.output_format_pretty_display_footer_column_names
            and self.table.total
            >= settings.output_format_pretty_display_footer_column_names_min_rows
        )
        if not named:
            yield self.rule("bottom") if self.style is not Style.SPACE else ""
        elif self.style is Style.FULL:
            yield self.rule("foot_top") + self.names("") + self.rule("foot_bottom")
        elif self.style is Style.COMPACT:
            yield self.names("bottom")
        else:
            yield "\n" + self.names("") + "\n"

    def names(self, rule: str) -> str:
        """The line of names; in the compact style it is a rule as well."""
        if self.style is Style.COMPACT:
            left, line, cross, right = self.grid(rule)
            begin, between, end, fill = left + line, line + cross + line, line + right, line
        elif self.style is Style.FULL:
            bar = "┃" if self.unicode else "|"
            begin, between, end, fill = f"{bar} ", f" {bar} ", f" {bar}", " "
        else:
            begin, between, end, fill = " ", "   ", "", " "
        shown = []
        for column in self.table.columns:
            padding = fill * (column.width - column.name_width)
            name = self.colored(_BOLD, column.name)
            shown.append(padding + name if column.right else name + padding)
        return f"{self.blank}{begin}{between.join(shown)}{end}\n"

    def filler(self) -> str:
        size = sum(column.width + 3 for column in self.table.columns)
        size += -2 if self.style is Style.SPACE else 1
        bar = "─" if self.unicode else "-"
        return self.blank + "".join(" " if i % 2 else bar for i in range(size)) + "\n"

    def row(self, row: int) -> Iterator[str]:
        """The lines of one row: as many as its longest value has."""
        parts = [self.parts(column.values[row]) for column in self.table.columns]
        height = max(len(part) for part in parts)
        for line in range(height):
            yield self.number(row) if line == 0 else self.blank
            yield self.row_line(parts, line, row)

    def parts(self, value: str) -> list[str]:
        """The lines of a value, each with its newline; nothing follows a newline at the end."""
        if not self.settings.output_format_pretty_multiline_fields:
            return [value]
        parts = [part + "\n" for part in value.split("\n")]
        parts[-1] = parts[-1][:-1]
        return parts[:-1] if len(parts) > 1 and not parts[-1] else parts

    def number(self, row: int) -> str:
        if not self.settings.output_format_pretty_row_numbers:
            return ""
        hidden = self.table.total - len(self.table.columns[0].values)
        late = self.table.gap is not None and row >= self.table.gap
        text = f"{row + 1 + (hidden if late else 0)}. "
        return " " * (self.table.number_width - len(text)) + self.colored(_GRAY, text)

    def row_line(self, parts: list[list[str]], line: int, row: int) -> str:
        bar = "" if self.style is Style.SPACE else ("│" if self.unicode else "|")
        between = bar or " "
        cells = (
            self.cell(column, part, line)
            for column, part in zip(self.table.columns, parts, strict=True)
        )
        return f"{bar}{between.join(cells)}{bar}{self.tip(row)}\n"

    def tip(self, row: int) -> str:
        if len(self.table.columns) != 1:
            return ""
        only = self.table.columns[0]
        threshold = self.settings.output_format_pretty_single_large_number_tip_threshold
        tip = number_tip(only.type, only.values[row], threshold)
        return self.colored(_GRAY, tip) if tip else ""

    def cell(self, column: Column, part: list[str], line: int) -> str:
        """One line of a value between two spaces, or the signs of a broken line."""
        text = part[line] if line < len(part) else ""
        broken = self.settings.output_format_pretty_multiline_fields and text.endswith("\n")
        text = text[:-1] if broken else text
        prefix = self.table.number_width + (1 if self.style is Style.SPACE else 2)
        width = text_width(text, prefix)
        limit, is_cut = self.cut_limit(), False
        if limit and width > limit:
            text, is_cut, width = cut_to_width(text, limit), True, limit
            text += self.colored(_RED, "⋯" if self.unicode else "~")
        padding = " " * max(column.width - width, 0)
        padded = padding + text if column.right else text + padding
        continued = 0 < line < len(part)
        begin = self.colored(_GRAY, "↳" if self.unicode else ">") if continued else " "
        if broken:
            return begin + padded + self.colored(_GRAY, "↴" if self.unicode else "\\")
        return begin + padded + ("" if is_cut else " ")

    def cut_limit(self) -> int:
        single = self.table.total == 1 and len(self.table.columns) == 1
        settings = self.settings
        if single and not settings.output_format_pretty_max_value_width_apply_for_single_value:
            return 0
        return settings.output_format_pretty_max_value_width
