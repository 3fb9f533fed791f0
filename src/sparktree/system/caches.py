"""system.filesystem_cache, filesystem_cache_settings: what is cached of files of other disks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.disks.cache_folder import CachePolicy, Segment
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class _Cache:
    """A cache under the name of its disk."""

    name: str
    policy: CachePolicy


@dataclass(frozen=True, slots=True)
class _Cached:
    """A piece in a cache."""

    cache: _Cache
    segment: Segment

    @property
    def end(self) -> int:
        """Its last byte."""
        return self.segment.begin + self.segment.size - 1


def _caches(reading: Reading) -> Iterator[_Cache]:
    for name, declared in sorted(reading.services.disks.declared.items()):
        if declared.cache is not None:
            yield _Cache(name, declared.cache)


def _segments(reading: Reading) -> Iterator[_Cached]:
    for cache in _caches(reading):
        found = cache.policy.cache().segments()
        for segment in sorted(found, key=lambda one: (one.key, one.begin)):
            yield _Cached(cache, segment)


system_table(
    SystemTable[_Cached](
        "filesystem_cache",
        "The pieces of files in the caches of this machine.",
        _segments,
        {
            "cache_name": "cache.name",
            "cache_base_path": "cache.policy.folder",
            "cache_path": lambda one: str(one.segment.path),
            "key": "segment.key",
            "file_segment_range_begin": "segment.begin",
            "file_segment_range_end": "end",
            "size": "segment.size",
            "state": lambda _: "DOWNLOADED",
            "finished_download_time": lambda one: int(one.segment.used),
            "cache_hits": "segment.hits",
            "references": lambda _: 1,
            "downloaded_size": "segment.size",
            "kind": lambda _: "Regular",
            "segment_type": lambda _: "Data",
            "file_size": "segment.file_size",
        },
    )
)


@dataclass(frozen=True, slots=True)
class _Filled:
    """A cache, and what is in it."""

    cache: _Cache
    bytes: int
    count: int


def _filled(reading: Reading) -> Iterator[_Filled]:
    for cache in _caches(reading):
        sizes = [segment.size for segment in cache.policy.cache().segments()]
        yield _Filled(cache, sum(sizes), len(sizes))


system_table(
    SystemTable[_Filled](
        "filesystem_cache_settings",
        "The caches of files.",
        _filled,
        {
            "cache_name": "cache.name",
            "path": "cache.policy.folder",
            "max_size": "cache.policy.max_size",
            "max_file_segment_size": "cache.policy.piece",
            "boundary_alignment": "cache.policy.piece",
            "cache_policy": lambda _: "LRU",
            "cache_on_write_operations": "cache.policy.on_write",
            "is_initialized": lambda _: 1,
            "current_size": "bytes",
            "current_elements_num": "count",
        },
    )
)
