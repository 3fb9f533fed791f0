"""Finding the files of a pattern, level by level where conditions can rule folders out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from sparktree.errors import Code, Error
from sparktree.stores.globs import Pattern, Segment, hive_values
from sparktree.stores.store import ListedFile, Store

HIDDEN = ".sparktree-"  # folders of files in the making
_T = TypeVar("_T")
_R = TypeVar("_R")
_REQUESTS = 16  # listings at the same time
_PROBES = 64  # so many known names are looked for one by one; more, among all names
_PLAIN_FOLDERS = 16  # folders without a key that are looked into for keys below


class Judge(Protocol):
    """What the conditions of a query say of paths."""

    @property
    def keys(self) -> frozenset[str]:
        """The keys that they concern."""

    def may_match(self, paths: Sequence[str]) -> list[bool]:
        """Which of the folders (their paths end with `/`) or files may hold wanted rows."""

    def exactly(self, key: str) -> list[str] | None:
        """The only values of a key that can be wanted, if their folders have just one name."""


@dataclass(slots=True)
class Walk:
    """One search. What conditions rule out is neither listed nor missed."""

    store: Store
    pattern: Pattern
    judge: Judge | None = None
    pruned: int = 0  # names that were ruled out
    seen: set[tuple[str, str]] = field(default_factory=set)  # options that stand for something

    def files(self) -> list[ListedFile]:
        """All files in the order of their keys, or an error about a path that means nothing."""
        found = sorted(self._matching(), key=lambda one: one.key)
        for one in found:
            self._see(self.pattern.compiled.fullmatch(one.key))
        self._check_options(bool(found))
        return found

    def _check_options(self, any_file: bool) -> None:
        for choice in self.pattern.choices():
            missing = [o for o in choice.options if (f"o{choice.number}", o) not in self.seen]
            if missing and not choice.is_wild:
                raise Error(
                    Code.FILE_DOESNT_EXIST,
                    f"There are no files for the option '{missing[0]}' in the path"
                    f" '{self.store.display_path(self.pattern.text)}'.",
                )
        if not any_file and not self.pruned:
            raise no_files(self.store, self.pattern)

    def _matching(self) -> list[ListedFile]:
        folders, segments = [""], self.pattern.segments
        for i, segment in enumerate(segments):
            last = i == len(segments) - 1
            if segment.literal is not None and not last:
                folders = [f"{folder}{segment.literal}/" for folder in folders]
                continue
            names = self._names(segment)
            if names is not None:
                known = [f"{f}{name}" + ("" if last else "/") for f in folders for name in names]
                folders = self._kept(known, segment)
                if last:
                    return self._existing(folders)
                continue
            if not self._is_worth(segments[i:]):
                return self._all_below(folders, segment)
            if segment.is_deep:
                return self._deep(folders, segment.prefix)
            listed = self._listed((f"{folder}{segment.prefix}" for folder in folders), deep=False)
            fitting = [
                one
                for one in listed
                if one.is_folder != last and segment.compiled.fullmatch(one.name)
            ]
            if last:
                return self._files_left(fitting)
            folders = self._kept([one.key for one in fitting], segment)
        return []

    def _names(self, segment: Segment) -> list[str] | None:
        """The names that a level can have, if they are few and known without a look."""
        names = segment.names(_PROBES)
        if names is None and self.judge is not None and segment.key is not None:
            values = self.judge.exactly(segment.key)
            if values is not None and len(values) <= _PROBES:
                self.pruned += 1
                return [f"{segment.key}={v}" for v in values if segment.has_value(v)]
        return names

    def _is_worth(self, rest: Sequence[Segment]) -> bool:
        """Whether conditions can rule out folders here or further down."""
        if self.judge is None or not self.judge.keys:
            return False
        keys = (s.key for s in rest[:-1] if s.literal is None)
        return rest[-1].is_deep or any(key is None or key in self.judge.keys for key in keys)

    def _all_below(self, folders: Sequence[str], segment: Segment) -> list[ListedFile]:
        listed = self._listed((f"{folder}{segment.prefix}" for folder in folders), deep=True)
        return self._files_left(self._fitting(listed))

    def _fitting(self, listed: Iterable[ListedFile]) -> list[ListedFile]:
        whole = self.pattern.compiled
        return [
            one
            for one in listed
            if not one.is_folder and whole.fullmatch(one.key) and f"/{HIDDEN}" not in f"/{one.key}"
        ]

    def _deep(self, folders: Sequence[str], prefix: str) -> list[ListedFile]:
        """Everything below, folder by folder."""
        found: list[ListedFile] = []
        while folders:
            listed = list(self._listed((f"{folder}{prefix}" for folder in folders), deep=False))
            found += self._fitting(listed)
            below = [one.key for one in listed if one.is_folder and not one.name.startswith(HIDDEN)]
            folders, prefix = self._kept(below, None), ""
        return self._files_left(found)

    def _existing(self, keys: Sequence[str]) -> list[ListedFile]:
        wanted = set(keys)
        listed = self._listed(keys, deep=False)
        return self._files_left([one for one in listed if one.key in wanted])

    def _files_left(self, found: list[ListedFile]) -> list[ListedFile]:
        left = set(self._kept([one.key for one in found], None))
        return [one for one in found if one.key in left]

    def _kept(self, paths: list[str], segment: Segment | None) -> list[str]:
        """The paths that conditions leave; options of the others need not exist."""
        if self.judge is None or not paths:
            return paths
        kept = []
        for path, is_left in zip(paths, self.judge.may_match(paths), strict=True):
            if is_left:
                kept.append(path)
                continue
            self.pruned += 1
            name = path.rstrip("/").rpartition("/")[2]
            whole = None if path.endswith("/") else self.pattern.compiled.fullmatch(path)
            self._see(whole or (segment.compiled.fullmatch(name) if segment else None))
        return kept

    def _see(self, match: object) -> None:
        self.seen.update(getattr(match, "groupdict", dict)().items())

    def _listed(self, prefixes: Iterable[str], *, deep: bool) -> Iterator[ListedFile]:
        return together(
            lambda prefix: list(self.store.list(prefix, deep=deep)), list(dict.fromkeys(prefixes))
        )


def no_files(store: Store, pattern: Pattern) -> Error:
    """A pattern that means no file."""
    shown = store.display_path(pattern.text)
    return Error(Code.FILE_DOESNT_EXIST, f"There are no files with the path '{shown}'.")


def together(find: Callable[[_T], list[_R]], places: Sequence[_T]) -> Iterator[_R]:
    """All that is found in each of some places, looked into at the same time."""
    if len(places) <= 1:
        for place in places:
            yield from find(place)
        return
    with ThreadPoolExecutor(min(_REQUESTS, len(places))) as pool:
        for found in pool.map(find, places):
            yield from found


@dataclass(slots=True)
class Sample:
    """A look at the beginning of a tree: some file of the pattern, and the keys of its folders."""

    file: ListedFile | None
    keys: list[str]


def sample(store: Store, pattern: Pattern) -> Sample:
    """One file, and the keys that folders have: those of the pattern, and of one folder of each
    kind (by its key) at every level."""
    looker = _Looker(store, pattern)
    looker.look("", 0)
    keys = dict.fromkeys(pattern.keys())
    for path in looker.paths:
        keys.update(dict.fromkeys(hive_values(path)))
    return Sample(looker.file, list(keys))


@dataclass(slots=True)
class _Looker:
    store: Store
    pattern: Pattern
    file: ListedFile | None = None
    paths: list[str] = field(default_factory=list)

    def look(self, folder: str, level: int) -> None:
        """Look into a folder for files and into one folder of each kind."""
        segments = self.pattern.segments
        while level < len(segments) - 1 and segments[level].literal is not None:
            folder, level = f"{folder}{segments[level].literal}/", level + 1
        segment, last = segments[level], level == len(segments) - 1
        self.paths.append(folder)
        kinds: Counter[str] = Counter()
        for one in self._listed(folder, segment, last):
            if not one.is_folder:
                if self._is_better(one) and self.pattern.compiled.fullmatch(one.key):
                    self.file = one
            elif self._is_way(one, segment, last):
                kind = one.name.partition("=")[0] if "=" in one.name else ""
                kinds[kind] += 1
                if self.file is None or kinds[kind] <= (1 if kind else _PLAIN_FOLDERS):
                    self.look(one.key, level if segment.is_deep else level + 1)
            if self.file is not None and self.file.size and self.pattern.tells_keys:
                return  # more names would tell nothing

    def _is_better(self, one: ListedFile) -> bool:
        """Whether a file tells more than the one that is known: an empty one tells nothing."""
        return self.file is None or (not self.file.size and one.size > 0)

    def _is_way(self, folder: ListedFile, segment: Segment, last: bool) -> bool:
        """Whether files of the pattern may be in the folder."""
        if segment.is_deep:
            return not folder.name.startswith(HIDDEN)
        return not last and segment.compiled.fullmatch(folder.name) is not None

    def _listed(self, folder: str, segment: Segment, last: bool) -> Iterator[ListedFile]:
        names = segment.names(_PROBES)
        if names is None:
            yield from self.store.list(f"{folder}{segment.prefix}")
        elif last:
            for name in names:
                key = f"{folder}{name}"
                yield from (one for one in self.store.list(key) if one.key == key)
        else:
            yield from (ListedFile(f"{folder}{name}/") for name in names)
