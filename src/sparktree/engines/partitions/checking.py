"""CHECK TABLE: every file of every part is read and compared with its checksum, in tasks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sparktree.catalog.records import Part
from sparktree.disks.disk import Disk
from sparktree.engines.storage.data_folder import DataFolder
from sparktree.engines.storage.part_descriptions import described
from sparktree.errors import Error
from sparktree.parts.checksums import verify, verify_description
from sparktree.spark.queries import RunOptions
from sparktree.spark.stages import Stage, TaskInfo


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found of a part."""

    part: Part
    message: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.message


@dataclass(frozen=True, slots=True)
class Checking:
    """Each task checks its share of the parts; it yields the message of each."""

    shares: tuple[tuple[Part, ...], ...]
    disks: Mapping[str, Disk]

    def __call__(self, info: TaskInfo) -> Iterator[bytes]:
        for part in self.shares[info.task]:
            yield json.dumps([part.uuid, _damage(part, self.disks[part.disk])]).encode()


def _damage(part: Part, disk: Disk) -> str:
    try:
        description = described(part)
        verify_description(disk, description, part.meta)
        verify(disk, description)
    except Error as error:
        return error.message
    return ""


def check_parts(storage: DataFolder, parts: Sequence[Part], options: RunOptions) -> list[Checked]:
    """What is wrong with each of the parts, in their order."""
    if not parts:
        return []
    tasks = min(len(parts), storage.spark.expected_parallelism())
    by_size = sorted(parts, key=lambda part: -part.bytes_on_disk)
    work = Checking(tuple(tuple(by_size[i::tasks]) for i in range(tasks)), storage.disks)
    stage = Stage(inputs=({},) * tasks, work=work)
    reports = storage.spark.run_sink([stage], options)
    messages = dict(json.loads(report) for report in reports)
    return [Checked(part, messages[part.uuid]) for part in parts]
