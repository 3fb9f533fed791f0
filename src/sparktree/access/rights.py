"""Access rights as a value: what is granted, what of that is revoked again, what may be passed on.

A right is on a path: nothing (everything), a database (or another thing with one name), a table,
a column. A node of the tree holds the privileges that hold there; below it only what differs.
A name may stand for all names that begin so (`wildcard`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from sparktree.access import privileges
from sparktree.access.privileges import GRANTABLE, Flags

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """Privileges on a path; several columns of one table may share an element."""

    flags: Flags
    path: Path = ()
    columns: tuple[str, ...] = ()
    wildcard: bool = False  # of the last name of the path
    option: bool = False  # WITH GRANT OPTION
    revoked: bool = False  # a partial revoke

    @property
    def paths(self) -> list[Path]:
        """The path of each column, or the one path."""
        return [(*self.path, column) for column in self.columns] or [self.path]


@dataclass(slots=True)
class _Node:
    """What holds at a path, and below it where that differs."""

    flags: Flags = 0
    level: int = 0
    exact: dict[str, _Node] = field(default_factory=dict)
    prefixes: dict[str, _Node] = field(default_factory=dict)

    def copy(self) -> _Node:
        exact = {name: node.copy() for name, node in self.exact.items()}
        prefixes = {name: node.copy() for name, node in self.prefixes.items()}
        return _Node(self.flags, self.level, exact, prefixes)

    def inherited(self, name: str, shorter: bool = False) -> _Node:
        """What a name gets that has no node of its own: of the longest prefix, else of here."""
        fitting = [p for p in self.prefixes if name.startswith(p) and not (shorter and p == name)]
        above = self.prefixes[max(fitting, key=len)] if fitting else self
        return _Node(above.flags & GRANTABLE[self.level + 1], self.level + 1)

    def child(self, name: str) -> _Node:
        """What holds at a name below here; not to be changed."""
        return self.exact.get(name) or self.inherited(name)

    def prefix(self, name: str) -> _Node:
        """What holds at all names that begin so, but for exceptions; not to be changed."""
        return self.prefixes.get(name) or self.inherited(name)

    def below(self) -> Iterator[_Node]:
        yield from self.exact.values()
        yield from self.prefixes.values()

    def set(self, change: Callable[[Flags], Flags]) -> None:
        """Change what holds here and everywhere below."""
        self.flags = change(self.flags) & GRANTABLE[self.level]
        for node in self.below():
            node.set(change)

    def set_at(self, path: Path, wildcard: bool, change: Callable[[Flags], Flags]) -> None:
        """Change what holds at a path and below it."""
        if not path:
            self.set(change)
            return
        name, *rest = path
        if rest or not wildcard:
            self.exact.setdefault(name, self.inherited(name)).set_at(tuple(rest), wildcard, change)
        else:
            self.prefixes.setdefault(name, self.inherited(name)).set(change)
            for longer, node in self.prefixes.items():
                if longer != name and longer.startswith(name):
                    node.set(change)
            for longer, node in self.exact.items():
                if longer.startswith(name):
                    node.set(change)
        self.tidy()

    def tidy(self) -> None:
        """Forget nodes that say nothing of their own."""
        for name in sorted(self.prefixes, key=len, reverse=True):
            if self.prefixes[name].flags == self.inherited(name, shorter=True).flags:
                del self.prefixes[name]
        for name, node in list(self.exact.items()):
            node.tidy()
            plain = not node.exact and not node.prefixes
            if plain and node.flags == self.inherited(name).flags:
                del self.exact[name]

    def least(self) -> Flags:
        """What holds here and everywhere below."""
        found = self.flags
        for node in self.below():
            # What cannot be granted further down is not missing there.
            found &= node.least() | (GRANTABLE[self.level] & ~GRANTABLE[self.level + 1])
        return found

    def most(self) -> Flags:
        """What holds here or somewhere below."""
        found = self.flags
        for node in self.below():
            found |= node.most()
        return found

    def at(self, path: Path) -> _Node:
        """The node of a path; not to be changed."""
        node = self
        for name in path:
            node = node.child(name)
        return node


def _merged(left: _Node, right: _Node, combine: Callable[[Flags, Flags], Flags]) -> _Node:
    found = _Node(combine(left.flags, right.flags), left.level)
    for name in left.exact.keys() | right.exact.keys():
        found.exact[name] = _merged(left.child(name), right.child(name), combine)
    for name in left.prefixes.keys() | right.prefixes.keys():
        found.prefixes[name] = _merged(left.prefix(name), right.prefix(name), combine)
    found.tidy()
    return found


# Told what holds at a node, what everywhere and what somewhere below it, and how many names its
# path has.
Change = Callable[[Flags, Flags, Flags, int], Flags]


class Rights:
    """Access rights of a user or role. Each change makes new ones."""

    def __init__(self, plain: _Node | None = None, passed: _Node | None = None) -> None:
        self._plain = plain or _Node()
        self._passed = passed or _Node()  # with grant option

    @classmethod
    def of(cls, elements: Iterable[Element]) -> Rights:
        """Those that the elements grant and revoke, in their order."""
        found = cls()
        for element in elements:
            found = found.revoke(element) if element.revoked else found.grant(element)
        return found

    # --- changes --------------------------------------------------------------------------

    def grant(self, element: Element) -> Rights:
        """With an element more."""
        plain, passed = self._plain.copy(), self._passed.copy()
        for path in element.paths:
            # Each node keeps of it what can be granted there.
            plain.set_at(path, element.wildcard, lambda held: held | element.flags)
            if element.option:
                passed.set_at(path, element.wildcard, lambda held: held | element.flags)
        return Rights(plain, passed)

    def revoke(self, element: Element) -> Rights:
        """Without an element; of one with `option` only the passing on goes."""
        plain, passed = self._plain.copy(), self._passed.copy()
        for path in element.paths:
            passed.set_at(path, element.wildcard, lambda held: held & ~element.flags)
            if not element.option:
                plain.set_at(path, element.wildcard, lambda held: held & ~element.flags)
        return Rights(plain, passed)

    def union(self, other: Rights) -> Rights:
        """What either grants."""
        return self._combined(other, lambda a, b: a | b)

    def intersection(self, other: Rights) -> Rights:
        """What both grant."""
        return self._combined(other, lambda a, b: a & b)

    def difference(self, other: Rights) -> Rights:
        """What the other does not grant."""
        return self._combined(other, lambda a, b: a & ~b)

    def _combined(self, other: Rights, combine: Callable[[Flags, Flags], Flags]) -> Rights:
        return Rights(
            _merged(self._plain, other._plain, combine),
            _merged(self._passed, other._passed, combine),
        )

    def changed(self, change: Change) -> Rights:
        """Each node's privileges changed, from the leaves up."""
        plain, passed = self._plain.copy(), self._passed.copy()
        for root in (plain, passed):
            _change(root, change)
            root.tidy()
        return Rights(plain, passed)

    # --- questions ------------------------------------------------------------------------

    def covers(self, element: Element) -> bool:
        """Whether all of an element is granted, also everywhere below its path."""
        root = self._passed if element.option else self._plain
        return all(not element.flags & ~self._held(root, path, element) for path in element.paths)

    def _held(self, root: _Node, path: Path, element: Element) -> Flags:
        if not element.wildcard or not path:
            return root.at(path).least()
        above = root.at(path[:-1])
        found = above.prefix(path[-1]).flags
        for name, node in (*above.exact.items(), *above.prefixes.items()):
            if name.startswith(path[-1]):
                found &= node.least()
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rights) and self.elements() == other.elements()

    def __hash__(self) -> int:
        return hash(tuple(self.elements()))

    # --- as a list ------------------------------------------------------------------------

    def elements(self) -> list[Element]:
        """What makes these rights, in ClickHouse's order."""
        found = list(_elements(self._plain, self._passed, 0, 0, ()))
        found.sort(key=_order)
        whole = len(found) == 1 and found[0].flags == privileges.ALL
        return found if whole else _with_columns(list(_split(found)))


def _change(node: _Node, change: Change) -> None:
    for below in node.below():
        _change(below, change)
    changed = change(node.flags, node.least(), node.most(), node.level)
    node.flags = changed & GRANTABLE[node.level]


def _elements(
    plain: _Node,
    passed: _Node,
    above: Flags,
    above_passed: Flags,
    path: Path,
    wildcard: bool = False,
) -> Iterator[Element]:
    mask = GRANTABLE[plain.level]
    above, above_passed = above & mask, above_passed & mask
    revoked = above & ~plain.flags
    kept = above_passed & ~passed.flags & ~revoked
    with_option = passed.flags & ~above_passed
    granted = plain.flags & ~above & ~with_option
    for flags, option, taken in (
        (revoked, False, True),
        (kept, True, True),
        (granted, False, False),
        (with_option, True, False),
    ):
        if flags:
            yield Element(flags, path, (), wildcard, option, taken)
    for name in plain.prefixes.keys() | passed.prefixes.keys():
        yield from _elements(
            plain.prefix(name),
            passed.prefix(name),
            plain.inherited(name, shorter=True).flags,
            passed.inherited(name, shorter=True).flags,
            (*path, name),
            wildcard=True,
        )
    for name in plain.exact.keys() | passed.exact.keys():
        above, above_passed = plain.inherited(name).flags, passed.inherited(name).flags
        child, child_passed = plain.child(name), passed.child(name)
        yield from _elements(child, child_passed, above, above_passed, (*path, name))


def _order(element: Element) -> tuple[object, ...]:
    flags = element.flags.to_bytes(len(privileges.PRIVILEGES) // 8 + 1, "little")
    return element.path, element.revoked, element.option, flags


def _split(elements: Iterable[Element]) -> Iterator[Element]:
    for element in elements:
        for flags in privileges.by_parameter(element.flags):
            yield replace(element, flags=flags)


def _with_columns(elements: list[Element]) -> list[Element]:
    """Columns of one table put together where they have the same privileges."""
    found: list[Element] = []
    group: list[Element] = []
    for element in (*elements, None):
        if group and (element is None or not _same_table(group[0], element)):
            found += _of_columns(group)
            group = []
        if element is not None and len(element.path) == 3:
            group.append(element)
        elif element is not None:
            found.append(element)
    return found


def _same_table(left: Element, right: Element) -> bool:
    return (
        len(right.path) == 3
        and left.path[:2] == right.path[:2]
        and (left.option, left.revoked) == (right.option, right.revoked)
    )


def _of_columns(group: list[Element]) -> Iterator[Element]:
    """Elements of single columns as fewer of several: each privilege once."""
    handled: Flags = 0
    while True:
        left = [(e, e.flags & ~handled) for e in group if e.flags & ~handled]
        if not left:
            return
        common = left[0][1]
        for _, flags in left[1:]:
            common = flags & common or common
        columns = tuple(e.path[2] for e, flags in left if flags & common == common)
        yield replace(left[0][0], flags=common, path=left[0][0].path[:2], columns=columns)
        handled |= common
