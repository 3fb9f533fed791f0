"""The cell magic `%%sparktree` of notebooks."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from sparktree.errors import Code, Error
from sparktree.session import connect

if TYPE_CHECKING:
    from sparktree.result import Result
    from sparktree.session import Engine

_USAGE = "%sparktree PATH [--config FILE] [--user NAME] [--password WORD]"


class Magic:
    """`%sparktree PATH` opens a data folder, `%%sparktree [NAME]` runs the cell's SQL in it; the
    result is kept under the name."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._engine: Engine | None = None

    def line(self, line: str) -> None:
        """Open a data folder, in place of the one before."""
        words = shlex.split(line)
        path: str | None = None
        options: dict[str, Any] = {}
        while words:
            word = words.pop(0)
            if word in ("--config", "--user", "--password") and words:
                options[word[2:]] = words.pop(0)
            elif path is None and not word.startswith("--"):
                path = word
            else:
                raise Error(Code.BAD_ARGUMENTS, f"Usage: {_USAGE}")
        opened = connect(path, **options)
        self.close()
        self._engine = opened

    def cell(self, line: str, cell: str) -> Result | None:
        """Run the statements; the result of the last one."""
        name = line.strip()
        if name and not name.isidentifier():
            message = f"%%sparktree takes the name of a variable for the result, not {name}"
            raise Error(Code.BAD_ARGUMENTS, message)
        if self._engine is None or self._engine.closed:
            message = f"No data folder is open: {_USAGE}"
            raise Error(Code.BAD_ARGUMENTS, message)
        results = self._engine.script(cell)
        result = results[-1] if results else None
        if name:
            self._shell.user_ns[name] = result
        return result if result is not None and result.header else None

    def close(self) -> None:
        """Let go of the folder."""
        if self._engine is not None:
            self._engine.close()
        self._engine = None


def load_ipython_extension(shell: Any) -> None:
    """What `%load_ext sparktree` calls."""
    magic = Magic(shell)
    shell.register_magic_function(magic.line, "line", "sparktree")
    shell.register_magic_function(magic.cell, "cell", "sparktree")
