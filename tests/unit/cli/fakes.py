"""A session that answers by rule, for tests of the command line itself."""

import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from sparktree.cli.api import Cost, Progress
from sparktree.cli.streams import Streams


@dataclass(frozen=True)
class FakeResult:
    printed: bytes
    has_columns: bool = True
    row_count: int = 1
    cost: Cost = field(default_factory=Cost)
    values: tuple[tuple[Any, ...], ...] = ()

    def write(self, out: BinaryIO) -> None:
        out.write(self.printed)

    def rows(self) -> list[tuple[Any, ...]]:
        return list(self.values)


@dataclass
class FakeSession:
    """Prints each statement with its format; raises or answers what `answers` says of it."""

    answers: dict[str, FakeResult | BaseException] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)
    data: list[bytes | None] = field(default_factory=list)
    params: list[Mapping[str, object] | None] = field(default_factory=list)

    def query(
        self,
        sql: str,
        *,
        params: Mapping[str, object] | None = None,
        format: str | None = None,
        data: BinaryIO | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> FakeResult:
        text = sql.strip()
        self.seen.append(text)
        self.data.append(None if data is None else data.read())
        self.params.append(params)
        answer = self.answers.get(text, FakeResult(f"{text} {format}\n".encode()))
        if isinstance(answer, BaseException):
            raise answer
        return answer


class Terminal(io.BytesIO):
    """Bytes that say they are a terminal."""

    def isatty(self) -> bool:
        return True


def streams(stdin: bytes = b"", *, terminal: bool = False) -> Streams:
    kind = Terminal if terminal else io.BytesIO
    return Streams(kind(stdin), io.BytesIO(), io.BytesIO())


def printed(streams: Streams) -> str:
    assert isinstance(streams.stdout, io.BytesIO)
    return streams.stdout.getvalue().decode()


def complained(streams: Streams) -> str:
    assert isinstance(streams.stderr, io.BytesIO)
    return streams.stderr.getvalue().decode()
