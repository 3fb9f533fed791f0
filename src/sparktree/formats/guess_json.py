"""What the values of JSON look like."""

from __future__ import annotations

import json
import re
from typing import Any

from sparktree.formats.guess import FLAG, FRACTION, NULL, TEXT, Guess, Kind, Rules, whole_number
from sparktree.formats.guess_moment import guess_moment

_NUMBER = re.compile(r"-?\d+(\.\d*)?([eE][+-]?\d+)?")


class Pairs(list[tuple[str, Any]]):
    """The keys and values of an object, as they stand there."""


DECODER = json.JSONDecoder(object_pairs_hook=Pairs, strict=False)


def guess_json_text(text: str, rules: Rules) -> Guess:
    """A text that is one value; one that is none is a text."""
    try:
        return guess_json(DECODER.decode(text.strip()), rules)
    except ValueError:
        return TEXT


def guess_json(value: Any, rules: Rules) -> Guess:
    """A parsed value; objects are Pairs."""
    if value is None:
        return NULL
    if isinstance(value, bool):
        return FLAG
    if isinstance(value, int):
        return whole_number(value, rules.settings) or TEXT
    if isinstance(value, float):
        return FRACTION
    if isinstance(value, str):
        return _string(value, rules)
    if isinstance(value, Pairs):
        return _object(value, rules)
    return _array([guess_json(item, rules) for item in value], rules)


def _string(text: str, rules: Rules) -> Guess:
    moment = guess_moment(text, rules.settings)
    if moment is not None:
        return moment
    if rules.settings.input_format_json_try_infer_numbers_from_strings:
        match = _NUMBER.fullmatch(text)
        if match is not None:
            is_whole = match.group(1) is None and match.group(2) is None
            number = whole_number(int(text), rules.settings) if is_whole else FRACTION
            return number or TEXT
    return TEXT


def _array(items: list[Guess], rules: Rules) -> Guess:
    """An array; of values that have nothing in common, texts, since there is no type Dynamic."""
    found = rules.common(items)
    if found is not None:
        return Guess(Kind.ARRAY, (found,))
    if rules.settings.input_format_json_infer_array_of_dynamic_from_array_of_different_types:
        return Guess(Kind.ARRAY, (TEXT,))
    return Guess(Kind.TUPLE, tuple(items))


def _object(pairs: Pairs, rules: Rules) -> Guess:
    settings = rules.settings
    fields = {name: guess_json(value, rules) for name, value in pairs}
    if settings.input_format_json_try_infer_named_tuples_from_objects:
        return Guess(Kind.OBJECT, tuple(fields.values()), tuple(fields))
    if settings.input_format_json_read_objects_as_strings and fields:
        return TEXT
    values = rules.common(fields.values())
    return Guess(Kind.MAP, (TEXT, values if values is not None else TEXT))
