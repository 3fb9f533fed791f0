"""Formats without structure: Null, RawBLOB, LineAsString."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

import pyarrow as pa

from sparktree.formats.format import Format, declare
from sparktree.formats.options import FormatOptions, Header


def _write_nothing(
    blocks: Iterable[pa.Table], header: Header, out: BinaryIO, options: FormatOptions
) -> None:
    for _ in blocks:
        pass


declare(Format("Null", "Nothing: the rows are computed and thrown away.", writer=_write_nothing))
