"""Sinks for the tests; Spark's workers import them by name."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa
from pyspark import TaskContext

from sparktree.errors import Code, Error
from sparktree.spark import worker
from sparktree.spark.stages import TaskInfo


def count_rows(rows: pa.RecordBatchReader, info: TaskInfo) -> Iterable[bytes]:
    yield f"{info.task}:{rows.read_all().num_rows}".encode()


def ignore_rows(rows: pa.RecordBatchReader, info: TaskInfo) -> Iterable[bytes]:
    return ()


def lines(rows: pa.RecordBatchReader, info: TaskInfo) -> Iterable[bytes]:
    """How many connections by TCP the worker has to Spark."""
    rows.read_all()
    yield str(len(worker.LINES.open)).encode()


def refuse(rows: pa.RecordBatchReader, info: TaskInfo) -> Iterable[bytes]:
    raise Error(Code.TOO_MANY_PARTS, "Too many parts.")


def _attempt() -> int:
    """Which attempt at its task this is, from 0."""
    context = TaskContext.get()
    assert context is not None
    return context.attemptNumber()


def attempts(rows: pa.RecordBatchReader, info: TaskInfo) -> Iterable[bytes]:
    """Fails as a disk would, until the third attempt."""
    rows.read_all()
    if _attempt() < 2:
        raise OSError("the disk is gone")
    yield str(_attempt()).encode()


def die_once(rows: pa.RecordBatchReader, info: TaskInfo) -> Iterable[bytes]:
    """The first attempt takes its worker with it."""
    rows.read_all()
    if _attempt() == 0:
        os._exit(137)
    yield b"survived"


def die(rows: pa.RecordBatchReader, info: TaskInfo) -> Iterable[bytes]:
    rows.read_all()
    os._exit(137)


def sleep(rows: pa.RecordBatchReader, info: TaskInfo) -> Iterable[bytes]:
    """Sleeps as many seconds as the first value says."""
    time.sleep(rows.read_all().column(0)[0].as_py())
    yield b"slept"


class Trace:
    """Leaves a file per attempt, to show how often a task ran."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, rows: pa.RecordBatchReader, info: TaskInfo) -> Iterable[bytes]:
        rows.read_all()
        (self._folder / f"{info.task}-{_attempt()}").touch()
        raise Error(Code.BAD_ARGUMENTS, "Bad arguments.")


def own_work(info: TaskInfo) -> Iterable[bytes]:
    """Work that needs no SQL."""
    yield f"task {info.task}".encode()
