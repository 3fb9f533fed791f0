"""What all JSON formats share."""

from __future__ import annotations

import re

from sparktree.formats.options import FormatOptions, Header
from sparktree.formats.render import column, fields
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.types.string_text import json_quoted
from sparktree.types.to_text import Mode, null_text, to_text

_ESCAPES = {
    "\\": "\\\\",
    '"': '\\"',
    "\n": "\\n",
    "\t": "\\t",
    "\r": "\\r",
    "\b": "\\b",
    "\f": "\\f",
}
_SPECIAL = re.compile(r'[\x00-\x1f"\\/\u2028\u2029]')


def json_text(text: str, options: FormatOptions) -> str:
    """A name as a JSON string."""
    slash = "\\/" if options.settings.output_format_json_escape_forward_slashes else "/"

    def escape(match: re.Match[str]) -> str:
        character = match.group()
        if character == "/":
            return slash
        return _ESCAPES.get(character, f"\\u{ord(character):04X}")

    return f'"{_SPECIAL.sub(escape, text)}"'


def json_values(header: Header, strings: bool, options: FormatOptions) -> list[Sql]:
    """Each column as JSON, or as a JSON string of its text."""
    if not strings:
        return fields(header, Mode.JSON, options)
    null = sql.string(null_text(Mode.PLAIN, options.settings))
    values = []
    for number, (_, type_) in enumerate(header):
        text = to_text(type_, column(number), Mode.PLAIN, options.settings)
        shown = sql.coalesce(text, null) if type_.nullable else text
        values.append(json_quoted(shown, options.settings))
    return values
