"""How far a query is: what a display must offer, and the words for it."""

from typing import Protocol

from sparktree.cli.api import Progress

_QUANTITIES = ("", " thousand", " million", " billion", " trillion", " quadrillion")
_SIZES = ("B", "KB", "MB", "GB", "TB", "PB")


class ProgressReport(Protocol):
    """Takes the progress of the query that runs."""

    def show(self, progress: Progress) -> None: ...


class NoProgress:
    """Nobody looks."""

    def show(self, progress: Progress) -> None:
        return


def readable_quantity(number: float) -> str:
    """As formatReadableQuantity: `1.50 million`."""
    power = _power(number, len(_QUANTITIES))
    return f"{number / 1000**power:.2f}{_QUANTITIES[power]}"


def readable_size(number: float) -> str:
    """As formatReadableDecimalSize: `8.00 MB`."""
    power = _power(number, len(_SIZES))
    return f"{number / 1000**power:.2f} {_SIZES[power]}"


def _power(number: float, limit: int) -> int:
    power = 0
    while power + 1 < limit and number >= 1000:
        number /= 1000
        power += 1
    return power


def summary(rows: int, elapsed: float, rows_read: int, bytes_read: int) -> str:
    """The line after a result: `3 rows in set. Elapsed: 0.012 sec. `."""
    line = f"{rows} row{'' if rows == 1 else 's'} in set. Elapsed: {elapsed:.3f} sec. "
    return line + processed(elapsed, rows_read, bytes_read)


def processed(elapsed: float, rows_read: int, bytes_read: int) -> str:
    """What was read and how fast; clickhouse-client is silent below a thousand rows."""
    if rows_read < 1000:
        return ""
    read = f"Processed {readable_quantity(rows_read)} rows, {readable_size(bytes_read)}"
    if elapsed <= 0:
        return f"{read}."
    rows_a_second, bytes_a_second = rows_read / elapsed, bytes_read / elapsed
    speed = f"{readable_quantity(rows_a_second)} rows/s., {readable_size(bytes_a_second)}/s."
    return f"{read} ({speed})"
