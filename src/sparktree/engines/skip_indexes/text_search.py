"""ngrambf_v1, tokenbf_v1 and text: searches in text as the tokens that a match must hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sparktree.engines.keys.condition import Condition
from sparktree.engines.skip_indexes import needles
from sparktree.engines.skip_indexes.kind import Question
from sparktree.engines.skip_indexes.needles import Segment
from sparktree.engines.skip_indexes.probes import ACCEPTED, Probe, all_of, any_of, sides
from sparktree.engines.skip_indexes.stored import elements
from sparktree.kernel.text import has_escapes
from sparktree.planner.expr import Call, Expr, InSet, is_constant
from sparktree.planner.lower import fold
from sparktree.types import Array, FixedString, String

Cut = Callable[[Sequence[Segment]], Any]  # the needles of text pieces; empty if there are none

_SEARCHES: dict[str, Callable[[str], list[Segment]]] = {
    "like": needles.of_like,
    "notLike": needles.of_like,
    "match": needles.of_match,
    "startsWith": lambda text: [Segment(text.encode(), at_start=True)],
    "endsWith": lambda text: [Segment(text.encode(), at_end=True)],
    "equals": needles.whole,
    "notEquals": needles.whole,
    "hasToken": needles.whole,
    "hasTokenOrNull": needles.whole,
    "hasTokenCaseInsensitive": lambda text: needles.whole(text.lower()),
    "hasTokenCaseInsensitiveOrNull": lambda text: needles.whole(text.lower()),
}
_LOWERED = ("hasTokenCaseInsensitive", "hasTokenCaseInsensitiveOrNull")


@dataclass(frozen=True, slots=True)
class TextMatcher:
    """Understands the functions that a kind of index is meant for."""

    question: Question
    functions: frozenset[str]
    cut: Cut

    def call(self, call: Call, negated: bool) -> Condition | None:
        """A search in one of the index's expressions."""
        name = call.function.name
        if name not in self.functions:
            return None
        if name in ("has", "hasAny", "hasAll", "mapContainsKey", "mapContainsValue"):
            found = self._elements(call, name)
        elif name in ("multiSearchAny", "hasAnyTokens", "hasAllTokens"):
            found = self._several(call, name)
        elif name in ("equals", "notEquals") and self._map_element(call) is not None:
            found = self._map_element(call)
        else:
            found = self._single(call, name)
        turned = negated != (name in ("notEquals", "notLike"))
        return ACCEPTED if found is not None and turned else found

    def in_set(self, expr: InSet, negated: bool) -> Condition | None:
        """One of several texts."""
        key = self._key(expr.value)
        if key is None:
            return None
        if negated or expr.null_in or expr.table is not None:
            return ACCEPTED
        texts = [fold(v, self.question.context).value for v in expr.values]
        return any_of([self._probe(key, t, needles.whole) for t in texts])

    def _key(self, expr: Expr) -> int | None:
        if expr not in self.question.keys or not isinstance(expr.type.inner, String | FixedString):
            return None
        return self.question.keys.index(expr)

    def _probe(self, key: int, text: object, cut: Callable[[str], list[Segment]]) -> Condition:
        if not isinstance(text, str) or has_escapes(text):
            return ACCEPTED
        found = self.cut(cut(text))
        return Probe(key, found) if len(found) else ACCEPTED

    def _single(self, call: Call, name: str) -> Condition | None:
        found = sides(call)
        if found is None or (name not in ("equals", "notEquals") and found[0] != call.args[0]):
            return None
        expr, constant = found
        key = self._lowered(expr) if name in _LOWERED else self._key(expr)
        if key is None:
            return None
        return self._probe(key, fold(constant, self.question.context).value, _SEARCHES[name])

    def _lowered(self, expr: Expr) -> int | None:
        """The index over the text in lower case; one over the text itself cannot help."""
        for position, key in enumerate(self.question.keys):
            if isinstance(key, Call) and key.function.name == "lower" and key.args[0] == expr:
                return position
        return self._key(expr) if _is_lower(expr) else None

    def _several(self, call: Call, name: str) -> Condition | None:
        key = self._key(call.args[0])
        if key is None or not is_constant(call.args[1]):
            return None
        constant = call.args[1]
        if isinstance(constant.type, Array):
            items = elements(constant, self.question.context) or []
            texts = [item.value for item in items]
        else:
            texts = self._words(fold(constant, self.question.context).value)
        cut = needles.inside if name == "multiSearchAny" else needles.whole
        parts = [self._probe(key, text, cut) for text in texts]
        if not parts:
            return ACCEPTED
        return all_of(parts) if name == "hasAllTokens" else any_of(parts)

    def _words(self, text: object) -> list[object]:
        if not isinstance(text, str):
            return []
        return [t.decode("utf-8", "replace") for t in needles.tokens_of(needles.whole(text)[0])]

    def _elements(self, call: Call, name: str) -> Condition | None:
        key, constant = call.args
        if name.startswith("mapContains"):
            function = "mapKeys" if name == "mapContainsKey" else "mapValues"
            position = self._map_key(function, key)
        else:
            text = isinstance(key.type, Array) and isinstance(
                key.type.of.inner, String | FixedString
            )
            position = self.question.keys.index(key) if text and key in self.question.keys else None
        if position is None or not is_constant(constant):
            return None
        if name in ("hasAny", "hasAll"):
            items = elements(constant, self.question.context) or []
            parts = [self._probe(position, item.value, needles.whole) for item in items]
            if not parts:
                return ACCEPTED
            return any_of(parts) if name == "hasAny" else all_of(parts)
        return self._probe(position, fold(constant, self.question.context).value, needles.whole)

    def _map_key(self, function: str, map_: Expr) -> int | None:
        for position, key in enumerate(self.question.keys):
            if isinstance(key, Call) and key.function.name == function and key.args[0] == map_:
                return position
        return None

    def _map_element(self, call: Call) -> Condition | None:
        """m['k'] = 'v' needs the key k and the value v, unless v is empty."""
        found = sides(call)
        if found is None:
            return None
        expr, constant = found
        if not isinstance(expr, Call) or expr.function.name != "arrayElement":
            return None
        keys = self._map_key("mapKeys", expr.args[0])
        values = self._map_key("mapValues", expr.args[0])
        if not is_constant(expr.args[1]) or (keys is None and values is None):
            return None
        text = fold(constant, self.question.context).value
        if text in ("", None):
            return ACCEPTED
        parts = [] if values is None else [self._probe(values, text, needles.whole)]
        if keys is not None:
            name = fold(expr.args[1], self.question.context).value
            parts.append(self._probe(keys, name, needles.whole))
        return all_of(parts)


def _is_lower(expr: Expr) -> bool:
    return isinstance(expr, Call) and expr.function.name == "lower"
