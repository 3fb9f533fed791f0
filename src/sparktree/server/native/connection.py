"""One connection: bytes come and go on the loop; a thread talks while there is anything to say."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass

from sparktree.server.body import Body
from sparktree.server.connections import Link, Outgoing, Site
from sparktree.server.native.conversation import Conversation, Peer, is_whole_greeting
from sparktree.server.serving import Serving


@dataclass(frozen=True, slots=True)
class Times:
    """How long one client may keep the server waiting, in seconds."""

    hello: float = 30.0
    receive: float = 300.0
    send: float = 300.0
    idle: float = 3600.0


class NativeSite(Site):
    """The connections of a listener of the native protocol."""

    def __init__(self, serving: Serving, times: Times, most: int) -> None:
        super().__init__(most)
        self.serving, self.times = serving, times


class NativeConnection(Link[NativeSite]):
    """The loop's side of a connection."""

    def __init__(self, site: NativeSite) -> None:
        super().__init__(site)
        times = site.times
        self._out = Outgoing(self.loop, self.put, self.abort, times.send)
        self._in = Body(
            times.hello,
            lambda: self._reading(False),
            lambda: self._out.call(self._reading, True),
        )
        self._lock = threading.Lock()
        self._busy = False
        self._greeting: bytearray | None = bytearray()  # until it has come whole
        self._conversation: Conversation | None = None

    # --- asyncio --------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._opened(transport)
        self._conversation = Conversation(
            self._site.serving,
            self._in,
            self._out,
            Peer(*self._address(), self._certificate()),
            receive=self._site.times.receive,
            crowded=len(self._site.open) > self._site.most,
        )
        self._wait(self._site.times.hello)

    def data_received(self, data: bytes) -> None:
        talk = self._conversation
        if talk is None or talk.interrupted(data):
            return
        if self._greeting is not None:
            # No thread waits for a client that has not said who it is.
            self._greeting += data
            if not is_whole_greeting(bytes(self._greeting)):
                return
            data, self._greeting = bytes(self._greeting), None
        self._in.feed(data)
        with self._lock:
            if self._busy:
                return
            self._busy = True
        self._stop_timer()
        self._site.serving.run(self._talk)

    def connection_lost(self, error: Exception | None) -> None:
        self._lost()
        self._in.fail()
        self._out.lose()
        with self._lock:
            ended = not self._busy
        if ended and self._conversation is not None:
            self._site.serving.run(self._conversation.close)

    def pause_writing(self) -> None:
        self._out.pause(True)

    def resume_writing(self) -> None:
        self._out.pause(False)

    # --- the worker's side ----------------------------------------------------------------

    def _talk(self) -> None:
        """Answer what has come, until nothing more is there."""
        talk = self._conversation
        assert talk is not None
        goes_on = False
        try:
            while talk.answer():
                with self._lock:
                    if not talk.pending:
                        self._busy, goes_on = False, True
                        break
        finally:
            if goes_on:
                self._out.call(self._rest)
            else:
                talk.close()
                self._out.call(self._close)

    # --- on the loop ----------------------------------------------------------------------

    def _rest(self) -> None:
        """Nothing is being answered."""
        if self._transport is None:
            # Lost while the last answer was being given: nobody else ends the session.
            self._end()
        elif self._site.closing:
            self.close_if_idle()
        elif not self._busy:
            self._wait(self._site.times.idle)

    def _end(self) -> None:
        if self._conversation is not None:
            self._site.serving.run(self._conversation.close)

    def close_if_idle(self) -> None:
        """Close unless something is being answered."""
        with self._lock:
            busy = self._busy
        if not busy:
            self._close()

    def _reading(self, wanted: bool) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if wanted:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()
