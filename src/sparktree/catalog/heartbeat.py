"""The thread that tells the other processes that this one lives."""

import threading
from collections.abc import Callable

from sqlalchemy.exc import DBAPIError

from sparktree.errors import Error


class Heartbeat:
    """Calls `beat` every few seconds until stopped; a failed beat is tried again at the next."""

    def __init__(self, beat: Callable[[], None], seconds: float) -> None:
        self._beat = beat
        self._seconds = seconds
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="catalog-heartbeat", daemon=True)
        # The failure of the last beat, for whoever wants to know.
        self.failure: Error | DBAPIError | None = None

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread, and waits until its last beat is over."""
        self._stopped.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped.wait(self._seconds):
            try:
                self._beat()
                self.failure = None
            except (Error, DBAPIError) as failure:
                self.failure = failure
