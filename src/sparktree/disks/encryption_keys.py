"""The keys of an encrypted disk, as the configuration declares them."""

from __future__ import annotations

import binascii
from collections.abc import Callable, Iterator

from sparktree.disks.config_values import Element
from sparktree.disks.encryption import KEY_BYTES, Encryption
from sparktree.errors import Error

Bad = Callable[[str], Error]  # makes the error of what is wrong; never shows a key


def declared_encryption(element: Element, bad: Bad) -> Encryption:
    """The keys and the algorithm of new files."""
    algorithm = element.text("algorithm", "AES_128_CTR").upper()
    if algorithm not in KEY_BYTES:
        known = ", ".join(KEY_BYTES)
        raise bad(
            f"Encryption algorithm '{element.text('algorithm')}' is not supported, specify one of"
            f" the following algorithms: {known}"
        )
    by_id: dict[int, bytes] = {}
    without_id: list[bytes] = []
    for number, key in _keys(element, bad):
        if number is None:
            without_id.append(key)
        elif by_id.setdefault(number, key) != key:
            raise bad(f"Multiple keys have the same ID {number}")
    if not by_id and not without_id:
        raise bad("No encryption keys found")
    if not by_id and len(without_id) == 1:
        by_id[0] = without_id.pop()
    keys = tuple(dict.fromkeys([*by_id.values(), *without_id]))
    current = _current(element, by_id, keys, bad)
    if len(current) != KEY_BYTES[algorithm]:
        raise bad(
            f"Got an encryption key with unexpected size {len(current)}, the size should be"
            f" {KEY_BYTES[algorithm]}"
        )
    return Encryption(algorithm, current, keys)


def _keys(element: Element, bad: Bad) -> Iterator[tuple[int | None, bytes]]:
    """Each key with its id, if it has one."""
    for tag in ("key", "key_hex"):
        found = element.node.get(tag, [])
        for one in found if isinstance(found, list) else [found]:
            given = one.get("@id") if isinstance(one, dict) else None
            if given is not None and not str(given).isdecimal():
                raise bad(f"The ID of an encryption key is not a number: '{given}'")
            yield None if given is None else int(given), _key(element, tag, one, bad)


def _key(element: Element, tag: str, node: object, bad: Bad) -> bytes:
    text = Element({tag: node}, element.path).text(tag)
    try:
        return bytes.fromhex(text) if tag.endswith("_hex") else text.encode()
    except (ValueError, binascii.Error):
        raise bad("Cannot read an encryption key: its digits are not hexadecimal") from None


def _current(element: Element, by_id: dict[int, bytes], keys: tuple[bytes, ...], bad: Bad) -> bytes:
    """The key of new files."""
    given = [tag for tag in ("current_key", "current_key_hex") if tag in element]
    if len(given) + ("current_key_id" in element) > 1:
        raise bad("The current key is specified multiple times")
    for tag in given:
        current = _key(element, tag, element.node[tag], bad)
        if current not in keys:
            raise bad("The current key is not found in keys")
        return current
    if "current_key_id" in element:
        number = element.unsigned("current_key_id")
        if number not in by_id:
            raise bad(f"Not found a key with the current ID {number}")
        return by_id[number]
    if by_id.keys() == {0} and len(keys) == 1:
        return by_id[0]
    raise bad("The current key is not specified")
