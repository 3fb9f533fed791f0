"""Who a client is, and the sessions that outlive a request."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from sparktree.engines.storage.client import Client
from sparktree.errors import Code, Error
from sparktree.session import Engine, Session


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a client says about itself."""

    user: str = "default"
    password: str = ""
    quota_key: str = ""
    certificate: frozenset[str] = frozenset()  # its names, if they are to prove who it is

    def __repr__(self) -> str:
        return f"Credentials({self.user!r})"


def authenticate(engine: Engine, credentials: Credentials, client: Client) -> Session:
    """A new session of that user, or AUTHENTICATION_FAILED."""
    client = replace(client, quota_key=credentials.quota_key or client.quota_key)
    return engine.login(
        credentials.user, credentials.password, client.address, credentials.certificate, client
    )


@dataclass(slots=True)
class _Kept:
    """A session with a name, and when it ends unless it is used."""

    session: Session
    timeout: int
    ends: float
    busy: bool = False


class Sessions:
    """The sessions with names of all users."""

    def __init__(self, default: int, most: int) -> None:
        self._default, self._most = default, most
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, str], _Kept] = {}

    def timeout(self, asked: int | None) -> int:
        """The seconds that a session is kept."""
        timeout = self._default if asked is None else asked
        if timeout > self._most:
            raise Error(
                Code.INVALID_SESSION_TIMEOUT,
                f"Session timeout '{timeout}' is larger than max_session_timeout: {self._most}."
                " Maximum session timeout could be modified in configuration file.",
            )
        return timeout

    @contextmanager
    def using(
        self, fresh: Session, name: str, timeout: int, *, check: bool, close: bool
    ) -> Iterator[Session]:
        """The session of that name, made of the fresh one if there is none; nobody else uses it
        meanwhile. Without a name it is the fresh one, which ends behind its request."""
        if not name:
            try:
                yield fresh
            finally:
                fresh.close()
            return
        self.expire()
        key = (fresh.state.user, name)
        kept = self._taken(key, fresh, timeout, check=check)
        try:
            kept.session.state.client = fresh.state.client
            yield kept.session
        finally:
            with self._lock:
                kept.busy = False
                kept.ends = time.monotonic() + kept.timeout
                ended = self._kept.pop(key, None) if close else None
            if ended is not None:
                ended.session.close()

    def _taken(self, key: tuple[str, str], fresh: Session, timeout: int, *, check: bool) -> _Kept:
        with self._lock:
            kept = self._kept.get(key)
            if kept is None and check:
                raise Error(Code.SESSION_NOT_FOUND, f"Session {key[1]} not found")
            if kept is None:
                kept = self._kept[key] = _Kept(fresh, timeout, 0.0)
            elif kept.busy:
                raise Error(
                    Code.SESSION_IS_LOCKED, f"Session {key[1]} is locked by a concurrent client"
                )
            kept.busy, kept.timeout = True, timeout
            return kept

    def expire(self) -> None:
        """End the sessions that were not used for their time."""
        now = time.monotonic()
        with self._lock:
            over = [key for key, kept in self._kept.items() if not kept.busy and kept.ends <= now]
            ended = [self._kept.pop(key) for key in over]
        for kept in ended:
            kept.session.close()

    def close(self) -> None:
        """End all of them."""
        with self._lock:
            ended = list(self._kept.values())
            self._kept.clear()
        for kept in ended:
            kept.session.close()
