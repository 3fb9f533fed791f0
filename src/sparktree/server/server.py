"""The process of a server: its listeners, signals, the configuration as it changes, and the end."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Sequence
from functools import partial

from sparktree.errors import Error
from sparktree.server.http.connection import Connection, Limits, Site
from sparktree.server.http.routing import Router
from sparktree.server.listeners import Listening
from sparktree.server.serving import Serving, log
from sparktree.session import Engine
from sparktree.settings.config import Config
from sparktree.statements.kill import stop_query

_LOOK = 2.0  # seconds between two looks at what may have changed
_FAREWELL = 10.0  # seconds for cancelled queries to end


class Server:
    """Serves an engine on sockets that are bound already."""

    def __init__(
        self,
        engine: Engine,
        config: Config,
        listening: Sequence[Listening],
        load: Callable[[], Config] | None = None,
    ) -> None:
        self.serving = Serving(engine, config)
        self.listening = listening
        self._load = load
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event | None = None
        self._ready = threading.Event()
        self._sites: list[Site] = []

    def port(self, protocol: str) -> int:
        """The port of a protocol, by its name in the configuration."""
        return next(one.port for one in self.listening if one.protocol == protocol)

    # --- from any thread ------------------------------------------------------------------

    def run(self) -> None:
        """Serve until `stop` or a signal."""
        asyncio.run(self._serve())

    def wait_ready(self, seconds: float) -> bool:
        """Whether it serves within that time."""
        return self._ready.wait(seconds)

    def stop(self) -> None:
        """Let queries that run end, then end."""
        loop, stopping = self._loop, self._stopping
        if loop is not None and stopping is not None:
            loop.call_soon_threadsafe(stopping.set)

    # --- the loop -------------------------------------------------------------------------

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopping = asyncio.Event()
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                self._loop.add_signal_handler(number, self._stopping.set)
            self._loop.add_signal_handler(signal.SIGHUP, self.reload)
        servers = [await self._listen(one) for one in self.listening]
        self._ready.set()
        try:
            while not self._stopping.is_set():
                await self._look()
        finally:
            for server in servers:
                server.close()
            await self._end()

    async def _listen(self, one: Listening) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        chosen = self.serving.chosen
        limits = Limits(keep_alive=chosen.keep_alive_timeout)
        site = Site(Router(self.serving).answer, limits, chosen.max_connections)
        self._sites.append(site)
        return await loop.create_server(partial(Connection, site), sock=one.socket)

    async def _look(self) -> None:
        """Wait a little; what is over ends."""
        assert self._stopping is not None
        try:
            await asyncio.wait_for(self._stopping.wait(), _LOOK)
        except TimeoutError:
            await asyncio.to_thread(self.serving.sessions.expire)

    def reload(self) -> None:
        """Take what may change from the configuration as it is now."""
        if self._load is None:
            return
        try:
            self._load()
        except Error as error:
            log(f"The configuration stays as it was: {error}")

    async def _end(self) -> None:
        """Queries get their time, then they are cancelled."""
        serving = self.serving
        for site in self._sites:
            site.close_idle()
        wait = serving.chosen.shutdown_wait_unfinished
        if not await asyncio.to_thread(serving.slots.wait_empty, wait):
            await asyncio.to_thread(self._cancel_all)
        for site in self._sites:
            await site.wait_closed(1.0)
            site.close()
        await asyncio.to_thread(serving.close)

    def _cancel_all(self) -> None:
        services = self.serving.engine.services
        for query_id in list(services.journal.running):
            stop_query(query_id, services)
        self.serving.slots.wait_empty(_FAREWELL)
