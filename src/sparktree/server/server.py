"""The process of a server: its listeners, signals, the configuration as it changes, and the end."""

from __future__ import annotations

import asyncio
import signal
import threading
import uuid
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from sparktree.disks.configuration import storage_configuration
from sparktree.disks.reloading import take_storage
from sparktree.errors import Error
from sparktree.server.connections import Site
from sparktree.server.http.connection import Connection, HttpSite, Limits
from sparktree.server.http.routing import Router, prometheus_rules, statement_rules
from sparktree.server.listeners import NATIVE, SECURE, Listening
from sparktree.server.native.connection import NativeConnection, NativeSite, Times
from sparktree.server.serving import Serving, log
from sparktree.server.tls import Encryption
from sparktree.session import Engine
from sparktree.settings.config import Config
from sparktree.settings.server import ServerFacts
from sparktree.statements.kill import stop_query

_LOOK = 2.0  # seconds between two looks at what may have changed
_HANDSHAKE = 30.0  # seconds that a client may take for its part of TLS
_FAREWELL = 10.0  # seconds for cancelled queries to end


def uuid_of(folder: Path) -> str:
    """The UUID of the server of a data folder, made when it is served first."""
    file = folder / "uuid"
    if not file.exists():
        file.write_text(f"{uuid.uuid4()}\n")
    return file.read_text().strip()


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
        storage = engine.services.storage
        ports = {one.protocol: one.port for one in listening}
        storage.facts = ServerFacts(
            storage.server,
            self.serving.display_name,
            uuid_of(storage.folder),
            ports,
            storage.facts.macros,
        )
        self.listening = listening
        self._load = load
        storage.session_settings = {"async_insert": True}  # as servers of ClickHouse have it
        engine.services.storage.reload = self.take_configuration
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopping: asyncio.Event | None = None
        self._ready = threading.Event()
        self._sites: dict[Listening, Site] = {}
        if any(one.protocol in SECURE for one in listening):
            self._encryption = Encryption(config)

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
                self._loop.add_signal_handler(number, self._signalled)
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

    def _signalled(self) -> None:
        """The first signal lets statements end, the second cancels them."""
        assert self._stopping is not None
        if self._stopping.is_set():
            self.serving.run(self._cancel_all)
        self._stopping.set()

    async def _listen(self, one: Listening) -> asyncio.Server:
        loop = asyncio.get_running_loop()
        chosen, secure = self.serving.chosen, one.protocol in SECURE
        connect: Callable[[], asyncio.Protocol]
        if one.protocol in NATIVE:
            native = NativeSite(self.serving, Times(), chosen.max_connections)
            self._sites[one] = native
            connect = partial(NativeConnection, native)
        else:
            limits = Limits(keep_alive=chosen.keep_alive_timeout)
            http = HttpSite(self._router(one).answer, limits, chosen.max_connections)
            self._sites[one] = http
            connect = partial(Connection, http)
        return await loop.create_server(
            connect,
            sock=one.socket,
            ssl=self._encryption.context if secure else None,
            ssl_handshake_timeout=_HANDSHAKE if secure else None,
        )

    def _router(self, one: Listening) -> Router:
        rules = prometheus_rules if one.protocol == "prometheus.port" else statement_rules
        return Router(rules(self.serving))

    async def _look(self) -> None:
        """Wait a little; what is over ends."""
        assert self._stopping is not None
        try:
            await asyncio.wait_for(self._stopping.wait(), _LOOK)
        except TimeoutError:
            await asyncio.to_thread(self.serving.sessions.expire)

    def reload(self) -> None:
        """Take the configuration anew, or tell why that cannot be."""
        try:
            self.take_configuration()
        except Error as error:
            log(f"The configuration stays as it was: {error}")
        else:
            log("The configuration was read anew.")

    def take_configuration(self) -> None:
        """What may change while the server runs is as the configuration says now: handlers, new
        disks and policies, certificates. If anything is wrong with it, all stays as it was."""
        if self._load is None:
            return
        before = self.serving.config
        try:
            self.serving.config = config = self._load()
            https = {one: site for one, site in self._sites.items() if isinstance(site, HttpSite)}
            routers = {site: self._router(one) for one, site in https.items()}
            storage = self.serving.engine.services.storage
            configured = storage_configuration(config.tree, str(storage.folder))
            take_storage(configured, storage.disks, storage.policies)
            if any(one.protocol in SECURE for one in self.listening):
                self._encryption.take(config)
        except BaseException:
            self.serving.config = before
            raise
        for site, router in routers.items():
            site.answer = router.answer

    async def _end(self) -> None:
        """Queries get their time, then they are cancelled."""
        serving = self.serving
        for site in self._sites.values():
            site.close_idle()
        wait = serving.chosen.shutdown_wait_unfinished
        if not await asyncio.to_thread(serving.slots.wait_empty, wait):
            await asyncio.to_thread(self._cancel_all)
        for site in self._sites.values():
            await site.wait_closed(1.0)
            site.close()
        await asyncio.to_thread(serving.close)

    def _cancel_all(self) -> None:
        services = self.serving.engine.services
        for query_id in list(services.journal.running):
            stop_query(query_id, services)
        self.serving.slots.wait_empty(_FAREWELL)
