"""Files that the driver begins for tasks, so that it can end them whatever happens to the tasks.

The key of a file whose name a user gives does not tell which INSERT writes it: what a killed task
leaves of it could be anybody's.
"""

from __future__ import annotations

import json
import socket
import threading
from dataclasses import dataclass

from sparktree.engines.storage.task_channel import Line, Lines, receive_message, send_message
from sparktree.errors import Code, Error
from sparktree.spark.configuration import DriverAddress
from sparktree.stores.store import Staged, Store

_UPLOAD, _CODE, _MESSAGE = "upload", "code", "message"


@dataclass(frozen=True, slots=True)
class Beginner:
    """A task's end: asks the driver to begin files; picklable."""

    line: Line

    def begin(self, key: str) -> str:
        """What the store has begun for the key."""
        try:
            with self.line.opened() as line:
                send_message(line, key.encode("utf-8", "surrogateescape"))
                answer = receive_message(line)
        except OSError as error:
            raise _gone() from error
        if answer is None:
            raise _gone()
        content = json.loads(answer)
        if _CODE in content:
            raise Error(Code(content[_CODE]), content[_MESSAGE])
        return str(content[_UPLOAD])


def _gone() -> Error:
    return Error(Code.ABORTED, "The INSERT has ended: no more files are begun for it.")


class Begun:
    """The driver's end: begins files, and knows all that it began."""

    def __init__(self, store: Store, address: DriverAddress) -> None:
        self._store = store
        self._changed = threading.Condition()
        self._busy = 0
        self._is_closed = False
        self.files: list[Staged] = []
        self._lines = Lines(address, self._serve, "uploads")
        self.beginner = Beginner(self._lines.line)

    def close(self) -> None:
        """Begin nothing more; what is being begun is waited for, so that it is known."""
        self._lines.close()
        with self._changed:
            self._is_closed = True
            self._changed.wait_for(lambda: not self._busy)

    def _serve(self, line: socket.socket) -> None:
        while (message := receive_message(line)) is not None:
            answer = self._answer(message.decode("utf-8", "surrogateescape"))
            if answer is None:
                return
            send_message(line, json.dumps(answer).encode())

    def _answer(self, key: str) -> dict[str, object] | None:
        with self._changed:
            if self._is_closed:
                return None
            self._busy += 1
        upload = None
        try:
            upload = self._store.begin(key)
            return {_UPLOAD: upload}
        except Error as error:
            return {_CODE: error.code, _MESSAGE: error.message}
        finally:
            with self._changed:
                self._busy -= 1
                if upload is not None:
                    self.files.append(Staged(key, upload))
                self._changed.notify_all()
