"""The descriptions of parts, parsed once."""

from sparktree.catalog.records import Part
from sparktree.parts.description import PartDescription, from_text

_MOST = 20_000
_DESCRIPTIONS: dict[tuple[str, str, float], PartDescription] = {}


def described(part: Part) -> PartDescription:
    """The part.json of a part."""
    key = (part.table, part.name, part.created)
    found = _DESCRIPTIONS.get(key)
    if found is None:
        if len(_DESCRIPTIONS) > _MOST:
            _DESCRIPTIONS.clear()
        found = _DESCRIPTIONS[key] = from_text(part.meta, part.path)
    return found
