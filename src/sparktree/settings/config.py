"""ClickHouse's configuration files: XML or YAML, with the pieces of config.d merged in."""

from __future__ import annotations

import os
import xml.etree.ElementTree as Xml
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sparktree.errors import Code, Error, not_implemented

# Sections that would change what tables do. What is not built must not be passed over in silence.
_LATER = {
    "zookeeper": "Replicated tables",
}


@dataclass(frozen=True, slots=True)
class Config:
    """A configuration as a tree of names; leaves are texts, and several of one name a list."""

    tree: Mapping[str, Any] = field(default_factory=dict)
    file: Path | None = None  # that it was read from

    def text(self, path: str) -> str | None:
        """The text at `a.b.c`, None if there is none."""
        node: Any = self.tree
        for name in path.split("."):
            if not isinstance(node, Mapping) or name not in node:
                return None
            node = node[name]
        node = node[0] if isinstance(node, list) else node
        return leaf_text(node)

    def texts(self, name: str) -> list[str]:
        """The texts of all elements of that name on the first level."""
        node = self.tree.get(name, [])
        found = node if isinstance(node, list) else [node]
        return [text for one in found if (text := leaf_text(one))]

    def with_texts(self, texts: Mapping[str, str]) -> Config:
        """With other texts at `a.b.c`."""
        tree: dict[str, Any] = dict(self.tree)
        for path, text in texts.items():
            *above, name = path.split(".")
            value: Any = {name: text}
            for one in reversed(above):
                value = {one: value}
            tree = _merged(tree, value)
        return Config(tree, self.file)

    def section(self, name: str) -> Mapping[str, Any] | None:
        """What is below a name of the first level; elements of equal names are a list."""
        found = self.tree.get(name)
        return found if isinstance(found, Mapping) else None

    def pairs(self, path: str) -> dict[str, str]:
        """The texts below `a.b`; names inside may be nested, and are joined with dots."""
        node: Any = self.tree
        for name in path.split("."):
            node = node.get(name, {}) if isinstance(node, Mapping) else {}
        return dict(_flat(node, "")) if isinstance(node, Mapping) else {}

    def check_built(self) -> None:
        """Refuse sections whose subject is not built yet."""
        for name, what in _LATER.items():
            if any(self.pairs(name).values()):
                raise not_implemented(
                    f"{what} (section <{name}> of the configuration) are not built yet."
                )


def _flat(node: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for name, value in node.items():
        if name.startswith(ATTRIBUTE):
            continue
        for number, one in enumerate(value if isinstance(value, list) else [value]):
            path = f"{prefix}{name}[{number}]" if number else prefix + name
            text = leaf_text(one)
            if text is None:
                yield from _flat(one, f"{path}.")
            else:
                yield path, text


def leaf_text(node: Any) -> str | None:
    """The text of an element, with attributes or without; None if others are below it."""
    if isinstance(node, Mapping):
        return str(node[TEXT]) if TEXT in node else None
    return str(node)


def load_config(path: str | Path) -> Config:
    """The file with its pieces merged in, in the order of their names."""
    first, *pieces = config_files(Path(path))
    tree = _read(first)
    for piece in pieces:
        tree = _merged(tree, _read(piece))
    return Config(tree, first)


def config_files(file: Path) -> list[Path]:
    """A configuration file and its pieces: those in `config.d` (`users.d` of users.xml) and in
    `conf.d`."""
    folders = (file.parent / f"{file.stem}.d", file.parent / "conf.d")
    found = [file]
    for folder in folders:
        pieces = sorted(folder.glob("*")) if folder.is_dir() else []
        found += [piece for piece in pieces if piece.suffix in (".xml", ".yaml", ".yml")]
    return found


def _read(file: Path) -> dict[str, Any]:
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        raise Error(
            Code.CANNOT_LOAD_CONFIG, f"Cannot read the configuration {file}: {error.strerror}"
        ) from error
    if file.suffix in (".yaml", ".yml"):
        return _from_yaml(text, file)
    try:
        root = Xml.fromstring(text)
    except Xml.ParseError as error:
        raise Error(
            Code.CANNOT_LOAD_CONFIG, f"The configuration {file} is no XML: {error}"
        ) from error
    found = _from_xml(root)
    return found if isinstance(found, dict) else {}


# As ClickHouse spells them in YAML: `{"@id": "0", "#text": "..."}` is <key id="0">...</key>.
ATTRIBUTE, TEXT = "@", "#text"
_REPLACE = "@replace"
_REMOVE = "@remove"
_OF_THE_READER = frozenset({"from_env", "replace", "remove", "incl", "optional"})


def _from_xml(node: Xml.Element) -> dict[str, Any] | str:
    from_env = node.get("from_env")
    if from_env is not None:
        if from_env not in os.environ:
            raise Error(
                Code.CANNOT_LOAD_CONFIG,
                f"The environment has no variable {from_env} for <{node.tag}>",
            )
        return _with_attributes(os.environ[from_env], node)
    if len(node) == 0 and not node.attrib:
        return (node.text or "").strip()
    tree: dict[str, Any] = {}
    value: Any
    for child in node:
        value = _from_xml(child)
        before = tree.get(child.tag)
        if before is not None:
            value = [*(before if isinstance(before, list) else [before]), value]
        tree[child.tag] = value
    for mark, attribute in ((_REPLACE, "replace"), (_REMOVE, "remove")):
        if node.get(attribute) in ("1", "true", attribute):
            tree[mark] = True
    if not tree and node.text and node.text.strip():
        return _with_attributes(node.text.strip(), node)
    return tree


def _with_attributes(text: str, node: Xml.Element) -> dict[str, Any] | str:
    own = {f"{ATTRIBUTE}{k}": v for k, v in node.attrib.items() if k not in _OF_THE_READER}
    return {**own, TEXT: text} if own else text


def _from_yaml(text: str, file: Path) -> dict[str, Any]:
    try:
        import yaml  # noqa: PLC0415  # only YAML configurations need it
    except ImportError:
        raise Error(
            Code.CANNOT_LOAD_CONFIG,
            f"Reading {file} needs PyYAML: pip install 'sparktree[yaml]', or write it as XML.",
        ) from None
    try:
        tree = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        raise Error(
            Code.CANNOT_LOAD_CONFIG, f"The configuration {file} is no YAML: {error}"
        ) from error
    return _from_environment(tree) if isinstance(tree, dict) else {}


def _from_environment(node: Any) -> Any:
    """The tree with the texts that `"@from_env": NAME` asks for."""
    if isinstance(node, list):
        return [_from_environment(one) for one in node]
    if not isinstance(node, dict):
        return node
    name = node.get("@from_env")
    if name is None:
        return {key: _from_environment(value) for key, value in node.items()}
    if str(name) not in os.environ:
        raise Error(Code.CANNOT_LOAD_CONFIG, f"The environment has no variable {name}")
    own = {key: value for key, value in node.items() if key != "@from_env"}
    return {**own, TEXT: os.environ[str(name)]} if own else os.environ[str(name)]


def _merged(base: Mapping[str, Any], piece: Mapping[str, Any]) -> dict[str, Any]:
    """The base with the piece over it; marks say what is replaced or removed as a whole."""
    result = dict(base)
    for name, value in piece.items():
        if isinstance(value, Mapping) and value.get(_REMOVE):
            result.pop(name, None)
        elif (
            isinstance(value, Mapping)
            and isinstance(result.get(name), Mapping)
            and not value.get(_REPLACE)
        ):
            result[name] = _merged(result[name], value)
        else:
            result[name] = value
    result.pop(_REPLACE, None)
    return result
