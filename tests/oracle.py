"""Real ClickHouse (chdb) in a child process: what every comparison is made with.

chdb allows one session in a process and does not go well with a JVM beside it, hence the child.
"""

import base64
import importlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

ROOT = Path(__file__).resolve().parent.parent


class OracleError(Exception):
    """ClickHouse refused the statement; the text is ClickHouse's own."""


class Oracle:
    """One ClickHouse session. USE, SET and temporary tables last until it is closed."""

    def __init__(self, config: Path | None = None, data: Path | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="oracle")
        place = str(data or self._folder.name)
        if config is not None:
            place += f"?config-file={config}"
        self._child = subprocess.Popen(
            [sys.executable, "-m", "tests.oracle", place],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def query(self, sql: str, format: str = "TabSeparated") -> bytes:
        """The result of one statement in a format, as bytes."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps([sql, format]) + "\n")
        self._child.stdin.flush()
        line = self._child.stdout.readline()
        if not line:
            raise RuntimeError(f"ClickHouse died at: {sql}")
        answer: dict[str, str] = json.loads(line)
        if "error" in answer:
            raise OracleError(answer["error"])
        return base64.b64decode(answer["data"])

    def text(self, sql: str, format: str = "TabSeparated") -> str:
        return self.query(sql, format).decode("utf-8", "surrogateescape")

    def close(self) -> None:
        self._child.kill()
        self._child.wait()
        for pipe in (self._child.stdin, self._child.stdout):
            if pipe is not None:
                pipe.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _serve(folder: str) -> None:
    # chdb is loaded here alone: the parent must not carry a second database engine.
    session: Any = importlib.import_module("chdb.session").Session(folder)
    # ClickHouse may print by itself: the answers have the pipe for their own.
    with os.fdopen(os.dup(1), "w") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        for line in sys.stdin:
            sql, format = json.loads(line)
            print(json.dumps(_answer(session, sql, format)), file=answers, flush=True)


def _answer(session: Any, sql: str, format: str) -> dict[str, str]:
    try:
        result = session.query(sql, format)
    except UnicodeDecodeError as error:  # of ClickHouse's own text
        return {"error": error.object.decode("utf-8", "replace")}
    except Exception as error:  # noqa: BLE001 - chdb's error class differs between versions
        return {"error": str(error)}
    return {"data": base64.b64encode(result.bytes()).decode()}


if __name__ == "__main__":
    _serve(sys.argv[1])
