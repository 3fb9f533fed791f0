"""A table over files: what it shows of them, and which of them a query reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sparktree.engines.keys.build import condition_over
from sparktree.engines.keys.condition import is_useful
from sparktree.engines.objects.arguments import FILE
from sparktree.engines.objects.parquet import Skipping
from sparktree.engines.objects.parquet_blooms import sought_values
from sparktree.engines.objects.parquet_bounds import can_skip
from sparktree.engines.objects.path_pruning import PathJudge
from sparktree.engines.objects.reading import VIRTUAL, OpenGroups, OpenObjects, Share
from sparktree.engines.objects.source import HIVE, PARQUET, PARTITION_ID, Source
from sparktree.engines.objects.structure import inferred, with_format
from sparktree.errors import not_implemented
from sparktree.formats.from_settings import format_settings
from sparktree.formats.options import FormatSettings
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Column, columns_of
from sparktree.planner.sources import ScanRequest, ScanResult, ScanTask, SourceTraits
from sparktree.stores.walking import Sample, Walk, sample
from sparktree.types import STRING, LowCardinality, Type

_KEY = LowCardinality(STRING)
_SKIP_EMPTY = {
    "s3": "s3_skip_empty_files",
    "azure": "azure_skip_empty_files",
    "hdfs": "hdfs_skip_empty_files",
    "file": "engine_file_skip_empty_files",
    "url": "engine_url_skip_empty_files",
}  # the setting of each kind of store
_SPLIT_BYTES = 32 << 20  # a Parquet file is cut into spans of at least so many bytes


@dataclass(frozen=True)
class ObjectTable:
    """Files of one format and one structure."""

    name: str
    source: Source
    header: tuple[tuple[str, Type], ...]
    keys: tuple[str, ...]  # of folders, that no column hides
    environment: Environment
    settings: FormatSettings
    # Keys of folders that are columns: of files that do not hold these.
    hidden: tuple[str, ...] = field(default=(), kw_only=True)

    @property
    def traits(self) -> SourceTraits:
        """What files of the format can do."""
        return SourceTraits(reads_prewhere=self.source.format == PARQUET, by_paths=True)

    def columns(self) -> list[tuple[str, Type]]:
        """The columns of the structure."""
        return list(self.header)

    def virtual_columns(self) -> list[tuple[str, Type]]:
        """Where a row comes from, and the keys of its folders."""
        own = dict(self.header)
        return [*((n, t) for n, t in VIRTUAL if n not in own), *((key, _KEY) for key in self.keys)]

    def path_columns(self) -> dict[str, Type]:
        """The columns that come out of paths."""
        types = dict(self.header)
        return {**dict.fromkeys(self.keys, _KEY), **{n: types[n] for n in self.source.partition_by}}

    def scan(self, request: ScanRequest) -> ScanResult:
        """The files that the conditions leave, dealt out to the tasks by their bytes."""
        if PARTITION_ID in self.source.key:
            raise not_implemented("Reading from a partitioned storage with {_partition_id}")
        judge = PathJudge(request, self.path_columns(), self.source.store, self.environment)
        files = self.shares(judge)
        shares = _shares(files, request.tasks, self.source)
        skipping = self._skipping(request)
        tasks = tuple(self._task(share, request, skipping) for share in shares)
        size = sum(one.file.size for one in files)
        details = (f"Files: {len(files)}", f"Bytes: {size}")
        return ScanResult(tasks, rows=size // 16 + 1, details=details)

    def _task(
        self, share: Sequence[Share], request: ScanRequest, skipping: Skipping | None
    ) -> ScanTask:
        objects = self._open(share, request, skipping)
        return ScanTask("", 0, sum(map(_size, share)), objects, late=OpenGroups(objects))

    def shares(self, judge: PathJudge) -> list[Share]:
        """The files that may hold wanted rows."""
        store = self.source.store
        walk = Walk(store, self.source.pattern, judge if judge.is_useful else None)
        if self.source.strategy == HIVE or self._may_be_absent():
            walk.pruned += 1  # a table may have no files yet
        skips = self.environment.settings.is_on(_SKIP_EMPTY[self.source.form])
        return [Share(store, one) for one in walk.files() if one.size or not skips]

    def _may_be_absent(self) -> bool:
        allows = self.environment.settings.engine_file_empty_if_not_exists
        return allows and self.source.form == FILE.name

    @property
    def stored(self) -> tuple[tuple[str, Type], ...]:
        """The columns of files, in their order where that counts."""
        return self.header

    def _open(
        self, share: Sequence[Share], request: ScanRequest, skipping: Skipping | None
    ) -> OpenObjects:
        return OpenObjects(
            self.source,
            tuple(share),
            self.stored,
            self.path_columns(),
            request.columns,
            self.settings,
            skipping,
            {name: type_ for name, type_ in self.header if name in self.hidden},
        )

    def _skipping(self, request: ScanRequest) -> Skipping | None:
        if self.source.format != PARQUET:
            return None
        types, in_path = dict(self.header), self.path_columns()
        used = {n: c for f in request.filters for n, c in columns_of(f).items()}
        keys: list[Column] = []
        for number, column in sorted(used.items()):
            name = request.ids[number]
            if name in self.hidden:
                continue  # a file that does not hold it has the path's value, not the default
            if name in types and name not in in_path and can_skip(types[name]):
                keys.append(column)
        if not keys:
            return None
        condition = condition_over(request.filters, keys, self.environment.context)
        if not is_useful(condition):
            return None
        columns = tuple((request.ids[k.id], k.type) for k in keys)
        return Skipping(condition, columns, sought_values(request))


def _size(share: Share) -> int:
    return share.file.size if share.span is None else share.span[1] - share.span[0]


def _shares(files: Sequence[Share], tasks: int, source: Source) -> list[list[Share]]:
    """The files for each task: the largest first, to the task that has least."""
    whole = sum(one.file.size for one in files)
    pieces = [piece for one in files for piece in _cut(one, whole, tasks, source)]
    count = max(1, min(tasks, len(pieces)))
    shares: list[list[Share]] = [[] for _ in range(count)]
    sizes = [0] * count
    for piece in sorted(pieces, key=lambda p: -_size(p)):
        least = sizes.index(min(sizes))
        shares[least].append(piece)
        sizes[least] += _size(piece) + 1
    return shares


def _cut(one: Share, whole: int, tasks: int, source: Source) -> list[Share]:
    """A Parquet file that is more than a task's share, in spans."""
    if not source.is_parquet(one.file.key):
        return [one]
    step, size = max(_SPLIT_BYTES, -(-whole // max(1, tasks))), one.file.size
    if size <= step:
        return [one]
    return [replace(one, span=(at, min(at + step, size))) for at in range(0, size, step)]


def format_options(environment: Environment) -> FormatSettings:
    """How values are read, by the settings of the query."""
    chosen = environment.settings
    return format_settings(chosen, environment.context.zone)


def open_objects(
    name: str, source: Source, header: tuple[tuple[str, Type], ...], environment: Environment
) -> ObjectTable:
    """The table; without a header its columns are found out from a file."""
    options = format_options(environment)
    hive = environment.settings.use_hive_partitioning
    looked = _sampled(source, hive, bool(header) and bool(source.format))
    source = with_format(source, looked.file, options)
    if not header:
        header = inferred(source, looked.file, options)
    keys, hidden = [], []
    if hive and source.strategy != HIVE and PARTITION_ID not in source.key:
        own = {column for column, _ in (*header, *VIRTUAL)}
        keys = [key for key in looked.keys if key not in own]
        hidden = [key for key in looked.keys if key in own]
    return ObjectTable(
        name, source, header, tuple(keys), environment, options, hidden=tuple(hidden)
    )


def _sampled(source: Source, hive: bool, known: bool) -> Sample:
    """What has to be known of the files before a query over them makes sense."""
    if PARTITION_ID in source.key or (known and (not hive or source.pattern.tells_keys)):
        return Sample(None, source.pattern.keys() if PARTITION_ID not in source.key else [])
    return sample(source.store, source.pattern)
