"""The standard streams as bytes, and which of them are terminals."""

import sys
from dataclasses import dataclass
from typing import BinaryIO

from sparktree.kernel import text as kernel_text


@dataclass(frozen=True, slots=True)
class Streams:
    """Where data comes from, where results and messages go."""

    stdin: BinaryIO
    stdout: BinaryIO
    stderr: BinaryIO

    @staticmethod
    def standard() -> "Streams":
        return Streams(sys.stdin.buffer, sys.stdout.buffer, sys.stderr.buffer)

    def write(self, data: bytes) -> None:
        self.stdout.write(data)
        self.stdout.flush()

    def complain(self, message: object) -> None:
        """One line on standard error."""
        self.stderr.write(f"{message}\n".encode("utf-8", "backslashreplace"))
        self.stderr.flush()

    def read_script(self) -> str:
        """Standard input as SQL text; bytes that are no UTF-8 are kept."""
        return kernel_text.escape(self.stdin.read())
