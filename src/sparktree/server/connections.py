"""What connections of all protocols share: which are open, and how a worker writes to one."""

from __future__ import annotations

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from sparktree.server.tls import certificate_names

# Bytes that may wait in memory for a slow client.
MOST_WAITING = 4 << 20


class ClientGoneError(Exception):
    """Nobody reads what is sent any more."""


class Peer(Protocol):
    """A connection as the server sees it."""

    def close_if_idle(self) -> None:
        """Close unless something is being answered."""
        ...

    def abort(self) -> None:
        """Close at once."""
        ...


class Site:
    """The connections of one listener."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.open: set[Peer] = set()
        self.closing = False

    def close_idle(self) -> None:
        """No more requests: connections that answer none are closed, others after their answer."""
        self.closing = True
        for connection in list(self.open):
            connection.close_if_idle()

    async def wait_closed(self, seconds: float) -> None:
        """Give answers that are on their way so much time."""
        end = asyncio.get_running_loop().time() + seconds
        while self.open and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.01)

    def close(self) -> None:
        """Close whatever is open."""
        for connection in list(self.open):
            connection.abort()


class Outgoing:
    """What a worker sends: bytes in their order, waiting where the client is slow."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        put: Callable[[bytes], None],
        abort: Callable[[], None],
        patience: float,
    ) -> None:
        self._loop, self._put, self._abort, self._patience = loop, put, abort, patience
        self._changed = threading.Condition()
        self._held = 0  # bytes on their way to the loop
        self._paused = False
        self._gone = False
        self._on_gone: Callable[[], None] | None = None

    # --- the worker's side ----------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Send; ClientGoneError if nobody is there any more."""
        with self._changed:
            while not self._gone and (self._paused or self._held > MOST_WAITING):
                if not self._changed.wait(self._patience):
                    self._gone = True
                    self._loop.call_soon_threadsafe(self._abort)
            if self._gone:
                raise ClientGoneError
            self._held += len(data)
        self.call(self._sent, data)

    def when_gone(self, call: Callable[[], None] | None) -> None:
        """What to do should the client go away; at once if it has."""
        with self._changed:
            self._on_gone = call
            gone = self._gone
        if gone and call is not None:
            call()

    def call(self, function: Callable[..., None], *arguments: object) -> None:
        """Do something on the loop."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(function, *arguments)

    # --- the loop's side ------------------------------------------------------------------

    def _sent(self, data: bytes) -> None:
        self._put(data)
        with self._changed:
            self._held -= len(data)
            self._changed.notify_all()

    def pause(self, paused: bool) -> None:
        """Whether the client is slow."""
        with self._changed:
            self._paused = paused
            self._changed.notify_all()

    def lose(self) -> None:
        """The client went away."""
        with self._changed:
            self._gone = True
            call = self._on_gone
            self._changed.notify_all()
        if call is not None:
            call()


SiteT = TypeVar("SiteT", bound=Site)


class Link(asyncio.Protocol, ABC, Generic[SiteT]):
    """The loop's side of a connection: its transport, and how long its client may be silent."""

    def __init__(self, site: SiteT) -> None:
        self.loop = asyncio.get_running_loop()
        self._site = site
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    @abstractmethod
    def close_if_idle(self) -> None:
        """Close unless something is being answered."""

    def abort(self) -> None:
        """Close at once."""
        if self._transport is not None:
            self._transport.abort()

    def put(self, data: bytes) -> None:
        """Send, on the loop; nothing to a client whose connection is being closed."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def eof_received(self) -> bool:
        return False  # the client went away

    def _opened(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.set_write_buffer_limits(MOST_WAITING)
        self._site.open.add(self)

    def _lost(self) -> None:
        self._site.open.discard(self)
        self._stop_timer()
        self._transport = None

    def _address(self) -> tuple[str, int]:
        """The client's address and port, where it comes from a network."""
        peer = self._transport.get_extra_info("peername") if self._transport else None
        return (str(peer[0]), int(peer[1])) if isinstance(peer, tuple) else ("", 0)

    def _certificate(self) -> frozenset[str]:
        """The names in the client's certificate, if TLS has checked one."""
        found = self._transport.get_extra_info("ssl_object") if self._transport else None
        return certificate_names(found) if found is not None else frozenset()

    def _close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _wait(self, seconds: float) -> None:
        """The connection is cut unless something comes until then."""
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
